import { describe, expect, it } from "vitest";
import type { CoinBackfill } from "../../build/backfill/backfill-memory.ts";
import { mergeBackfillMemory } from "../../build/backfill/backfill-memory.ts";
import { type CoinOutcome, recordOutcome } from "../../build/backfill/record-outcome.ts";
import type { SeriesRequest } from "../../build/backfill/series-request.ts";
import type { Window } from "../../build/backfill/window.ts";
import { DAY_MS } from "../../build/lib/time.ts";

const NOW = Date.UTC(2026, 10, 20);
const ask = (kind: Window["kind"], from: number, to: number): SeriesRequest => {
  const window = { kind, fromMs: NOW + from * DAY_MS, toMs: NOW + to * DAY_MS };
  return { kind: "chart", coinIds: ["a"], step: "daily", window, fromMs: window.fromMs, toMs: window.toMs };
};
const joined = (oldest?: number, newest = 0): CoinOutcome => ({
  ...{ kind: "joined", points: 1 },
  oldestMs: oldest === undefined ? undefined : NOW + oldest * DAY_MS,
  newestMs: oldest === undefined ? undefined : NOW + newest * DAY_MS,
});
const ended = { defillama: NOW + 60 * DAY_MS };
/** Asked once now, up to so many days from now. */
const asked = (to: number) => ({ defillama: { toMs: NOW + to * DAY_MS, againMs: NOW + 3 * DAY_MS, times: 1 } });
const failed: CoinOutcome = { kind: "failed", reason: "503" };
const first = recordOutcome(undefined, ask("first", -400, 0), joined(-400), NOW);

describe("what is remembered of a coin", () => {
  it("begins with the oldest price of a first answer, and all that is missing from there on is to be asked for", () => {
    expect(first).toEqual({
      daily: { sinceMs: NOW - 400 * DAY_MS, untilMs: NOW - 400 * DAY_MS, asked: asked(0) },
      attempts: 1,
      lastAttemptMs: NOW,
      lastError: null,
      refused: {},
      failures: {},
    });
  });

  it("leaves what is older than the beginning of a series to another origin", () => {
    expect(recordOutcome(undefined, ask("first", -400, 0), joined(-100), NOW).daily).toEqual({
      sinceMs: NOW - 100 * DAY_MS,
      untilMs: NOW - 100 * DAY_MS,
      asked: asked(0),
      ended,
    });
    const older = recordOutcome(first, ask("older", -800, -400), joined(), NOW);
    expect(older.daily).toEqual({ ...first.daily, ended });
    expect(recordOutcome(first, ask("older", -800, -400), joined(-800, -401), NOW).daily).toEqual({
      ...first.daily,
      sinceMs: NOW - 800 * DAY_MS,
    });
  });

  it("asks for what waits after half a day, and counts no failure", () => {
    const waiting = recordOutcome(first, ask("gap", 0, 1), { kind: "waiting", reason: "no rate", points: 3 }, NOW);
    expect(waiting).toMatchObject({ lastError: "no rate", failures: {}, daily: first.daily });
    expect(waiting.refused).toEqual({ "daily:defillama": { untilMs: NOW + DAY_MS / 2, reason: "no rate" } });
  });

  it("asks an origin whose older steps lacked a rate again in three days", () => {
    const cut = { ...joined(), isCut: true } as CoinOutcome;
    expect(recordOutcome(first, ask("older", -800, -400), cut, NOW).daily?.ended).toEqual({
      defillama: NOW + 3 * DAY_MS,
    });
  });

  it("keeps who was asked for what is missing, up to the newest price of its answer", () => {
    expect(recordOutcome(undefined, ask("first", -400, 0), joined(-400, -3), NOW).daily?.asked).toEqual(asked(-2));
    expect(recordOutcome(first, ask("gap", 0, 9), joined(0, 4), NOW).daily).toEqual({
      ...first.daily,
      asked: asked(5),
    });
    expect(recordOutcome(first, ask("gap", 0, 9), joined(), NOW).daily?.asked).toEqual(asked(9));
  });

  it("asks for the same again after three days, then after twice as long each time, and anew for what is newer", () => {
    let coin: CoinBackfill | undefined = first;
    const days: number[] = [];
    for (let time = 0; time < 7; time += 1) {
      coin = recordOutcome(coin, ask("gap", -9, -8), joined(), NOW);
      days.push((coin.daily!.asked!["defillama"]!.againMs - NOW) / DAY_MS);
      expect(coin.daily!.asked!["defillama"]!.toMs).toBe(NOW);
    }
    expect(days).toEqual([6, 12, 24, 48, 48, 48, 48]);
    expect(recordOutcome(coin, ask("gap", 0, 1), joined(), NOW).daily?.asked).toEqual(asked(1));
  });

  it("forgets who had nothing older when the time to ask again has come", () => {
    const late = NOW + 60 * DAY_MS;
    const before = recordOutcome(undefined, ask("first", -400, 0), joined(-100), NOW);
    expect(recordOutcome(before, ask("older", -500, -100), joined(-500), late - 1).daily?.ended).toEqual(ended);
    expect(recordOutcome(before, ask("older", -500, -100), joined(-500), late).daily?.ended).toBeUndefined();
  });

  it("refuses a source that does not fit for a week, and one without prices of a first stretch", () => {
    const off = recordOutcome(first, ask("gap", 0, 2), { kind: "refused", reason: "3 % off" }, NOW);
    expect(off).toMatchObject({ lastError: "3 % off", daily: { ...first.daily, asked: asked(2) } });
    expect(off.refused).toEqual({ "daily:defillama": { untilMs: NOW + 7 * DAY_MS, reason: "3 % off" } });
    const empty = recordOutcome(undefined, ask("first", -400, 0), joined(), NOW);
    expect(empty.refused).toMatchObject({ "daily:defillama": { untilMs: NOW + 7 * DAY_MS } });
    const unrated = recordOutcome(undefined, ask("first", -400, 0), { ...joined(), isCut: true } as CoinOutcome, NOW);
    expect(unrated.refused["daily:defillama"]).toMatchObject({ untilMs: NOW + 3 * DAY_MS });
    const later = recordOutcome(off, ask("gap", 0, 2), joined(0), NOW + 8 * DAY_MS);
    expect(later.refused).toEqual({});
  });

  it("tries again after a failure, and lets the next in the order try after three in a row", () => {
    let coin: CoinBackfill | undefined;
    for (let count = 1; count <= 3; count += 1) {
      expect(coin?.refused ?? {}).toEqual({});
      coin = recordOutcome(coin, ask("first", -400, 0), failed, NOW);
      expect(coin).toMatchObject({ attempts: count, lastError: "503" });
    }
    expect(coin?.refused["daily:defillama"]).toEqual({ untilMs: NOW + DAY_MS, reason: "503" });
    for (const days of [2, 4, 7, 7]) {
      coin = recordOutcome(coin, ask("first", -400, 0), failed, NOW);
      expect(coin.refused["daily:defillama"]?.untilMs).toBe(NOW + days * DAY_MS);
    }
    const once = recordOutcome(first, ask("gap", 0, 1), failed, NOW);
    expect(once.failures).toEqual({ "daily:defillama": 1 });
    expect(recordOutcome(once, ask("gap", 0, 1), joined(0), NOW).failures).toEqual({});
  });
});

