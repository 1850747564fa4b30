import { setTimeout as delay } from "node:timers/promises";
import { SECOND_MS } from "../../../lib/time.ts";
import { HttpError } from "./http-error.ts";

export interface RetryOptions {
  tries: number;
  sleep?: ((ms: number) => Promise<unknown>) | undefined;
  /** The pause after try `tries` (from 1). Default: `computeBackoffMs`. */
  waitMs?: (tries: number) => number;
  /** Whether another try cannot help. Default: `isFinal`. */
  isFinal?: (error: unknown) => boolean;
}

/** Repeats a task that fails. The task gets the number of the try, from 1. */
export async function retry<T>(task: (tries: number) => Promise<T>, options: RetryOptions): Promise<T> {
  const { tries: most, sleep = delay, waitMs = (tries) => computeBackoffMs(tries, 0.5) } = options;
  for (let tries = 1; ; tries += 1) {
    try {
      return await task(tries);
    } catch (error) {
      if (tries >= most || (options.isFinal ?? isFinal)(error)) throw error;
      await sleep(waitMs(tries));
    }
  }
}

/** Whether a status is final. An error with status 200 is a body that was cut. */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof HttpError) || error.status === null) return false;
  return error.status !== 200 && !isRetryable(error.status);
}

/** Statuses that a retry may change. Other 4xx are about the request itself. */
export function isRetryable(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

const LONGEST_BACKOFF_MS = 8_000;

/** `firstMs`, doubled after each try. The upper half is random, to spread clients. */
export function computeBackoffMs(tries: number, random: number, firstMs = 500, longestMs = LONGEST_BACKOFF_MS): number {
  const step = Math.min(firstMs * 2 ** (tries - 1), longestMs);
  return step * (0.5 + random / 2);
}

/** Milliseconds; `null` if unreadable. A date is compared with `Date`, which has the same clock. */
export function parseRetryAfter(value: string | undefined, date: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  // `Date.parse` also accepts texts like "-1"; an HTTP date ends with GMT.
  const until = /GMT$/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(until)) return null;
  return Math.max(0, until - (parseHttpDate(date) ?? now));
}

/** Unix milliseconds of a header; `null` where it is absent or no date. */
export function parseHttpDate(value: string | undefined): number | null {
  const time = value === undefined ? Number.NaN : Date.parse(value);
  return Number.isNaN(time) ? null : time;
}
