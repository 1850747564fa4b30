import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BackfillMemory, CoinBackfill, StepBackfill } from "../../build/backfill/backfill-memory.ts";
import { mergeBackfillMemory } from "../../build/backfill/merge-backfill-memory.ts";
import { DAY_MS, HOUR_MS } from "../../build/lib/time.ts";
import { type ModelState, type OriginModel, openModelRun } from "./origin-model.ts";

const few = fc.integer({ min: 0, max: 3 });
const step: fc.Arbitrary<StepBackfill> = fc.record({
  askedAtMs: few,
  covered: fc.record({ sinceMs: few, untilMs: few }),
  holes: fc.array(fc.record({ fromMs: few, toMs: few, asked: fc.constant({}) }), { maxLength: 2 }),
  origins: fc.dictionary(fc.constantFrom("okx", "kucoin"), fc.record({ failures: few }), { noNullPrototype: true }),
});
/** As an earlier version wrote it. */
const oldStep = fc.record({ sinceMs: few, untilMs: few }) as unknown as fc.Arbitrary<StepBackfill>;
const coin: fc.Arbitrary<CoinBackfill> = fc.record(
  {
    daily: fc.oneof(step, oldStep),
    hourly: step,
    attempts: few,
    lastAttemptMs: few,
    lastError: fc.constantFrom(null, "503", "it is 3 % off our price at the join"),
  },
  { requiredKeys: ["attempts", "lastAttemptMs", "lastError"] },
);
const memory: fc.Arbitrary<BackfillMemory> = fc.record({
  coins: fc.dictionary(fc.constantFrom("a", "b", "constructor"), coin, { noNullPrototype: true }),
});

describe("the memories of two states", () => {
  it("become one, the same in whatever order and however often", () => {
    fc.assert(
      fc.property(memory, memory, memory, (a, b, c) => {
        const merged = mergeBackfillMemory(a, b);
        expect(mergeBackfillMemory(b, a)).toEqual(merged);
        expect(mergeBackfillMemory(merged, c)).toEqual(mergeBackfillMemory(a, mergeBackfillMemory(b, c)));
        expect(mergeBackfillMemory(merged, a)).toEqual(merged);
        expect(Object.keys(merged.coins).sort()).toEqual(
          [...new Set([...Object.keys(a.coins), ...Object.keys(b.coins)])].sort(),
        );
      }),
      { seed: 20_261_129 },
    );
  });

  it("keep of each step what was asked last, whole", () => {
    const covered = { sinceMs: 1, untilMs: 2 };
    const hole = { fromMs: 3, toMs: 4, asked: {} };
    const failing: StepBackfill = { askedAtMs: 8, covered, holes: [hole], origins: { okx: { failures: 2 } } };
    const fine: StepBackfill = { askedAtMs: 9, covered, holes: [], origins: {} };
    const a: CoinBackfill = { daily: failing, hourly: fine, attempts: 3, lastAttemptMs: 9, lastError: null };
    const b: CoinBackfill = { daily: fine, hourly: failing, attempts: 4, lastAttemptMs: 8, lastError: "503" };
    expect(mergeBackfillMemory({ coins: { a } }, { coins: { a: b, b } }).coins).toEqual({
      a: { daily: fine, hourly: fine, attempts: 4, lastAttemptMs: 9, lastError: null },
      b,
    });
  });
});

describe("jobs that share the coins", () => {
  it("together fill everything, and ask for nothing twice", async () => {
    const today = Date.UTC(2026, 10, 20);
    const coins = ["tether", ...Array.from({ length: 10 }, (_, index) => `coin-${index}`)];
    const model: OriginModel = {
      ...{ coins, quote: "USDT", budget: 8 },
      venues: (coin) => (coin === "tether" ? ["kraken"] : ["binance", "coinbase"]),
      has: (origin, _coin, _step, timeMs) =>
        timeMs >= today - 900 * DAY_MS && (origin !== "defillama" || timeMs !== today - 40 * DAY_MS),
    };
    const count = 3;
    let state: ModelState = { memory: { coins: {} }, prices: new Map() };
    const asked: string[] = [];
    for (let round = 0; round < 24; round += 1) {
      const jobs = Array.from({ length: count }, (_, at) =>
        openModelRun({ ...model, shard: { index: at + 1, count } }, structuredClone(state)),
      );
      for (const job of jobs) {
        await job.build(today + round * HOUR_MS);
        for (const { origin, request } of job.asked)
          for (const coin of request.coinIds)
            if (coin !== "tether" && request.window.kind !== "again")
              asked.push(`${origin} ${coin} ${request.step} ${request.window.fromMs} ${request.window.toMs}`);
      }
      state = {
        memory: jobs.map(({ memory }) => memory).reduce(mergeBackfillMemory),
        prices: new Map(jobs.flatMap(({ prices }) => [...prices])),
      };
    }
    const { isKnown } = openModelRun(model, state);
    const missing = coins.flatMap((coin) =>
      Array.from({ length: 900 }, (_, day) => `${coin} ${-900 + day}`).filter(
        (_, day) => !isKnown(coin, "daily", today + (day - 900) * DAY_MS),
      ),
    );
    expect(missing).toEqual([]);
    const twice = asked.filter((text, at) => asked.indexOf(text) !== at);
    expect(twice).toEqual([]);
  });
});
