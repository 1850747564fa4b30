import type { CandleFeed } from "../sources/candle-feed.ts";
import { defillamaChart } from "../sources/defillama-chart.ts";
import type { StepBackfill } from "./backfill-memory.ts";
import type { ReferenceMarket } from "./reference-market.ts";
import type { SeriesRequest } from "./series-request.ts";
import { STEP_MS, type Step } from "./step.ts";
import { findWindow, type Window } from "./window.ts";

/** Steps asked for on both sides of a window, so that there is something to join to. */
const OVERLAP_STEPS = 3;

/** Where a coin's series can come from. */
export type Origin = ReferenceMarket | "chart";

export function sourceOf(origin: Origin): string {
  return origin === "chart" ? defillamaChart.source : origin.source;
}

/** How far a coin's series is known, and how far it is to reach. */
export interface SeriesState {
  coinId: string;
  step: Step;
  reach: { startMs: number; endMs: number };
  progress: StepBackfill | undefined;
  /** What is to be filled before anything older. */
  missing: { fromMs: number; toMs: number } | undefined;
}

/** What to ask of the first of the origins that may have it; `undefined` where nothing is left, or none of them has. */
export function planRequest(known: SeriesState, origins: readonly Origin[], asOfMs: number): SeriesRequest | undefined {
  const { coinId, step, reach, progress, missing } = known;
  const stepMs = STEP_MS[step];
  for (const origin of origins) {
    const feed = origin === "chart" ? undefined : origin.feeds[step];
    const steps = (feed?.maxPerCall ?? defillamaChart.maxPerCall(stepMs)) - 2 * OVERLAP_STEPS;
    const oldestMs = findOldest(feed, stepMs, asOfMs);
    if (missing !== undefined && missing.toMs <= oldestMs) continue;
    const reachable = missing && { fromMs: Math.max(missing.fromMs, oldestMs), toMs: missing.toMs };
    const wanted = findWindow(progress, reachable, reach, steps * stepMs);
    if (wanted === undefined) return undefined;
    if (wanted.kind === "older" && (progress?.ended?.[sourceOf(origin)] ?? 0) > asOfMs) continue;
    const window = { ...wanted, fromMs: Math.max(wanted.fromMs, oldestMs) };
    if (window.fromMs >= window.toMs) continue;
    const stretch = { coinIds: [coinId], step, window, ...widen(window, stepMs, reach.endMs) };
    return origin === "chart" || feed === undefined
      ? { kind: "chart", ...stretch }
      : { kind: "candles", ...stretch, market: origin, feed };
  }
  return undefined;
}

/** The first step that can be asked for, with those before it that it is to be joined to. */
function findOldest(feed: CandleFeed | undefined, stepMs: number, asOfMs: number): number {
  if (feed?.reach === undefined) return Number.NEGATIVE_INFINITY;
  return (Math.ceil(asOfMs / stepMs) - feed.reach + OVERLAP_STEPS) * stepMs;
}

function widen({ fromMs, toMs }: Window, stepMs: number, endMs: number): { fromMs: number; toMs: number } {
  const overlapMs = OVERLAP_STEPS * stepMs;
  return { fromMs: fromMs - overlapMs, toMs: Math.min(toMs + overlapMs, endMs) };
}
