import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { EMPTY_PARTITION, fillPartition, type Partition } from "../../../../build/crypto/history/partition.ts";
import { daily, hourly, prices } from "../../../../build/crypto/render/archives/tables/point-tables.ts";
import { type ArchiveCatalogue, CATALOGUE_NAME } from "../../../../build/kit/render/archives/archive-memory.ts";
import { computeSha256 } from "../../../../build/lib/hash.ts";
import { DAY_MS, HOUR_MS } from "../../../../build/lib/time.ts";
import { type ArchiveRun, startRun } from "../../../fixtures/archive-run.ts";

/** The last day of a month. */
const START = Date.UTC(2026, 9, 31, 12);
const OCTOBER = "hourly-2026-10";
const FILE = `api/data/download/${OCTOBER}.csv.gz`;

async function buildDays(run: ArchiveRun, fromDay: number, toDay: number): Promise<void> {
  for (let day = fromDay; day <= toDay; day += 1) await run.build(START + day * DAY_MS, { bitcoin: 100 + day });
}

function repair(year: Partition): Partition {
  year.coins["bitcoin"]!.prices[0] = 99;
  return year;
}

function filled(time: string, price: number): Partition {
  const point = { timeMs: Date.parse(time), price, marketCap: null, totalVolume: null };
  return fillPartition(EMPTY_PARTITION, "bitcoin", [point], "kraken");
}

