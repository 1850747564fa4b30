import { describe, expect, it } from "vitest";
import { STATE_KINDS } from "../../../../build/app/run/state-kinds.ts";
import { updateDatasets } from "../../../../build/crypto/history/datasets/datasets.ts";
import { listFixingDays, NO_FIXINGS, readFixings } from "../../../../build/crypto/history/datasets/fixings.ts";
import { removeRestricted } from "../../../../build/crypto/history/remove-restricted.ts";
import type { FixingDay } from "../../../../build/crypto/market/model/market.ts";
import { sources } from "../../../../build/crypto/sources/registry.ts";
import { createMemoryStateStore } from "../../../../build/kit/platform/state/memory-state-store.ts";
import { DAY_MS, renderDay } from "../../../../build/lib/time.ts";
import { makeMarket, NOTHING } from "../../../fixtures/market.ts";

const day = (date: string, rates: Record<string, number>): FixingDay => ({ date, source: "ecb", rates });
const LATER = Date.parse("2030-01-01");

async function keep(...builds: FixingDay[][]) {
  const state = createMemoryStateStore({ now: () => 0 });
  for (const fixings of builds) {
    await updateDatasets(state, makeMarket({ ...NOTHING, asOfMs: Date.parse("2026-11-20T16:00:00Z"), fixings }));
    await state.commit();
  }
  return state;
}

describe("the kept fixings", () => {
  it("are the union of all responses, by year; a shorter response removes nothing", async () => {
    const whole = [day("2025-12-31", { EUR: 0.85 }), day("2026-11-19", { EUR: 0.9 })];
    const state = await keep(whole, [day("2026-11-20", { EUR: 0.91 })], [day("2026-11-18", { EUR: 0.89 })], []);
    expect(state.list("fixings/").map(({ name, closed }) => [name, closed])).toEqual([
      ["fixings/2025", true],
      ["fixings/2026", false],
    ]);
    expect(await listFixingDays(state)).toEqual(["2025-12-31", "2026-11-18", "2026-11-19", "2026-11-20"]);
    expect((await readFixings(state, LATER)).rates["EUR"]).toEqual([0.85, 0.89, 0.9, 0.91]);
  });

  it("never change: another rate of a known day is ignored, a missing one is added", async () => {
    const first = day("2026-11-19", { EUR: 0.9 });
    const state = await keep([first], [day("2026-11-19", { EUR: 0.91, JPY: 150 })]);
    expect((await readFixings(state, LATER)).rates).toEqual({ EUR: [0.9] });
    const more = await keep([first], [day("2026-11-19", { EUR: 0.9, JPY: 150 })], [first]);
    expect((await readFixings(more, LATER)).rates).toEqual({ EUR: [0.9], JPY: [150] });
  });

  it("are joined with those of another state", () => {
    const a = [day("2026-11-18", { EUR: 0.9 }), day("2026-11-19", { EUR: 0.91 })];
    const b = [day("2026-11-17", { EUR: 0.88 }), day("2026-11-19", { EUR: 0.5 })];
    const kind = STATE_KINDS["fixings/"];
    expect(kind?.merge?.(a, b)).toEqual({ value: [b[0], a[0], a[1]], rows: 3 });
    expect(kind?.accepts?.(a, "fixings/2026")).toBe(true);
    expect(kind?.accepts?.(a, "fixings/2025")).toBe(false);
    expect(kind?.accepts?.([{ ...a[0], rates: { EUR: "0.9" } }], "fixings/2026")).toBe(false);
  });

  it("stay in a state of open sources, but not those of a source that became restricted", async () => {
    const state = await keep([day("2026-11-19", { EUR: 0.9 })]);
    await removeRestricted(state, sources, {});
    expect(await listFixingDays(state)).toEqual(["2026-11-19"]);
    const restricted = sources.map((source) =>
      source.id === "ecb" ? { ...source, terms: { ...source.terms, class: "restricted" as const } } : source,
    );
    await removeRestricted(state, restricted, {});
    expect(await listFixingDays(state)).toEqual([]);
  });
});

