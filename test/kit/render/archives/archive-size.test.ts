import { describe, expect, it } from "vitest";
import type { Partition } from "../../../../build/crypto/history/partition.ts";
import { listPointParts } from "../../../../build/crypto/render/archives/tables/point-parts.ts";
import { daily, prices } from "../../../../build/crypto/render/archives/tables/point-tables.ts";
import { listTimes, splitByStep } from "../../../../build/crypto/render/archives/tables/slice.ts";
import type { ArchivePart } from "../../../../build/kit/render/archives/archive.ts";
import { renderArchive } from "../../../../build/kit/render/archives/render-archive.ts";
import { OperationalError } from "../../../../build/lib/operational-error.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../build/lib/time.ts";
import { buildWorld } from "../../../fixtures/small-world.ts";

const START = Date.UTC(2026, 10, 1);

/** Two coins at every time of a day. */
function makeDay(day: number, hours: readonly number[]): Partition {
  const times = hours.map((hour) => START + day * DAY_MS + hour * HOUR_MS);
  const column = times.map((time) => time / HOUR_MS);
  const columns = { prices: column, marketCaps: column, totalVolumes: times.map(() => null) };
  return { times, coins: { a: columns, b: columns } };
}

const days = [0, 1, 2, 3].map((day) => makeDay(day, [0, 1, 2]));

describe("the size of archives", () => {
  it("cuts a period between two days, before a file gets too long, and not within a day", () => {
    const groups = splitByStep(days, Number.POSITIVE_INFINITY, 13);
    expect(groups.map((group) => group.map(({ partition }) => days.indexOf(partition)))).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(splitByStep(days, Number.POSITIVE_INFINITY, 1)).toHaveLength(4);
    expect(splitByStep(days, START + DAY_MS + HOUR_MS, 100).map(listTimes)).toEqual([
      [0, 1, 2, 24].map((hour) => START + hour * HOUR_MS),
    ]);
  });

  it("cuts within a partition of many days", () => {
    const year: Partition = {
      times: [0, 1, 2].map((day) => START + day * DAY_MS),
      coins: { a: { prices: [1, null, 3], marketCaps: [1, null, 3], totalVolumes: [1, null, 3] } },
    };
    expect(
      splitByStep([year], Number.POSITIVE_INFINITY, 1).map((group) =>
        group.map(({ fromRow, toRow }) => [fromRow, toRow]),
      ),
    ).toEqual([[[0, 2]], [[2, 3]]]);
  });

  it("cuts a day of frequent builds of many coins between two hours", async () => {
    const times = Array.from({ length: 288 }, (_, at) => START + at * 5 * MINUTE_MS + 1);
    const column = times.map(() => 1);
    const columns = { prices: column, marketCaps: column, totalVolumes: column };
    const coins = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`coin-${at}`, columns]));
    const series = {
      list: () => [{ name: "samples/2026-11-01", rows: 864_000, closed: true }],
      read: async <T>() => ({ times, coins }) as T,
    };
    const found: ArchivePart[] = [];
    for await (const part of prices.parts(buildWorld({ asOfMs: START + DAY_MS }), series)) found.push(part);
    expect(found.map(({ name, periodStartMs, gaps }) => [name, periodStartMs, gaps])).toEqual([
      ["prices-2026-11-01", START + 1, []],
      ["prices-2026-11-01-2", START + 22 * HOUR_MS + 1, []],
    ]);
  });

  it("names the first file after the period, and lists the gaps of each file", () => {
    const period = {
      name: "hourly-2026-11",
      startMs: START,
      endMs: START + 30 * DAY_MS,
      partitions: [days[0]!, days[1]!],
    };
    const parts = [
      ...listPointParts([period], {
        stepMs: HOUR_MS,
        reason: "why",
        endMs: START + 9 * DAY_MS,
        maxRows: 6,
        keepsAll: false,
      }),
    ];
    expect(parts.map(({ name, period, periodStartMs }) => [name, period, periodStartMs])).toEqual([
      ["hourly-2026-11", "hourly-2026-11", START],
      ["hourly-2026-11-2", "hourly-2026-11", START + DAY_MS],
    ]);
    const gap = { fromMs: START + 3 * HOUR_MS, toMs: START + 23 * HOUR_MS, reason: "why" };
    expect(parts.map(({ gaps }) => gaps)).toEqual([[gap], []]);
    expect(parts.map(({ rows }) => [...rows].map(({ id }) => id).join(""))).toEqual(["aaabbb", "aaabbb"]);
  });

  it("refuses a file that a host would refuse, with its name and its size", async () => {
    const part: ArchivePart = {
      name: "daily-2026",
      periodStartMs: START,
      periodEndMs: START,
      closesAtMs: null,
      gaps: [],
      rows: [{ timeMs: START, id: "a", price: 1, marketCap: null, totalVolume: null, origin: null }],
    };
    const { body } = await renderArchive(daily, part, buildWorld());
    await expect(renderArchive(daily, part, buildWorld(), body.length)).resolves.toBeDefined();
    const refusal = renderArchive(daily, part, buildWorld(), body.length - 1);
    await expect(refusal).rejects.toBeInstanceOf(OperationalError);
    await expect(refusal).rejects.toThrow(
      `The archive daily-2026.csv.gz is too large for some hosts: 1 rows make ${body.length} bytes, and ${body.length - 1} are the most`,
    );
  });
});
