import { describe, expect, it } from "vitest";
import type { CoinBackfill } from "../../build/backfill/backfill-memory.ts";
import { type CoinOutcome, type Joined, recordOutcome } from "../../build/backfill/record-outcome.ts";
import type { SeriesRequest, Window } from "../../build/backfill/series-request.ts";
import { DAY_MS } from "../../build/lib/time.ts";

const NOW = Date.UTC(2026, 10, 20);
const day = (count: number) => NOW + count * DAY_MS;
const ask = (kind: Window["kind"], from: number, to: number): SeriesRequest => {
  const window = { kind, fromMs: day(from), toMs: day(to) };
  return {
    kind: "chart",
    coinIds: ["a"],
    step: "daily",
    window,
    fromMs: window.fromMs,
    toMs: window.toMs,
    isWide: false,
  };
};
/** An answer from the oldest to the newest day, after which these days are missing. */
const joined = (oldest: number, newest: number, missing: number[] = [], isCut = false): Joined => ({
  ...{
    kind: "joined",
    points: 1,
    oldestMs: day(oldest),
    newestMs: day(newest),
    missing: missing.map(day),
    isCut,
    isApart: false,
  },
});
const nothing = (from: number, to: number): Joined => ({
  ...{ kind: "joined", points: 0, oldestMs: undefined, newestMs: undefined, isCut: false, isApart: false },
  missing: Array.from({ length: to - from }, (_, at) => day(from + at)),
});
const ended = { defillama: { endedMs: day(60) } };
const asked = (againDays = 3, times = 1) => ({ defillama: { againMs: day(againDays), times } });
const hole = (from: number, to: number, marks = {}) => ({ fromMs: day(from), toMs: day(to), asked: marks });
const failed: CoinOutcome = { kind: "failed", reason: "503" };
const first = recordOutcome(undefined, ask("first", -400, 0), joined(-400, -1), NOW);
const withHole = (from: number, to: number): CoinBackfill => ({
  ...first,
  daily: { ...first.daily!, holes: [hole(from, to)] },
});

