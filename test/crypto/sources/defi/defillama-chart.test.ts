import { describe, expect, it } from "vitest";
import { defillamaChart } from "../../../../build/crypto/sources/defi/defillama-chart.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../../build/lib/time.ts";

const DAY = Date.UTC(2026, 10, 10);
const context = { now: DAY + 30 * DAY_MS, stepMs: DAY_MS, fromMs: DAY, toMs: DAY + 3 * DAY_MS };
const at = (timeMs: number, price: number) => ({ timestamp: timeMs / SECOND_MS, price });
const read = (prices: unknown[], change: Partial<typeof context> = {}) => {
  const body = { coins: { "coingecko:aaa": { symbol: "AAA", confidence: 0.99, prices } } };
  return defillamaChart.normalise(defillamaChart.schema.parse(body), { ...context, ...change }).get("aaa");
};

describe("DefiLlama's chart", () => {
  it("is asked for the ends of the steps, of several coins at once", () => {
    expect(defillamaChart.request(["bitcoin", "a b/c"], DAY, DAY + 3 * DAY_MS, DAY_MS).url).toBe(
      `https://coins.llama.fi/chart/coingecko:bitcoin,coingecko:a%20b%2Fc?start=${(DAY + DAY_MS) / SECOND_MS}&span=3&period=1d&searchWidth=2h`,
    );
    expect(defillamaChart.request(["bitcoin"], DAY, DAY + 3 * HOUR_MS, HOUR_MS).url).toBe(
      `https://coins.llama.fi/chart/coingecko:bitcoin?start=${(DAY + HOUR_MS) / SECOND_MS}&span=3&period=1h&searchWidth=15m`,
    );
  });

  it("labels a price at midnight with the day that ends there", () => {
    const points = read([at(DAY + DAY_MS, 5), at(DAY + 2 * DAY_MS + 40 * MINUTE_MS, 6)]);
    expect(points).toEqual([
      { timeMs: DAY, priceUsd: 5 },
      { timeMs: DAY + DAY_MS, priceUsd: 6 },
    ]);
  });

  it("takes the price nearest to midnight and none that is hours away", () => {
    const end = DAY + DAY_MS;
    expect(read([at(end + 30 * MINUTE_MS, 5), at(end - MINUTE_MS, 6), at(end + 20 * MINUTE_MS, 7)])).toEqual([
      { timeMs: DAY, priceUsd: 6 },
    ]);
    expect(read([at(end + 3 * HOUR_MS, 5)])).toEqual([]);
  });

  it("leaves out days that are not over, days that were not asked for, and bad points", () => {
    expect(read([at(DAY + DAY_MS, 5)], { now: DAY + DAY_MS - 1 })).toEqual([]);
    expect(read([at(DAY, 5), at(DAY + 4 * DAY_MS, 6)])).toEqual([]);
    expect(read([at(DAY + DAY_MS, 0), { timestamp: "soon", price: 4 }])).toEqual([]);
  });

  it("has nothing for a coin that the upstream does not know", () => {
    expect(defillamaChart.normalise(defillamaChart.schema.parse({ coins: {} }), context).size).toBe(0);
    expect(() => defillamaChart.schema.parse({ message: "no" })).toThrow();
  });
});
