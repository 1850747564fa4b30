import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coingecko } from "../../../../build/crypto/api/coingecko/registry.ts";
import type { DerivedRequest, Need } from "../../../../build/kit/api/derived.ts";
import { DAY_MS, HOUR_MS, renderTime } from "../../../../build/lib/time.ts";

/* Charts and past days over hours that are kept for good, with gaps of any kind. */

const AS_OF_MS = Date.UTC(2026, 1, 10, 9, 40);
const FIRST_MS = Date.UTC(2025, 9, 1);
const status = { data: { sources: [] }, meta: {} };
/** A price of its own for each hour. */
const priceOf = (hourMs: number) => 1000 + (hourMs - FIRST_MS) / HOUR_MS;

type Point = [time: number, value: number | null];

function makeHistory(period: string, times: readonly number[], price: (time: number) => number, cap: boolean) {
  const column = (value: (time: number) => number | null): Point[] => times.map((time) => [time, value(time)]);
  return {
    data: {
      period,
      prices: column(price),
      market_caps: column((time) => (cap ? price(time) * 10 : null)),
      total_volumes: column(() => (cap ? 77 : null)),
    },
    meta: {
      origins: times.length === 0 ? [] : [{ from: renderTime(times[0]!), source: null, points: times.length }],
      updated_at: renderTime(AS_OF_MS),
      stale: false,
      sources: [],
    },
  };
}

/** The answers of a site on which the hours of `isKnown` are known. */
function makeAnswers(isKnown: (hourMs: number) => boolean) {
  const hours = range(FIRST_MS, AS_OF_MS, HOUR_MS).filter(isKnown);
  const days = range(FIRST_MS, AS_OF_MS - DAY_MS, DAY_MS);
  const closeOf = (dayMs: number) => priceOf(dayMs + DAY_MS - HOUR_MS);
  return ({ endpoint, values }: Need): unknown => {
    if (endpoint === "status") return status;
    if (endpoint === "coin") return { data: { id: "bitcoin", symbol: "BTC", name: "Bitcoin" } };
    if (endpoint === "coin-hours") {
      const year = Number(values["year"]);
      const closed = hours.filter((time) => time <= AS_OF_MS - HOUR_MS);
      const own = closed.filter((time) => new Date(time).getUTCFullYear() === year);
      if (own.length === 0) return undefined;
      const prices = range(own[0]!, own.at(-1)!, HOUR_MS).map((time) => (isKnown(time) ? priceOf(time) : null));
      return { data: { from: renderTime(own[0]!), prices }, meta: makeHistory("", own, priceOf, false).meta };
    }
    const { period } = values;
    if (period === "24h") return makeHistory("24h", range(AS_OF_MS - HOUR_MS, AS_OF_MS, 600_000), () => 5, true);
    if (period === "1y" || period === "all") return makeHistory(String(period), days, closeOf, true);
    const recent = hours.filter((time) => time > AS_OF_MS - 30 * DAY_MS && time <= AS_OF_MS - HOUR_MS);
    return makeHistory("30d", recent, priceOf, false);
  };
}

function range(fromMs: number, toMs: number, stepMs: number): number[] {
  return Array.from({ length: Math.floor((toMs - fromMs) / stepMs) + 1 }, (_, at) => fromMs + at * stepMs);
}

function ask(name: keyof typeof coingecko, values: DerivedRequest["values"], answer: (need: Need) => unknown) {
  const request: DerivedRequest = {
    currency: "usd",
    currencies: ["usd"],
    values: { id: "bitcoin", ...values },
    key: "btc",
    asOfMs: AS_OF_MS,
    renderPoints: () => [],
  };
  const { needs, convert } = coingecko[name];
  return convert(needs(request).map(answer), request) as {
    prices: Point[];
    market_caps: Point[];
    total_volumes: Point[];
  };
}

