import { DAY_MS, HOUR_MS } from "../lib/time.ts";
import type { AskedFor, CoinBackfill, StepBackfill } from "./backfill-memory.ts";
import { originOf, type SeriesRequest } from "./series-request.ts";
import { STEP_MS, type Step } from "./step.ts";

/** What came of a request for one coin. */
export type CoinOutcome =
  /** `oldestMs` and `newestMs`: the first and the last step within the window that the origin has a price for, from the join without a break. `isCut`: steps were left out for want of a rate. */
  | { kind: "joined"; points: number; oldestMs: number | undefined; newestMs: number | undefined; isCut?: boolean }
  /** The series is not ours continued, or there is none. */
  | { kind: "refused"; reason: string }
  /** Not all of the answer can be used yet. `points`: what was added nevertheless. */
  | { kind: "waiting"; reason: string; points: number }
  /** Nothing can be said: the request failed. */
  | { kind: "failed"; reason: string };

/** A series that did not fit may fit once the price, the listing or a rename has settled. */
const REFUSED_MS = 7 * DAY_MS;
/**
 * A source that fails so many times in a row is left alone this long, and the next in the order gets its turn; then for twice as long after
 * each further failure, up to as long as one whose series does not fit.
 */
const FAILED_MS = DAY_MS;
const MAX_FAILURES = 3;
/** Often enough to be there soon after the rate, and seldom enough that coins which wait for days leave the budget to others. */
const WAITING_MS = 12 * HOUR_MS;
/** Who lacks a few steps may have them later: it is asked after so long, then after twice as long each time. */
const LACKS_MS = 3 * DAY_MS;
const MAX_LACKS_MS = 48 * DAY_MS;
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
  const refused = Object.fromEntries(Object.entries(known.refused).filter(([, { untilMs }]) => untilMs > asOfMs));
  const attempted = { ...known, attempts: known.attempts + 1, lastAttemptMs: asOfMs, failures, refused };
  const refuse = (reason: string, forMs: number): CoinBackfill => ({
    ...attempted,
    lastError: reason,
    refused: { ...refused, [name]: { untilMs: asOfMs + forMs, reason } },
  });

  if (outcome.kind === "refused") {
    const refusal = refuse(outcome.reason, REFUSED_MS);
    const progress = known[step];
    // Afterwards it is asked for that like all who lack it, and not before what is older.
    return progress === undefined || window.kind !== "gap"
      ? refusal
      : { ...refusal, [step]: { ...progress, asked: addAsked(progress, request, window.toMs, asOfMs) } };
  }
  if (outcome.kind === "waiting") return refuse(outcome.reason, WAITING_MS);
  if (outcome.kind === "failed") {
    const count = failed + 1;
    const counted = { ...failures, [name]: count };
    const forMs = Math.min(REFUSED_MS, FAILED_MS * 2 ** (count - MAX_FAILURES));
    return {
      ...(count < MAX_FAILURES ? attempted : refuse(outcome.reason, forMs)),
      lastError: outcome.reason,
      failures: counted,
    };
  }
  if (outcome.oldestMs === undefined && window.kind === "first") {
    return outcome.isCut === true
      ? refuse("there is no rate for its prices of that time", LACKS_MS)
      : refuse("it has no prices of that time", REFUSED_MS);
  }
  return { ...attempted, lastError: null, [step]: advance(known[step], request, outcome, asOfMs) };
}

function advance(
  before: StepBackfill | undefined,
  request: SeriesRequest,
  outcome: CoinOutcome & { kind: "joined" },
  asOfMs: number,
): StepBackfill {
  const { window, step } = request;
  const { oldestMs, newestMs } = outcome;
  if (window.kind !== "older") {
    // All that is missing from the oldest price on is asked of others, and what the answer lacks at its newer end of this origin once more.
    const toMs = newestMs === undefined ? window.toMs : Math.min(window.toMs, newestMs + STEP_MS[step]);
    const progress = before ?? { sinceMs: oldestMs ?? window.toMs, untilMs: oldestMs ?? window.toMs };
    const asked = addAsked(progress, request, toMs, asOfMs);
    if (before !== undefined) return { ...before, asked };
    return { ...noteEnd(progress, request, outcome, asOfMs), asked };
  }
  const sinceMs = oldestMs ?? window.toMs;
  return noteEnd({ ...before, sinceMs, untilMs: before?.untilMs ?? window.toMs }, request, outcome, asOfMs);
}

function addAsked(
  { asked }: StepBackfill,
  request: SeriesRequest,
  toMs: number,
  asOfMs: number,
): NonNullable<StepBackfill["asked"]> {
  const origin = originOf(request);
  return { ...asked, [origin]: noteAsked(asked?.[origin], toMs, asOfMs) };
}

function noteAsked(before: AskedFor | undefined, toMs: number, asOfMs: number): AskedFor {
  // What it was not asked for before begins the count anew.
  const times = before === undefined || toMs > before.toMs ? 1 : before.times + 1;
  const afterMs = Math.min(MAX_LACKS_MS, LACKS_MS * 2 ** (times - 1));
  return { toMs: Math.max(toMs, before?.toMs ?? toMs), againMs: asOfMs + afterMs, times };
}

function noteEnd(
  progress: StepBackfill,
  request: SeriesRequest,
  { oldestMs, isCut }: CoinOutcome & { kind: "joined" },
  asOfMs: number,
): StepBackfill {
  const { window, step } = request;
  const begins = oldestMs === undefined || oldestMs - window.fromMs > BEGINNING_STEPS * STEP_MS[step];
  const { ended: known = {}, ...rest } = progress;
  const ended = Object.fromEntries(Object.entries(known).filter(([, endMs]) => endMs > asOfMs));
  // Another origin may go further back: what lies before is asked of the next one.
  if (begins) ended[originOf(request)] = asOfMs + (isCut === true ? LACKS_MS : ENDED_MS[step]);
  return Object.keys(ended).length > 0 ? { ...rest, ended } : rest;
}
