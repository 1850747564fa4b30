import { DAY_MS, floorTo } from "../lib/time.ts";
import { type Anchor, joinSeries, MAX_LAG_STEPS, type UsdPoint } from "./join.ts";
import type { KnownSeries } from "./known-series.ts";
import type { IsRatePending } from "./pending-rate.ts";
import type { CoinOutcome } from "./record-outcome.ts";
import { describeRequest, originOf, type SeriesRequest } from "./series-request.ts";
import { standsStill } from "./stands-still.ts";
import { STEP_MS } from "./step.ts";
import { convertToUsd } from "./to-usd.ts";

/** This build's price of a coin by us and by the origin of a request, where both are fresh. */
export type FindAnchor = (request: SeriesRequest, coinId: string) => Anchor | undefined;

/**
 * Adds what one answer says of one coin to the series: in USD, joined, labelled with its origin, only where nothing is. Market cap and
 * volume stay unknown: the supply of that day is, and the volume of one venue is not the coin's.
 *
 * The coin is waiting where a step that is wanted waits for a rate of USDT that may come: it is asked for again, the rest is kept.
 */
export async function applySeries(
  request: SeriesRequest,
  coinId: string,
  points: readonly UsdPoint[],
  known: KnownSeries,
  findAnchor: FindAnchor,
  isRatePending: IsRatePending,
): Promise<CoinOutcome> {
  const { step, window, fromMs, toMs } = request;
  const stepMs = STEP_MS[step];
  if (standsStill(points)) return { kind: "refused", reason: `${describeRequest(request)}: its price never changes` };
  await known.load(step, fromMs, toMs);
  await known.load("daily", floorTo(fromMs, DAY_MS), toMs);
  const find = (timeMs: number) => known.find(step, coinId, timeMs);
  const isWanted = (timeMs: number) => timeMs >= window.fromMs && timeMs < window.toMs;
  const { points: usd, waiting } =
    request.kind === "candles" ? convertToUsd(points, request.market, step, known) : { points, waiting: [] };
  const unrated = waiting.filter((timeMs) => isWanted(timeMs) && find(timeMs) === undefined);
  const waits = unrated.some((timeMs) => isRatePending(step, timeMs));
  const reason = `${describeRequest(request)} waits for the rate of USDT`;
  if (waits && usd.length === 0) return { kind: "waiting", reason, points: 0 };
  const now = findAnchor(request, coinId);
  // Today's price says nothing of earlier years: those are joined to what is known beside them.
  const reachesNow = window.kind !== "older" && now !== undefined && now.timeMs - window.toMs <= MAX_LAG_STEPS * stepMs;
  const isBeside = usd.some(({ timeMs }) => find(timeMs) !== undefined);
  // What it has elsewhere in the window hangs in the air.
  const joined =
    isBeside || reachesNow || window.kind === "first"
      ? joinSeries(usd, find, reachesNow ? now : undefined, stepMs)
      : { points: [], reached: new Set<number>() };
  if ("reason" in joined) return { kind: "refused", reason: `${describeRequest(request)}: ${joined.reason}` };
  const fresh = joined.points.map((point) => ({ ...point, marketCap: null, totalVolume: null }));
  known.fill(step, coinId, fresh, originOf(request));
  if (waits) return { kind: "waiting", reason, points: fresh.length };
  const within = usd.filter(({ timeMs }) => isWanted(timeMs) && joined.reached.has(timeMs));
  const missing: number[] = [];
  for (let timeMs = window.fromMs; timeMs < window.toMs; timeMs += stepMs)
    if (find(timeMs) === undefined) missing.push(timeMs);
  return {
    kind: "joined",
    points: fresh.length,
    oldestMs: within[0]?.timeMs,
    newestMs: within.at(-1)?.timeMs,
    missing,
    isCut: unrated.length > 0,
    isApart: !isBeside && within.length === 0 && usd.some(({ timeMs }) => isWanted(timeMs)),
  };
}
