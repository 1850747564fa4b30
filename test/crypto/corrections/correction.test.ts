import { describe, expect, it } from "vitest";
import {
  type Change,
  type Correction,
  findLargestChange,
  listCorrections,
} from "../../../build/crypto/corrections/correction.ts";
import {
  isCorrectionLog,
  joinCorrections,
  KEPT_PER_YEAR,
  removeRestrictedCorrections,
} from "../../../build/crypto/corrections/correction-log.ts";
import { REMOVED } from "../../../build/crypto/history/remove-restricted.ts";
import { HOUR_MS } from "../../../build/lib/time.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

function makeChanges(coins: number, hours: number, reason = "a price arrived later"): Change[] {
  return Array.from({ length: coins * hours }, (_, at) => ({
    dataset: "hours",
    coinId: `coin-${Math.floor(at / hours)}`,
    field: "price",
    timeMs: NOW - ((at % hours) + 1) * HOUR_MS,
    old: at + 1,
    new: at + 2,
    reason,
  }));
}

describe("the entries of a build", () => {
  it("are one for each value, with old and new, where few changed", () => {
    const [first, ...others] = listCorrections(makeChanges(2, 3), NOW);
    expect(others).toHaveLength(5);
    expect(first).toEqual({
      timeMs: NOW,
      dataset: "hours",
      coinId: "coin-0",
      field: "price",
      fromMs: NOW - HOUR_MS,
      toMs: NOW - HOUR_MS,
      count: 1,
      old: 1,
      new: 2,
      reason: "a price arrived later",
    });
  });

  it("have no values after the build, which the log refuses", () => {
    const [known, future] = makeChanges(1, 2);
    if (known === undefined || future === undefined) throw new Error("no changes");
    const entries = listCorrections([known, { ...future, timeMs: NOW + HOUR_MS }], NOW);
    expect(entries.map(({ fromMs }) => fromMs)).toEqual([known.timeMs]);
    expect(isCorrectionLog(entries, "corrections/2026")).toBe(true);
  });

  it("are a range for each coin where many values of a coin changed", () => {
    const entries = listCorrections(makeChanges(3, 200), NOW);
    expect(entries.map(({ coinId, count, old }) => [coinId, count, old])).toEqual([
      ["coin-0", 200, null],
      ["coin-1", 200, null],
      ["coin-2", 200, null],
    ]);
    expect(entries[0]).toMatchObject({ fromMs: NOW - 200 * HOUR_MS, toMs: NOW - HOUR_MS, field: "price" });
  });

  it("are a single one where a convention changed all coins", () => {
    const entries = listCorrections(makeChanges(300, 700), NOW);
    expect(entries).toHaveLength(1);
    const values = { old: null, new: null, largestChangePercentage: 100 };
    expect(entries[0]).toMatchObject({ coinId: null, field: "price", count: 300 * 700, ...values });
  });

  it("quote no value that may not be published", () => {
    const entries = listCorrections(makeChanges(1, 1, REMOVED), NOW);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ count: 1, old: null, new: null });
    expect(listCorrections(makeChanges(1, 2, REMOVED), NOW).map(findLargestChange)).toEqual([null]);
  });

  it("say how large a change was, and of a range the largest one, up or down", () => {
    const change = (old: Change["old"], now: Change["new"]) => ({ ...makeChanges(1, 1)[0]!, old, new: now });
    const single = [change(100, 98), change(50, 50.5), change(0, 3), change("a", "b"), change(7, null)];
    const [down, up, ...others] = listCorrections(single, NOW).map(findLargestChange);
    expect([down, up]).toEqual([expect.closeTo(2, 9), expect.closeTo(1, 9)]);
    expect(others).toEqual([null, null, null]);
    const many = Array.from({ length: 60 }, () => [change(100, 98), change(50, 50.5)]).flat();
    expect(listCorrections(many, NOW).map(findLargestChange)).toEqual([expect.closeTo(2, 9)]);
    for (const unknown of [change("a", "b"), change(0, 3), change(7, null)]) {
      const [entry, ...rest] = listCorrections([...many, unknown], NOW);
      expect(entry).not.toHaveProperty("largestChangePercentage");
      expect(rest).toEqual([]);
    }
  });
});

