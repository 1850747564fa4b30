import { type BackfillMemory, findCoinBackfill, type OriginBackfill } from "./backfill-memory.ts";
import type { Hole } from "./hole.ts";
import { USDT } from "./plan.ts";
import { MAX_FAILURES } from "./record-outcome.ts";
import { isOfHoles, originOf, type SeriesRequest } from "./series-request.ts";
import { STEP_MS, STEPS, type Step } from "./step.ts";

/** Whether a rate of USDT that is missing may come yet: a step of a book in USDT then waits for it, and else is left out. */
export type IsRatePending = (step: Step, timeMs: number) => boolean;

/** An origin that has failed more often in a row than this is not waited for: a week has gone by. */
const PATIENCE = MAX_FAILURES + 2;

/**
 * A rate may come where the series of USDT itself is asked for it in this build or in the next ones, where an origin that fails will be asked
 * again within days, or where USDT has no price to join anything to (`isPriced`). Hours make do with the rate of their day.
 * `requests` are all of the plan, not only what is within the budget.
 */
export function createIsRatePending(
  memory: BackfillMemory,
  requests: readonly SeriesRequest[],
  asOfMs: number,
  isPriced: boolean,
): IsRatePending {
  if (!isPriced) return () => true;
  const ofStep = {
    daily: createIsStepPending(memory, requests, asOfMs, "daily"),
    hourly: createIsStepPending(memory, requests, asOfMs, "hourly"),
  };
  return (step, timeMs) => STEPS.some((one) => (one === "daily" || one === step) && ofStep[one](timeMs));
}

function createIsStepPending(
  memory: BackfillMemory,
  requests: readonly SeriesRequest[],
  asOfMs: number,
  step: Step,
): (timeMs: number) => boolean {
  const own = requests.filter((request) => request.step === step && request.coinIds.includes(USDT));
  const { covered, holes = [], origins = {} } = findCoinBackfill(memory, USDT)?.[step] ?? {};
  const failing = Object.entries(origins).filter(([, told]) => failsBriefly(told, asOfMs));
  // An origin that is asked for one hole for the first time comes to the others in the next builds.
  const isComing = (hole: Hole) =>
    own.some(
      (request) => request.window.kind === "gap" && isUnasked(hole, originOf(request)) && reaches(request, hole),
    );
  const reaches = (request: SeriesRequest, { toMs }: Hole) =>
    request.kind === "chart" || asOfMs - toMs < (request.feed.reach ?? Number.POSITIVE_INFINITY) * STEP_MS[step];
  const isAsked = (timeMs: number) =>
    own.some(({ window }) => timeMs < window.toMs && (!isOfHoles(window) || timeMs >= window.fromMs));
  return (timeMs) => {
    if (isAsked(timeMs)) return true;
    if (covered === undefined) return failing.length > 0;
    if (timeMs < covered.sinceMs) return failing.some(([, { endedMs = 0 }]) => endedMs <= asOfMs);
    const hole = holes.find(({ fromMs, toMs }) => timeMs >= fromMs && timeMs < toMs);
    return hole !== undefined && (isComing(hole) || failing.some(([origin]) => isUnasked(hole, origin)));
  };
}

function isUnasked({ asked }: Hole, origin: string): boolean {
  return asked[origin] === undefined;
}

function failsBriefly({ failures = 0, refused }: OriginBackfill, asOfMs: number): boolean {
  return failures > 0 && failures <= PATIENCE && (refused?.untilMs ?? 0) > asOfMs;
}
