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
  /** `daily:coinbase` → not to be asked again before this time, and why; `daily:coinbase:gap`: not for what is missing of late. */
  refused: Record<string, { untilMs: number; reason: string }>;
  /** `daily:coinbase` → requests that failed in a row. */
  failures: Record<string, number>;
}

/** Every step that starts in `[sinceMs, untilMs)` is there or was asked for. */
export interface StepBackfill {
  sinceMs: number;
  untilMs: number;
  /** No origin has anything older, as long as all of `ended` holds. */
  done: boolean;
  /** The origins that had nothing older, each with the time from which it is asked again. */
  ended?: Record<string, number>;
}

/** The name of the document in the state. */
export const BACKFILL = "backfill";

export async function readBackfillMemory(shelf: Shelf): Promise<BackfillMemory> {
  const memory = (await shelf.read<BackfillMemory>(BACKFILL)) ?? { coins: {} };
  const coins = Object.entries(memory.coins).map(([id, coin]) => [id, forgetEnds(coin)] as const);
  return { ...memory, coins: Object.fromEntries(coins) };
}

/** Without the ends that older states list without a time: those origins are asked again. */
function forgetEnds(coin: CoinBackfill): CoinBackfill {
  const current = { ...coin };
  for (const step of ["hourly", "daily"] as const satisfies Step[]) {
    if (!Array.isArray(coin[step]?.ended)) continue;
    const { ended: _, ...progress } = coin[step];
    current[step] = { ...progress, done: false };
  }
  return current;
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
    if ((refused[name]?.untilMs ?? 0) <= refusal.untilMs) refused[name] = refusal;
  }
  const merged: CoinBackfill = {
    attempts: Math.max(a.attempts, b.attempts),
    lastAttemptMs: Math.max(a.lastAttemptMs, b.lastAttemptMs),
    lastError: newer === undefined ? ([a.lastError, b.lastError].sort()[0] ?? null) : newer.lastError,
    refused,
    failures: { ...a.failures },
  };
  for (const [name, count] of Object.entries(b.failures)) {
    merged.failures[name] = Math.max(merged.failures[name] ?? 0, count);
  }
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
  return {
    sinceMs: Math.min(a.sinceMs, b.sinceMs),
    untilMs: Math.max(a.untilMs, b.untilMs),
    done: a.done || b.done,
    ...(Object.keys(ended).length > 0 && { ended }),
  };
}
