import { expect, it } from "vitest";
import {
  type BackfillMemory,
  type CoinBackfill,
  findCoinBackfill,
  forgetCoins,
  readBackfillMemory,
  type StepBackfill,
  setCoinBackfill,
  writeBackfillMemory,
} from "../../build/backfill/backfill-memory.ts";
import { DAY_MS } from "../../build/lib/time.ts";
import { openMemoryState } from "./simulated-build.ts";

it("forgets coins that left the list more than a year ago", () => {
  const now = Date.UTC(2026, 10, 20);
  const coin = (days: number): CoinBackfill => ({ attempts: 1, lastAttemptMs: now - days * DAY_MS, lastError: null });
  const memory: BackfillMemory = { coins: { listed: coin(900), gone: coin(401), lately: coin(399) } };
  forgetCoins(memory, new Set(["listed", "new"]), now);
  expect(Object.keys(memory.coins)).toEqual(["listed", "lately"]);
});

it("remembers coins that are called like properties of every object, also written and read", () => {
  const memory: BackfillMemory = { coins: {} };
  const coin = { attempts: 3, lastAttemptMs: 1, lastError: null };
  for (const id of ["__proto__", "constructor"]) setCoinBackfill(memory, id, coin);
  const read = structuredClone(JSON.parse(JSON.stringify(memory))) as BackfillMemory;
  for (const id of ["__proto__", "constructor"]) expect(findCoinBackfill(read, id)).toEqual(coin);
  expect(findCoinBackfill(read, "toString")).toBeUndefined();
});

it("asks anew for what is remembered in a form of another version", async () => {
  const state = openMemoryState();
  const coin = { attempts: 3, lastAttemptMs: 1, lastError: null };
  const daily = { askedAtMs: 1, covered: { sinceMs: 0, untilMs: 1 }, holes: [], origins: {} };
  const other = { sinceMs: 0, untilMs: 1, asked: {} };
  writeBackfillMemory(state, { coins: { a: { ...coin, daily, hourly: other as unknown as StepBackfill } } });
  expect(await readBackfillMemory(state)).toEqual({ coins: { a: { ...coin, daily } } });
});
