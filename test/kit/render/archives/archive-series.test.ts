import { describe, expect, it } from "vitest";
import type { Partition } from "../../../../build/crypto/history/partition.ts";
import { fillPartition } from "../../../../build/crypto/history/partition.ts";
import { fearGreedArchive } from "../../../../build/crypto/render/archives/tables/dataset-tables.ts";
import { coinHistory, daily, hourly, prices } from "../../../../build/crypto/render/archives/tables/point-tables.ts";
import { COMPUTED_LICENSE_URL } from "../../../../build/kit/api/license.ts";
import { NO_ARCHIVE_MEMORY } from "../../../../build/kit/render/archives/archive-memory.ts";
import { DAY_MS, HOUR_MS } from "../../../../build/lib/time.ts";
import { gatherArchives, startRun } from "../../../fixtures/archive-run.ts";
import { buildWorld } from "../../../fixtures/small-world.ts";

const NOON = Date.UTC(2026, 10, 20, 12);
const HEADER = ",id,price,market_cap,total_volume,origin\r\n";
const points = [prices, hourly, daily, coinHistory];

describe("archives of the series", () => {
  it("writes all samples, but only closed hours and days", async () => {
    const run = startRun(points);
    await run.build(NOON, { bitcoin: 1, ethereum: 0.1 });
    await run.build(NOON + 40 * 60_000, { bitcoin: 2 });
    expect(run.names()).toEqual(["prices-2026-11-20"]);
    expect(run.csv("prices-2026-11-20")).toBe(
      `time${HEADER}2026-11-20T12:00:00Z,bitcoin,1.0,10.0,32000000000.0,\r\n2026-11-20T12:40:00Z,bitcoin,2.0,20.0,32000000000.0,\r\n2026-11-20T12:00:00Z,ethereum,0.1,1.0,32000000000.0,\r\n`,
    );
    await run.build(NOON + DAY_MS, { bitcoin: 3 });
    expect(run.names()).toEqual([
      "prices-2026-11-20",
      "prices-2026-11-21",
      "hourly-2026-11",
      "daily-2026",
      "history-bitcoin",
    ]);
    expect(run.csv("hourly-2026-11")).toBe(
      `time${HEADER}2026-11-20T12:00:00Z,bitcoin,2.0,20.0,32000000000.0,\r\n2026-11-20T12:00:00Z,ethereum,0.1,1.0,32000000000.0,\r\n`,
    );
    expect(run.csv("daily-2026")).toBe(
      `date${HEADER}2026-11-20,bitcoin,2.0,20.0,32000000000.0,\r\n2026-11-20,ethereum,0.1,1.0,32000000000.0,\r\n`,
    );
    expect(run.csv("history-bitcoin")).toBe(`date${HEADER}2026-11-20,bitcoin,2.0,20.0,32000000000.0,\r\n`);
  });

  it("names origin and terms of a filled point", async () => {
    const run = startRun(points);
    await run.build(NOON, { bitcoin: 1 });
    await run.build(NOON + DAY_MS, { bitcoin: 3 });
    const point = { timeMs: NOON - 12 * HOUR_MS - DAY_MS, price: 9, marketCap: null, totalVolume: null };
    await run.edit<Partition>("daily/2026", (year) => fillPartition(year, "bitcoin", [point], "kraken"));
    await run.build(NOON + DAY_MS + HOUR_MS, { bitcoin: 3 });
    expect(run.csv("history-bitcoin")).toContain("2026-11-19,bitcoin,9.0,,,kraken\r\n2026-11-20,bitcoin,1.0,");
    expect(run.entry("history-bitcoin")).toMatchObject({
      license: expect.stringMatching(/^CC0-1.0 for what the project computes, .*; kraken terms$/),
      sources: ["gecko", "kraken"],
    });
    expect(run.entry("hourly-2026-11")?.license).toBe("CC0-1.0");
    const document = JSON.parse(Buffer.from(run.site.get("api/data/datapackage.json")!).toString());
    const resource = document.resources.find(({ name }: { name: string }) => name === "history-bitcoin");
    expect(resource.licenses).toEqual([
      { path: COMPUTED_LICENSE_URL, title: expect.stringMatching(/^CC0-1.0 for what the project computes, /) },
      { path: "https://kraken.example/terms", title: "kraken terms" },
    ]);
  });

  it("keeps naming the sources of earlier rows when they are gone", async () => {
    const run = startRun([daily, fearGreedArchive]);
    await run.build(NOON, { bitcoin: 1 });
    await run.build(NOON + DAY_MS, { bitcoin: 2 });
    const { datasets, fearGreed } = buildWorld().market;
    const isLeft = ({ source }: { source: string }) => source !== "kraken" && source !== "alternative";
    const index = datasets.find(({ source }) => source === "example");
    await run.build(
      NOON + 2 * DAY_MS,
      { bitcoin: 3 },
      {
        datasets: [...datasets.filter(isLeft), { ...index!, kind: "index" }],
        fearGreed: [{ ...fearGreed[0]!, timeMs: NOON + 2 * DAY_MS }],
      },
    );
    expect(run.csv("daily-2026").trim().split("\r\n")).toHaveLength(3);
    expect(run.entry("daily-2026")?.sources).toEqual(["gecko", "kraken"]);
    expect(run.entry("fear-greed")).toMatchObject({ sources: ["alternative", "example"] });
    expect(run.entry("fear-greed")?.license).toBe("alternative terms; example terms");
  });

  it("lists hours and days without a point of our own, also across two files, with the reason", async () => {
    const run = startRun(points);
    const start = Date.UTC(2026, 9, 31, 1);
    for (const hours of [0, 3, 22, 48, 72]) await run.build(start + hours * HOUR_MS, { bitcoin: 1 });
    const reason = "no build published a price of its own in these hours; what rows there are come from elsewhere";
    const hour = (at: number) => start + at * HOUR_MS;
    expect(run.entry("hourly-2026-10")?.gaps).toEqual([
      { fromMs: Date.UTC(2026, 9, 1), toMs: hour(-1), reason },
      { fromMs: hour(1), toMs: hour(2), reason },
      { fromMs: hour(4), toMs: hour(21), reason },
    ]);
    expect(run.entry("hourly-2026-11")?.gaps).toEqual([{ fromMs: hour(23), toMs: hour(47), reason }]);
    const dayReason =
      "no build published a closing price of its own on these days; what rows there are come from elsewhere";
    expect(run.entry("daily-2026")?.gaps).toEqual([
      { fromMs: Date.UTC(2026, 0, 1), toMs: Date.UTC(2026, 9, 30), reason: dayReason },
      { fromMs: Date.UTC(2026, 10, 1), toMs: Date.UTC(2026, 10, 1), reason: dayReason },
    ]);
  });

  it("lists an outage that was filled in from elsewhere, but not rows from before the first build", async () => {
    const run = startRun(points);
    for (const days of [0, 3]) await run.build(NOON + days * DAY_MS, { bitcoin: 1, ethereum: 1 });
    const midnight = NOON - 12 * HOUR_MS;
    const filled = [-3, -2, 1, 2].map((day) => ({
      timeMs: midnight + day * DAY_MS,
      price: 9,
      marketCap: null,
      totalVolume: null,
    }));
    await run.edit<Partition>("daily/2026", (year) => fillPartition(year, "bitcoin", filled, "kraken"));
    await run.build(NOON + 3 * DAY_MS + HOUR_MS, { bitcoin: 1, ethereum: 1 });
    const gaps = (name: string) => run.entry(name)?.gaps.map(({ fromMs, toMs }) => [fromMs, toMs]);
    const day = (at: number) => midnight + at * DAY_MS;
    const known = [
      [day(-1), day(-1)],
      [day(1), day(2)],
    ];
    expect(run.csv("daily-2026")).toContain("2026-11-21,bitcoin,9.0,,,kraken");
    expect(gaps("daily-2026")).toEqual([[Date.UTC(2026, 0, 1), day(-4)], ...known]);
    expect(gaps("history-bitcoin")).toEqual(known);
    // A coin without later rows has no hole.
    expect(gaps("history-ethereum")).toEqual([]);
  });

  it("names the file of a coin by its key, valid in a data package", async () => {
    const run = startRun(points);
    await run.build(NOON, { "dollar-pepe": 1 });
    await run.build(NOON + DAY_MS, { "dollar-pepe": 1 });
    const memory = { ...NO_ARCHIVE_MEMORY, series: run.state };
    const world = buildWorld({ asOfMs: NOON + DAY_MS });
    const { entries, artifacts } = await gatherArchives(world, memory, [coinHistory]);
    expect(entries.map(({ filename }) => filename)).toEqual(["history-dollar-pepe.csv.gz"]);
    expect(JSON.parse(String(artifacts.at(-1)?.body)).resources[0]).toMatchObject({
      name: "history-dollar-pepe",
      path: "download/history-dollar-pepe.csv.gz",
    });
  });
});
