import { roundNumber } from "../lib/json/significant-digits.ts";
import type { MarketCoin } from "../market/market.ts";
import type { Partition } from "./partition.ts";

/** What a sample is made of. */
export interface SampledMarket {
  asOfMs: number;
  coins: readonly Pick<MarketCoin, "id" | "price" | "priceSource" | "priceOrigin" | "marketCap" | "volume">[];
}

/**
 * One build as a partition of one row: every coin with an own or a reference price, at the time of the market's newest observation. A
 * stale price is no observation of this build, and repeating it would draw a flat line over a gap. No coin, no row. A price of the
 * reference is labelled with its source: it is neither computed here nor ours to release. Numbers have the
 * digits that are published: more would only make the state larger.
 */
export function sampleMarket({ asOfMs, coins }: SampledMarket): Partition {
  const observed = coins
    .filter(({ price, priceSource }) => price !== null && priceSource !== "stale")
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const origins = [...new Set(observed.flatMap(({ priceOrigin }) => priceOrigin ?? []))].sort();
  return {
    times: observed.length === 0 ? [] : [asOfMs],
    coins: Object.fromEntries(
      observed.map(({ id, price, priceOrigin, marketCap, volume }) => [
        id,
        {
          prices: [round(price)],
          marketCaps: [round(marketCap)],
          totalVolumes: [round(volume)],
          ...(priceOrigin === null ? {} : { origins: [origins.indexOf(priceOrigin)] }),
        },
      ]),
    ),
    ...(origins.length === 0 ? {} : { origins }),
  };
}

function round(value: number | null): number | null {
  return value === null ? null : roundNumber(value);
}