describe("the memories of two shards", () => {
  it("forget failures that a success came after, and keep those of one moment", () => {
    const before = recordOutcome(first, ask("gap", 0, 1), failed, NOW);
    const after = recordOutcome(before, ask("gap", 0, 1), joined(0), NOW + 1);
    const [a, b] = [{ coins: { a: before } }, { coins: { a: after } }];
    for (const merged of [mergeBackfillMemory(a, b), mergeBackfillMemory(b, a)])
      expect(merged.coins["a"]?.failures).toEqual({});
    const twice = recordOutcome(before, ask("gap", 0, 1), failed, NOW);
    expect(mergeBackfillMemory(a, { coins: { a: twice } }).coins["a"]?.failures).toEqual(twice.failures);
  });

  const gap = recordOutcome(first, ask("gap", 0, 2), joined(0), NOW + 1);
  const older = recordOutcome(first, ask("older", -800, -400), failed, NOW + 2);

  it("become one with the further progress of each, in either order", () => {
    const [a, b] = [{ coins: { a: gap, x: first } }, { coins: { a: older, y: first } }];
    const merged = mergeBackfillMemory(a, b);
    expect(Object.keys(merged.coins)).toEqual(["a", "x", "y"]);
    expect(merged.coins["a"]).toMatchObject({ daily: gap.daily, lastError: "503", failures: older.failures });
    expect(mergeBackfillMemory(b, a)).toEqual(merged);
    expect(mergeBackfillMemory(merged, merged)).toEqual(merged);
  });

  it("ask an origin again when the later of the two says so", () => {
    const older = (asOfMs: number) => recordOutcome(first, ask("older", -800, -400), joined(), asOfMs);
    const [a, b] = [{ coins: { a: older(NOW) } }, { coins: { a: older(NOW + DAY_MS) } }];
    for (const merged of [mergeBackfillMemory(a, b), mergeBackfillMemory(b, a)]) {
      expect(merged.coins["a"]?.daily?.ended).toEqual({ defillama: NOW + 61 * DAY_MS });
    }
  });
});
