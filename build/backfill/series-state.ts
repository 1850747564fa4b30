import { type BackfillMemory, findCoinBackfill, type StepBackfill } from "./backfill-memory.ts";
import { clipHoles, type Hole, tidyHoles, trimHole } from "./hole.ts";
import type { KnownSeries } from "./known-series.ts";
import { findReach, STEP_MS, STEPS, type Step } from "./step.ts";

/** One coin's series of one step: how far it is to reach, and what is known of it. */
export interface SeriesState {
  coinId: string;
  step: Step;
  asOfMs: number;
  reach: { startMs: number; endMs: number };
  /** Up to the end of the reach. `undefined`: nothing was asked yet. */
  progress: StepBackfill | undefined;
}

/** The states of a build's series: what earlier builds remember, and what has gone missing since. */
export async function openSeriesStates(
  memory: BackfillMemory,
  known: KnownSeries,
  coinIds: readonly string[],
  asOfMs: number,
): Promise<(coinId: string, step: Step) => SeriesState> {
  for (const step of STEPS) {
    const reach = findReach(step, asOfMs);
    const untils = coinIds.flatMap((id) => findCoinBackfill(memory, id)?.[step]?.covered?.untilMs ?? []);
    if (untils.length > 0) await known.load(step, Math.max(reach.startMs, Math.min(...untils)), reach.endMs);
  }
  return (coinId, step) => {
    const reach = findReach(step, asOfMs);
    const before = findCoinBackfill(memory, coinId)?.[step];
    const isKnown = (timeMs: number) => known.find(step, coinId, timeMs) !== undefined;
    return { coinId, step, asOfMs, reach, progress: before && catchUp(before, step, reach, isKnown) };
  };
}

function catchUp(
  progress: StepBackfill,
  step: Step,
  reach: { startMs: number; endMs: number },
  isKnown: (timeMs: number) => boolean,
): StepBackfill {
  const { covered, holes } = progress;
  if (covered === undefined) return progress;
  const stepMs = STEP_MS[step];
  const since: Hole = { fromMs: Math.max(reach.startMs, covered.untilMs), toMs: reach.endMs, asked: {} };
  const missing: number[] = [];
  for (let timeMs = since.fromMs; timeMs < since.toMs; timeMs += stepMs) if (!isKnown(timeMs)) missing.push(timeMs);
  return {
    ...progress,
    // Also back, where the clock was ahead once: what lies after is looked for again.
    covered: { sinceMs: covered.sinceMs, untilMs: reach.endMs },
    holes: tidyHoles(clipHoles([...holes, ...trimHole(since, missing, stepMs)], reach.startMs, reach.endMs), stepMs),
  };
}