describe("a chart over hours that are kept for good", () => {
  it("has hours for up to 90 days, across the turn of a year", () => {
    const answer = makeAnswers(() => true);
    for (const days of [31, 45, 90]) {
      const { prices } = ask("coins-id-market-chart", { days: String(days) }, answer);
      expect(prices.length).toBe(days * 24 + 1);
      expect(prices.slice(0, -1).filter(([time, price]) => price !== priceOf(time - HOUR_MS))).toEqual([]);
      // The running hour has the newest price, now.
      expect(prices.at(-1)).toEqual([AS_OF_MS, 5]);
    }
    const from = Date.UTC(2025, 11, 30) / 1000;
    const { prices } = ask(
      "coins-id-market-chart-range",
      { from: String(from), to: String(from + 4 * 86_400) },
      answer,
    );
    expect(prices.map(([time]) => time)).toEqual(range(from * 1000, from * 1000 + 4 * DAY_MS, HOUR_MS));
  });

  it("needs no hours of years that have not begun", () => {
    const { needs } = coingecko["coins-id-market-chart-range"];
    const request: DerivedRequest = {
      currency: "usd",
      currencies: ["usd"],
      values: { id: "bitcoin", from: String((AS_OF_MS - 60 * DAY_MS) / 1000), to: "999999999999" },
      key: "btc",
      asOfMs: AS_OF_MS,
      renderPoints: () => [],
    };
    const years = needs(request).flatMap(({ values }) => values["year"] ?? []);
    expect(years).toEqual([2025, 2026]);
  });

  it("gives prices between two builds of the running day the supply and the volume of a build", () => {
    const times = range(AS_OF_MS - 2 * HOUR_MS, AS_OF_MS, 300_000);
    const isBuild = (time: number) => (AS_OF_MS - time) % 1_800_000 === 600_000;
    const answer = makeAnswers(() => true);
    const chart = ask("coins-id-market-chart", { days: "1" }, (need) => {
      if (need.values["period"] !== "24h") return answer(need);
      const dense = makeHistory("24h", times, (time) => time / 1e9, true);
      const keep = (points: Point[]) => points.map(([time, value]): Point => [time, isBuild(time) ? value : null]);
      dense.data.market_caps = keep(dense.data.market_caps);
      dense.data.total_volumes = keep(dense.data.total_volumes);
      return dense;
    });
    expect(chart.prices.length).toBeGreaterThanOrEqual(times.length);
    for (const [at, [, price]] of chart.prices.slice(-times.length).entries()) {
      const own = chart.prices.length - times.length + at;
      expect(chart.market_caps[own]?.[1]).toBeCloseTo(price! * 10, 6);
      expect(chart.total_volumes[own]?.[1]).toBe(77);
    }
  });

  it("never disagrees with a day, never steps over one, and has market cap and volume of known days", () => {
    const gap = fc.record({ start: fc.integer({ min: 0, max: 3_100 }), length: fc.integer({ min: 1, max: 200 }) });
    fc.assert(
      fc.property(fc.array(gap, { maxLength: 6 }), fc.constantFrom("40", "90"), (gaps, days) => {
        const isKnown = (time: number) => {
          const hour = (time - FIRST_MS) / HOUR_MS;
          return gaps.every(({ start, length }) => hour < start || hour >= start + length);
        };
        const chart = ask("coins-id-market-chart", { days }, makeAnswers(isKnown));
        const lastDayMs = Math.floor(AS_OF_MS / DAY_MS) * DAY_MS;
        const wrong = chart.prices.filter(([time, price], at) => {
          const before = chart.prices[at - 1]?.[0] ?? time - HOUR_MS;
          if (time <= before || (time % HOUR_MS === 0 && price !== priceOf(time - HOUR_MS))) return true;
          if (time > lastDayMs) return false;
          const isComplete = chart.total_volumes[at]?.[1] === 77 && chart.market_caps[at]?.[1] === price! * 10;
          return time - before > DAY_MS || !isComplete;
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it("has points of five minutes at the time when they were known: the end of their step, or now", () => {
    const { prices } = ask(
      "coins-id-market-chart",
      { days: "1" },
      makeAnswers(() => true),
    );
    const known = range(AS_OF_MS - 55 * 60_000, AS_OF_MS - 5 * 60_000, 600_000);
    const fine = prices.filter(([time]) => time > AS_OF_MS - HOUR_MS).map(([time]) => time);
    expect(fine).toEqual([...known, AS_OF_MS]);
  });

  it("ends a chart of days with the newest price", () => {
    const { prices } = ask(
      "coins-id-market-chart",
      { days: "100" },
      makeAnswers(() => true),
    );
    expect(prices.at(-1)).toEqual([AS_OF_MS, 5]);
    expect(prices.at(-2)![0]).toBe(Math.floor(AS_OF_MS / DAY_MS) * DAY_MS);
  });

  it("gives a past day from the last hour before it where its day is not published yet", () => {
    const answer = makeAnswers(() => true);
    const withoutDays = (need: Need) =>
      need.values["period"] === "all" ? makeHistory("all", [], priceOf, true) : answer(need);
    for (const read of [answer, withoutDays]) {
      const body: unknown = ask("coins-id-history", { date: "01-01-2026" }, read);
      expect(body).toMatchObject({
        market_data: { current_price: { usd: priceOf(Date.UTC(2025, 11, 31, 23)) } },
      });
    }
  });

  it("gives a past day the price of its last hour, and the market cap of that price", () => {
    const answer = makeAnswers(() => true);
    // No build saw the end of the day: it closed with an older price.
    const early = ({ endpoint, values }: Need) =>
      values["period"] === "all"
        ? makeHistory("all", [Date.UTC(2025, 11, 31)], () => 500, true)
        : answer({ endpoint, values });
    const body: unknown = ask("coins-id-history", { date: "01-01-2026" }, early);
    const price = priceOf(Date.UTC(2025, 11, 31, 23));
    expect(body).toMatchObject({
      market_data: { current_price: { usd: price }, market_cap: { usd: price * 10 }, total_volume: { usd: 77 } },
    });
  });
});
