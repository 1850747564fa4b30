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
  renamed,
  symbol,
} from "../kit/schema.ts";

/** One row of `/coins/markets` in USD. Zeros mean unknown, except for volumes. */
export const CoingeckoCoin = renamed({
  id: ["id", identifier],
  symbol: ["symbol", symbol],
  name: ["name", label],
  image: ["image", maybeWebUrl],
  rank: ["market_cap_rank", maybeRank],
  priceUsd: ["current_price", maybePositive],
  marketCapUsd: ["market_cap", maybePositive],
  volumeUsd: ["total_volume", maybeAmount],
  high24hUsd: ["high_24h", maybePositive],
  low24hUsd: ["low_24h", maybePositive],
  change24hUsd: ["price_change_24h", maybeNumeric],
  changePercentage1h: ["price_change_percentage_1h_in_currency", maybeNumeric],
  changePercentage24h: ["price_change_percentage_24h_in_currency", maybeNumeric],
  changePercentage7d: ["price_change_percentage_7d_in_currency", maybeNumeric],
  changePercentage30d: ["price_change_percentage_30d_in_currency", maybeNumeric],
  changePercentage1y: ["price_change_percentage_1y_in_currency", maybeNumeric],
  circulatingSupply: ["circulating_supply", maybePositive],
  totalSupply: ["total_supply", maybePositive],
  maxSupply: ["max_supply", maybePositive],
  athUsd: ["ath", maybePositive],
  athTimeMs: ["ath_date", maybeTime],
  atlUsd: ["atl", maybePositive],
  atlTimeMs: ["atl_date", maybeTime],
  updatedAtMs: ["last_updated", maybeTime],
  sparklineUsd: ["sparkline_in_7d", z.unknown().optional().transform(readSparkline)],
  /** Cut to five decimals. */
  cutPercentage24h: ["price_change_percentage_24h", maybeNumeric],
});

/** `now` is unix milliseconds. A stale coin keeps its own time. */
export function normaliseCoingeckoCoin(row: z.infer<typeof CoingeckoCoin>, now: number): ReferenceCoin {
  const { cutPercentage24h, ...coin } = row;
  return {
    ...coin,
    changePercentage24h: coin.changePercentage24h ?? cutPercentage24h,
    athTimeMs: coin.athUsd === null ? null : acceptPastTime(coin.athTimeMs, now),
    atlTimeMs: coin.atlUsd === null ? null : acceptPastTime(coin.atlTimeMs, now),
    updatedAtMs: acceptPastTime(coin.updatedAtMs, now),
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
