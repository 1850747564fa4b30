import type { Shelf } from "../history/shelf.ts";
import type { Step } from "./step.ts";

/** What the backfill knows from earlier builds, by coin id. */
export interface BackfillMemory {
  coins: Record<string, CoinBackfill>;
}

export interface CoinBackfill {
  /** Absent: nothing was asked yet. */
  hourly?: StepBackfill;
  daily?: StepBackfill;
  /** Requests until now. */
  attempts: number;
  lastAttemptMs: number;
  /** Why the last request brought nothing; `null` where it did. */
  lastError: string | null;
  /** `daily:coinbase` → not to be asked again before this time, and why. */
  refused: Record<string, { untilMs: number; reason: string }>;
  /** `daily:coinbase` → requests that failed in a row, also before it was last refused. */
  failures: Record<string, number>;
}

/** What lies before `sinceMs` was not asked for yet; `untilMs` is the first step after it that is missing. */
export interface StepBackfill {
  sinceMs: number;
  untilMs: number;
  /** The origins that had nothing older, each with the time from which it is asked again. */
  ended?: Record<string, number>;
  /** The origins that were asked for what is missing from `untilMs` on. */
  asked?: Record<string, AskedFor>;
}

export interface AskedFor {
  /** The steps before it are the ones that it was asked for. */
  toMs: number;
  /** From then on it is asked for them again. */
  againMs: number;
  times: number;
}

/** The name of the document in the state. */
export const BACKFILL = "backfill";

export async function readBackfillMemory(shelf: Shelf): Promise<BackfillMemory> {
  return (await shelf.read<BackfillMemory>(BACKFILL)) ?? { coins: {} };
}

/** What is remembered of a coin. An id may be the name of something that every object has. */
export function findCoinBackfill({ coins }: BackfillMemory, coinId: string): CoinBackfill | undefined {
  return Object.hasOwn(coins, coinId) ? coins[coinId] : undefined;
}

export function writeBackfillMemory(shelf: Shelf, memory: BackfillMemory): void {
  const rows = Object.keys(memory.coins).length;
  shelf.write(BACKFILL, memory, { rows, closed: false, reopen: "history was filled" });
}

/**
 * The memory after two shards that began with the same one. Shards ask for different things, so of every coin and step the further
 * progress is the true one. Commutative.
 */
export function mergeBackfillMemory(a: BackfillMemory, b: BackfillMemory): BackfillMemory {
  const coins: BackfillMemory["coins"] = {};
  for (const id of [...new Set([...Object.keys(a.coins), ...Object.keys(b.coins)])].sort()) {
    const [left, right] = [findCoinBackfill(a, id), findCoinBackfill(b, id)];
    const merged = left === undefined ? right : right === undefined ? left : mergeCoins(left, right);
    if (merged !== undefined) coins[id] = merged;
  }
  return { coins };
}

function mergeCoins(a: CoinBackfill, b: CoinBackfill): CoinBackfill {
  const newer = a.lastAttemptMs !== b.lastAttemptMs ? (a.lastAttemptMs > b.lastAttemptMs ? a : b) : undefined;
  const refused = { ...a.refused };
  for (const [name, refusal] of Object.entries(b.refused)) {
    const other = refused[name] ?? { untilMs: 0, reason: "" };
    const isLater = refusal.untilMs === other.untilMs ? refusal.reason > other.reason : refusal.untilMs > other.untilMs;
    if (isLater) refused[name] = refusal;
  }
  const merged: CoinBackfill = {
    attempts: Math.max(a.attempts, b.attempts),
    lastAttemptMs: Math.max(a.lastAttemptMs, b.lastAttemptMs),
    lastError: newer === undefined ? ([a.lastError, b.lastError].sort()[0] ?? null) : newer.lastError,
    refused,
    // A success forgets them.
    failures: { ...(newer ?? a).failures },
  };
  if (newer === undefined)
    for (const [name, count] of Object.entries(b.failures))
      merged.failures[name] = Math.max(merged.failures[name] ?? 0, count);
  for (const step of ["hourly", "daily"] as const satisfies Step[]) {
    const progress = mergeSteps(a[step], b[step]);
    if (progress !== undefined) merged[step] = progress;
  }
  return merged;
}

function mergeSteps(a: StepBackfill | undefined, b: StepBackfill | undefined): StepBackfill | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const ended = { ...a.ended };
  for (const [origin, untilMs] of Object.entries(b.ended ?? {})) ended[origin] = Math.max(ended[origin] ?? 0, untilMs);
  const untilMs = Math.max(a.untilMs, b.untilMs);
  const asked = keepAsked(mergeAsked(a.asked, b.asked), untilMs);
  return {
    sinceMs: Math.min(a.sinceMs, b.sinceMs),
    untilMs,
    ...(Object.keys(ended).length > 0 && { ended }),
    ...(Object.keys(asked).length > 0 && { asked }),
  };
}

function mergeAsked(a: StepBackfill["asked"] = {}, b: StepBackfill["asked"] = {}): NonNullable<StepBackfill["asked"]> {
  const merged = { ...a };
  for (const [origin, { toMs, againMs, times }] of Object.entries(b)) {
    const other = a[origin] ?? { toMs, againMs, times };
    merged[origin] = {
      toMs: Math.max(toMs, other.toMs),
      againMs: Math.max(againMs, other.againMs),
      times: Math.max(times, other.times),
    };
  }
  return merged;
}

/** Of what was asked for, that which may still be missing. */
export function keepAsked(asked: StepBackfill["asked"], untilMs: number): NonNullable<StepBackfill["asked"]> {
  return Object.fromEntries(Object.entries(asked ?? {}).filter(([, { toMs }]) => toMs > untilMs));
}
