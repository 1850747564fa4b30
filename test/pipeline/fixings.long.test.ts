import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleRuns, type SampleRun, type SampleRuns } from "./sample-runs.ts";

interface History {
  data: { dates: string[]; rates: Record<string, (number | null)[]> };
  meta: { updated_at: string; expires_at: string; stale: boolean; sources: string[] };
}
interface Current {
  data: { date: string; rates: Record<string, number> };
  meta: { expires_at: string };
}

const HISTORY = "exchange-rates/history";
const ANSWERS = ["coins", "exchange-rates", "exchange-rates-history"];
const asked = ({ urls }: SampleRun) => urls.filter((url) => url.includes("eurofxref")).map((url) => url.slice(-12));
const bytes = ({ files }: SampleRun) => String(files.get(`api/${HISTORY}.json`));

/** Wednesday 18 November 2026, 10:07; the fixing of a day is published after 15:00. */
describe("the history of exchange rates", () => {
  let runs: SampleRuns;
  const build: Record<"first" | "second" | "evening" | "missed" | "friday" | "restored", SampleRun> = {} as never;
  const day = 24 * 60;
  const silent = (url: string) => (/ecb.europa.eu/.test(url) ? new Error("503") : undefined);
  beforeAll(async () => {
    runs = await openSampleRuns(5, { keeps: true, fixingDays: 3 * 365, answers: ANSWERS });
    build.first = await runs.build(0);
    build.second = await runs.build(60);
    build.evening = await runs.build(8 * 60);
    build.missed = await runs.build(day + 8 * 60, silent);
    build.friday = await runs.build(2 * day + 8 * 60, (url) => (/hist/.test(url) ? new Error("503") : undefined));
    build.restored = await runs.build(2 * day + 15 * 60);
  }, 120_000);
  afterAll(() => runs.close());

  it("is read once, and then grows by the rates that the build reads anyway", () => {
    expect(asked(build.first).sort()).toEqual(["ef-daily.xml", "ref-hist.xml"]);
    expect(asked(build.second)).toEqual([]);
    const first = build.first.read<History>(HISTORY);
    const evening = build.evening.read<History>(HISTORY);
    expect(first.data.dates.at(-1)).toBe("2026-11-17");
    expect(first.data.dates.length).toBeGreaterThan(700);
    expect(evening.data.dates).toEqual([...first.data.dates, "2026-11-18"]);
    expect(evening.meta).toMatchObject({ updated_at: "2026-11-18T15:00:00Z", stale: false, sources: ["ecb"] });
    for (const [code, column] of Object.entries(first.data.rates))
      expect(evening.data.rates[code]?.slice(0, -1), code).toEqual(column);
  });

  it("has the same bytes until the next fixing", () => {
    expect(bytes(build.second)).toBe(bytes(build.first));
    expect(build.second.keptFrom).toContain(`api/${HISTORY}.json`);
    expect(build.evening.keptFrom).not.toContain(`api/${HISTORY}.json`);
    expect(bytes(build.evening)).not.toBe(bytes(build.first));
  });

  it("ends with the current rates", () => {
    for (const run of [build.first, build.evening, build.restored]) {
      const { data, meta } = run.read<History>(HISTORY);
      const current = run.read<Current>("exchange-rates");
      expect([data.dates.at(-1), meta.expires_at]).toEqual([current.data.date, current.meta.expires_at]);
      expect(data.rates["EUR"]?.at(-1)).toBe(current.data.rates["EUR"]);
      for (const [code, column] of Object.entries(data.rates))
        expect(column.at(-1)! / current.data.rates[code]!, code).toBeCloseTo(1, 7);
    }
  });

  it("is read again when a day was missed", () => {
    const dates = (run: SampleRun) => run.read<History>(HISTORY).data.dates.slice(-3);
    expect(dates(build.missed)).toEqual(["2026-11-16", "2026-11-17", "2026-11-18"]);
    expect(dates(build.friday)).toEqual(["2026-11-17", "2026-11-18", "2026-11-20"]);
    expect(dates(build.restored)).toEqual(["2026-11-18", "2026-11-19", "2026-11-20"]);
    expect(asked(build.restored)).toContain("hist-90d.xml");
  });
});
