import { beforeEach, describe, expect, test } from "vitest";
import { EMPTY_PARTITION, fillPartition, type Partition } from "../../../build/crypto/history/partition.ts";
import type { SampledMarket } from "../../../build/crypto/history/update-series.ts";
import { updateSeries } from "../../../build/crypto/history/update-series.ts";
import type { StateStore } from "../../../build/kit/platform/platform.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { createSampledMarket } from "./sampled-market.ts";

let state: StateStore;
let warnings: string[];

beforeEach(() => {
  state = createMemoryStateStore({ now: () => 0 });
  warnings = [];
});

async function build(market: SampledMarket, isClockConfirmed = true): Promise<void> {
  await updateSeries(state, market, (message) => warnings.push(message), isClockConfirmed);
  await state.commit();
}

async function fill(name: string, time: string, price: number, closed: boolean): Promise<void> {
  const before = (await state.read<Partition>(name)) ?? EMPTY_PARTITION;
  const point = { timeMs: Date.parse(time), price, marketCap: null, totalVolume: null };
  state.write(name, fillPartition(before, "btc", [point], "coinbase"), { closed, reopen: "filled" });
  await state.commit();
}

const names = (prefix = "") => state.list(prefix).map(({ name }) => name);
const prices = async (name: string, coinId = "btc") => {
  const partition = await state.read<Partition>(name);
  return partition?.times.map((time, row) => [
    new Date(time).toISOString().slice(0, 16),
    partition.coins[coinId]?.prices[row] ?? null,
  ]);
};

