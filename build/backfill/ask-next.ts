import { defillamaChart } from "../sources/defillama-chart.ts";
import { clipHoles, type Hole } from "./hole.ts";
import type { ReferenceMarket } from "./reference-market.ts";
import type { SeriesRequest, Window } from "./series-request.ts";
import type { SeriesState } from "./series-state.ts";
import { STEP_MS } from "./step.ts";

/** Steps asked for on both sides of a window, so that there is something to join to. */
const OVERLAP_STEPS = 3;

/** Where a coin's series can come from. */
export type Origin = ReferenceMarket | "chart";

export function sourceOf(origin: Origin): string {
  return origin === "chart" ? defillamaChart.source : origin.source;
}

/**
 * What to ask next, of the first of the `origins` that can have it: the newest stretch, then the holes, the newest first, because what
 * follows them is known and can be joined to, then what is ever older. `undefined` where everybody was asked for everything.
 */
export function askNext(state: SeriesState, origins: readonly Origin[]): SeriesRequest | undefined {
  const { reach, progress, asOfMs } = state;
  const covered = progress?.covered;
  if (progress === undefined || covered === undefined) {
    return findFirst(origins, (origin) =>
      askFor(state, origin, { kind: "first", fromMs: reach.startMs, toMs: reach.endMs }),
    );
  }
  const unasked = findFirst(origins, (origin) =>
    askForHoles(
      state,
      origin,
      progress.holes.filter(({ asked }) => asked[sourceOf(origin)] === undefined),
    ),
  );
  if (unasked !== undefined) return unasked;
  const mayHaveOlder = origins.filter((origin) => (progress.origins[sourceOf(origin)]?.endedMs ?? 0) <= asOfMs);
  return findFirst(mayHaveOlder, (origin) =>
    askFor(state, origin, { kind: "older", fromMs: reach.startMs, toMs: covered.sinceMs }),
  );
}

/** Once more for the hole that its origin was asked for longest ago: nobody can tell who will have it, so none is ever given up. */
export function askAgain(state: SeriesState, origins: readonly Origin[]): SeriesRequest | undefined {
  const due = origins.flatMap((origin) => {
    const holes = findDue(state, origin);
    return holes.map(({ toMs, asked }) => ({ origin, toMs, againMs: asked[sourceOf(origin)]?.againMs ?? 0 }));
  });
  due.sort((a, b) => a.againMs - b.againMs || b.toMs - a.toMs);
  return findFirst(due, ({ origin, toMs }) =>
    askForHoles(state, origin, clipHoles(findDue(state, origin), Number.NEGATIVE_INFINITY, toMs)),
  );
}

function findDue({ progress, asOfMs }: SeriesState, origin: Origin): Hole[] {
  const holes = progress?.holes ?? [];
  return holes.filter(({ asked }) => (asked[sourceOf(origin)]?.againMs ?? Number.POSITIVE_INFINITY) <= asOfMs);
}

/** The newest of the holes, and as many of those before as one answer carries. */
function askForHoles(state: SeriesState, origin: Origin, holes: readonly Hole[]): SeriesRequest | undefined {
  const { oldestMs, spanMs } = findLimits(state, origin);
  const reachable = clipHoles(holes, oldestMs, state.reach.endMs);
  const toMs = reachable.at(-1)?.toMs;
  if (toMs === undefined) return undefined;
  const fromMs = clipHoles(reachable, toMs - spanMs, toMs)[0]?.fromMs ?? toMs;
  return askFor(state, origin, { kind: "gap", fromMs, toMs });
}

/** The newest part of a window that one answer carries; `undefined` where the origin no longer has it. */
function askFor(state: SeriesState, origin: Origin, { kind, fromMs, toMs }: Window): SeriesRequest | undefined {
  const { coinId, step, reach } = state;
  const { oldestMs, spanMs, feed } = findLimits(state, origin);
  const window = { kind, fromMs: Math.max(fromMs, toMs - spanMs, oldestMs), toMs };
  if (window.fromMs >= toMs) return undefined;
  const overlapMs = OVERLAP_STEPS * STEP_MS[step];
  const around = { fromMs: window.fromMs - overlapMs, toMs: Math.min(toMs + overlapMs, reach.endMs) };
  const stretch = { coinIds: [coinId], step, window, ...around };
  return origin === "chart" || feed === undefined
    ? { kind: "chart", ...stretch }
    : { kind: "candles", ...stretch, market: origin, feed };
}

/** What one answer carries beside the overlap, and the first step that can be asked for with those before it that it is to be joined to. */
function findLimits({ step, asOfMs }: SeriesState, origin: Origin) {
  const stepMs = STEP_MS[step];
  const feed = origin === "chart" ? undefined : origin.feeds[step];
  const steps = (feed?.maxPerCall ?? defillamaChart.maxPerCall(stepMs)) - 2 * OVERLAP_STEPS;
  const oldestMs =
    feed?.reach === undefined
      ? Number.NEGATIVE_INFINITY
      : (Math.ceil(asOfMs / stepMs) - feed.reach + OVERLAP_STEPS) * stepMs;
  return { feed, spanMs: steps * stepMs, oldestMs };
}

function findFirst<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
