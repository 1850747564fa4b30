import { z } from "zod";
import { envelope } from "../../../kit/api/endpoint.ts";
import * as schema from "../../../kit/api/schema.ts";
import { BASE_CURRENCY, CurrencyMeta } from "../../../kit/api/schema.ts";
import type { MarketCoin } from "../../market/model/market.ts";
import { defineSingle, findRows } from "../define-endpoint.ts";
import { computeListFreshness } from "../freshness.ts";
import { CoinRow } from "../rows/coin-row.ts";

const LENGTH = 10;
/** Below it, a few trades can move a coin by any percentage. */
export const MIN_VOLUME_USD = 1_000_000;
export const UNIVERSE_RANK = 1000;
/** In percent. A smaller change is shown as 0.00 %: such a coin neither gained nor lost. */
const MIN_CHANGE = 0.005;
const CRITERIA = {
  universe: `top ${UNIVERSE_RANK} by market cap`,
  min_volume_usd: MIN_VOLUME_USD,
  window: "24h",
  excludes: ["stablecoins", "wrapped coins", "coins whose price is stale"],
};

export const trending = defineSingle({
  id: "trending",
  path: "/trending",
  docs: {
    tag: "market",
    title: "Trending coins",
    description:
      "The coins that gained most, lost most and were traded most in the last 24 hours. Ranking is always by USD " +
      "change; a change that rounds to 0.00 % is neither a gain nor a loss.",
  },
  kinds: ["ticker", "coin"],
  body: envelope(
    schema.object("Trending coins", {
      top_gainers: z
        .array(CoinRow.schema)
        .max(LENGTH)
        .describe("Coins with the largest gain in percent, largest first"),
      top_losers: z.array(CoinRow.schema).max(LENGTH).describe("Coins with the largest loss in percent, largest first"),
      most_traded: z
        .array(CoinRow.schema)
        .max(LENGTH)
        .describe("Coins of any kind with the largest volume, largest first"),
    }),
    {
      currency: CurrencyMeta,
      criteria: schema.object("Criteria of the lists", {
        universe: schema.text("Which coins may be a gainer or a loser"),
        min_volume_usd: schema.number("Minimum 24-hour volume of a gainer or loser in USD"),
        window: schema.text("Time window of changes and volumes"),
        excludes: z
          .array(schema.text("A kind of coin"))
          .describe("Kinds of coins that are never a gainer or loser; a coin whose price is stale is in no list"),
      }),
    },
  ),
  from: ({ market }) => findRows(market.coins),
  compute(coins) {
    const { gainers, losers } = listMovers(coins, "24h", LENGTH);
    const traded = listLargest(coins.filter(isCurrent), (coin) => coin.volume, LENGTH);
    return {
      data: {
        top_gainers: gainers.map(CoinRow.compute),
        top_losers: losers.map(CoinRow.compute),
        most_traded: traded.map(CoinRow.compute),
      },
      meta: { currency: BASE_CURRENCY, criteria: CRITERIA },
      ...computeListFreshness([...gainers, ...losers, ...traded]),
    };
  },
});

/** The coins that gained and lost most in a window, by the criteria of the answer. */
export function listMovers(coins: readonly MarketCoin[], window: keyof MarketCoin["changePercentage"], length: number) {
  const movers = coins.filter((coin) => isCurrent(coin) && isMover(coin));
  const change = (coin: MarketCoin) => {
    const value = coin.changePercentage[window];
    return value === null || Math.abs(value) < MIN_CHANGE ? null : value;
  };
  return {
    gainers: listLargest(movers, change, length),
    losers: listLargest(movers, (coin) => negate(change(coin)), length),
  };
}

function isCurrent({ priceSource }: MarketCoin): boolean {
  return priceSource !== "stale";
}

function isMover(coin: MarketCoin): boolean {
  if (coin.stablecoin || coin.wrapped) return false;
  return coin.rank !== null && coin.rank <= UNIVERSE_RANK && coin.volume !== null && coin.volume >= MIN_VOLUME_USD;
}

function negate(value: number | null): number | null {
  return value === null ? null : -value;
}

/** Only positive values, largest first; equal values keep their rank order. */
function listLargest(
  coins: readonly MarketCoin[],
  measure: (coin: MarketCoin) => number | null,
  length: number,
): MarketCoin[] {
  return coins
    .flatMap((coin) => {
      const value = measure(coin);
      return value === null || value <= 0 ? [] : [{ coin, value }];
    })
    .sort((a, b) => b.value - a.value)
    .slice(0, length)
    .map(({ coin }) => coin);
}
