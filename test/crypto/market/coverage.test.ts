import { describe, expect, it } from "vitest";
import { buildDatasetStatus } from "../../../build/crypto/market/coverage.ts";
import type { Dataset, RecordKind, RecordKinds } from "../../../build/crypto/normalise/record.ts";
import { NOW, RECORDS } from "../normalise/records.ts";

function dataset<K extends RecordKind>(kind: K, ...records: RecordKinds[K][]): Dataset {
  return { source: "a", feed: "b", kind, records, fetchedAtMs: NOW, stale: false } as Dataset;
}

describe("the status of a dataset", () => {
  it("has its age, and marks a last known good response", () => {
    const old: Dataset = { ...dataset("ticker", RECORDS.ticker), fetchedAtMs: NOW - 7_200_000, stale: true };
    expect(buildDatasetStatus(old, { cadenceOf: () => 1_800_000 })).toEqual({
      source: "a",
      feed: "b",
      kind: "ticker",
      fetchedAtMs: NOW - 7_200_000,
      observedAtMs: NOW - 7_200_000,
      stale: true,
      cadenceMs: 1_800_000,
      dueAtMs: NOW - 5_400_000,
    });
  });

  it("has the due time by the source's calendar, at least one cadence later", () => {
    const rates = dataset("rate", { ...RECORDS.rate, date: "2026-11-20" });
    const dueWith = (nextDueMs: (source: string, observedMs: number) => number | undefined) =>
      buildDatasetStatus(rates, { cadenceOf: () => 86_400_000, nextDueMs }).dueAtMs;
    expect(dueWith((_, observedMs) => observedMs + 3 * 86_400_000)).toBe(Date.UTC(2026, 10, 23));
    expect(dueWith(() => undefined)).toBe(Date.UTC(2026, 10, 21));
    expect(dueWith(() => 0)).toBe(Date.UTC(2026, 10, 21));
  });
});
