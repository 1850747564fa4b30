import { DAY_MS } from "../lib/time.ts";
import type { CoinBackfill, StepBackfill } from "./backfill-memory.ts";
import { originOf, type SeriesRequest } from "./series-request.ts";
import { STEP_MS, type Step } from "./step.ts";

/** What came of a request for one coin. */
export type CoinOutcome =
  /** `oldestMs` and `newestMs`: the first and the last step within the window that the origin has a price for, from the join without a break. */
  | { kind: "joined"; points: number; oldestMs: number | undefined; newestMs: number | undefined }
  /** The series is not ours continued, or there is none. */
  | { kind: "refused"; reason: string }
  /** Nothing can be said, or not of all that was asked for: the request failed. `points`: what was added nevertheless. */
  | { kind: "failed"; reason: string; points: number };

/** A series that did not fit may fit once the price, the listing or a rename has settled. */
const REFUSED_MS = 7 * DAY_MS;
/** A source that fails is left alone this long after so many failures in a row, and the next in the order gets its turn. */
const FAILED_MS = DAY_MS;
const MAX_FAILURES = 3;
/** Who lacks a few steps may have them later. */
const LACKS_MS = 3 * DAY_MS;
/** A series that begins more than so many steps into its window has its beginning there, at this origin. */
const BEGINNING_STEPS = 60;
/** An answer that is short by mistake reads as a beginning: the origin is asked again after so long. Hours are gone after six weeks. */
const ENDED_MS: Readonly<Record<Step, number>> = { hourly: 7 * DAY_MS, daily: 60 * DAY_MS };

const FRESH: CoinBackfill = { attempts: 0, lastAttemptMs: 0, lastError: null, refused: {}, failures: {} };

/** The coin's memory after a request. Pure. */
export function recordOutcome(
  before: CoinBackfill | undefined,
  request: SeriesRequest,
  outcome: CoinOutcome,
  asOfMs: number,
): CoinBackfill {
  const { step, window } = request;
  const known = before ?? FRESH;
  const name = `${step}:${originOf(request)}`;
  const { [name]: failed = 0, ...failures } = known.failures;
  const refused = Object.fromEntries(
    Object.entries(known.refused).filter(([what, { untilMs }]) => untilMs > asOfMs || isGapName(what)),
  );
  const attempted = { ...known, attempts: known.attempts + 1, lastAttemptMs: asOfMs, failures, refused };
  const refuse = (reason: string, forMs: number, what = name): CoinBackfill => ({
    ...attempted,
    lastError: reason,
    refused: { ...refused, [what]: { untilMs: asOfMs + forMs, reason } },
  });

  if (outcome.kind === "refused") return refuse(outcome.reason, REFUSED_MS);
  if (outcome.kind === "failed") {
    if (failed + 1 >= MAX_FAILURES) return refuse(outcome.reason, FAILED_MS);
    return { ...attempted, lastError: outcome.reason, failures: { ...failures, [name]: failed + 1 } };
  }
  if (outcome.oldestMs === undefined && window.kind !== "older") {
    const reason = "it has no prices of that time";
    // Who lacks a few steps may have all that is older, and is asked for that first from then on.
    return window.kind === "gap" ? refuse(reason, LACKS_MS, nameGap(name)) : refuse(reason, REFUSED_MS);
  }
  // What goes missing next is another gap, and nobody was asked for that.
  if (window.kind === "gap") attempted.refused = forgetGaps(refused, step);
  return { ...attempted, lastError: null, [step]: advance(known[step], request, outcome, asOfMs) };
}

/** The name under which an origin is remembered as one that lacks the steps that are missing of late. */
export function nameGap(name: string): string {
  return `${name}:gap`;
}

/** Without what is remembered of the gaps of a step. */
export function forgetGaps(refused: CoinBackfill["refused"], step: Step): CoinBackfill["refused"] {
  return Object.fromEntries(
    Object.entries(refused).filter(([name]) => !(name.startsWith(`${step}:`) && isGapName(name))),
  );
}

export function isGapName(name: string): boolean {
  return name.endsWith(nameGap(""));
}

function advance(
  before: StepBackfill | undefined,
  request: SeriesRequest,
  { oldestMs, newestMs }: CoinOutcome & { kind: "joined" },
  asOfMs: number,
): StepBackfill {
  const { window, step } = request;
  // What the answer lacks at its newer end is asked for again, of the next origin where this one has nothing.
  const reachedMs = newestMs === undefined ? window.toMs : Math.min(window.toMs, newestMs + STEP_MS[step]);
  if (before !== undefined && window.kind === "gap") return { ...before, untilMs: reachedMs };
  const untilMs = before?.untilMs ?? reachedMs;
  const begins = oldestMs === undefined || oldestMs - window.fromMs > BEGINNING_STEPS * STEP_MS[step];
  // From its oldest price on, so that what is older has something to be joined to.
  const { ended: known = {}, ...rest } = before ?? {};
  const ended = Object.fromEntries(Object.entries(known).filter(([, endMs]) => endMs > asOfMs));
  // Another origin may go further back: what lies before is asked of the next one.
  if (begins) ended[originOf(request)] = asOfMs + ENDED_MS[step];
  const covered = { ...rest, sinceMs: oldestMs ?? window.toMs, untilMs, done: false };
  return Object.keys(ended).length > 0 ? { ...covered, ended } : covered;
}