describe("what is remembered of a coin", () => {
  it("begins with the stretch of a first answer", () => {
    expect(first).toEqual({
      daily: { askedAtMs: NOW, covered: { sinceMs: day(-400), untilMs: NOW }, holes: [], origins: {} },
      attempts: 1,
      lastAttemptMs: NOW,
      lastError: null,
    });
  });

  it("has the holes of an answer, which this origin was asked for, but for what it lacks at its newer end", () => {
    const daily = recordOutcome(
      undefined,
      ask("first", -400, 0),
      joined(-380, -4, [-399, -90, -50, -3, -2, -1]),
      NOW,
    ).daily;
    expect(daily?.covered).toEqual({ sinceMs: day(-380), untilMs: NOW });
    expect(daily?.holes).toEqual([hole(-90, -49, asked()), hole(-3, 0)]);
    const older = recordOutcome(first, ask("older", -800, -400), joined(-800, -401, [-600]), NOW).daily;
    expect(older).toEqual({
      ...first.daily,
      covered: { sinceMs: day(-800), untilMs: NOW },
      holes: [hole(-600, -599, asked())],
    });
  });

  it("leaves what is older than the beginning of a series to another origin", () => {
    const short = recordOutcome(undefined, ask("first", -400, 0), joined(-100, -1), NOW);
    expect(short.daily).toMatchObject({ covered: { sinceMs: day(-100) }, origins: ended });
    const older = recordOutcome(first, ask("older", -800, -400), nothing(-800, -400), NOW);
    expect(older.daily).toEqual({ ...first.daily, origins: ended });
  });

  it("asks for what waits after half a day, and counts no failure", () => {
    const waiting = recordOutcome(
      withHole(-9, -8),
      ask("gap", -9, -8),
      { kind: "waiting", reason: "no rate", points: 3 },
      NOW,
    );
    expect(waiting).toMatchObject({ lastError: "no rate", daily: { holes: [hole(-9, -8)] } });
    expect(waiting.daily?.origins).toEqual({ defillama: { refused: { untilMs: day(0.5), reason: "no rate" } } });
  });

  it("asks an origin whose older steps lacked a rate again in two weeks, because that may come", () => {
    const cut = { ...nothing(-800, -400), isCut: true };
    const { daily } = recordOutcome(first, ask("older", -800, -400), cut, NOW);
    expect(daily?.origins).toEqual({ defillama: { endedMs: day(15) } });
  });

  it("keeps of a hole what is missing still, and who was asked for it", () => {
    const filled = recordOutcome(withHole(-9, -2), ask("gap", -9, -2), joined(-9, -3), NOW);
    expect(filled.daily?.holes).toEqual([]);
    const left = recordOutcome(withHole(-90, -2), ask("gap", -60, -2), joined(-60, -12, [-40, -30, -11, -5]), NOW);
    expect(left.daily?.holes).toEqual([hole(-90, -60), hole(-40, -29, asked()), hole(-11, -4)]);
    const old = recordOutcome(withHole(-90, -20), ask("gap", -90, -20), joined(-90, -42, [-80, -41, -25]), NOW);
    expect(old.daily?.holes).toEqual([hole(-80, -24, asked())]);
    const none = recordOutcome(withHole(-9, -2), ask("gap", -9, -2), nothing(-9, -2), NOW);
    expect(none.daily?.holes).toEqual([hole(-9, -2, asked())]);
  });

  it("asks for the same again after three days, then after twice as long each time", () => {
    let coin: CoinBackfill = withHole(-9, -8);
    const marks: unknown[] = [];
    for (let time = 0; time < 6; time += 1) {
      coin = recordOutcome(coin, ask("gap", -9, -8), nothing(-9, -8), NOW);
      marks.push(coin.daily!.holes[0]!.asked);
    }
    expect(marks).toEqual([3, 6, 12, 24, 48, 48].map((days, time) => asked(days, time + 1)));
  });

  it("asks for what is apart from ours once more, with more around it, before it counts as lacking", () => {
    const apart = { ...nothing(-800, -400), isApart: true };
    const once = recordOutcome(first, ask("older", -800, -400), apart, NOW);
    expect(once.daily).toEqual({ ...first.daily, origins: { defillama: { isApart: true } } });
    const wide = (kind: Window["kind"], from: number, to: number) => ({ ...ask(kind, from, to), isWide: true });
    const twice = recordOutcome(once, wide("older", -800, -400), apart, NOW);
    expect(twice.daily?.origins).toEqual({ defillama: { isApart: true, endedMs: day(60) } });
    expect(recordOutcome(once, wide("older", -800, -400), joined(-800, -401), NOW).daily?.origins).toEqual({});
    const between = recordOutcome(once, ask("gap", -9, -8), joined(-9, -9), NOW);
    expect(between.daily?.origins).toEqual({ defillama: { isApart: true } });
    const gap = { ...nothing(-90, -80), isApart: true };
    const asked1 = recordOutcome(withHole(-90, -80), ask("gap", -90, -80), gap, NOW);
    const atOnce = { defillama: { againMs: NOW, times: 0, isApart: true } };
    expect(asked1.daily).toMatchObject({ holes: [hole(-90, -80, atOnce)], origins: {} });
    expect(recordOutcome(asked1, wide("again", -90, -80), joined(-90, -81), NOW).daily?.holes).toEqual([]);
    expect(recordOutcome(asked1, wide("again", -90, -80), gap, NOW).daily?.holes).toEqual([hole(-90, -80, asked())]);
  });

  it("keeps who had nothing older until it has", () => {
    const before = recordOutcome(undefined, ask("first", -400, 0), joined(-100, -1), NOW);
    const gap = recordOutcome(before, ask("gap", -9, -8), nothing(-9, -8), day(70));
    expect(gap.daily?.origins).toEqual(ended);
    expect(recordOutcome(gap, ask("older", -500, -100), joined(-500, -101), day(70)).daily?.origins).toEqual({});
  });

  it("refuses a source that does not fit for a week, and one without prices of a first stretch", () => {
    const off = recordOutcome(withHole(-9, -8), ask("gap", -9, -8), { kind: "refused", reason: "3 % off" }, NOW);
    const refused = (days: number, reason: string) => ({ defillama: { refused: { untilMs: day(days), reason } } });
    const lacking = (days: number, reason: string, empty = 1) => ({
      defillama: { ...refused(days, reason).defillama, empty },
    });
    expect(off).toMatchObject({ lastError: "3 % off", daily: { holes: [hole(-9, -8, asked())] } });
    expect(off.daily?.origins).toEqual(refused(7, "3 % off"));
    const empty = recordOutcome(undefined, ask("first", -400, 0), nothing(-400, 0), NOW);
    expect(empty.daily).toEqual({ askedAtMs: NOW, holes: [], origins: lacking(7, "it has no prices of that time") });
    let again = empty;
    for (const [index, days] of [14, 28, 28].entries()) {
      again = recordOutcome(again, ask("first", -400, 0), nothing(-400, 0), NOW);
      expect(again.daily?.origins).toEqual(lacking(days, "it has no prices of that time", index + 2));
    }
    const unrated = recordOutcome(undefined, ask("first", -400, 0), { ...nothing(-400, 0), isCut: true }, NOW);
    expect(unrated.daily?.origins).toEqual(lacking(15, "there is no rate for its prices of that time"));
    expect(unrated.lastError).toBe("there is no rate for its prices of that time");
    expect(recordOutcome(off, ask("gap", -9, -8), joined(-9, -9), day(8)).daily).toMatchObject({
      origins: {},
      holes: [],
    });
  });

  it("tries again after a failure, and lets the next in the order try after three builds in a row", () => {
    let coin: CoinBackfill | undefined;
    for (let count = 1; count <= 3; count += 1) {
      coin = recordOutcome(coin, ask("first", -400, 0), failed, NOW + count);
      expect(coin).toMatchObject({ attempts: count, lastError: "503" });
      expect(coin.daily?.origins["defillama"]?.failures).toBe(count);
    }
    for (const [index, days] of [1, 2, 4, 7, 7].entries()) {
      const now = NOW + 3 + index;
      expect(coin?.daily?.origins["defillama"]?.refused).toEqual({ untilMs: now + days * DAY_MS, reason: "503" });
      coin = recordOutcome(coin, ask("first", -400, 0), failed, now + 1);
    }
    const once = recordOutcome(first, ask("older", -500, -400), failed, NOW);
    expect(once.daily?.origins).toEqual({ defillama: { failures: 1, failedAtMs: NOW } });
    expect(recordOutcome(once, ask("gap", -9, -8), failed, NOW).daily?.origins).toEqual(once.daily?.origins);
    expect(recordOutcome(once, ask("older", -500, -400), joined(-500, -401), NOW + 1).daily?.origins).toEqual({});
  });
});
