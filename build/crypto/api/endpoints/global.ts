import { z } from "zod";
import { envelope } from "../../../kit/api/endpoint.ts";
import * as schema from "../../../kit/api/schema.ts";
import { BASE_CURRENCY, CurrencyMeta } from "../../../kit/api/schema.ts";
import { renderTime } from "../../../lib/time.ts";
import { defineSingle } from "../define-endpoint.ts";
import { findLatestIndexValue } from "./fear-greed.ts";

const amounts = (description: string) =>
  z
    .object({ usd: schema.number("In USD") })
    .catchall(schema.number("In another currency"))
    .describe(description);

export const global = defineSingle({
  id: "global",
  path: "/global",
  docs: {
    tag: "market",
    title: "Global market",
    description: "The whole market in a few numbers: capitalisation, volume, dominance, DeFi and sentiment.",
  },
  kinds: ["ticker", "coin", "global", "exchange", "tvl", "index"],
  body: envelope(
    schema.object("Global market statistics", {
      active_cryptocurrencies: schema.count("Coins that are traded"),
      exchanges: schema.count("Exchanges listed"),
      markets: schema.count("Number of spot pairs"),
      total_market_cap: amounts("Sum of the market caps, by currency: usd and, where it differs, meta.currency"),
      total_volume: amounts("Traded in the last 24 hours, by currency: usd and, where it differs, meta.currency"),
      market_cap_percentage: z
        .record(z.string(), schema.number("Share of the total market cap in percent"))
        .describe("Shares of the ten largest coins by lower-case symbol, largest first"),
      market_cap_change_percentage_24h_usd: schema.maybeNumber(
        "Change of the total market cap over 24 hours in percent",
      ),
      volume_change_percentage_24h_usd: schema.maybeNumber("Change of the total volume over 24 hours in percent"),
      defi: schema.object("Decentralised finance", {
        total_tvl_usd: schema.maybeNumber("Total value locked in DeFi, without double counting, in USD"),
      }),
      fear_greed: z
        .strictObject({
          value: schema.number("Value of the index, 0 (extreme fear) to 100 (extreme greed)"),
          value_classification: schema.text("The value in words"),
        })
        .nullable()
        .describe("The current Fear & Greed Index"),
      updated_at: schema.time("When the newest of the market's numbers was observed"),
    }),
    { currency: CurrencyMeta },
  ),
  from: ({ market }) => market.global,
  compute(global, { market }) {
    const sentiment = findLatestIndexValue(market.fearGreed);
    return {
      data: {
        active_cryptocurrencies: global.activeCoins,
        exchanges: market.exchanges.length,
        markets: global.markets,
        total_market_cap: { usd: global.totalMarketCap },
        total_volume: { usd: global.totalVolume },
        market_cap_percentage: global.marketCapPercentage,
        market_cap_change_percentage_24h_usd: global.marketCapChangePercentage24h,
        volume_change_percentage_24h_usd: global.volumeChangePercentage24h,
        defi: { total_tvl_usd: market.defi?.totalTvl ?? null },
        fear_greed:
          sentiment === undefined ? null : { value: sentiment.value, value_classification: sentiment.classification },
        updated_at: renderTime(global.updatedAtMs),
      },
      meta: { currency: BASE_CURRENCY },
    };
  },
});