describe("revisions of archives", () => {
  it("completes a file two days after its period, and keeps its bytes from then on", async () => {
    const run = startRun([hourly, daily]);
    await buildDays(run, 0, 2);
    expect(run.entry(OCTOBER)).toMatchObject({ complete: false, revision: 0, superseded: [] });
    const bytes = run.site.get(FILE);
    await buildDays(run, 3, 3);
    expect(run.entry(OCTOBER)).toMatchObject({ complete: true, revision: 0, superseded: [] });
    expect(run.site.get(FILE)).toEqual(bytes);
    expect(run.entry("hourly-2026-11")?.complete).toBe(false);
  });

  it("raises the revision of a repaired file, lists the old checksum, and closes it again after two days", async () => {
    const run = startRun([hourly, daily]);
    await buildDays(run, 0, 3);
    const old = run.entry(OCTOBER)!.sha256;
    await run.edit("hourly/2026-10-31", repair);
    await run.build(START + 3 * DAY_MS + HOUR_MS, { bitcoin: 103 });
    const superseded = [{ revision: 0, sha256: old }];
    expect(run.entry(OCTOBER)).toMatchObject({ complete: false, revision: 1, superseded });
    expect(run.entry(OCTOBER)?.sha256).toBe(computeSha256(run.site.get(FILE)!));
    expect(run.csv(OCTOBER)).toContain(",bitcoin,99.0,");
    await buildDays(run, 4, 4);
    expect(run.entry(OCTOBER)).toMatchObject({ complete: false, revision: 1 });
    await buildDays(run, 6, 6);
    expect(run.entry(OCTOBER)).toMatchObject({ complete: true, revision: 1, superseded });
  });

  it("replaces a file that is not complete without a trace", async () => {
    const run = startRun([hourly]);
    await buildDays(run, 0, 1);
    await run.edit("hourly/2026-10-31", repair);
    await buildDays(run, 2, 3);
    expect(run.entry(OCTOBER)).toMatchObject({ revision: 0, superseded: [] });
    expect(run.csv(OCTOBER)).toContain(",bitcoin,99.0,");
  });

  it("keeps a month whose first days the state has forgotten as it was, and one that it has forgotten altogether", async () => {
    const run = startRun([hourly]);
    await buildDays(run, 0, 3);
    const bytes = run.site.get(FILE);
    const entry = run.entry(OCTOBER);
    await buildDays(run, 4, 60);
    expect(run.state.list("hourly/").map(({ name }) => name)[0]).toBe("hourly/2026-11-15");
    expect(run.site.get(FILE)).toEqual(bytes);
    expect(run.entry(OCTOBER)).toEqual(entry);
    const november = run.csv("hourly-2026-11").trim().split("\r\n");
    expect(november).toHaveLength(31);
    expect(november[1]).toContain("2026-11-01T12:00:00Z");
    expect(run.entry("hourly-2026-11")).toMatchObject({ complete: true, revision: 0, rows: 30 });
    expect(run.warnings).toEqual([]);
  });

  it("includes in a month the last day before an outage, backfilled hours, and the gap", async () => {
    const run = startRun([hourly]);
    const daysOf = async (...days: number[]) => {
      for (const day of days) await run.build(START + day * DAY_MS, { bitcoin: 100 + day });
    };
    await daysOf(1, 2, 3, 22, 50, 50.01);
    run.state.write("hourly/2026-11-25", filled("2026-11-25T03:00:00Z", 77), { closed: true });
    await run.state.commit();
    await daysOf(50.02, 51, 51.01, 54);
    expect(run.state.list("hourly/").map(({ name }) => name)).not.toContain("hourly/2026-11-01");
    expect(run.csv("hourly-2026-11").match(/2026-11-\d\d/g)).toEqual(
      ["01", "02", "03", "22", "25"].map((day) => `2026-11-${day}`),
    );
    const gaps = run.entry("hourly-2026-11")?.gaps ?? [];
    expect(gaps.at(-1)).toMatchObject({ fromMs: Date.UTC(2026, 10, 22, 13), toMs: Date.UTC(2026, 10, 30, 23) });
    expect(run.entry("hourly-2026-11")).toMatchObject({ complete: true, revision: 0 });
  });

  it("lists only gaps of its own day, also after a long pause and when the days before are removed", async () => {
    const run = startRun([prices]);
    await buildDays(run, 0, 0);
    await buildDays(run, 26, 26);
    const gapsOf = (name: string) => run.entry(name)?.gaps.map(({ fromMs, toMs }) => [fromMs, toMs]);
    const hour = (at: number) => Date.UTC(2026, 10, 26, at);
    const known = [
      [hour(0), hour(11)],
      [hour(13), hour(23)],
    ];
    expect(gapsOf("prices-2026-11-26")).toEqual([known[0]]);
    await buildDays(run, 27, 28);
    expect(gapsOf("prices-2026-11-26")).toEqual(known);
    await buildDays(run, 29, 29);
    expect(run.names()[0]).toBe("prices-2026-11-26");
    expect(run.entry("prices-2026-11-26")?.complete).toBe(true);
    expect(gapsOf("prices-2026-11-26")).toEqual(known);
  });

  it("keeps the gaps of a complete month while the state forgets the month before", async () => {
    const run = startRun([hourly]);
    await buildDays(run, 0, 0);
    run.state.write("hourly/2026-11-02", filled("2026-11-02T03:00:00Z", 77), { closed: true });
    await run.state.commit();
    await buildDays(run, 4, 34);
    const november = run.entry("hourly-2026-11")!;
    expect(november).toMatchObject({ complete: true });
    expect(november.gaps[0]).toMatchObject({ fromMs: Date.UTC(2026, 10, 1), toMs: Date.UTC(2026, 10, 4, 11) });
    await buildDays(run, 35, 47);
    expect(run.state.list("hourly/").map(({ name }) => name)[0]).toBe("hourly/2026-11-02");
    expect(run.entry("hourly-2026-11")).toEqual(november);
  });

  it("lists no month without a file in the gaps of the month after it", async () => {
    const run = startRun([hourly]);
    for (const day of [0, 33, 34]) await buildDays(run, day, day);
    expect(run.names()).toEqual(["hourly-2026-10", "hourly-2026-12"]);
    expect(run.entry("hourly-2026-12")?.gaps).toMatchObject([
      { fromMs: Date.UTC(2026, 11, 1), toMs: Date.UTC(2026, 11, 3, 11) },
    ]);
  });

  it("removes the samples of a day with the state", async () => {
    const run = startRun([prices]);
    await buildDays(run, 0, 6);
    expect(run.names()).toEqual(["prices-2026-11-03", "prices-2026-11-04", "prices-2026-11-05", "prices-2026-11-06"]);
    expect(run.names().map((name) => run.entry(name)?.complete)).toEqual([true, false, false, false]);
  });

  it("omits a file that it can neither render nor find, warns, and publishes it once found", async () => {
    const run = startRun([hourly]);
    await buildDays(run, 0, 3);
    const bytes = run.site.get(FILE)!;
    await buildDays(run, 46, 48);
    run.site.set(FILE, Buffer.from("another file"));
    await buildDays(run, 49, 49);
    expect(run.names()).not.toContain(OCTOBER);
    expect(run.site.has(FILE)).toBe(false);
    expect(run.warnings).toEqual([
      expect.stringContaining(`${OCTOBER}.csv.gz (until 2026-10-31T12:00:00Z) is not published`),
    ]);
    run.site.set(FILE, bytes);
    await buildDays(run, 50, 50);
    expect(run.site.get(FILE)).toEqual(bytes);
    expect(run.entry(OCTOBER)).toMatchObject({ complete: true, revision: 0 });
  });

  it("fails while a place cannot be read that may have the only file of rows that are gone", async () => {
    const run = startRun([hourly]);
    await buildDays(run, 0, 3);
    await buildDays(run, 46, 48);
    const bytes = run.site.get(FILE)!;
    const { get } = run.remote;
    run.site.delete(FILE);
    run.remote.get = () => {
      throw new Error("503");
    };
    await expect(buildDays(run, 49, 49)).rejects.toThrow("503");
    run.remote.get = get;
    run.remote.set(FILE, bytes);
    await buildDays(run, 50, 50);
    expect(run.site.get(FILE)).toEqual(bytes);
  });

  it("does not render a complete file again while its rows are the same, wherever the file is", async () => {
    const run = startRun([hourly]);
    await buildDays(run, 0, 3);
    // As another version of zlib would have written it.
    const bytes = gzipSync(run.csv(OCTOBER), { level: 1 });
    const catalogue = structuredClone(await run.state.read<ArchiveCatalogue>(CATALOGUE_NAME))!;
    for (const { entry } of catalogue.archives)
      if (entry.filename === `${OCTOBER}.csv.gz`) entry.sha256 = computeSha256(bytes);
    run.state.write(CATALOGUE_NAME, catalogue);
    await run.state.commit();
    run.site.delete(FILE);
    run.remote.set(FILE, bytes);
    await buildDays(run, 4, 4);
    expect(Buffer.from(run.site.get(FILE)!)).toEqual(bytes);
    expect(run.entry(OCTOBER)).toMatchObject({ complete: true, revision: 0 });
  });

  it("renders a complete file again where no place has it, or one cannot be read", async () => {
    const run = startRun([hourly]);
    await buildDays(run, 0, 3);
    const bytes = run.site.get(FILE);
    run.site.delete(FILE);
    run.remote.get = () => {
      throw new Error("503");
    };
    await buildDays(run, 4, 4);
    expect(run.site.get(FILE)).toEqual(bytes);
    expect(run.entry(OCTOBER)).toMatchObject({ complete: true, revision: 0 });
  });

  it("continues from state and site alone with the same bytes", async () => {
    const run = startRun();
    for (const day of [0, 1, 2, 3, 25, 49, 50]) await buildDays(run, day, day);
    const fork = startRun();
    for (const { name } of run.state.list()) fork.state.write(name, await run.state.read(name));
    await fork.state.commit();
    fork.site = new Map(run.site);
    await buildDays(run, 51, 51);
    await buildDays(fork, 51, 51);
    expect(fork.site).toEqual(run.site);
    expect(await fork.state.read("archives")).toEqual(await run.state.read("archives"));
  });
});
