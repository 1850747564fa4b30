/** A stretch of closed steps, `fromMs <= start < toMs`, that begins and ends with a missing one; between them some may be known. */
export interface Hole {
  fromMs: number;
  toMs: number;
  /** The origins that were asked for all of it. */
  asked: Readonly<Record<string, Asked>>;
}

export interface Asked {
  /** From then on it is asked again. */
  againMs: number;
  times: number;
  /** It had prices, but none beside ours: then it is asked for more around the hole. */
  isApart?: true;
}

/** Holes of which the same was asked are one where no more known steps than this lie between them. */
const NEAR_STEPS = 3;
/**
 * A series has no more holes than this. Those become one, in which more is known, that the same origins were asked for, because who was asked
 * for one of them alone is then to be asked again; that are no longer together than one answer carries, because the rest of a longer one
 * would never get its turn; that are asked for again at the same time; and the nearest of these.
 */
const MAX_HOLES = 24;
/** Half of what the shortest answer carries. */
const LONG_STEPS = 80;

/** The holes without what lies outside `fromMs` … `toMs`. */
export function clipHoles(holes: readonly Hole[], fromMs: number, toMs: number): Hole[] {
  return holes
    .map((hole) => ({ ...hole, fromMs: Math.max(hole.fromMs, fromMs), toMs: Math.min(hole.toMs, toMs) }))
    .filter((hole) => hole.fromMs < hole.toMs);
}

/** The hole from the first to the last of the missing steps in a stretch; none where all are known. */
export function trimHole(hole: Hole, missing: readonly number[], stepMs: number): Hole[] {
  const within = missing.filter((timeMs) => timeMs >= hole.fromMs && timeMs < hole.toMs);
  const [first, last] = [within[0], within.at(-1)];
  return first === undefined || last === undefined ? [] : [{ ...hole, fromMs: first, toMs: last + stepMs }];
}

/** In order, and as few as may be. */
export function tidyHoles(holes: readonly Hole[], stepMs: number): Hole[] {
  const tidy: Hole[] = [];
  for (const hole of [...holes].sort((a, b) => a.fromMs - b.fromMs)) {
    const before = tidy.at(-1);
    const isNear = before !== undefined && hole.fromMs - before.toMs <= NEAR_STEPS * stepMs;
    if (isNear && isAskedAlike(before, hole))
      tidy[tidy.length - 1] = { ...before, toMs: Math.max(before.toMs, hole.toMs) };
    else tidy.push(hole);
  }
  while (tidy.length > MAX_HOLES) joinTwo(tidy, stepMs);
  return tidy;
}

function joinTwo(tidy: Hole[], stepMs: number): void {
  const pairs = tidy.slice(1).flatMap((hole, at) => {
    const before = tidy[at];
    if (before === undefined) return [];
    const costs = [
      nameOrigins(before) === nameOrigins(hole) ? 0 : 1,
      hole.toMs - before.fromMs > LONG_STEPS * stepMs ? 1 : 0,
      nameTimes(before) === nameTimes(hole) ? 0 : 1,
      hole.fromMs - before.toMs,
    ];
    return [{ at, before, hole, costs }];
  });
  const [best] = pairs.sort((a, b) => compareCosts(a.costs, b.costs));
  if (best === undefined) return;
  const { at, before, hole } = best;
  tidy.splice(at, 2, {
    fromMs: before.fromMs,
    toMs: Math.max(before.toMs, hole.toMs),
    asked: findAskedOfBoth(before, hole),
  });
}

function nameOrigins({ asked }: Hole): string {
  return Object.keys(asked).sort().join();
}

function nameTimes({ asked }: Hole): string {
  return Object.keys(asked)
    .sort()
    .map((origin) => asked[origin]?.againMs)
    .join();
}

/** By the first cost that differs. */
function compareCosts(a: readonly number[], b: readonly number[]): number {
  return a.map((cost, at) => cost - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

function isAskedAlike({ asked: a }: Hole, { asked: b }: Hole): boolean {
  const origins = Object.keys(a);
  return origins.length === Object.keys(b).length && origins.every((origin) => isAlike(a[origin], b[origin]));
}

function isAlike(a: Asked | undefined, b: Asked | undefined): boolean {
  return a?.againMs === b?.againMs && a?.times === b?.times && a?.isApart === b?.isApart;
}

function findAskedOfBoth({ asked: a }: Hole, { asked: b }: Hole): Hole["asked"] {
  const both = Object.entries(a).flatMap(([origin, left]) => {
    const right = b[origin];
    if (right === undefined) return [];
    const isApart = left.isApart ?? right.isApart;
    const againMs = Math.min(left.againMs, right.againMs);
    return [[origin, { againMs, times: Math.min(left.times, right.times), ...(isApart && { isApart }) }]];
  });
  return Object.fromEntries(both) as Hole["asked"];
}
