import { describe, expect, it } from "vitest";
import { STATE_KINDS } from "../../../build/cli/state-kinds.ts";
import { updateDatasets } from "../../../build/history/datasets/datasets.ts";
import { listFixingDays, NO_FIXINGS, readFixings } from "../../../build/history/datasets/fixings.ts";
import { removeRestricted } from "../../../build/history/remove-restricted.ts";
import type { FixingDay } from "../../../build/market/market.ts";
import { createMemoryStateStore } from "../../../build/platform/state/memory-state-store.ts";
import { sources } from "../../../build/sources/registry.ts";
import { makeMarket, NOTHING } from "../../fixtures/market.ts";

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
  it("are the union of all that was read, by year; a shorter answer removes nothing", async () => {
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
    await removeRestricted(state, sources, []);
    expect(await listFixingDays(state)).toEqual(["2026-11-19"]);
    const restricted = sources.map((source) =>
      source.id === "ecb" ? { ...source, redistribution: "restricted" as const } : source,
    );
    await removeRestricted(state, restricted, []);
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
    });
    expect((await readFixings(state, Date.parse("2026-11-18"))).days).toEqual(["2025-12-31", "2026-11-18"]);
    expect(await readFixings(state, Date.parse("2025-12-30"))).toEqual(NO_FIXINGS);
  });

  it("have eight significant digits, the euro twelve", async () => {
    const state = await keep([day("2026-11-19", { EUR: 0.888730892286, JPY: 145.183078564 })]);
    expect((await readFixings(state, LATER)).rates).toEqual({ EUR: [0.888730892286], JPY: [145.18308] });
  });
});
