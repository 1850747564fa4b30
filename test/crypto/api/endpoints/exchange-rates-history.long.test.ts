import { describe, expect, it } from "vitest";
import {
  currencyHistory,
  exchangeRatesHistory,
} from "../../../../build/crypto/api/endpoints/exchange-rates-history.ts";
import { fixingSeries } from "../../../../build/crypto/history/datasets/datasets.ts";
import { readFixings } from "../../../../build/crypto/history/datasets/fixings.ts";
import type { FixingDay } from "../../../../build/crypto/market/model/market.ts";
import { collectFixings } from "../../../../build/crypto/market/totals/fixings.ts";
import type { Dataset, Fixing } from "../../../../build/crypto/normalise/record.ts";
import { isBankHoliday } from "../../../../build/crypto/sources/fiat/fiat-rate.ts";
import { answerSchema, computeEnvelope } from "../../../../build/kit/api/envelope.ts";
import { createMemoryStateStore } from "../../../../build/kit/platform/state/memory-state-store.ts";
import { renderJson } from "../../../../build/lib/json/render-json.ts";
import { DAY_MS, renderDay } from "../../../../build/lib/time.ts";
import { makeDataset, makeWorld } from "../../../fixtures/market.ts";
import { dataset } from "../../market/small-market.ts";

const LAST = Date.UTC(2026, 10, 20);
/** The bank's list of 2026, with the year in which each currency joined it. */
const SINCE =
  "USD JPY CZK DKK GBP HUF PLN SEK CHF NOK AUD CAD HKD KRW NZD SGD ZAR ISK " +
  "RON2005 TRY2005 CNY2005 IDR2005 MYR2005 PHP2005 THB2005 BRL2008 MXN2008 INR2009 ILS2011";

/** As many digits as the bank writes: four decimals, and at most seven digits. */
function buildHistory(): Fixing[] {
  const records: Fixing[] = [];
  for (let dayMs = Date.UTC(1999, 0, 4); dayMs <= LAST; dayMs += DAY_MS) {
    if (isBankHoliday(dayMs)) continue;
    const listed = SINCE.split(" ").filter((text) => Number(text.slice(3)) <= new Date(dayMs).getUTCFullYear());
    const rates = listed.map((text, at) => {
      const level = (at + 1.1) * (at % 4 === 0 ? 1 : at % 4 === 1 ? 10 : 100);
      const drift = 1 + 0.1 * Math.sin(dayMs / DAY_MS / 300 + at) + 0.003 * Math.sin((dayMs / DAY_MS) * (at + 3));
      return [text.slice(0, 3), Number((level * drift).toFixed(level > 100 ? 2 : 4))] as const;
    });
    records.push({ base: "EUR", date: renderDay(dayMs), rates: Object.fromEntries(rates) });
  }
  return records;
}

async function store(days: readonly FixingDay[]) {
  const state = createMemoryStateStore({ now: () => 0 });
  for (const name of new Set(days.map(fixingSeries.nameOf)))
    state.write(
      name,
      days.filter((day) => fixingSeries.nameOf(day) === name),
    );
  return state;
}

describe("the history of exchange rates", () => {
  it("of 28 years is below 2.5 MB and keeps every digit of the bank", async () => {
    const records = buildHistory();
    const { days, warnings } = collectFixings([dataset("fixing", "ecb", records) as Dataset<"fixing">], [], null);
    expect(warnings).toEqual([]);
    const fixings = await readFixings(await store(days), LAST);
    const answer = computeEnvelope(exchangeRatesHistory, makeWorld({}, { fixings }), {});
    expect(answerSchema(exchangeRatesHistory).safeParse(JSON.parse(String(renderJson(answer)))).success).toBe(true);
    const bytes = renderJson(answer).length;
    expect(fixings.days.length).toBeGreaterThan(7_000);
    expect(bytes).toBeGreaterThan(1.8e6);
    expect(bytes).toBeLessThan(2.5e6);
    // The bank's own rates follow from the published ones.
    const { EUR, IDR, CZK } = fixings.rates;
    for (const [at, { rates }] of records.entries()) {
      expect(1 / EUR![at]!).toBeCloseTo(rates["USD"]!, 8);
      expect(Number((CZK![at]! / EUR![at]!).toPrecision(7))).toBe(Number(rates["CZK"]!.toPrecision(7)));
      if (rates["IDR"] === undefined) expect(IDR![at]).toBeNull();
    }
    // A currency alone has the same numbers, from its first day on.
    for (const [code, first] of [
      ["EUR", "1999-01-04"],
      ["IDR", "2005-01-03"],
    ] as const) {
      const one = computeEnvelope(currencyHistory, makeWorld({}, { fixings }), { code: code.toLowerCase() });
      expect(renderJson(one).length).toBeLessThan(260_000);
      const { dates, rates } = one.data as { dates: string[]; rates: Record<string, number[]> };
      expect(dates[0]).toBe(first);
      expect(dates).toEqual(fixings.days.slice(-dates.length));
      expect(rates).toEqual({ [code]: fixings.rates[code]!.slice(-dates.length) });
    }
  }, 30_000);

  it("of a currency that the bank does not list is empty", () => {
    const fixings = { days: ["2026-11-19"], rates: { EUR: [0.9] }, sources: ["ecb"] };
    const one = computeEnvelope(currencyHistory, makeWorld({}, { fixings }), { code: "jpy" });
    expect(one.data).toEqual({ base: "USD", dates: [], rates: { JPY: [] } });
    expect(answerSchema(currencyHistory).safeParse(one).success).toBe(true);
  });

  it("is as old as its newest fixing, and expires with the current rates", () => {
    const rate = makeDataset("ecb", "rate", { cadenceMs: DAY_MS, dueAtMs: Date.parse("2026-11-20T15:00:00Z") });
    const { meta } = computeEnvelope(exchangeRatesHistory, makeWorld({ datasets: [rate] }), {});
    expect(meta).toMatchObject({
      updated_at: "2026-11-19T15:00:00Z",
      expires_at: "2026-11-21T15:00:00Z",
      stale: false,
      sources: ["ecb"],
    });
    // The bank did not answer for days: its credit stays.
    const old = computeEnvelope(exchangeRatesHistory, makeWorld({ datasets: [] }), {}).meta;
    expect(old).toMatchObject({ updated_at: "2026-11-19T15:00:00Z", stale: true, sources: ["ecb"] });
  });
});
