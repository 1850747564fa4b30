import { z } from "zod";
import { renderTime } from "../../lib/time.ts";
import type { ExchangeStatistics } from "../../market/market.ts";
import { defineSingle, findRows } from "../endpoint.ts";
import { count, listOf, maybeCount, maybeNumber, maybeText, maybeTime, number, object, text } from "../field.ts";
import { findNewest } from "../freshness.ts";

export const ExchangeStatus = z
  .enum(["ok", "stale", "unavailable"])
  .describe(
    "ok: it answered in this build; stale: an older answer is used, its markets are frozen or most of its prices are off-market; unavailable: no answer",
  );

const ExchangeRow = object("An exchange", {
  id: text("Unique id of the exchange"),
  name: text("Name of the exchange"),
  rank: count("Rank by volume, from 1"),
  url: maybeText("URL of the exchange"),
  country: maybeText("Country where it is registered"),
  year_established: maybeCount("Year in which it opened"),
  image: maybeText("URL of the logo"),
  markets: count("Number of spot pairs; 0 if only the reference source's volume is known"),
  coins: count("Coins traded there, as far as they are identified"),
  volume_24h_usd: maybeNumber("Traded in the last 24 hours in USD"),
  volume_24h_btc: maybeNumber("Traded in the last 24 hours in BTC"),
  volume_share_percentage: maybeNumber("Share in the volume of all exchanges listed, in percent"),
  top_pairs: listOf(
    "The pairs with the largest volume, largest first; empty where the site publishes no order books",
    "A pair",
    {
      pair: text("The pair in the exchange's codes, base and quote"),
      price_usd: number("Price of one unit of the base in USD"),
      volume_24h_usd: maybeNumber("Traded in the last 24 hours in USD"),
    },
  ),
  status: ExchangeStatus,
  last_updated: maybeTime("When the statistics were observed"),
  statistics_source: text(
    "Id of the source of the statistics; the exchange itself where they are computed from its own tickers",
  ),
});

export type ExchangeRow = z.infer<typeof ExchangeRow>;

export const exchanges = defineSingle({
  id: "exchanges",
  path: "/exchanges",
  tag: "market",
  title: "Exchanges",
  description:
    "Exchanges by volume. Statistics of the exchanges polled are computed from their own tickers, as far as they trade coins covered here at a price that agrees with the coin's. In a volume each coin counts up to the limit of its weight in the coin's price; an exchange that states more than twice its listed volume has the listed one. That, and the statistics of the others, come from a reference source, and statistics_source says so.",
  kinds: ["ticker", "exchange"],
  data: z.array(ExchangeRow).describe("All exchanges, by rank"),
  from: ({ market }) => findRows(market.exchanges),
  compute(found, { hidesBooks = false }) {
    const newestMs = findNewest(found.map(({ updatedAtMs }) => updatedAtMs));
    return {
      data: found.map((exchange) => computeExchangeRow(exchange, hidesBooks)),
      ...(newestMs === null ? {} : { observedAtMs: newestMs }),
    };
  },
});

function computeExchangeRow(exchange: ExchangeStatistics, hidesBooks: boolean): ExchangeRow {
  return {
    id: exchange.id,
    name: exchange.name,
    rank: exchange.rank,
    url: exchange.url,
    country: exchange.country,
    year_established: exchange.yearEstablished,
    image: exchange.image,
    markets: exchange.markets,
    coins: exchange.coins,
    volume_24h_usd: exchange.volume24h,
    volume_24h_btc: exchange.volume24hBtc,
    volume_share_percentage: exchange.volumeSharePercentage,
    top_pairs: (hidesBooks ? [] : exchange.topPairs).map((pair) => ({
      pair: pair.pair,
      price_usd: pair.priceUsd,
      volume_24h_usd: pair.volume24hUsd,
    })),
    status: exchange.status,
    last_updated: exchange.updatedAtMs === null ? null : renderTime(exchange.updatedAtMs),
    statistics_source: exchange.statisticsSource,
  };
}