describe("the log", () => {
  const entry = (timeMs: number): Correction => ({ ...listCorrections(makeChanges(1, 1), NOW)[0]!, timeMs });

  it("has each entry of two copies once, in the order of the builds", () => {
    expect(joinCorrections([entry(1), entry(3)], [entry(1), entry(2)]).map(({ timeMs }) => timeMs)).toEqual([1, 2, 3]);
  });

  it("has a summary without a size where one of its ranges has none, whichever comes first", () => {
    const first = Array.from({ length: KEPT_PER_YEAR }, (_, at) => entry(at));
    const known = { ...entry(NOW), count: 2, old: null, new: null, largestChangePercentage: 3 };
    const { largestChangePercentage, ...unknown } = { ...known, count: 4, timeMs: NOW + 1 };
    for (const ranges of [
      [known, unknown],
      [unknown, known],
    ]) {
      const [summary] = joinCorrections([...first, ...ranges], first).slice(KEPT_PER_YEAR);
      expect(summary).toMatchObject({ count: 4 });
      expect(summary).not.toHaveProperty("largestChangePercentage");
    }
  });

  it("has the larger one of two versions of a summary", () => {
    const first = Array.from({ length: KEPT_PER_YEAR }, (_, at) => entry(at));
    const summary = (count: number) => ({ ...entry(NOW + count), count, old: null, new: null });
    const joined = joinCorrections([...first, summary(40)], [...first, summary(50)]);
    expect(joined.slice(0, KEPT_PER_YEAR)).toEqual(first);
    expect(joined.slice(KEPT_PER_YEAR)).toMatchObject([{ timeMs: NOW + 50, count: 50 }]);
  });

  it("counts the entries that another copy pushes beyond the limit, and not again when a copy is joined again", () => {
    const first = Array.from({ length: KEPT_PER_YEAR }, (_, at) => entry(at));
    const second = Array.from({ length: KEPT_PER_YEAR }, (_, at) => entry(NOW + at));
    const joined = joinCorrections(first, second);
    expect(joined).toHaveLength(KEPT_PER_YEAR + 1);
    expect(joined.at(-1)?.count).toBe(KEPT_PER_YEAR);
    expect(joinCorrections(joined, second)).toEqual(joined);
    expect(joinCorrections(first, joined)).toEqual(joined);
  });

  it("is accepted where its builds are of its year and its values older than they are", () => {
    const log = listCorrections(makeChanges(1, 3), NOW);
    expect(isCorrectionLog(log, "corrections/2026")).toBe(true);
    expect(isCorrectionLog(log, "corrections/2025")).toBe(false);
    const sized = (largestChangePercentage: unknown) => [{ ...log[0], largestChangePercentage }];
    expect(isCorrectionLog(sized(2.5), "corrections/2026")).toBe(true);
    expect(isCorrectionLog(sized("2.5"), "corrections/2026")).toBe(false);
    for (const wrong of [
      { count: 0 },
      { count: 1.5 },
      { fromMs: NOW },
      { toMs: NOW + 1 },
      { fromMs: -1 },
      { timeMs: 8e15 },
    ])
      expect(isCorrectionLog([{ ...log[0], ...wrong }], "corrections/2026"), JSON.stringify(wrong)).toBe(false);
  });

  it("loses its values where they may rest on restricted sources", () => {
    const restricted = { sources: new Set<string>(), kinds: new Map(), withCoins: false, withTickers: false };
    const range = { ...entry(2), count: 2, old: null, new: null };
    const log = [entry(1), { ...range, largestChangePercentage: 3 }];
    expect(removeRestrictedCorrections(log, restricted)).toBe(log);
    const cleaned = removeRestrictedCorrections(log, { ...restricted, withTickers: true });
    expect(cleaned).toEqual([{ ...entry(1), old: null, new: null }, range]);
  });
});
