import { defillamaChart } from "../sources/defi/defillama-chart.ts";
import { clipHoles, type Hole } from "./hole.ts";
import { MAX_HOLE_STEPS } from "./reach.ts";
import type { ReferenceMarket } from "./reference-market.ts";
import { originOf, type SeriesRequest, type Window } from "./series-request.ts";
import type { SeriesState } from "./series-state.ts";
import { STEP_MS } from "./step.ts";

/** Steps asked for on both sides of a window, so that there is something to join to. */
const OVERLAP_STEPS = 3;
/** The same where an origin has none of those: as far as a series may be without a price. */
const WIDE_STEPS = MAX_HOLE_STEPS;

/** Where a coin's series can come from. */
export type Origin = ReferenceMarket | "chart";

export function sourceOf(origin: Origin): string {
  return origin === "chart" ? defillamaChart.source : origin.source;
}

/**
 * What to ask next: the newest stretch; once it is known, of every origin the holes that those before it in the order of `origins` were asked
 * for in vain, the newest first, because what follows them is known and can be joined to, in two requests at most; what is older; and once more for the hole that its
 * origin was asked for longest ago: nobody can tell who will have it, so none is ever given up. One that failed last is asked for one thing.
 */
export function askNext(state: SeriesState, origins: readonly Origin[]): SeriesRequest[] {
  const asked = new Set<string>();
  return listRequests(state, origins).filter((request) => {
    const origin = originOf(request);
    const isSecond = asked.has(origin);
    asked.add(origin);
    return !isSecond || state.progress?.origins[origin]?.failures === undefined;
  });
}

function listRequests(state: SeriesState, origins: readonly Origin[]): SeriesRequest[] {
  const { reach, progress, asOfMs } = state;
  const covered = progress?.covered;
  if (progress === undefined || covered === undefined) {
    const first = findFirst(origins, (origin) =>
      askFor(state, origin, { kind: "first", fromMs: reach.startMs, toMs: reach.endMs }),
    );
    return first === undefined ? [] : [first];
  }
  const gaps = origins.flatMap((origin, at) => {
    const isLeft = (hole: Hole) => origins.slice(0, at).every((other) => !isToBeAsked(state, other, hole));
    const holes = progress.holes.filter((hole) => isToBeAsked(state, origin, hole) && isLeft(hole));
    const newest = askForHoles(state, origin, "gap", holes);
    if (newest === undefined) return [];
    // What one answer does not carry: where each build brings something newer, it would never be asked for. The rest of a hole has to wait
    // until what follows it is known, because a series that is joined at one side alone may leave our course unseen.
    const { fromMs } = newest.window;
    const before = clipHoles(holes, Number.NEGATIVE_INFINITY, fromMs).filter(({ toMs }) => toMs < fromMs);
    return [newest, askForHoles(state, origin, "gap", before) ?? []].flat();
  });
  const endOf = (origin: Origin) => progress.origins[sourceOf(origin)]?.endedMs ?? 0;
  // Whoever was never asked for it before those that had nothing.
  const mayHaveOlder = origins.filter((origin) => endOf(origin) <= asOfMs).sort((a, b) => endOf(a) - endOf(b));
  const older = findFirst(mayHaveOlder, (origin) =>
    askFor(state, origin, { kind: "older", fromMs: reach.startMs, toMs: Math.min(covered.sinceMs, reach.endMs) }),
  );
  const again = askAgain(state, origins);
  return [...gaps, ...(older === undefined ? [] : [older]), ...(again === undefined ? [] : [again])];
}

function isToBeAsked(state: SeriesState, origin: Origin, { asked, toMs }: Hole): boolean {
  return asked[sourceOf(origin)] === undefined && toMs > findLimits(state, origin).oldestMs;
}

function askAgain(state: SeriesState, origins: readonly Origin[]): SeriesRequest | undefined {
  const due = origins.flatMap((origin) => {
    const holes = findDue(state, origin);
    return holes.map(({ toMs, asked }) => ({ origin, toMs, againMs: asked[sourceOf(origin)]?.againMs ?? 0 }));
  });
  due.sort((a, b) => a.againMs - b.againMs || b.toMs - a.toMs);
  return findFirst(due, ({ origin, toMs }) =>
    askForHoles(state, origin, "again", clipHoles(findDue(state, origin), Number.NEGATIVE_INFINITY, toMs)),
  );
}

function findDue({ progress, asOfMs }: SeriesState, origin: Origin): Hole[] {
  const holes = progress?.holes ?? [];
  return holes.filter(({ asked }) => (asked[sourceOf(origin)]?.againMs ?? Number.POSITIVE_INFINITY) <= asOfMs);
}

/** The newest of the holes, and as many of those before as one answer carries. */
function askForHoles(
  state: SeriesState,
  origin: Origin,
  kind: Window["kind"],
  holes: readonly Hole[],
): SeriesRequest | undefined {
  const reachable = clipHoles(holes, findLimits(state, origin).oldestMs, state.reach.endMs);
  const toMs = reachable.at(-1)?.toMs;
  if (toMs === undefined) return undefined;
  const within = (isWide: boolean) => clipHoles(reachable, toMs - findLimits(state, origin, isWide).spanMs, toMs);
  const isWide = within(true).some(({ asked }) => asked[sourceOf(origin)]?.isApart === true);
  return askFor(state, origin, { kind, fromMs: within(isWide)[0]?.fromMs ?? toMs, toMs }, isWide);
}

/** The newest part of a window that one answer carries; `undefined` where the origin no longer has it. */
function askFor(
  state: SeriesState,
  origin: Origin,
  { kind, fromMs, toMs }: Window,
  isWide = state.progress?.origins[sourceOf(origin)]?.isApart === true,
): SeriesRequest | undefined {
  const { coinId, step, reach } = state;
  const { oldestMs, spanMs, overlapMs, feed } = findLimits(state, origin, isWide);
  const window = { kind, fromMs: Math.max(fromMs, toMs - spanMs, oldestMs), toMs };
  if (window.fromMs >= toMs) return undefined;
  const around = { fromMs: window.fromMs - overlapMs, toMs: Math.min(toMs + overlapMs, reach.endMs) };
  const stretch = { coinIds: [coinId], step, window, ...around, isWide };
  return origin === "chart" || feed === undefined
    ? { kind: "chart", ...stretch }
    : { kind: "candles", ...stretch, market: origin, feed };
}

/** What one answer carries beside the overlap, and the first step that can be asked for with those before it that it is to be joined to. */
function findLimits({ step, asOfMs }: SeriesState, origin: Origin, isWide = false) {
  const stepMs = STEP_MS[step];
  const feed = origin === "chart" ? undefined : origin.feeds[step];
  const most = feed?.maxPerCall ?? defillamaChart.maxPerCall(stepMs);
  const overlap = isWide ? Math.min(WIDE_STEPS, Math.floor(most / 4)) : OVERLAP_STEPS;
  const oldestMs =
    feed?.reach === undefined
      ? Number.NEGATIVE_INFINITY
      : (Math.ceil(asOfMs / stepMs) - feed.reach + OVERLAP_STEPS) * stepMs;
  return { feed, spanMs: (most - 2 * overlap) * stepMs, overlapMs: overlap * stepMs, oldestMs };
}

function findFirst<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