describe("the published fixings", () => {
  it("are columns of the currencies that are still fixed, null without a fixing", async () => {
    const state = await keep([
      day("2025-12-31", { EUR: 0.85, BGN: 1.66 }),
      day("2026-11-18", { EUR: 0.9, JPY: 150 }),
      day("2026-11-19", { EUR: 0.91 }),
    ]);
    expect(await readFixings(state, LATER)).toEqual({
      days: ["2025-12-31", "2026-11-18", "2026-11-19"],
      rates: { EUR: [0.85, 0.9, 0.91], JPY: [null, 150, null] },
      sources: ["ecb"],
      version: expect.stringMatching(/^2026-11-19 fixings\/2025 [0-9a-f]{64} fixings\/2026 [0-9a-f]{64}$/),
    });
    const earlier = await readFixings(state, Date.parse("2026-11-18"));
    expect(earlier.version).toMatch(/^2026-11-18 /);
    expect((await readFixings(state, Date.parse("2026-11-18"))).days).toEqual(["2025-12-31", "2026-11-18"]);
    expect(await readFixings(state, Date.parse("2025-12-30"))).toEqual(NO_FIXINGS);
    state.write("fixings/2026", []);
    expect((await readFixings(state, LATER)).version).toBeUndefined();
  });

  it("have eight significant digits, the euro twelve", async () => {
    const state = await keep([day("2026-11-19", { EUR: 0.888730892286, JPY: 145.183078564 })]);
    expect((await readFixings(state, LATER)).rates).toEqual({ EUR: [0.888730892286], JPY: [145.18308] });
  });
});

describe("a published fixing", () => {
  const FIRST = Date.parse("2026-01-05");
  const read = async (rates: readonly number[], gapMs = 0) => {
    const warnings: string[] = [];
    const times = rates.map((_, at) => FIRST + at * DAY_MS + (at >= rates.length / 2 ? gapMs : 0));
    const state = await keep(rates.map((JPY, at) => day(renderDay(times[at]!), { EUR: 0.9, JPY })));
    const fixings = await readFixings(state, times.at(-1)!, (message) => warnings.push(message));
    return { column: fixings.rates["JPY"]!, warnings };
  };
  const series = (wrong: readonly number[], factor: number, length = 40) =>
    Array.from({ length }, (_, at) => (wrong.includes(at) ? factor : 1) * (100 + at));

  it.each([
    ["a decimal point moved", [20], 100],
    ["it was inverted", [20], 0.01],
    ["five days were wrong", [20, 21, 22, 23, 24], 1_000],
    ["it is the oldest", [0], 10],
    ["one day followed", [38], 10],
  ])("is left out where %s", async (_name, wrong, factor) => {
    const { column, warnings } = await read(series(wrong, factor));
    expect(column).toEqual(series([], 1).map((rate, at) => (wrong.includes(at) ? null : rate)));
    const recent = wrong.filter((at) => at >= 9);
    expect(warnings).toHaveLength(recent.length);
    if (recent.length > 0) expect(warnings[0]).toMatch(/^fixings: JPY of 2026-0\d-\d\d contradicts the days around$/);
  });

  it("stays where the currency fell for good, or was not fixed for years", async () => {
    const fell = Array.from({ length: 40 }, (_, at) => (at < 20 ? 20 : 41));
    expect(await read(fell)).toEqual({ column: fell, warnings: [] });
    // The krona: from 155 to 305 in October 2008, then 290, and 125 in February 2018.
    const krona = [...Array(12).fill(155), 164, 195, 250, ...Array(9).fill(305), 290, ...Array(25).fill(125)];
    expect(await read(krona, 9 * 365 * DAY_MS)).toEqual({ column: krona, warnings: [] });
  });

  it("of the newest day stays: the current rates judged it", async () => {
    expect((await read(series([39], 10))).column.at(-1)).toBe(1_390);
  });
});
