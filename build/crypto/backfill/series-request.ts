import type { PriceChart } from "../sources/candle-venues.ts";
import type { ReferenceMarket } from "./reference-market.ts";
import { type CandleStep, clipRanges, STEP_MS, type Step, type StepRange } from "./step.ts";

/** Where a coin's past prices can come from: a market of one venue, or a chart of many coins. */
export type SeriesSource =
  | { kind: "candles"; id: string; market: ReferenceMarket }
  | { kind: "chart"; id: string; chart: PriceChart };

/** One request of the plan: a coin's candles at a venue, or the chart of several coins. */
export interface SeriesRequest<Of extends CandleStep = Step> {
  source: SeriesSource;
  coinIds: readonly string[];
  step: Of;
  /** The missing steps. */
  window: StepRange;
  /** The window and some steps around it, where the answer is joined to known prices. */
  fromMs: number;
  toMs: number;
}

/** Steps that are requested on both sides of a window. */
const OVERLAP_STEPS = 6;
/** The same of old hours: there the end of a day has a known price. */
const ANCHORED_OVERLAP_STEPS = 24;

/**
 * The requests that would fill the gaps of one coin, newest first. A gap that is longer than one
 * answer is requested from its newer end: the rest follows once its newer neighbours are known.
 * `isAnchored`: prices are known within gaps, too, so that all of a gap can be requested at once.
 */
export function listRequests(
  source: SeriesSource,
  { coinId, step, asOfMs, isAnchored = false }: { coinId: string; step: Step; asOfMs: number; isAnchored?: boolean },
  gaps: readonly StepRange[],
  range: StepRange,
): SeriesRequest[] {
  const stepMs = STEP_MS[step];
  const feed = source.kind === "candles" ? source.market.feeds[step] : undefined;
  const overlapMs = (isAnchored ? ANCHORED_OVERLAP_STEPS : OVERLAP_STEPS) * stepMs;
  const spanMs = getMaxSteps(source, step) * stepMs - 2 * overlapMs;
  const oldestMs = feed?.reach === undefined ? range.fromMs : (Math.ceil(asOfMs / stepMs) - feed.reach) * stepMs;
  const requests: SeriesRequest[] = [];
  let left = clipRanges(gaps, oldestMs, range.toMs);
  for (let newest = left.at(-1); newest !== undefined; newest = left.at(-1)) {
    const { toMs } = newest;
    const window = { fromMs: clipRanges(left, toMs - spanMs, toMs)[0]?.fromMs ?? newest.fromMs, toMs };
    const around = {
      fromMs: Math.max(window.fromMs - overlapMs, range.fromMs),
      toMs: Math.min(toMs + overlapMs, range.toMs),
    };
    requests.push({ source, coinIds: [coinId], step, window, ...around });
    const { fromMs } = window;
    left = isAnchored ? clipRanges(left, oldestMs, fromMs) : left.filter((gap) => gap.toMs <= fromMs);
  }
  return requests;
}

/** Groups chart requests: one chart has several coins when one answer carries all their windows. */
export function groupCharts(requests: readonly SeriesRequest[]): SeriesRequest[] {
  const grouped: SeriesRequest[] = [];
  for (const request of requests) {
    const at = grouped.findLastIndex((other) => isOneAnswer(other, request));
    const other = grouped[at];
    if (other === undefined) grouped.push(request);
    else grouped[at] = unite(other, request);
  }
  return grouped;
}

function isOneAnswer(a: SeriesRequest, b: SeriesRequest): boolean {
  if (a.source.kind !== "chart" || b.source.kind !== "chart" || a.step !== b.step) return false;
  if (a.coinIds.length >= a.source.chart.maxCoins || a.coinIds.some((id) => b.coinIds.includes(id))) return false;
  const { fromMs, toMs } = unite(a, b);
  return toMs - fromMs <= getMaxSteps(a.source, a.step) * STEP_MS[a.step];
}

function unite(a: SeriesRequest, b: SeriesRequest): SeriesRequest {
  const window = {
    fromMs: Math.min(a.window.fromMs, b.window.fromMs),
    toMs: Math.max(a.window.toMs, b.window.toMs),
  };
  const coinIds = [...a.coinIds, ...b.coinIds];
  return { ...a, coinIds, window, fromMs: Math.min(a.fromMs, b.fromMs), toMs: Math.max(a.toMs, b.toMs) };
}

function getMaxSteps(source: SeriesSource, step: Step): number {
  if (source.kind === "candles") return source.market.feeds[step].maxPerCall;
  return source.chart.maxPerCall(STEP_MS[step]);
}
