import { expect, it } from "vitest";
import { type BackfillMemory, type CoinBackfill, forgetCoins } from "../../build/backfill/backfill-memory.ts";
import { DAY_MS } from "../../build/lib/time.ts";

it("forgets coins that left the list more than a year ago", () => {
  const now = Date.UTC(2026, 10, 20);
  const coin = (days: number): CoinBackfill => ({ attempts: 1, lastAttemptMs: now - days * DAY_MS, lastError: null });
  const memory: BackfillMemory = { coins: { listed: coin(900), gone: coin(401), lately: coin(399) } };
  forgetCoins(memory, new Set(["listed", "new"]), now);
  expect(Object.keys(memory.coins)).toEqual(["listed", "lately"]);
});
