import { describe, expect, it } from "vitest";
import { STATE_KINDS } from "../../../build/app/run/state-kinds.ts";
import { recordCorrections } from "../../../build/crypto/corrections/record-corrections.ts";
import { keepHours, LARGEST_COINS } from "../../../build/crypto/history/kept-hours.ts";
import type { Partition } from "../../../build/crypto/history/partition.ts";
import { isPartition, isPartitionName } from "../../../build/crypto/history/partition-document.ts";
import { PAST_HOURS } from "../../../build/crypto/history/past-hours-document.ts";
import { readHistory } from "../../../build/crypto/history/read-history.ts";
import { updateSeries } from "../../../build/crypto/history/update-series.ts";
import type { StateStore } from "../../../build/kit/platform/platform.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { DAY_MS, HOUR_MS, renderDay } from "../../../build/lib/time.ts";
import { createSampledMarket } from "./sampled-market.ts";

const START = Date.parse("2026-03-30T00:30:00Z");
const STEP = 6;
const NO_WARNING = (message: string) => expect.fail(message);

/** One build in so many hours from `START` on: each coin's price is the number of the hour. */
async function buildHours(state: StateStore, hours: number, coins: readonly string[]): Promise<number> {
  let asOfMs = START;
  for (let hour = 0; hour < hours; hour += STEP) {
    asOfMs = START + hour * HOUR_MS;
    const prices = Object.fromEntries(coins.map((id) => [id, hour + 1]));
    await updateSeries(state, createSampledMarket(asOfMs, prices), NO_WARNING);
    await state.commit();
  }
  return asOfMs;
}

const listPrices = (hours: number) => Array.from({ length: hours / STEP }, (_, at) => at * STEP + 1);
const openState = () => createMemoryStateStore({ now: () => START, kinds: STATE_KINDS });

