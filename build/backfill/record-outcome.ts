import { DAY_MS, HOUR_MS } from "../lib/time.ts";
import type { CoinBackfill, OriginBackfill, StepBackfill } from "./backfill-memory.ts";
import { type Asked, clipHoles, type Hole, tidyHoles, trimHole } from "./hole.ts";
import { isOfHoles, originOf, type SeriesRequest } from "./series-request.ts";
import { STEP_MS, type Step } from "./step.ts";

/** What came of a request for one coin. */
export type CoinOutcome =
  /** The answer was used as far as it goes. */
  | Joined
  /** The series is not ours continued, or there is none. */
  | { kind: "refused"; reason: string }
  /** Not all of the answer can be used yet. `points`: what was added nevertheless. */
  | { kind: "waiting"; reason: string; points: number }
  /** Nothing can be said: the request failed. */
  | { kind: "failed"; reason: string };

export interface Joined {
  kind: "joined";
  points: number;
  /** The first and the last step within the window that the origin has a price for, from the join without a break. */
  oldestMs: number | undefined;
  newestMs: number | undefined;
  /** The steps within the window that are missing still, ascending. */
  missing: readonly number[];
  /** Steps were left out for want of a rate. */
  isCut: boolean;
  /** It has prices within the window, but none beside ours to join it at. */
  isApart: boolean;
}

/** A series that did not fit may fit once the price, the listing or a rename has settled. */
const REFUSED_MS = 7 * DAY_MS;
/**
 * A source that fails in so many builds in a row is left alone this long, and the next in the order gets its turn; then for twice as long after
 * each further failure, up to as long as one whose series does not fit.
 */
const FAILED_MS = DAY_MS;
export const MAX_FAILURES = 3;
/** Who had no price at all may list the coin later: it is asked after a week, then after twice as long each time. */
const MAX_EMPTY_MS = 28 * DAY_MS;
/** Often enough to be there soon after the rate, and seldom enough that coins which wait for days leave the budget to others. */
const WAITING_MS = 12 * HOUR_MS;
/** Who lacks a few steps may have them later: it is asked after so long, then after twice as long each time. */
const LACKS_MS = 3 * DAY_MS;
const MAX_LACKS_MS = 48 * DAY_MS;
/** A series that begins more than so many steps into its window has its beginning there, at this origin. */
const BEGINNING_STEPS = 60;
/** An answer that is short by mistake reads as a beginning: the origin is asked again after so long. Hours are gone after six weeks. */
const ENDED_MS: Readonly<Record<Step, number>> = { hourly: 7 * DAY_MS, daily: 60 * DAY_MS };
/** Where it was the rate of USDT that ended, that one is asked for more again, too. */
const CUT_MS: Readonly<Record<Step, number>> = { hourly: 3 * DAY_MS, daily: 15 * DAY_MS };
/** What a window lacks at its newer end may only be late, so near to the moment. */
const LATE_STEPS = 6;

/** The coin's memory after a request. Pure. */
export function recordOutcome(
  before: CoinBackfill | undefined,
  request: SeriesRequest,
  outcome: CoinOutcome,
  asOfMs: number,
): CoinBackfill {
  const { step } = request;
  const progress = before?.[step] ?? { askedAtMs: asOfMs, holes: [], origins: {} };
  const told: OriginBackfill = progress.origins[originOf(request)] ?? {};
  const reaction = react(told, request, outcome, asOfMs);
  const origins = { ...progress.origins, [originOf(request)]: reaction };
  return {
    ...before,
    attempts: (before?.attempts ?? 0) + 1,
    lastAttemptMs: asOfMs,
    lastError: outcome.kind === "joined" ? (reaction.refused?.reason ?? null) : outcome.reason,
    [step]: {
      ...advance(progress, request, outcome, asOfMs),
      askedAtMs: asOfMs,
      origins: forgetRefusals(origins, asOfMs),
    },
  };
}

