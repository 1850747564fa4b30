import { describe, expect, it } from "vitest";
import { findObservedAt } from "../../../build/crypto/normalise/observed-at.ts";
import type { Dataset, RecordKind, RecordKinds } from "../../../build/crypto/normalise/record.ts";
import { NOW, RECORDS } from "./records.ts";

function dataset<K extends RecordKind>(kind: K, ...records: RecordKinds[K][]): Dataset {
  return { source: "a", feed: "b", kind, records, fetchedAtMs: NOW, stale: false } as Dataset;
}

describe("when a dataset was observed", () => {
  it("is the time of its newest record, if records state it", () => {
    const coins = [NOW - 5_000, NOW - 1_000, null].map((updatedAtMs) => ({ ...RECORDS.coin, updatedAtMs }));
    expect(findObservedAt(dataset("coin", ...coins))).toBe(NOW - 1_000);
    expect(findObservedAt(dataset("rate", { ...RECORDS.rate, date: "2026-11-19" }))).toBe(Date.UTC(2026, 10, 19));
    expect(findObservedAt(dataset("index", RECORDS.index))).toBe(RECORDS.index.timeMs);
    expect(findObservedAt(dataset("article", RECORDS.article))).toBe(RECORDS.article.publishedAtMs);
  });

  it("is when it was fetched, if they do not", () => {
    expect(findObservedAt(dataset("ticker", RECORDS.ticker))).toBe(NOW);
    expect(findObservedAt(dataset("global", { ...RECORDS.global, updatedAtMs: null }))).toBe(NOW);
  });

  it("is never after it was fetched, whatever the upstream's clock", () => {
    expect(findObservedAt(dataset("coin", { ...RECORDS.coin, updatedAtMs: NOW + 60_000 }))).toBe(NOW);
  });
});
