import pLimit from "p-limit";
import type { Pacing } from "../pacing.ts";
import { AttemptError } from "./http-error.ts";

export type RateLimiter = ReturnType<typeof createRateLimiter>;

interface GateOptions {
  elapsed: () => number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Multiplies the spacing: 1 live, 0 against simulators. */
  paceFactor: number;
  stop: AbortSignal;
}

/**
 * Concurrency, spacing, and when to stop. Timer drift never puts two starts closer than declared.
 */
export function createRateLimiter(host: string, pacing: Pacing, options: GateOptions) {
  const { elapsed, sleep, stop } = options;
  const limit = pLimit(Math.max(1, pacing.concurrency));
  const end = new AbortController();
  const { signal } = end;
  stop.addEventListener("abort", () => end.abort(stop.reason), { once: true });
  if (stop.aborted) end.abort(stop.reason);
  let refusals = 0;
  let hasAnswered = false;

  async function wait(ms: number): Promise<void> {
    signal.throwIfAborted();
    if (ms <= 0) return;
    await sleep(ms, signal).catch((error) => {
      throw signal.aborted ? signal.reason : error;
    });
    signal.throwIfAborted();
  }

  function leaveAlone(reason: string): void {
    end.abort(new AttemptError(`${host} is left alone for the rest of the run after ${reason}`));
  }

  const spacingMs = pacing.intervalMs * options.paceFactor;
  const turns = createTurns(spacingMs, elapsed, wait);
  return {
    spacingMs,
    /** Whether the host has given any answer but 429 and errors of its own. */
    hasAnswered: () => hasAnswered,
    /** Rejects early when the host is skipped or the run has ended. */
    wait,
    /** Runs the task in its turn. Rejects without running it once `wait` would reject. */
    run: <T>(task: () => Promise<T>): Promise<T> => limit(() => turns.take().then(task)),
    /** Starts no request for this many milliseconds. */
    pause: turns.pause,
    /** Whether all pauses, with this one, are within the limit. Simultaneous pauses count once. */
    mayPause: turns.mayPause,
    /** How long starts have waited for their spacing and for the end of pauses, in milliseconds. */
    countWaitMs: turns.countWaitMs,
    /** Sends no further request to the host. */
    leaveAlone,
    /** Leaves the host alone when it refuses this address. Counts consecutive 429 responses. */
    note(status: number): void {
      if (pacing.refusals?.includes(status)) leaveAlone(`an answer of ${status}`);
      refusals = status === 429 ? refusals + 1 : 0;
      hasAnswered ||= status !== 429 && status < 500;
      if (pacing.giveUpAfter429 === undefined || refusals < pacing.giveUpAfter429) return;
      leaveAlone(`${refusals} answers of 429 in a row`);
    },
  };
}

/** The starts of a host's requests, one after the other. */
function createTurns(spacingMs: number, elapsed: () => number, wait: (ms: number) => Promise<void>) {
  let lastStart = Number.NEGATIVE_INFINITY;
  let notBefore = Number.NEGATIVE_INFINITY;
  let queue: Promise<unknown> = Promise.resolve();
  let waitedMs = 0;
  let pausedMs = 0;
  const findDue = () => Math.max(lastStart + spacingMs, notBefore);

  async function start(): Promise<void> {
    let due: number;
    do {
      due = findDue();
      const begunMs = elapsed();
      await wait(due - begunMs);
      waitedMs += elapsed() - begunMs;
      // A 429 that arrived meanwhile delays this start again.
    } while (findDue() > due);
    lastStart = Math.max(elapsed(), due);
  }

  return {
    take(): Promise<void> {
      const turn = queue.then(start);
      queue = turn.catch(() => undefined);
      return turn;
    },
    countWaitMs: () => waitedMs,
    pause(ms: number): void {
      const begunMs = Math.max(notBefore, elapsed());
      notBefore = Math.max(notBefore, elapsed() + ms);
      pausedMs += Math.max(0, notBefore - begunMs);
    },
    // An answer during a pause is one to an earlier request, which did not ignore the pause.
    mayPause: (ms: number, longestMs: number): boolean => elapsed() < notBefore || pausedMs + ms <= longestMs,
  };
}
