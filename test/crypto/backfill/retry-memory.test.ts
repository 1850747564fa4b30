import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type BackfillDocument,
  findAskedAt,
  isBackfillDocument,
  mergeBackfillDocuments,
  nameRetry,
  type Outcome,
  type RetryMemory,
  readRetries,
  recordOutcome,
  writeRetries,
} from "../../../build/crypto/backfill/retry-memory.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";
import { openMemoryState } from "./simulated-build.ts";

const NOW = Date.UTC(2026, 10, 20);
const KEY = nameRetry("a", "daily", "okx");

function record(...outcomes: readonly (readonly [Outcome, number])[]): RetryMemory {
  const memory: RetryMemory = new Map();
  for (const [outcome, hours] of outcomes) recordOutcome(memory, KEY, outcome, NOW + hours * HOUR_MS);
  return memory;
}

describe("a source that had nothing", () => {
  it("waits 6 hours, then twice as long after each failure, at most 48 days", () => {
    const memory: RetryMemory = new Map();
    const waits: number[] = [];
    for (let timeMs = NOW, round = 0; round < 10; round += 1) {
      recordOutcome(memory, KEY, "none", timeMs);
      expect(findAskedAt(memory.get(KEY)!)).toBe(timeMs);
      waits.push((memory.get(KEY)!.retryAt - timeMs) / HOUR_MS);
      timeMs = memory.get(KEY)!.retryAt;
    }
    expect(waits).toEqual([6, 12, 24, 48, 96, 192, 384, 768, 1_152, 1_152]);
  });

  it("fails once per build, however many of its requests fail", () => {
    expect(record(["none", 0], ["none", 0], ["none", 0]).get(KEY)?.failures).toBe(1);
  });

  it("keeps waiting when it has newer steps meanwhile", () => {
    for (const outcome of ["complete", "partial"] as const)
      expect(record(["none", 0], [outcome, 1]).get(KEY)).toEqual({ retryAt: NOW + 6 * HOUR_MS, failures: 1 });
  });

  it("is trusted again when it answers after its time", () => {
    expect(record(["none", 0], ["complete", 6]).has(KEY)).toBe(false);
    expect(record(["none", 0], ["none", 6], ["complete", 18]).has(KEY)).toBe(false);
  });
});

it("a source that lacked some steps waits as after a first failure", () => {
  expect(record(["partial", 0]).get(KEY)).toEqual({ retryAt: NOW + 6 * HOUR_MS, failures: 1 });
  expect(record(["complete", 0]).size).toBe(0);
});

describe("the memories of two states", () => {
  const few = fc.integer({ min: 1, max: 4 });
  const document = fc.record({
    retries: fc.dictionary(
      fc.constantFrom("a daily okx", "a hourly okx", "__proto__ daily okx", "constructor"),
      fc.record({ retryAt: few, failures: few }),
      { noNullPrototype: true },
    ),
  });

  it("become one, in any order and any number of times", () => {
    fc.assert(
      fc.property(document, document, document, (a, b, c) => {
        const merged = mergeBackfillDocuments(a, b);
        expect(mergeBackfillDocuments(b, a)).toEqual(merged);
        expect(mergeBackfillDocuments(merged, c)).toEqual(mergeBackfillDocuments(a, mergeBackfillDocuments(b, c)));
        expect(mergeBackfillDocuments(merged, a)).toEqual(merged);
        const keys = new Set([...Object.keys(a.retries), ...Object.keys(b.retries)]);
        expect(Object.keys(merged.retries)).toEqual([...keys].sort());
      }),
    );
  });

  it("keep the later time, and the larger count at the same time", () => {
    const of = (retryAt: number, failures: number): BackfillDocument => ({ retries: { a: { retryAt, failures } } });
    expect(mergeBackfillDocuments(of(2, 1), of(1, 9))).toEqual(of(2, 1));
    expect(mergeBackfillDocuments(of(2, 1), of(2, 3))).toEqual(of(2, 3));
  });
});

describe("the document", () => {
  /** As the versions before this one wrote it. */
  const old = {
    coins: {
      a: {
        daily: { askedAtMs: 1, covered: { sinceMs: 0, untilMs: 1 }, holes: [], origins: { okx: { failures: 2 } } },
        hourly: { sinceMs: 0, untilMs: 1, asked: {} },
        attempts: 3,
        lastAttemptMs: 1,
        lastError: null,
      },
    },
  };

  it("of an older version is accepted, reads as empty and merges", async () => {
    const state = openMemoryState();
    state.write("backfill", old, { rows: 1, closed: false });
    expect(isBackfillDocument(old)).toBe(true);
    expect((await readRetries(state)).size).toBe(0);
    const current = { retries: { [KEY]: { retryAt: 1, failures: 1 } } };
    expect(mergeBackfillDocuments(old as BackfillDocument, current)).toEqual(current);
  });

  it("keeps ids that are names of properties, and forgets coins that left the list", async () => {
    const state = openMemoryState();
    const memory: RetryMemory = new Map();
    const later = { retryAt: NOW + DAY_MS, failures: 3 };
    const over = { retryAt: NOW, failures: 1 };
    for (const id of ["__proto__", "constructor", "two words"]) memory.set(nameRetry(id, "daily", "okx"), over);
    memory.set(nameRetry("gone", "daily", "okx"), over).set(nameRetry("gone", "hourly", "okx"), later);
    writeRetries(state, memory, new Set(["__proto__", "constructor", "two words"]), NOW);
    const read = await readRetries(state);
    expect([...read.keys()].sort()).toEqual([
      "__proto__ daily okx",
      "constructor daily okx",
      "gone hourly okx",
      "two words daily okx",
    ]);
    expect((await readRetries(openMemoryState())).size).toBe(0);
  });

  it.each([null, [], "x", { retries: 1 }, {}])("is not %j", (value) => {
    expect(isBackfillDocument(value)).toBe(false);
  });
});
