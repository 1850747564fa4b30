import { describe, expect, it } from "vitest";
import type { MarketCoin, OrderBook } from "../../../../build/crypto/market/model/market.ts";
import {
  computeScorecards,
  findScoredStart,
  isVenueScore,
  noteScores,
  type ScoreMemory,
} from "../../../../build/crypto/market/totals/scorecards.ts";
import { DAY_MS, MINUTE_MS, renderDay } from "../../../../build/lib/time.ts";
import { makeCoin } from "../../../fixtures/market.ts";

const NOON = Date.UTC(2026, 10, 20, 12);
const COINS: readonly MarketCoin[] = [
  makeCoin("bitcoin", "BTC", { price: 100, priceSource: "aggregated", exchanges: 3 }),
];

function build(priceUsd: number, at = NOON, known: ScoreMemory = {}, stalled = false): ScoreMemory {
  const orderBooks = [{ coinId: "bitcoin", priceUsd, included: true }] as unknown as OrderBook[];
  return noteScores(known, [{ id: "kraken", answered: true, stalled, orderBooks }], COINS, at);
}

const day = (change: object = {}) => ({
  day: "2026-11-19",
  builds: 2,
  stalled: 1,
  books: 4,
  included: 3,
  deviationBp: 10,
  measured: 1,
  ...change,
});

describe("the days of a venue", () => {
  it("are today and the 30 days before it", () => {
    const first = findScoredStart(NOON);
    expect(first).toBe(NOON - 12 * 60 * MINUTE_MS - 30 * DAY_MS);
    const old = [first - DAY_MS, first].map((time) => day({ day: renderDay(time) }));
    const kept = build(100, NOON, { kraken: old })["kraken"];
    expect(kept?.map((one) => one.day)).toEqual([renderDay(first), "2026-11-20"]);
  });

  it("count a build a minute at most, and a distance of a whole price at most", () => {
    const full = build(500, NOON, { kraken: [day({ day: "2026-11-20", builds: 1439, books: 1439, included: 0 })] });
    expect(full["kraken"]).toMatchObject([{ builds: 1440, deviationBp: 10_010 }]);
    expect(build(500, NOON, full)).toEqual(full);
    expect(isVenueScore(full["kraken"])).toBe(true);
  });
});

describe("restored days", () => {
  it("are accepted as builds leave them", () => {
    let known: ScoreMemory = {};
    for (let hour = 0; hour < 48; hour += 1)
      known = build(100 + (hour % 7), NOON + hour * 60 * MINUTE_MS, known, hour % 5 === 0);
    expect(known["kraken"]).toHaveLength(3);
    expect(isVenueScore(known["kraken"])).toBe(true);
    expect(isVenueScore([day()])).toBe(true);
  });

  it.each([
    ["more builds than a day has minutes", [day({ builds: 1441 })]],
    ["more stalled builds than builds", [day({ stalled: 3, measured: 0, deviationBp: 0 })]],
    ["distances of stalled builds", [day({ measured: 2 })]],
    ["more order books than builds can have", [day({ books: 1e9 })]],
    ["more included order books than order books", [day({ included: 5 })]],
    ["a larger distance than its builds can have", [day({ deviationBp: 10_001 })]],
    ["a distance without a build", [day({ measured: 0 })]],
    ["a negative count", [day({ included: -1 })]],
    ["a broken count", [day({ builds: 2.5 })]],
    ["a day twice", [day(), day()]],
    ["days in another order", [day(), day({ day: "2026-11-18" })]],
  ])("are refused with %s", (_, days) => {
    expect(isVenueScore(days)).toBe(false);
  });

  it("give shares that a share can have", () => {
    const card = computeScorecards({ kraken: [day()] }, NOON).get("kraken");
    expect(card).toEqual({ medianDeviationBp: 10, includedShare: 0.75, stalledShare: 0.5 });
  });
});
