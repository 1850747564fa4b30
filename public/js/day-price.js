import { formatMoment, formatPrice, formatTime } from "./format.js";

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

/**
 * What is said of a day without a price. `prices`: those of the known days as `[unix milliseconds,
 * value]`.
 */
export function describeNoPrice(day, prices) {
  const distance = ([timeMs]) => Math.abs(timeMs - Date.parse(day));
  const [first, ...rest] = prices.filter(([, value]) => value !== null);
  const nearest = rest.reduce((best, point) => (distance(point) < distance(best) ? point : best), first);
  const none = `No price of ${day} is known.`;
  return nearest === undefined ? none : `${none} The nearest known day is ${formatMoment(nearest[0])}.`;
}

/**
 * A price of a day in words. `answer`: of the request. Without newer ones, its price is one of the
 * days before.
 */
export function describeDayPrice(day, isClosed, { data, meta }) {
  const amount = formatPrice(data.price, meta.currency);
  const source = `known since ${formatTime(data.time)}, from ${RESOLUTIONS[data.resolution]}`;
  // The close of the day before is known since the start of this one.
  if (Date.parse(data.time) <= Date.parse(day))
    return `No price of ${day} is known. Last price before it: ${amount}, ${source}.`;
  return `${isClosed ? `Close of ${day} (UTC)` : `${day} so far`}: ${amount}, ${source}.`;
}
