import { describe, expect, it } from "vitest";
import { coinMoment } from "../../../../build/crypto/api/moments/coin-moment.ts";
import { type DerivedRequest, type Need, Refusal } from "../../../../build/kit/api/derived.ts";
import { DAY_MS, HOUR_MS, renderTime } from "../../../../build/lib/time.ts";

/* The price at a time from the hours that are kept for good, over constructed answers. */

const AS_OF_MS = Date.UTC(2026, 5, 10, 9, 40);
/** The hours around this moment are known, and nothing else of those days. */
const NEW_YEAR_MS = Date.UTC(2026, 0, 1);

/** The price of the hour that begins then; of bitcoin a hundred times as much. */
const priceOf = (symbol: string, hourMs: number) =>
  (1000 + (hourMs - NEW_YEAR_MS) / HOUR_MS) * (symbol === "btc" ? 100 : 1);

const meta = { schema_version: "1.1", expires_at: renderTime(AS_OF_MS), stale: false, currency: "usd" };

function makeHistory(period: string, points: [number, number][]) {
  return {
    data: { id: "ethereum", symbol: "ETH", interval: period === "all" ? "1d" : "1h", prices: points },
    meta: {
      ...meta,
      updated_at: renderTime(AS_OF_MS),
      sources: ["kraken"],
      origins: points.length === 0 ? [] : [{ from: renderTime(points[0]![0]), source: null, points: points.length }],
    },
  };
}

/** `null` for each hour that is unknown; the first known hour is a copy, the others are our own. */
function makeYear(year: number, symbol: string, from: number, prices: (number | null)[]) {
  const known = prices.filter((price) => price !== null).length;
  return {
    data: { id: symbol, symbol, year, from: prices.length === 0 ? null : renderTime(from), prices },
    meta: {
      ...meta,
      updated_at: renderTime(from),
      sources: ["binance"],
      origins: [
        { from: renderTime(from), source: "binance", points: 1 },
        { from: renderTime(from + HOUR_MS), source: null, points: known - 1 },
      ].filter(({ points }) => points > 0),
    },
  };
}

/** Of 2025 the last four hours are known, of 2026 the first two and the fourth. */
function readYear({ values }: Need): unknown {
  const symbol = String(values["symbol"]);
  const hours = (from: number, known: readonly boolean[]) =>
    known.map((isKnown, at) => (isKnown ? priceOf(symbol, from + at * HOUR_MS) : null));
  const from = NEW_YEAR_MS - 4 * HOUR_MS;
  if (values["year"] === 2025) return makeYear(2025, symbol, from, hours(from, [true, true, true, true]));
  if (values["year"] !== 2026) return undefined;
  return makeYear(2026, symbol, NEW_YEAR_MS, hours(NEW_YEAR_MS, [true, true, false, true]));
}

function ask(timeMs: number, currency = "usd", hours: (need: Need) => unknown = readYear) {
  const request: DerivedRequest = {
    currency,
    currencies: ["usd", "btc"],
    values: { symbol: "eth", time: String(timeMs) },
    renderPoints: () => [],
  };
  const needs = coinMoment.needs(request);
  const answers = needs.map((need) => {
    if (need.endpoint === "coin-hours") return hours(need);
    if (need.endpoint === "global") return { data: { updated_at: renderTime(AS_OF_MS) } };
    const days: [number, number][] = need.values["period"] === "all" ? [[NEW_YEAR_MS - 3 * DAY_MS, 7]] : [];
    return makeHistory(String(need.values["period"]), days);
  });
  const years = needs.filter(({ endpoint }) => endpoint === "coin-hours").map(({ values }) => values["year"]);
  return { years, body: coinMoment.convert(answers, request) as { data: object; meta: object } | Refusal };
}

describe("the price at a time, from hours that are kept for good", () => {
  it("counts from the end of its hour, also across the turn of a year", () => {
    for (const end of [-2, -1, 0, 1, 2, 4].map((hour) => NEW_YEAR_MS + hour * HOUR_MS)) {
      const { body } = ask(end + 600_000);
      const price = priceOf("eth", end - HOUR_MS);
      expect(body).toMatchObject({
        data: { price, time: renderTime(end), resolution: "1h", distance_seconds: 600 },
      });
    }
  });

  it("is that of the hour before where an hour is unknown, for two hours", () => {
    const known = NEW_YEAR_MS + 2 * HOUR_MS;
    expect(ask(known + HOUR_MS).body).toMatchObject({ data: { time: renderTime(known), distance_seconds: 3600 } });
    const old = NEW_YEAR_MS + 4 * HOUR_MS;
    expect(ask(old + 2 * HOUR_MS).body).toMatchObject({ data: { time: renderTime(old) } });
    const { body } = ask(old + 2 * HOUR_MS + 1);
    expect(body).toBeInstanceOf(Refusal);
    expect(body).toMatchObject({ code: "not_found", message: expect.stringContaining(`${renderTime(old)} (1h)`) });
  });

  it("names the source of a copied hour and counts known hours alone", () => {
    const copied = ask(NEW_YEAR_MS + HOUR_MS).body;
    expect(copied).toMatchObject({ data: { price_source: "binance" }, meta: { sources: ["binance"] } });
    // Behind the unknown hour.
    const own = ask(NEW_YEAR_MS + 4 * HOUR_MS).body;
    expect(own).toMatchObject({ data: { price_source: "aggregated" }, meta: { sources: [] } });
  });

  it("is converted with the hour of the coin that is the currency", () => {
    expect(ask(NEW_YEAR_MS + HOUR_MS, "btc").body).toMatchObject({ data: { price: 0.01, resolution: "1h" } });
    const without = (need: Need) => (need.values["symbol"] === "btc" ? undefined : readYear(need));
    expect(ask(NEW_YEAR_MS + HOUR_MS, "btc", without).body).toBeNull();
  });

  it("reads only the years that can have an hour that is new enough", () => {
    expect(ask(Date.UTC(2026, 3, 1)).years).toEqual([2026]);
    expect(ask(NEW_YEAR_MS + 2 * HOUR_MS).years).toEqual([2025, 2026]);
    expect(ask(NEW_YEAR_MS + 3 * HOUR_MS).years).toEqual([2026]);
    expect(ask(NEW_YEAR_MS).years).toEqual([2025]);
  });

  it("does without years that are missing or empty", () => {
    const day = NEW_YEAR_MS - 2 * DAY_MS;
    for (const hours of [() => undefined, ({ values }: Need) => makeYear(Number(values["year"]), "eth", 0, [])])
      expect(ask(day + HOUR_MS, "usd", hours).body).toMatchObject({ data: { price: 7, resolution: "1d" } });
  });
});
