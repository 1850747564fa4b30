import { formatPrice, formatTime } from "./format.js";

const DAY_MS = 86_400_000;
const RESOLUTIONS = { "5m": "points per build", "1h": "hours", "1d": "days" };

/**
 * The request for the price of a day: its close, which counts from the end of the day in UTC; for
 * the running day the newest price. `null`: the day is in the future. `coin`: `coins/btc`.
 */
export function findDayRequest(coin, day, nowMs) {
  const endMs = Date.parse(day) + DAY_MS;
  if (!(endMs - DAY_MS <= nowMs)) return null;
  const time = new Date(Math.min(endMs, nowMs)).toISOString();
  return { path: `${coin}/at?time=${time.slice(0, 16)}Z`, isClosed: endMs <= nowMs };
}

/** A price of a day in words. `answer`: of the request. */
export function describeDayPrice(day, isClosed, { data, meta }) {
  const amount = formatPrice(data.price, meta.currency);
  const what = isClosed ? `Close of ${day} (UTC)` : `${day} so far`;
  return `${what}: ${amount}, known since ${formatTime(data.time)}, from ${RESOLUTIONS[data.resolution]}.`;
}
