import { describe, expect, it } from "vitest";
import { fillPartition, type Partition } from "../../../build/crypto/history/partition.ts";
import { listNames } from "../../../build/crypto/history/partition-document.ts";
import { publishBackfilledDays } from "../../../build/crypto/history/publish-backfilled-days.ts";
import { isNewDay } from "../../../build/crypto/history/update-series.ts";
import type { StateStore } from "../../../build/kit/platform/platform.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";

const TODAY = Date.UTC(2026, 10, 20);
const DAY_MS = 86_400_000;
const open = { rows: 1, closed: false, reopen: "test" };
const own = (timeMs: number, price: number): Partition => ({
  times: [timeMs],
  coins: { a: { prices: [price], marketCaps: [null], totalVolumes: [null] } },
});
const filled = (timeMs: number, price: number): Partition =>
  fillPartition({ times: [], coins: {} }, "a", [{ timeMs, price, marketCap: null, totalVolume: null }], "kraken");

function openFilled(daily: Partition): StateStore {
  const state = createMemoryStateStore({ now: () => TODAY });
  state.write("daily/2026", daily, open);
  state.write("backfill-days/2026", filled(TODAY - 2 * DAY_MS, 7), open);
  return state;
}
const readTimes = async (state: StateStore) => (await state.read<Partition>("daily/2026"))?.times;

describe("days that were filled in", () => {
  it("are published with the first build of the next day", async () => {
    const state = openFilled(own(TODAY - DAY_MS, 1));
    await publishBackfilledDays(state, TODAY, false);
    expect(await readTimes(state)).toEqual([TODAY - DAY_MS]);
    await publishBackfilledDays(state, TODAY, true);
    expect(await readTimes(state)).toEqual([TODAY - 2 * DAY_MS, TODAY - DAY_MS]);
    expect(listNames(state, "backfill-days/")).toEqual([]);
  });

  it("do not wait while no day is our own", async () => {
    const state = openFilled(filled(TODAY - 3 * DAY_MS, 7));
    await publishBackfilledDays(state, TODAY, false);
    expect(await readTimes(state)).toEqual([TODAY - 3 * DAY_MS, TODAY - 2 * DAY_MS]);
  });

  it("wait also where filled hours closed all days that builds observed", async () => {
    const state = openFilled(filled(TODAY - 3 * DAY_MS, 7));
    state.write("hourly/2026-11-17", own(TODAY - 3 * DAY_MS, 6), open);
    await publishBackfilledDays(state, TODAY, false);
    expect(await readTimes(state)).toEqual([TODAY - 3 * DAY_MS]);
  });

  it("never replace a point that is served", async () => {
    const state = openFilled(own(TODAY - 2 * DAY_MS, 1));
    await publishBackfilledDays(state, TODAY, true);
    expect((await state.read<Partition>("daily/2026"))?.coins["a"]?.prices).toEqual([1]);
  });

  it("replace an observed price for good: a copy that has it is not united any more", async () => {
    const state = openFilled(own(TODAY - 2 * DAY_MS, 1));
    state.write("hours/2026-11", filled(TODAY - DAY_MS - 3_600_000, 7), open);
    await state.commit();
    const before = state.find("daily/2026")?.revision ?? 0;
    await publishBackfilledDays(state, TODAY, true);
    await state.commit();
    expect((await state.read<Partition>("daily/2026"))?.coins["a"]).toMatchObject({ prices: [7], origins: [0] });
    expect(state.find("daily/2026")?.revision).toBe(before + 1);
  });

  it("replace another price of their day only with that of its last hour", async () => {
    const day = TODAY - 60 * DAY_MS;
    const publish = async (published: number, waiting: number, lastHour?: number) => {
      const state = createMemoryStateStore({ now: () => TODAY });
      state.write("daily/2026", filled(day, published), open);
      state.write("backfill-days/2026", filled(day, waiting), open);
      if (lastHour !== undefined) state.write("hours/2026-09", filled(day + DAY_MS - 3_600_000, lastHour), open);
      await publishBackfilledDays(state, TODAY, true);
      return (await state.read<Partition>("daily/2026"))?.coins["a"]?.prices;
    };
    expect(await publish(100, 101, 101)).toEqual([101]);
    // A copy had the document with the earlier price, which was published before.
    expect(await publish(101, 100, 101)).toEqual([101]);
    expect(await publish(101, 100)).toEqual([101]);
  });
});

it("a day is new until it has a sample", () => {
  const state = openFilled(own(TODAY - DAY_MS, 1));
  state.write("samples/2026-11-19", own(TODAY - DAY_MS, 1), open);
  expect(isNewDay(state, TODAY)).toBe(true);
  state.write("samples/2026-11-20", own(TODAY, 1), open);
  expect(isNewDay(state, TODAY)).toBe(false);
});
