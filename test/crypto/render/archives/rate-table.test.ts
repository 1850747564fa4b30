import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { updateDatasets } from "../../../../build/crypto/history/datasets/datasets.ts";
import type { ExchangeRates, FixingDay } from "../../../../build/crypto/market/model/market.ts";
import { archives } from "../../../../build/crypto/render/archives/archives.ts";
import { createMemoryStateStore } from "../../../../build/kit/platform/state/memory-state-store.ts";
import { NO_ARCHIVE_MEMORY } from "../../../../build/kit/render/archives/archive-memory.ts";
import { gatherArchives } from "../../../fixtures/archive-run.ts";
import { makeMarket, NOTHING } from "../../../fixtures/market.ts";
import { buildWorld } from "../../../fixtures/small-world.ts";

const BANK = "the European Central Bank set no rates on these days, or no build read them";
const OTHERS = "no build read rates of currencies that the European Central Bank does not list";

const fixing = (date: string, rates: Record<string, number>): FixingDay => ({ date, source: "ecb", rates });

interface Build {
  /** Of a table that the build publishes. */
  date: string;
  rates?: Record<string, number>;
  otherDays?: ExchangeRates["otherDays"];
  fixings?: readonly FixingDay[];
}

/** The archives of exchange rates after these builds at noon UTC. */
async function publish(...builds: Build[]) {
  const state = createMemoryStateStore({ now: () => 0 });
  let asOfMs = 0;
  for (const { date, rates, otherDays = {}, fixings = [] } of builds) {
    asOfMs = Date.parse(`${date}T12:00:00Z`);
    const table = rates && { date, rates: { ...rates, USD: 1 }, otherDays, observedAtMs: asOfMs, source: "ecb" };
    await updateDatasets(state, makeMarket({ ...NOTHING, asOfMs, exchangeRates: table ?? null, fixings }));
    await state.commit();
  }
  const rates = archives.filter(({ dataset }) => dataset === "exchange-rates");
  const memory = { ...NO_ARCHIVE_MEMORY, series: state };
  const { artifacts, entries } = await gatherArchives(buildWorld({ asOfMs }), memory, rates);
  const csv = (year: number) => {
    const file = artifacts.find(({ path }) => path.endsWith(`exchange-rates-${year}.csv.gz`));
    return gunzipSync(file!.body).toString().trim().split("\r\n").slice(1);
  };
  const entry = (year: number) => entries.find(({ filename }) => filename === `exchange-rates-${year}.csv.gz`);
  const gaps = (year: number) =>
    entry(year)?.gaps.map(({ fromMs, toMs, reason }) => [
      ...[fromMs, toMs].map((timeMs) => new Date(timeMs).toISOString().slice(5, 10)),
      reason,
    ]);
  return { names: entries.map(({ filename }) => filename), csv, entry, gaps };
}

/** Wednesday 30 December 2026 to Tuesday 5 January 2027. */
const WINTER = [
  fixing("2026-12-30", { EUR: 0.88, JPY: 150 }),
  fixing("2026-12-31", { EUR: 0.87 }),
  fixing("2027-01-04", { EUR: 0.86, JPY: 151.123456789 }),
];

describe("the archives of exchange rates", () => {
  it("have every published fixing of the years in which builds published rates", async () => {
    const { names, csv } = await publish(
      { date: "2026-12-29", rates: { EUR: 0.89 } },
      {
        date: "2027-01-05",
        rates: { EUR: 0.85, AED: 3.67 },
        fixings: [fixing("2025-12-31", { EUR: 0.85 }), ...WINTER],
      },
    );
    expect(names).toEqual(["exchange-rates-2026.csv.gz", "exchange-rates-2027.csv.gz"]);
    expect(csv(2026)).toEqual([
      "2026-12-29,EUR,0.89",
      "2026-12-29,USD,1.0",
      "2026-12-30,EUR,0.88",
      "2026-12-30,JPY,150.0",
      "2026-12-30,USD,1.0",
      "2026-12-31,EUR,0.87",
      "2026-12-31,USD,1.0",
    ]);
    expect(csv(2027)).toEqual([
      "2027-01-04,EUR,0.86",
      "2027-01-04,JPY,151.12346",
      "2027-01-04,USD,1.0",
      "2027-01-05,AED,3.67",
      "2027-01-05,EUR,0.85",
      "2027-01-05,USD,1.0",
    ]);
  });

  it("keep a rate that a build published for the day, and add the fixings that it lacked", async () => {
    const { csv } = await publish(
      { date: "2027-01-04", rates: { EUR: 0.861 } },
      { date: "2027-01-05", fixings: [fixing("2027-01-04", { EUR: 0.86, JPY: 151 })] },
    );
    expect(csv(2027)).toEqual(["2027-01-04,EUR,0.861", "2027-01-04,JPY,151.0", "2027-01-04,USD,1.0"]);
  });

  it("have no fixing that its neighbours contradict, nor one that is not published yet", async () => {
    const days = Array.from({ length: 12 }, (_, at) => `2026-11-${String(at + 2).padStart(2, "0")}`);
    const fixings = days.map((date, at) => fixing(date, { EUR: at === 5 ? 88 : 0.88 }));
    const { csv } = await publish({ date: days.at(-1)!, rates: { AED: 3.67 }, fixings });
    expect(csv(2026).filter((row) => row.includes("EUR"))).toEqual(
      days.filter((_, at) => at !== 5 && at !== 11).map((date) => `${date},EUR,0.88`),
    );
  });

  it("keep the rates of a currency that is no longer fixed", async () => {
    const { csv } = await publish(
      { date: "2025-12-31", rates: { AED: 3.67 } },
      { date: "2027-01-05", fixings: [fixing("2025-12-31", { EUR: 0.85, BGN: 1.66 }), ...WINTER] },
    );
    const codes = csv(2025).map((row) => row.split(",")[1]);
    expect(codes).toEqual(["AED", "BGN", "EUR", "USD"]);
  });

  it("list the days without rates of the central bank, apart from weekends, and those without other rates", async () => {
    const { gaps } = await publish(
      { date: "2026-12-31", rates: { AED: 3.67 }, fixings: WINTER.slice(0, 1) },
      // Friday 1 January is a holiday. The other currencies have a rate on every day.
      { date: "2027-01-01", rates: { AED: 3.68 } },
      { date: "2027-01-02", rates: { AED: 3.69 } },
      { date: "2027-01-04", rates: { AED: 3.7 }, fixings: WINTER.slice(2) },
      { date: "2027-01-06", rates: { AED: 3.7 } },
    );
    expect(gaps(2026)?.slice(-2)).toEqual([
      ["12-28", "12-29", BANK],
      ["12-31", "12-31", BANK],
    ]);
    expect(gaps(2026)?.[0]).toEqual(["01-01", "01-02", BANK]);
    expect(gaps(2026)).toContainEqual(["01-01", "12-30", OTHERS]);
    expect(gaps(2027)).toEqual([
      ["01-01", "01-01", BANK],
      ["01-03", "01-03", OTHERS],
      ["01-05", "01-05", BANK],
      ["01-05", "01-05", OTHERS],
    ]);
  });

  it("say that a currency without a rate on a day has no row, and name the bank", async () => {
    const { entry } = await publish(
      { date: "2026-12-30", rates: { EUR: 0.88 } },
      { date: "2027-01-05", fixings: WINTER },
    );
    expect(entry(2026)?.description).not.toContain("the last one before it");
    expect(entry(2026)?.description).toContain("A currency without a rate on a day has no row");
    expect(entry(2026)?.sources).toContain("ecb");
  });
});