describe("hours that are kept for good", () => {
  it("move to the document of their month when their day expires, and stay in the series", async () => {
    const state = openState();
    const days = 50;
    const asOfMs = await buildHours(state, days * 24, ["btc", "eth"]);
    const months = state.list("hours/");
    expect(months.map(({ name, closed }) => [name, closed])).toEqual([
      ["hours/2026-03", true],
      ["hours/2026-04", false],
    ]);
    const month = await state.read<Partition>("hours/2026-03");
    expect(month?.coins["btc"]).toEqual({ prices: listPrices(48) });
    expect(isPartition(month)).toBe(true);
    const history = await readHistory(state, new Map(), asOfMs);
    const { times, prices, marketCaps } = history.series("btc", "1h", 0, asOfMs);
    expect(prices).toEqual(listPrices(days * 24));
    expect(times).toEqual(prices.map((price) => START - HOUR_MS / 2 + (price - 1) * HOUR_MS));
    // Of kept hours only the price is known.
    expect(marketCaps[0]).toBeNull();
    expect(marketCaps.at(-1)).toBe((days * 24 - STEP + 1) * 1_000);
    // Without the day that is still open.
    expect(history.hourYears?.map(({ year, final, series }) => [year, final, series("eth").times.length])).toEqual([
      [2026, false, ((days - 1) * 24) / STEP],
    ]);
  });

  it("have one version in every build of a UTC day", async () => {
    const state = openState();
    const versions = new Map<string, Set<string | undefined>>();
    for (let at = 0; at < 3 * 24; at += STEP) {
      const asOfMs = START + at * HOUR_MS;
      await updateSeries(state, createSampledMarket(asOfMs, { btc: at + 1 }), NO_WARNING);
      await state.commit();
      const { hourYears = [] } = await readHistory(state, new Map(), asOfMs);
      const day = renderDay(asOfMs);
      for (const { version } of hourYears) versions.set(day, (versions.get(day) ?? new Set()).add(version));
    }
    expect([...versions].map(([day, { size }]) => [day, size])).toEqual([
      ["2026-03-30", 1],
      ["2026-03-31", 1],
      ["2026-04-01", 1],
    ]);
    expect(new Set([...versions.values()].flatMap((some) => [...some])).size).toBe(3);
  });

  it("are those of the largest coins, and of every coin that has hours of the year already", async () => {
    const state = openState();
    const startMs = Date.parse("2026-03-30T00:00:00Z");
    const day = (at: number, ids: readonly string[]) => ({
      startMs: startMs + at * DAY_MS,
      hours: {
        times: [startMs + at * DAY_MS],
        coins: Object.fromEntries(ids.map((id) => [id, { prices: [at + 1] }])),
      },
    });
    const coins = ["btc", "falling", "rising"];
    await keepHours(state, [day(0, coins)], ["btc", "falling"], startMs);
    await keepHours(state, [day(1, coins), day(2, coins)], ["btc", "rising"], startMs);
    expect((await state.read<Partition>("hours/2026-03"))?.coins).toEqual({
      btc: { prices: [1, 2] },
      falling: { prices: [1, 2] },
      rising: { prices: [null, 2] },
    });
    expect(Object.keys((await state.read<Partition>("hours/2026-04"))?.coins ?? {})).toEqual(coins);
    // With the next year only the largest coins go on.
    await keepHours(state, [day(300, coins)], ["btc", "rising"], startMs);
    expect(Object.keys((await state.read<Partition>("hours/2027-01"))?.coins ?? {})).toEqual(["btc", "rising"]);
  });

  it("are also those of a coin that was among the largest on their day, until the year is over", async () => {
    const state = openState();
    const largest = Array.from({ length: LARGEST_COINS }, (_, at) => `coin-${at}`);
    const day = (date: string, cap: number) => {
      const startMs = Date.parse(`${date}T00:00:00Z`);
      const caps = [...largest.map((id) => [id, 10] as const), ["falling", cap] as const];
      const coins = Object.fromEntries(caps.map(([id, marketCap]) => [id, { prices: [1], marketCaps: [marketCap] }]));
      return { startMs, hours: { times: [startMs], coins } };
    };
    const readFalling = async (name: string) => (await state.read<Partition>(name))?.coins["falling"]?.prices;
    await keepHours(state, [day("2027-01-10", 11), day("2027-01-11", 9)], largest, 0);
    await keepHours(state, [day("2027-02-01", 9), day("2028-01-01", 9)], largest, 0);
    expect(await readFalling("hours/2027-01")).toEqual([1, 1]);
    expect(await readFalling("hours/2027-02")).toEqual([1]);
    expect(await readFalling("hours/2028-01")).toBeUndefined();
  });

  it("change in a closed month only with a reason, which raises the revision of the coin's year", async () => {
    const state = openState();
    const asOfMs = await buildHours(state, 50 * 24, ["btc"]);
    const march = await state.read<Partition>("hours/2026-03");
    state.write("hours/2026-03", { ...march, coins: { btc: { prices: march?.coins["btc"]?.prices.map(() => 7) } } });
    await expect(state.commit()).rejects.toThrow("closed");
    state.rollback();
    const late: Partition = {
      times: [Date.parse("2026-03-31T05:00:00Z")],
      coins: { eth: { prices: [9], marketCaps: [9], totalVolumes: [9] } },
    };
    // A day of hours that another state still held.
    state.write("hourly/2026-03-31", late, { closed: true });
    await updateSeries(state, createSampledMarket(asOfMs + HOUR_MS, { btc: 1, eth: 1 }), NO_WARNING);
    await recordCorrections(state, { asOfMs: asOfMs + HOUR_MS });
    await recordCorrections(state, { asOfMs: asOfMs + HOUR_MS });
    await state.commit();
    expect(state.find("hours/2026-03")).toMatchObject({ closed: true, reopened: "hours were moved to their month" });
    const [year] = (await readHistory(state, new Map(), asOfMs + HOUR_MS)).hourYears ?? [];
    expect([year?.revision("btc"), year?.revision("eth")]).toEqual([1, 2]);
    expect(year?.series("eth").prices[0]).toBe(9);
  });

  it("are final once the year is over and all its days have moved", async () => {
    const state = openState();
    const month = { times: [Date.parse("2025-12-31T23:00:00Z")], coins: { btc: { prices: [5] } } };
    state.write("hours/2025-12", month, { closed: true });
    const asOfMs = await buildHours(state, 2, ["btc"]);
    const history = await readHistory(state, new Map(), asOfMs);
    const before = history.hourYears?.find(({ year }) => year === 2025);
    expect([before?.final, before?.revision("btc")]).toEqual([true, 1]);
    expect(before?.series("btc")).toMatchObject({ times: month.times, prices: [5] });
    state.write("hours/2025-12", month, { closed: false });
    const open = await readHistory(state, new Map(), asOfMs);
    expect(open.hourYears?.find(({ year }) => year === 2025)?.final).toBe(false);
  });

  it.each<[string, unknown, boolean]>([
    ["closes without a backfill", undefined, true],
    ["stays open until a backfill has read it", { reachedMs: {}, doneFromMs: null }, false],
  ])("a month whose last days no build saw %s", async (_, past, closed) => {
    const state = openState();
    state.write(PAST_HOURS, past);
    for (let at = 0; at < 55; at += 1) {
      const asOfMs = Date.parse("2026-04-27T12:00:00Z") + at * DAY_MS;
      if (renderDay(asOfMs) === "2026-04-29" || renderDay(asOfMs) === "2026-04-30") continue;
      await updateSeries(state, createSampledMarket(asOfMs, { btc: 1 }), NO_WARNING, true);
      await state.commit();
    }
    expect(state.find("hours/2026-04")?.closed).toBe(closed);
  });

  it("are joined with those of another state, hour by hour", async () => {
    const merge = STATE_KINDS["hours/"]?.merge;
    const at = (hour: number) => Date.parse("2026-03-01T00:00:00Z") + hour * HOUR_MS;
    const a = { times: [at(0), at(1)], coins: { btc: { prices: [1, 2], origins: [0, 0] } }, origins: ["binance"] };
    const b = { times: [at(1), at(2)], coins: { btc: { prices: [3, 4] }, eth: { prices: [null, 6] } } };
    expect(merge?.(a, b)).toEqual({
      rows: 4,
      value: {
        times: [at(0), at(1), at(2)],
        coins: { btc: { prices: [1, 3, 4], origins: [0, null, null] }, eth: { prices: [null, null, 6] } },
        origins: ["binance"],
      },
    });
  });

  it.each([
    ["hours/2026-03", "2026-03-01T00:00:00Z", true],
    ["hours/2026-03", "2026-03-31T23:00:00Z", true],
    ["hours/2026-03", "2026-04-01T00:00:00Z", false],
    ["hours/2026-03", "2026-02-28T23:00:00Z", false],
    ["hours/2026-03", "2026-03-01T00:00:01Z", false],
    ["daily/2026", "2026-12-31T00:00:00Z", true],
    ["daily/2026", "2026-12-31T12:00:00Z", false],
    ["daily/2026", "2027-01-01T00:00:00Z", false],
    ["samples/2026-03-01", "2026-03-01T09:17:31Z", true],
    ["samples/2026-03-01", "2026-03-02T00:00:00Z", false],
  ])("are refused in %s with a time that is not one of its steps: %s", (name, time, isAccepted) => {
    const partition = { times: [Date.parse(time)], coins: { btc: { prices: [1] } } };
    expect(STATE_KINDS[name.slice(0, name.indexOf("/") + 1)]?.accepts?.(partition, name)).toBe(isAccepted);
  });

  it("are refused with a price that is no finite number", () => {
    const text = '{"times":[1772323200000],"coins":{"btc":{"prices":[1e999]}}}';
    expect(STATE_KINDS["hours/"]?.accepts?.(JSON.parse(text), "hours/2026-03")).toBe(false);
  });

  it.each(["hours/2026", "hours/2026-13", "hours/2026-00", "hours/2026-11-20", "hours/x"])("%s is no name", (name) => {
    expect(isPartitionName(name)).toBe(false);
  });
});
