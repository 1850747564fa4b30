import { type BackfillMemory, findCoinBackfill } from "./backfill-memory.ts";
import { USDT } from "./plan.ts";
import type { SeriesRequest } from "./series-request.ts";
import { STEPS, type Step } from "./step.ts";

/** Whether a rate of USDT that is missing may come yet: a step of a book in USDT then waits for it, and else is left out. */
export type IsRatePending = (step: Step, timeMs: number) => boolean;

/**
 * A rate may come as long as the series of USDT itself is asked for it: in this build, or once an origin that failed or did not fit is asked
 * again, or once USDT has a price again to join it to (`isPriced`). Hours make do with the rate of their day. `requests` are all of the plan,
 * not only this build's share.
 */
export function createIsRatePending(
  memory: BackfillMemory,
  requests: readonly SeriesRequest[],
  asOfMs: number,
  isPriced: boolean,
): IsRatePending {
  const coin = findCoinBackfill(memory, USDT);
  const isPending = (step: Step, timeMs: number): boolean => {
    const windows = requests
      .filter((one) => one.step === step && one.coinIds.includes(USDT))
      .map(({ window }) => window);
    if (windows.some(({ kind, fromMs, toMs }) => (kind === "gap" ? timeMs >= fromMs && timeMs < toMs : timeMs < toMs)))
      return true;
    const isRefused = Object.entries(coin?.refused ?? {}).some(
      ([name, { untilMs }]) => name.startsWith(`${step}:`) && untilMs > asOfMs,
    );
    const progress = coin?.[step];
    if (progress === undefined) return isRefused || !isPriced;
    const askedMs = Math.max(progress.untilMs, ...Object.values(progress.asked ?? {}).map(({ toMs }) => toMs));
    return (isRefused || !isPriced) && (timeMs < progress.sinceMs || timeMs >= askedMs);
  };
  return (step, timeMs) => STEPS.some((one) => (one === "daily" || one === step) && isPending(one, timeMs));
}
