import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleRuns, type SampleRun, type SampleRuns, START } from "./sample-runs.ts";

const REFERENCES = ["coingecko", "coinlore", "coinpaprika"];

interface Row {
  path: string;
  price_source: string;
  last_updated: string | null;
  total_volume: number | null;
}
interface Answer<Data> {
  data: Data;
  meta: { updated_at: string; expires_at: string; stale: boolean; sources: string[] };
}
interface Detail extends Row {
  price_evidence: { method: string };
}

const list = (run: SampleRun, path = "coins/limit/all") => run.read<Answer<Row[]>>(path);
const details = (run: SampleRun) =>
  list(run).data.map(({ path }) => run.read<Answer<Detail>>(decodeURIComponent(path.replace(/\.json$/, ""))));
const newest = (rows: readonly Row[]) =>
  rows
    .flatMap(({ last_updated: time }) => time ?? [])
    .sort()
    .at(-1);

describe("three hours after every reference fell silent", () => {
  let runs: SampleRuns;
  let before: SampleRun;
  let after: SampleRun;
  beforeAll(async () => {
    runs = await openSampleRuns(60);
    before = await runs.build(0);
    after = await runs.build(180, (url) => (/coingecko|coinpaprika|coinlore/.test(url) ? new Error("503") : undefined));
    expect(after.refusals).toEqual([]);
  }, 60_000);
  afterAll(() => runs.close());

  it("every answer about a coin is as old as its own price", () => {
    for (const run of [before, after]) {
      const dated = details(run).filter(({ data }) => data.last_updated !== null);
      expect(dated.length).toBeGreaterThan(40);
      for (const { data, meta } of dated) expect([data.path, meta.updated_at]).toEqual([data.path, data.last_updated]);
    }
    const old = details(after).filter(({ data }) => data.price_source === "stale" && data.last_updated !== null);
    expect(old.length).toBeGreaterThan(0);
    for (const { data, meta } of old) {
      expect(meta.stale).toBe(true);
      expect(Date.parse(meta.updated_at)).toBeLessThan(Date.parse(list(after).meta.updated_at) - 3_600_000);
      const key = decodeURIComponent(data.path.replace(/\.json$/, ""));
      const week = after.read<Answer<unknown>>(`${key}/history`).meta;
      expect(week.stale).toBe(true);
      expect(Date.parse(week.updated_at)).toBeLessThan(Date.parse(list(after).meta.updated_at) - 3_600_000);
    }
  });

  it("a coin that no exchange priced names no exchange", () => {
    const passedOn = details(before).filter(({ data }) => data.price_evidence.method === "reference");
    expect(passedOn.length).toBeGreaterThan(0);
    for (const { data, meta } of passedOn) {
      expect(meta.sources.filter((id) => !REFERENCES.includes(id))).toEqual([]);
      const key = decodeURIComponent(data.path.replace(/\.json$/, ""));
      for (const file of [`${key}/history`, `${key}/history/1h`, `${key}/history/all`]) {
        const { sources } = before.read<Answer<unknown>>(file).meta;
        expect(sources.filter((id) => !REFERENCES.includes(id))).toEqual([]);
      }
    }
    const own = details(before).filter(({ data }) => data.price_source === "aggregated");
    expect(own.every(({ meta }) => meta.sources.some((id) => !REFERENCES.includes(id)))).toBe(true);
  });

  it("a list is as old as the newest price in it", () => {
    for (const run of [before, after]) {
      for (const path of ["coins/limit/all", "coins/limit/10", "coins/limit/10/offset/50", "coins/search/b"]) {
        const { data, meta } = list(run, path);
        expect([path, meta.updated_at]).toEqual([path, newest(data)]);
      }
    }
  });

  it("no old price is among the movers or the most traded", () => {
    expect(list(after).data.some(({ price_source }) => price_source === "stale")).toBe(true);
    const { data } = after.read<Answer<Record<string, Row[]>>>("trending");
    const rows = Object.values(data).flat();
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter(({ price_source }) => price_source === "stale")).toEqual([]);
  });
});

describe("builds every two hours, up to a Sunday", () => {
  const SUNDAY_MINUTES = (Date.parse("2026-11-22T12:07:00Z") - START) / 60_000;
  let runs: SampleRuns;
  let run: SampleRun;
  beforeAll(async () => {
    runs = await openSampleRuns(20, { cadenceMinutes: 120 });
    for (const hoursBefore of [4, 2, 0]) run = await runs.build(SUNDAY_MINUTES - hoursBefore * 60);
    expect(run.refusals).toEqual([]);
  }, 60_000);
  afterAll(() => runs.close());

  it("publish no answer that is past its end and does not say that it is stale", () => {
    const now = START + SUNDAY_MINUTES * 60_000;
    let answers = 0;
    for (const path of run.files.keys()) {
      if (!path.startsWith("api/") || !path.endsWith(".json")) continue;
      const { meta } = run.read<{ meta?: Answer<unknown>["meta"] }>(path.slice("api/".length, -".json".length));
      if (meta?.expires_at === undefined) continue;
      answers += 1;
      expect([path, meta.stale || Date.parse(meta.expires_at) > now]).toEqual([path, true]);
    }
    expect(answers).toBeGreaterThan(150);
  });

  it("keep the rates of Friday until a day after the bank's next ones are due", () => {
    const { meta } = run.read<Answer<unknown>>("exchange-rates");
    expect(meta).toMatchObject({
      updated_at: "2026-11-20T00:00:00Z",
      expires_at: "2026-11-24T15:00:00Z",
      stale: false,
    });
  });

  it("give histories two cadences, and name the distance of their points", () => {
    // The site is too new for a day of its own points.
    for (const [period, interval] of [
      ["1h", "2h"],
      ["24h", "1h"],
    ]) {
      const { data, meta } = run.read<Answer<{ interval: string }>>(`coins/btc/history/${period}`);
      expect([period, data.interval]).toEqual([period, interval]);
      expect(Date.parse(meta.expires_at) - Date.parse(meta.updated_at)).toBe(4 * 3_600_000);
      expect(meta.stale).toBe(false);
    }
  });
});
