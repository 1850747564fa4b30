import { z } from "zod";
import type { ReferenceCoin } from "../../normalise/record.ts";
import {
  acceptPastTime,
  identifier,
  label,
  maybeAmount,
  maybeNumeric,
  maybePositive,
  maybeRank,
  maybeTime,
  maybeWebUrl,
} from "../kit/schema.ts";

/** One row of `/coins/markets` in USD. Zeros mean unknown, except for volumes. */
export const CoingeckoCoin = z.object({
  id: identifier,
  symbol: label,
  name: label,
  image: maybeWebUrl,
  market_cap_rank: maybeRank,
  current_price: maybePositive,
  market_cap: maybePositive,
  fully_diluted_valuation: maybePositive,
  total_volume: maybeAmount,
  high_24h: maybePositive,
  low_24h: maybePositive,
  price_change_24h: maybeNumeric,
  price_change_percentage_24h: maybeNumeric,
  price_change_percentage_1h_in_currency: maybeNumeric,
  price_change_percentage_24h_in_currency: maybeNumeric,
  price_change_percentage_7d_in_currency: maybeNumeric,
  price_change_percentage_30d_in_currency: maybeNumeric,
  price_change_percentage_1y_in_currency: maybeNumeric,
  circulating_supply: maybePositive,
  total_supply: maybePositive,
  max_supply: maybePositive,
  ath: maybePositive,
  ath_date: maybeTime,
  atl: maybePositive,
  atl_date: maybeTime,
  last_updated: maybeTime,
  sparkline_in_7d: z.unknown().optional().transform(readSparkline),
});
export type CoingeckoCoin = z.infer<typeof CoingeckoCoin>;

/** `now` is unix milliseconds. A stale coin keeps its own time. */
export function normaliseCoingeckoCoin(row: CoingeckoCoin, now: number): ReferenceCoin {
  return {
    id: row.id,
    symbol: row.symbol.toUpperCase(),
    name: row.name,
    image: row.image,
    rank: row.market_cap_rank,
    priceUsd: row.current_price,
    marketCapUsd: row.market_cap,
    fullyDilutedValuationUsd: row.fully_diluted_valuation,
    volumeUsd: row.total_volume,
    high24hUsd: row.high_24h,
    low24hUsd: row.low_24h,
    change24hUsd: row.price_change_24h,
    changePercentage1h: row.price_change_percentage_1h_in_currency,
    // The field without suffix is the same number cut to five decimals.
    changePercentage24h: row.price_change_percentage_24h_in_currency ?? row.price_change_percentage_24h,
    changePercentage7d: row.price_change_percentage_7d_in_currency,
    changePercentage30d: row.price_change_percentage_30d_in_currency,
    changePercentage1y: row.price_change_percentage_1y_in_currency,
    circulatingSupply: row.circulating_supply,
    totalSupply: row.total_supply,
    maxSupply: row.max_supply,
    athUsd: row.ath,
    athTimeMs: row.ath === null ? null : acceptPastTime(row.ath_date, now),
    atlUsd: row.atl,
    atlTimeMs: row.atl === null ? null : acceptPastTime(row.atl_date, now),
    updatedAtMs: acceptPastTime(row.last_updated, now),
    sparklineUsd: row.sparkline_in_7d,
  };
}

/**
 * The hourly prices, without times: they are counted back from the last one. A gap would shift all
 * before it, so only prices after the last gap are kept.
 */
function readSparkline(value: unknown): number[] {
  const prices = typeof value === "object" && value !== null && "price" in value ? value.price : undefined;
  if (!Array.isArray(prices)) return [];
  const gap = prices.findLastIndex((price) => !(typeof price === "number" && Number.isFinite(price) && price > 0));
  return prices.slice(gap + 1);
}