/** What is to be known of the origin: how long it is left alone, and for what. */
function react(told: OriginBackfill, request: SeriesRequest, outcome: CoinOutcome, asOfMs: number): OriginBackfill {
  const { window, step } = request;
  const { failures: failed = 0, failedAtMs, refused: _, ...answered } = told;
  const refuse = (reason: string, forMs: number) => ({ ...answered, refused: { untilMs: asOfMs + forMs, reason } });
  if (outcome.kind === "refused") return refuse(outcome.reason, REFUSED_MS);
  if (outcome.kind === "waiting") return refuse(outcome.reason, WAITING_MS);
  if (outcome.kind === "failed") {
    // All that is asked of it in one build fails together.
    if (failedAtMs === asOfMs) return told;
    const failures = failed + 1;
    const forMs = Math.min(REFUSED_MS, FAILED_MS * 2 ** (failures - MAX_FAILURES));
    return { ...(failures < MAX_FAILURES ? answered : refuse(outcome.reason, forMs)), failures, failedAtMs: asOfMs };
  }
  const { oldestMs, isCut } = outcome;
  if (oldestMs === undefined && window.kind === "first") {
    const empty = (told.empty ?? 0) + 1;
    const reason = isCut ? "there is no rate for its prices of that time" : "it has no prices of that time";
    const forMs = isCut ? CUT_MS[step] : REFUSED_MS * 2 ** (empty - 1);
    return { ...refuse(reason, Math.min(MAX_EMPTY_MS, forMs)), empty };
  }
  const { endedMs, isApart } = answered;
  // Holes say nothing of what is older.
  if (isOfHoles(window)) return { ...(endedMs !== undefined && { endedMs }), ...(isApart && { isApart }) };
  // Whoever has something older is the first to be asked for what lies before.
  const joined: OriginBackfill = outcome.isApart ? { isApart: true } : {};
  const begins = oldestMs === undefined || oldestMs - window.fromMs > BEGINNING_STEPS * STEP_MS[step];
  if (!begins || isAskedForMore(request, outcome)) return joined;
  // Another origin may go further back: what lies before is asked of the next one.
  return { ...joined, endedMs: asOfMs + (isCut ? CUT_MS : ENDED_MS)[step] };
}

/** Whether an answer that is apart from ours is to be asked for once more, before it counts as one that lacks all. */
function isAskedForMore({ isWide }: SeriesRequest, { isApart }: Joined): boolean {
  return isApart && !isWide;
}

/** What is covered after an answer, and which holes it left. */
function advance(
  { covered, holes, ...rest }: StepBackfill,
  request: SeriesRequest,
  outcome: CoinOutcome,
  asOfMs: number,
): StepBackfill {
  const before = { ...rest, ...(covered && { covered }), holes };
  const { window } = request;
  if (outcome.kind === "refused") {
    // Afterwards it is asked for that like all who lack it, and not before what is older.
    return isOfHoles(window) ? { ...before, holes: noteAsked(holes, request, undefined, asOfMs) } : before;
  }
  if (outcome.kind !== "joined") return before;
  if (isOfHoles(window)) return { ...before, holes: noteAsked(holes, request, outcome, asOfMs) };
  if (isAskedForMore(request, outcome)) return before;
  const { oldestMs } = outcome;
  if (oldestMs === undefined) return before;
  const found: Hole = { fromMs: oldestMs, toMs: window.toMs, asked: {} };
  return {
    ...before,
    covered: { sinceMs: oldestMs, untilMs: covered?.untilMs ?? window.toMs },
    holes: noteAsked([...holes, found], request, outcome, asOfMs),
  };
}

/**
 * The holes after their part within the window was asked for. What the answer lacks at its newer end, near to the moment, is asked of this
 * origin once more: it may not have had it yet.
 */
function noteAsked(holes: readonly Hole[], request: SeriesRequest, answer: Joined | undefined, asOfMs: number): Hole[] {
  const { window } = request;
  const stepMs = STEP_MS[request.step];
  const origin = originOf(request);
  const isRecent = asOfMs - window.toMs <= LATE_STEPS * stepMs;
  const newestMs = isRecent ? answer?.newestMs : undefined;
  const toMs = newestMs === undefined ? window.toMs : Math.min(window.toMs, newestMs + stepMs);
  const trim = (hole: Hole) => (answer === undefined ? [hole] : trimHole(hole, answer.missing, stepMs));
  const count = answer !== undefined && isAskedForMore(request, answer) ? noteApart : countAsked;
  const asked = clipHoles(holes, window.fromMs, toMs).flatMap(trim);
  return tidyHoles(
    [
      ...clipHoles(holes, Number.NEGATIVE_INFINITY, window.fromMs),
      ...asked.map((hole) => ({
        ...hole,
        asked: { ...hole.asked, [origin]: count(hole.asked[origin], asOfMs) },
      })),
      ...clipHoles(holes, toMs, window.toMs).flatMap(trim),
      ...clipHoles(holes, window.toMs, Number.POSITIVE_INFINITY),
    ],
    stepMs,
  );
}

function countAsked(before: Asked | undefined, asOfMs: number): Asked {
  const times = (before?.times ?? 0) + 1;
  return { againMs: asOfMs + Math.min(MAX_LACKS_MS, LACKS_MS * 2 ** (times - 1)), times };
}

/** The next build may ask for it once more, and has the others asked meanwhile. */
function noteApart(before: Asked | undefined, asOfMs: number): Asked {
  return { againMs: asOfMs, times: before?.times ?? 0, isApart: true };
}

/** Without refusals that are over. */
function forgetRefusals(origins: StepBackfill["origins"], asOfMs: number): StepBackfill["origins"] {
  const kept = Object.entries(origins).flatMap(([origin, { refused, ...told }]) => {
    const lasting = refused !== undefined && refused.untilMs > asOfMs ? { ...told, refused } : told;
    return Object.keys(lasting).length > 0 ? [[origin, lasting]] : [];
  });
  return Object.fromEntries(kept) as StepBackfill["origins"];
}
