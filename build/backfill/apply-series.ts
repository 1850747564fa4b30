import { DAY_MS, floorTo } from "../lib/time.ts";
import { type Anchor, joinSeries, type UsdPoint } from "./join.ts";
import type { KnownSeries } from "./known-series.ts";
import type { CoinOutcome } from "./record-outcome.ts";
import { describeRequest, originOf, type SeriesRequest } from "./series-request.ts";
import { convertToUsd } from "./to-usd.ts";

/** This build's price of a coin by us and by the origin of a request, where both are fresh. */
export type FindAnchor = (request: SeriesRequest, coinId: string) => Anchor | undefined;

/**
 * Adds what one answer says of one coin to the series: in USD, joined, labelled with its origin, only where nothing is. Market cap and
 * volume stay unknown: the supply of that day is, and the volume of one venue is not the coin's.
 */
export async function applySeries(
  request: SeriesRequest,
  coinId: string,
  points: readonly UsdPoint[],
  known: KnownSeries,
  findAnchor: FindAnchor,
): Promise<CoinOutcome> {
  const { step, window, fromMs, toMs } = request;
  await known.load(step, fromMs, toMs);
  await known.load("daily", floorTo(fromMs, DAY_MS), toMs);
  const usd = request.kind === "candles" ? convertToUsd(points, request.market, step, known) : points;
  if (usd === undefined) return { kind: "failed", reason: `${describeRequest(request)} waits for the rate of USDT` };
  const joined = joinSeries(usd, (timeMs) => known.find(step, coinId, timeMs), findAnchor(request, coinId));
  if ("reason" in joined) return { kind: "refused", reason: `${describeRequest(request)}: ${joined.reason}` };
  const fresh = joined.points.map((point) => ({ ...point, marketCap: null, totalVolume: null }));
  known.fill(step, coinId, fresh, originOf(request));
  const within = usd.find(({ timeMs }) => timeMs >= window.fromMs && timeMs < window.toMs);
  return { kind: "joined", points: fresh.length, oldestMs: within?.timeMs };
}
