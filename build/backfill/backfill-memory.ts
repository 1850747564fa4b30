import { DAY_MS } from "../lib/time.ts";
import type { StateStore } from "../platform/platform.ts";
import type { Hole } from "./hole.ts";
import { STEPS } from "./step.ts";

/** What the backfill knows from earlier builds, by coin id. */
export interface BackfillMemory {
  coins: Record<string, CoinBackfill>;
}

export interface CoinBackfill {
  /** Absent: nothing was asked yet. */
  hourly?: StepBackfill;
  daily?: StepBackfill;
  /** Requests until now, also those that a silent host did not get to. */
  attempts: number;
  lastAttemptMs: number;
  /** Why the last request brought nothing; `null` where it did. */
  lastError: string | null;
}

export interface StepBackfill {
  /** The build that asked last. */
  askedAtMs: number;
  /** Absent: no origin told prices yet. Before `sinceMs` little is known, by answers about other coins; what is missing from there to `untilMs` lies in the holes. */
  covered?: { sinceMs: number; untilMs: number };
  /** Ascending, apart from each other. */
  holes: readonly Hole[];
  origins: Readonly<Record<string, OriginBackfill>>;
}

export interface OriginBackfill {
  /** Builds in a row in which it failed, also before it was last refused. */
  failures?: number;
  failedAtMs?: number;
  /** It is not asked before this time, and why. */
  refused?: { untilMs: number; reason: string };
  /** It had nothing older, and is not asked for that before this time; afterwards when those were asked that never were. */
  endedMs?: number;
  /** Answers in a row without any price, while nothing is known. */
  empty?: number;
  /** Its last answer about what is older had prices, but none beside ours: it is asked for more around the window. */
  isApart?: true;
}

/** The name of the document in the state. */
export const BACKFILL = "backfill";
/** Of a coin that has left the list, nothing is remembered that was last asked longer ago than this. */
const FORGOTTEN_MS = 400 * DAY_MS;

/** A copy. What another version wrote in another form is asked for anew. */
export async function readBackfillMemory(state: StateStore): Promise<BackfillMemory> {
  const memory = structuredClone((await state.read<BackfillMemory>(BACKFILL)) ?? { coins: {} });
  for (const coin of Object.values(memory.coins))
    for (const step of STEPS) if (!Array.isArray(coin[step]?.holes)) delete coin[step];
  return memory;
}

/** What is remembered of a coin. An id may be the name of something that every object has. */
export function findCoinBackfill({ coins }: BackfillMemory, coinId: string): CoinBackfill | undefined {
  return Object.hasOwn(coins, coinId) ? coins[coinId] : undefined;
}

/** Remembers a coin, whatever its id is: assigned, `__proto__` would be no entry. */
export function setCoinBackfill({ coins }: BackfillMemory, coinId: string, value: CoinBackfill): void {
  Object.defineProperty(coins, coinId, { value, enumerable: true, writable: true, configurable: true });
}

export function writeBackfillMemory(state: StateStore, memory: BackfillMemory): void {
  const rows = Object.keys(memory.coins).length;
  state.write(BACKFILL, memory, { rows, closed: false, reopen: "history was filled" });
}

/** What was asked for is remembered with the series, under the id that these have now. */
export async function moveBackfill(state: StateStore, moves: ReadonlyMap<string, string>): Promise<void> {
  if (moves.size === 0) return;
  const memory = await readBackfillMemory(state);
  const moved = [...moves].map(([from, to]) => [to, findCoinBackfill(memory, from)] as const);
  for (const from of moves.keys()) delete memory.coins[from];
  for (const [to, coin] of moved)
    if (coin !== undefined && findCoinBackfill(memory, to) === undefined) setCoinBackfill(memory, to, coin);
  if (moved.some(([, coin]) => coin !== undefined)) writeBackfillMemory(state, memory);
}

/** Leaves out what is remembered of coins that are not `listed` and were not for long. */
export function forgetCoins(memory: BackfillMemory, listed: ReadonlySet<string>, asOfMs: number): void {
  for (const [id, { lastAttemptMs }] of Object.entries(memory.coins))
    if (!listed.has(id) && lastAttemptMs < asOfMs - FORGOTTEN_MS) delete memory.coins[id];
}
