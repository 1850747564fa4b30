import { isNear } from "../../../lib/stats.ts";
import { DAY_MS, HOUR_MS } from "../../../lib/time.ts";
import type { ChangeWindow, LongWindow, ShortWindow } from "../../normalise/change-window.ts";
import type { ReferenceCoin } from "../../normalise/record.ts";
import { isSamePrice, type PastKnowledge } from "../aggregate/price-change.ts";
import { ROW_RULES } from "../rules/coins.ts";

type RowEvidence = Pick<PastKnowledge, "samples" | "priceBefore" | "now">;

/**
 * A reference's row without the fields that contradict its own price, each other or past prices
 * that we know. Such a field is `null`, because either of two numbers may be wrong.
 */
export function validateRow(row: ReferenceCoin, evidence: RowEvidence): ReferenceCoin {
  const price = row.priceUsd;
  if (price === null) return row;
  const sparklineUsd = isContinuous(row.sparklineUsd, price) ? row.sparklineUsd : [];
  const past = readPast({ ...row, sparklineUsd }, price, evidence);
  const extremes = validateExtremes(row, price);
  const bounded = { ...extremes, ...validateRange({ ...row, ...extremes }, price, past) };
  const keepRecent = (change: number | null, window: ShortWindow): number | null =>
    isPossible(change, price, past[window], bounded.low24hUsd, bounded.high24hUsd) ? change : null;
  const keepOld = (change: number | null, known: number | null): number | null =>
    isPossible(change, price, known, bounded.atlUsd, bounded.athUsd) ? change : null;
  const change24h = keepRecent(row.changePercentage24h, "24h");
  return {
    ...row,
    ...bounded,
    sparklineUsd,
    changePercentage1h: keepRecent(row.changePercentage1h, "1h"),
    changePercentage24h: change24h,
    change24hUsd: change24h === row.changePercentage24h ? row.change24hUsd : null,
    changePercentage7d: keepOld(row.changePercentage7d, past["7d"]),
    changePercentage30d: keepOld(row.changePercentage30d, past["30d"]),
    changePercentage1y: keepOld(row.changePercentage1y, past["1y"]),
  };
}

type Past = Record<ChangeWindow, number | null> & { day: readonly number[] };

function readPast({ sparklineUsd, updatedAtMs }: ReferenceCoin, price: number, evidence: RowEvidence): Past {
  const { samples, priceBefore, now } = evidence;
  const last = samples.at(-1);
  const isRecent = updatedAtMs !== null && now - updatedAtMs <= ROW_RULES.recentMs;
  // Observations that end elsewhere are of another price: they are not used for this row.
  const own = isRecent && last !== undefined && isSamePrice(last[1], price) ? samples : [];
  const hourly = (hours: number): number | null => sparklineUsd.at(-1 - hours) ?? null;
  const observed = (ms: number, window: ShortWindow): number | null => {
    const near = own.filter(([timeMs]) => Math.abs(timeMs - (now - ms)) <= ROW_RULES.nearMs[window]);
    return near[Math.floor(near.length / 2)]?.[1] ?? null;
  };
  const since = (window: LongWindow): number | null => (own.length > 0 ? (priceBefore?.(window) ?? null) : null);
  return {
    "1h": observed(HOUR_MS, "1h") ?? hourly(1),
    "24h": observed(DAY_MS, "24h") ?? hourly(24),
    "7d": since("7d") ?? hourly(7 * 24 - 1),
    "30d": since("30d"),
    "1y": since("1y"),
    day: [...own.map(([, usd]) => usd), ...sparklineUsd.slice(-24)],
  };
}

/** A day's prices lie between the extremes of all time and near the prices around them. */
function validateRange(
  { high24hUsd: high, low24hUsd: low, athUsd, atlUsd, changePercentage24h: change }: ReferenceCoin,
  price: number,
  past: Past,
): Pick<ReferenceCoin, "high24hUsd" | "low24hUsd"> {
  const dayAgo = past["24h"] ?? (change !== null && change > -100 ? price / (1 + change / 100) : price);
  const seen = [price, dayAgo, ...past.day];
  const highest = Math.max(...seen);
  const lowest = Math.min(...seen);
  const isHigh =
    high !== null &&
    high * ROW_RULES.beyond >= price &&
    high <= highest * ROW_RULES.mostAbove &&
    (athUsd === null || high <= athUsd * ROW_RULES.beyond);
  const isLow =
    low !== null &&
    low <= price * ROW_RULES.beyond &&
    low * ROW_RULES.mostBelow >= lowest &&
    (atlUsd === null || low * ROW_RULES.beyond >= atlUsd);
  const isRange = !isHigh || !isLow || low <= high;
  return { high24hUsd: isHigh && isRange ? high : null, low24hUsd: isLow && isRange ? low : null };
}

function validateExtremes(
  row: ReferenceCoin,
  price: number,
): Pick<ReferenceCoin, "athUsd" | "athTimeMs" | "atlUsd" | "atlTimeMs"> {
  const isHigh = row.athUsd !== null && row.athUsd * ROW_RULES.beyond >= price;
  const isLow = row.atlUsd !== null && row.atlUsd <= price * ROW_RULES.beyond;
  return {
    ...(isHigh ? { athUsd: row.athUsd, athTimeMs: row.athTimeMs } : { athUsd: null, athTimeMs: null }),
    ...(isLow ? { atlUsd: row.atlUsd, atlTimeMs: row.atlTimeMs } : { atlUsd: null, atlTimeMs: null }),
  };
}

/** Whether a change starts near the known price of that time, or at least between two bounds. */
function isPossible(
  change: number | null,
  price: number,
  known: number | null,
  lowest: number | null,
  highest: number | null,
): boolean {
  if (change === null) return true;
  if (change <= -100) return false;
  const start = price / (1 + change / 100);
  if (known !== null) return isNear(start, known, 1 + ROW_RULES.past);
  return (
    (lowest === null || start * (1 + ROW_RULES.past) >= lowest) &&
    (highest === null || start <= highest * (1 + ROW_RULES.past))
  );
}

function isContinuous(prices: readonly number[], price: number): boolean {
  const last = prices.at(-1);
  if (last === undefined) return true;
  if (!isSamePrice(last, price)) return false;
  return prices.every((each, at) => {
    const before = prices[at - 1];
    return before === undefined || isNear(each, before, ROW_RULES.mostStep);
  });
}
