import { parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { coinHistory, daily, hourly } from "../../../../build/crypto/render/archives/tables/point-tables.ts";
import { computeSha256 } from "../../../../build/lib/hash.ts";
import { DAY_MS } from "../../../../build/lib/time.ts";
import { type ArchiveRun, startRun } from "../../../fixtures/archive-run.ts";
import { parseCsv } from "../../../fixtures/parse-csv.ts";

const START = Date.UTC(2026, 9, 31, 12);
const OCTOBER = "hourly-2026-10";
const FILE = `api/data/download/${OCTOBER}.parquet`;

async function buildDays(run: ArchiveRun, last: number): Promise<void> {
  for (let day = 0; day <= last; day += 1) await run.build(START + day * DAY_MS, { bitcoin: 100 + day });
}

const start = (parquet: boolean) => startRun([hourly, daily, coinHistory], {}, parquet);

describe("Parquet archives", () => {
  it("have the rows of the CSV and are listed with size and checksum", async () => {
    const run = start(true);
    await buildDays(run, 1);
    const body = run.site.get(FILE)!;
    const rows = await parquetReadObjects({ file: new Uint8Array(body).buffer });
    const [header, ...lines] = parseCsv(run.csv(OCTOBER));
    expect(Object.keys(rows[0]!)).toEqual(header);
    expect(rows).toHaveLength(lines.length);
    expect(run.entry(OCTOBER)?.parquet).toMatchObject({ sizeBytes: body.length, sha256: computeSha256(body) });
  });

  it("exist for whole datasets, not for single coins", async () => {
    const run = start(true);
    await buildDays(run, 1);
    expect(run.names()).toContain("history-bitcoin");
    const files = [...run.site.keys()].filter((path) => path.endsWith(".parquet"));
    expect(files.some((path) => path.includes("history-"))).toBe(false);
    expect(files).toContain(FILE);
  });

  it("reuse the published bytes of a period whose rows are unchanged", async () => {
    const run = start(true);
    await buildDays(run, 3);
    const before = run.site.get(FILE);
    expect(before).toBeDefined();
    await run.build(START + 4 * DAY_MS, { bitcoin: 104 });
    expect(run.looked).toContain(`${OCTOBER}.parquet`);
    expect(run.site.get(FILE)).toEqual(before);
    run.site.delete(FILE);
    await run.build(START + 5 * DAY_MS, { bitcoin: 105 });
    expect(run.site.get(FILE)).toEqual(before);
  });

  it("stay published after the state has deleted their rows, if a place has them", async () => {
    const run = start(true);
    await buildDays(run, 50);
    expect(run.state.list("hourly/").map(({ name }) => name)).not.toContain("hourly/2026-10-31");
    const body = run.site.get(FILE)!;
    expect(run.entry(OCTOBER)?.parquet).toMatchObject({ sha256: computeSha256(body) });
    run.site.delete(FILE);
    await run.build(START + 51 * DAY_MS, { bitcoin: 151 });
    expect(run.site.has(FILE)).toBe(false);
    expect(run.entry(OCTOBER)).not.toHaveProperty("parquet");
    run.remote.set(FILE, body);
    await run.build(START + 52 * DAY_MS, { bitcoin: 152 });
    expect(run.site.get(FILE)).toEqual(body);
    expect(run.entry(OCTOBER)?.parquet).toMatchObject({ sha256: computeSha256(body) });
  });

  it("change nothing in the CSV archives when they are disabled", async () => {
    const off = start(false);
    const on = start(true);
    for (const run of [off, on]) await buildDays(run, 1);
    expect([...off.site.keys()].some((path) => path.endsWith(".parquet"))).toBe(false);
    expect(off.entry(OCTOBER)).not.toHaveProperty("parquet");
    expect(off.csv(OCTOBER)).toBe(on.csv(OCTOBER));
  });
});