describe("a sample", () => {
  test("holds own and reference prices of the build, never stale ones", async () => {
    await build({
      asOfMs: Date.parse("2026-11-20T10:00:00Z"),
      coins: [
        ...createSampledMarket(0, { btc: 1 }, "aggregated").coins,
        ...createSampledMarket(0, { eth: 2 }, "reference").coins,
        ...createSampledMarket(0, { doge: 3 }, "stale").coins,
        ...createSampledMarket(0, { none: null }).coins,
      ],
    });
    const samples = await state.read<Partition>("samples/2026-11-20");
    expect(Object.keys(samples?.coins ?? {})).toEqual(["btc", "eth"]);
    expect(samples?.coins["btc"]).toEqual({ prices: [1], marketCaps: [1_000], totalVolumes: [100] });
  });

  test("has the digits that are published", async () => {
    await build(createSampledMarket("2026-11-20T10:00:00Z", { btc: 0.1 + 0.2 }));
    expect(await prices("samples/2026-11-20")).toEqual([["2026-11-20T10:00", 0.3]]);
  });

  test("is replaced by a repeated build of the same time", async () => {
    await build(createSampledMarket("2026-11-20T10:00:00Z", { btc: 1 }));
    await build(createSampledMarket("2026-11-20T10:00:00Z", { btc: 2 }));
    expect(await prices("samples/2026-11-20")).toEqual([["2026-11-20T10:00", 2]]);
    expect(warnings).toEqual([]);
  });

  test("survives a repeated build that only has stale prices", async () => {
    await build(createSampledMarket("2026-11-20T10:00:00Z", { btc: 1 }));
    await build(createSampledMarket("2026-11-20T10:00:00Z", { btc: 1 }, "stale"));
    expect(await prices("samples/2026-11-20")).toEqual([["2026-11-20T10:00", 1]]);
  });

  test("is refused with a warning when it is older than the newest one", async () => {
    await build(createSampledMarket("2026-11-20T10:00:00Z", { btc: 1 }));
    await build(createSampledMarket("2026-11-20T09:59:59Z", { btc: 2 }));
    expect(await prices("samples/2026-11-20")).toEqual([["2026-11-20T10:00", 1]]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("2026-11-20T09:59:59Z");
    expect(warnings[0]).toContain("2026-11-20T10:00:00Z");
  });

  test("is refused in a day that is closed, even where its samples are gone", async () => {
    await fill("hourly/2026-11-20", "2026-11-20T10:00:00Z", 5, true);
    await build(createSampledMarket("2026-11-20T12:00:00Z", { btc: 2 }));
    expect(names()).toEqual(["hourly/2026-11-20"]);
    expect(warnings).toHaveLength(1);
  });

  test("is not made of a market without a fresh price", async () => {
    await build(createSampledMarket("2026-11-20T10:00:00Z", { btc: 1 }, "stale"));
    expect(names()).toEqual([]);
  });
});

describe("a day that is over", () => {
  test("is rolled up into hours and a day, and all of it is closed", async () => {
    await build(createSampledMarket("2026-11-19T10:05:00Z", { btc: 1 }));
    await build(createSampledMarket("2026-11-19T10:55:00Z", { btc: 2 }));
    await build(createSampledMarket("2026-11-19T23:10:00Z", { btc: 3 }));
    expect(names("hourly/")).toEqual([]);
    await build(createSampledMarket("2026-11-20T00:00:00Z", { btc: 4 }));
    expect(await prices("hourly/2026-11-19")).toEqual([
      ["2026-11-19T10:00", 2],
      ["2026-11-19T23:00", 3],
    ]);
    expect(await prices("daily/2026")).toEqual([["2026-11-19T00:00", 3]]);
    expect(state.list().map(({ name, closed, rows }) => [name, closed, rows])).toEqual([
      ["daily/2026", false, 1],
      ["hourly/2026-11-19", true, 2],
      ["samples/2026-11-19", true, 3],
      ["samples/2026-11-20", false, 1],
    ]);
  });

  test("is rolled up by the next build, however many were missed", async () => {
    await build(createSampledMarket("2026-09-01T10:05:00Z", { btc: 1 }));
    await build(createSampledMarket("2026-11-20T00:00:00Z", { btc: 4 }));
    expect(await prices("daily/2026")).toEqual([["2026-09-01T00:00", 1]]);
    expect(names()).toEqual(["daily/2026", "hourly/2026-09-01", "samples/2026-09-01", "samples/2026-11-20"]);
  });

  test("is rolled up even by a build without any fresh price", async () => {
    await build(createSampledMarket("2026-11-19T10:05:00Z", { btc: 1 }));
    await build(createSampledMarket("2026-11-20T03:00:00Z", { btc: 1 }, "stale"));
    expect(await prices("daily/2026")).toEqual([["2026-11-19T00:00", 1]]);
  });

  test("belongs to the year that it is in, and the year is closed with it", async () => {
    await build(createSampledMarket("2026-12-31T23:59:59Z", { btc: 1 }));
    await build(createSampledMarket("2027-01-01T00:00:00Z", { btc: 2 }));
    await build(createSampledMarket("2027-01-02T00:00:00Z", { btc: 3 }));
    expect(state.list("daily/").map(({ name, closed }) => [name, closed])).toEqual([
      ["daily/2026", true],
      ["daily/2027", false],
    ]);
  });

  test("closes its year even when the last days of the year had no build", async () => {
    await build(createSampledMarket("2026-12-28T12:00:00Z", { btc: 1 }));
    await build(createSampledMarket("2026-12-29T12:00:00Z", { btc: 1 }));
    await build(createSampledMarket("2027-01-05T12:00:00Z", { btc: 2 }));
    expect(state.list("daily/").map(({ name, closed }) => [name, closed])).toEqual([["daily/2026", true]]);
  });

  test("is rolled up again when samples were added to it, which is remembered as a revision", async () => {
    await build(createSampledMarket("2026-11-19T10:05:00Z", { btc: 1 }));
    await build(createSampledMarket("2026-11-20T00:00:00Z", { btc: 4 }));
    const samples = (await state.read<Partition>("samples/2026-11-19")) as Partition;
    const point = { timeMs: Date.parse("2026-11-19T10:59:00Z"), price: 2, marketCap: null, totalVolume: null };
    const { origins: _, ...merged } = fillPartition(samples, "btc", [point], "other");
    delete merged.coins["btc"]?.origins;
    state.write("samples/2026-11-19", merged, { closed: false, reopen: "merged" });
    await state.commit();
    await build(createSampledMarket("2026-11-20T00:05:00Z", { btc: 4 }));
    expect(await prices("hourly/2026-11-19")).toEqual([["2026-11-19T10:00", 2]]);
    expect(state.list("hourly/").map(({ revision, closed }) => [revision, closed])).toEqual([[2, true]]);
  });
});

describe("points of another origin", () => {
  test("give way to our own when the day is rolled up, and stay where there are none", async () => {
    await build(createSampledMarket("2026-11-19T10:05:00Z", { btc: 1 }));
    await fill("hourly/2026-11-19", "2026-11-19T10:00:00Z", 90, false);
    await fill("hourly/2026-11-19", "2026-11-19T11:00:00Z", 91, false);
    await build(createSampledMarket("2026-11-20T00:00:00Z", { btc: 4 }));
    const hours = await state.read<Partition>("hourly/2026-11-19");
    expect(hours?.coins["btc"]).toMatchObject({ prices: [1, 91], origins: [null, 0] });
    expect(hours?.origins).toEqual(["coinbase"]);
  });

  test("are kept as a day when their hours expire and nothing else is known of the day", async () => {
    await fill("hourly/2026-09-01", "2026-09-01T10:00:00Z", 90, true);
    await fill("hourly/2026-09-01", "2026-09-01T11:00:00Z", 91, true);
    await build(createSampledMarket("2026-11-20T00:00:00Z", { btc: 4 }));
    expect(names("hourly/")).toEqual([]);
    expect(await prices("daily/2026")).toEqual([["2026-09-01T00:00", 91]]);
    expect((await state.read<Partition>("daily/2026"))?.origins).toEqual(["coinbase"]);
  });

  test("do not replace a day of our own when their hours expire", async () => {
    await build(createSampledMarket("2026-09-01T10:05:00Z", { btc: 1 }));
    await build(createSampledMarket("2026-09-02T00:00:00Z", { btc: 2 }));
    await fill("hourly/2026-09-01", "2026-09-01T23:00:00Z", 91, true);
    await build(createSampledMarket("2026-11-20T00:00:00Z", { btc: 4 }));
    expect(await prices("daily/2026")).toEqual([
      ["2026-09-01T00:00", 1],
      ["2026-09-02T00:00", 2],
    ]);
  });
});

describe("retention", () => {
  test("keeps samples until the whole day is three days old, and hours until it is 45 days old", async () => {
    await build(createSampledMarket("2026-10-01T00:00:00Z", { btc: 1 }));
    await build(createSampledMarket("2026-10-04T23:59:59Z", { btc: 2 }));
    expect(names("samples/")).toEqual(["samples/2026-10-01", "samples/2026-10-04"]);
    await build(createSampledMarket("2026-10-05T00:00:00Z", { btc: 3 }));
    expect(names("samples/")).toEqual(["samples/2026-10-04", "samples/2026-10-05"]);
    await build(createSampledMarket("2026-11-14T12:00:00Z", { btc: 4 }));
    await build(createSampledMarket("2026-11-15T23:59:59Z", { btc: 4 }));
    const kept = ["hourly/2026-10-04", "hourly/2026-10-05", "hourly/2026-11-14"];
    expect(names("hourly/")).toEqual(["hourly/2026-10-01", ...kept]);
    await build(createSampledMarket("2026-11-16T00:00:00Z", { btc: 5 }));
    expect(names("hourly/")).toEqual([...kept, "hourly/2026-11-15"]);
  });

  test("after a pause, deletes no hours until a day of builds is closed", async () => {
    await build(createSampledMarket("2026-10-01T00:00:00Z", { btc: 1 }));
    await build(createSampledMarket("2026-10-02T12:00:00Z", { btc: 2 }));
    await build(createSampledMarket("2026-11-16T12:00:00Z", { btc: 3 }));
    await build(createSampledMarket("2026-11-16T23:59:59Z", { btc: 4 }));
    await build(createSampledMarket("2026-11-17T00:00:00Z", { btc: 5 }));
    expect(names("hourly/")).toEqual(["hourly/2026-10-01", "hourly/2026-10-02", "hourly/2026-11-16"]);
    await build(createSampledMarket("2026-11-17T00:30:00Z", { btc: 6 }));
    expect(names("hourly/")).toEqual(["hourly/2026-11-16"]);
  });
});

describe("a clock that is far ahead", () => {
  test("expires nothing, and later builds succeed", async () => {
    await build(createSampledMarket("2026-11-20T10:00:00Z", { btc: 1 }));
    await build(createSampledMarket("2026-11-21T10:00:00Z", { btc: 2 }));
    const before = names();
    await build(createSampledMarket("2027-01-20T10:00:00Z", { btc: 9 }), false);
    expect(warnings).toEqual([expect.stringContaining("was a clock set forward?")]);
    expect(names()).toEqual(before);
    await build(createSampledMarket("2026-11-21T11:00:00Z", { btc: 3 }));
    expect(warnings).toHaveLength(1);
    expect(await prices("samples/2026-11-21")).toEqual([
      ["2026-11-21T10:00", 2],
      ["2026-11-21T11:00", 3],
    ]);
  });

  test("is accepted where the sources' clocks agree, also months after the last build", async () => {
    await build(createSampledMarket("2026-11-20T10:00:00Z", { btc: 1 }));
    await build(createSampledMarket("2027-01-20T10:00:00Z", { btc: 9 }), true);
    expect(warnings).toEqual([]);
    expect(await prices("samples/2027-01-20")).toEqual([["2027-01-20T10:00", 9]]);
    expect(await prices("daily/2026")).toEqual([["2026-11-20T00:00", 1]]);
  });
});
