import { describe, expect, it } from "vitest";
import { type BuiltMarket, buildMarket } from "../../../../build/crypto/market/build-market.ts";
import type { Dataset } from "../../../../build/crypto/normalise/record.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../build/lib/time.ts";
import { book, COINS, coin, createInput, dataset, NOW, VENUES } from "../small-market.ts";

const FACTOR = 1_000;

interface Step {
  now: number;
  /** Who has followed: exchanges, and lists by their source. */
  followed: readonly string[];
  before?: { memory: BuiltMarket["memory"]; samples: readonly (readonly [number, number])[] };
}

/** One coin at 0.1 USD with a billion units, redenominated 1,000 to 1 where that was followed. */
function build({ now, followed, before }: Step) {
  const factorOf = (name: string) => (followed.includes(name) ? FACTOR : 1);
  const minute = Math.round(now / MINUTE_MS) % 1_000;
  const datasets: Dataset[] = VENUES.map(({ id, usdFiat }) =>
    dataset("ticker", id, [
      // A book in which nothing changes would not count.
      book(usdFiat ? "BTC/USD" : "BTC/USDT", 60_000 + minute / 100, { baseVolume: 1_000 + minute }),
      book(usdFiat ? "ETH/USD" : "ETH/USDT", 3_000 + minute / 1_000, { baseVolume: 1_000 + minute }),
      ...(usdFiat ? [book("USDT/USD", 0.9999, { baseVolume: 1e6 + minute })] : []),
      ...(usdFiat ? [book("NEW/USD", 0.1 * factorOf("exchanges"), { baseVolume: 1e6 + minute })] : []),
    ]),
  );
  for (const source of ["coingecko", "coinpaprika"]) {
    const supply = 1e9 / factorOf(source);
    const row = coin("renewed", "NEW", 0.1 * factorOf(source), {
      circulatingSupply: supply,
      totalSupply: 1.2 * supply,
      maxSupply: null,
      marketCapUsd: 1e8,
      changePercentage24h: 1,
    });
    const coins = [...COINS.slice(0, 3), row].map((each) => ({ ...each, updatedAtMs: now - MINUTE_MS }));
    datasets.push(dataset("coin", source, coins, { fetchedAtMs: now }));
  }
  const samplesOf = (id: string) => (id === "renewed" ? (before?.samples ?? []) : []);
  const priceBefore = (id: string, span: string) => (id === "renewed" && span === "7d" ? 0.1 : null);
  const built = buildMarket(
    createInput({ now, datasets, memory: before?.memory ?? null, samplesOf, priceBefore: priceBefore as never }),
  );
  const found = built.market.coins.find(({ id }) => id === "renewed")!;
  const samples = [...(before?.samples ?? []), ...(found.price === null ? [] : [[now, found.price] as const])];
  return { found, before: { memory: built.memory, samples } };
}

describe("a coin that is redenominated 1,000 to 1", () => {
  it.each([
    { first: "coingecko", second: "coinpaprika" },
    { first: "coinpaprika", second: "coingecko" },
  ])("keeps its market cap while exchanges and $first have followed, and $second has not", ({ first, second }) => {
    let step = build({ now: NOW, followed: [] });
    expect(step.found).toMatchObject({ price: expect.closeTo(0.1, 9), circulatingSupply: 1e9 });
    step = build({ now: NOW + HOUR_MS, followed: [], before: step.before });
    for (let hour = 2; hour < 30; hour += 1) {
      step = build({ now: NOW + hour * HOUR_MS, followed: ["exchanges", first], before: step.before });
      const { price, priceSource, marketCap, circulatingSupply, totalSupply, changePercentage } = step.found;
      expect({ hour, price, priceSource, marketCap, circulatingSupply, totalSupply }).toEqual({
        hour,
        price: expect.closeTo(100, 6),
        priceSource: "aggregated",
        marketCap: expect.closeTo(1e8, 0),
        circulatingSupply: 1e6,
        totalSupply: expect.closeTo(1.2e6, 3),
      });
      for (const change of Object.values(changePercentage)) expect(Math.abs(change ?? 0)).toBeLessThan(100);
    }
    // The first day of the new unit is over.
    expect(step.found.changePercentage["24h"]).toBeCloseTo(0, 6);
    step = build({ now: NOW + 30 * HOUR_MS, followed: ["exchanges", first, second], before: step.before });
    expect(step.found).toMatchObject({ marketCap: expect.closeTo(1e8, 0), circulatingSupply: 1e6 });
    expect(step.found.changePercentage["7d"]).toBeNull();
    step = build({ now: NOW + 9 * DAY_MS, followed: ["exchanges", first, second], before: step.before });
    expect(step.found.changePercentage["7d"]).toBeCloseTo(99_900, 0);
  });

  it("keeps the last supply while lists alone have followed", () => {
    const start = build({ now: NOW, followed: [] });
    const { found } = build({ now: NOW + HOUR_MS, followed: ["coingecko"], before: start.before });
    expect(found.marketCap ?? 1e8).toBeCloseTo(1e8, 0);
  });
});
