import { describe, expect, it } from "vitest";
import { buildMarket } from "../../../build/crypto/market/build-market.ts";
import type { MarketMemory } from "../../../build/crypto/market/market-memory.ts";
import type { Dataset } from "../../../build/crypto/normalise/record.ts";
import { HOUR_MS, MINUTE_MS } from "../../../build/lib/time.ts";
import { book, COINS, coin, createInput, dataset, NOW } from "./small-market.ts";

/**
 * Six venues with real dollars: enough for BTC, ETH and USDT, whatever the coin under test does.
 */
const VENUES = ["bitstamp", "coinbase", "gemini", "kraken", "okx", "gate"].map((id) => ({
  id,
  name: id,
  homepage: `https://${id}.example`,
  geckoId: id,
  trust: id === "gate" ? 0.7 : 1,
  usdFiat: true,
}));

interface Step {
  now: number;
  /** Venue → its price of the coin. */
  prices: Readonly<Record<string, number>>;
  /** What reference sources report, the first one's first; absent: they do not respond. */
  references?: readonly number[];
  name?: string;
  /** Dollars for one euro on kraken, where the coin trades against euros. */
  euroUsd?: number;
}

/** One build: every venue has the anchors; the coin "Tested" (TST) has these prices. */
function build({ now, prices, references = [], name = "tested", euroUsd }: Step, memory: MarketMemory | null = null) {
  const minute = Math.round(now / MINUTE_MS) % 1_000;
  const datasets: Dataset[] = VENUES.map(({ id }) =>
    dataset("ticker", id, [
      // A book in which nothing changes would not count.
      book("BTC/USD", 60_000 + minute / 100, { baseVolume: 1_000 + minute }),
      book("ETH/USD", 3_000 + minute / 1_000, { baseVolume: 1_000 + minute }),
      book("USDT/USD", 0.9999, { baseVolume: 1e6 + minute }),
      ...(prices[id] === undefined
        ? []
        : [book(euroUsd === undefined ? "TST/USD" : "TST/EUR", prices[id], { baseVolume: 5e4 + minute })]),
      ...(euroUsd !== undefined && id === "kraken" ? [book("EUR/USD", euroUsd, { baseVolume: 1e6 + minute })] : []),
    ]),
  );
  const list = (source: string, priceUsd: number | null): Dataset => {
    const tested = coin("tested", "TST", priceUsd, { name });
    const coins = [...COINS.slice(0, 3), tested].map((each) => ({ ...each, updatedAtMs: now - MINUTE_MS }));
    return dataset("coin", source, coins, { fetchedAtMs: now });
  };
  if (euroUsd !== undefined) {
    datasets.push(
      dataset("rate", "ecb", [{ base: "EUR", quote: "USD", rate: 1.1, date: "2026-11-19" }]),
      dataset("rate", "fawazahmed0", [{ base: "USD", quote: "EUR", rate: 0.909, date: "2026-11-19" }]),
    );
  }
  const [first = null, ...others] = references;
  datasets.push(list("coingecko", first), ...others.map((price, at) => list(["coinpaprika", "coinlore"][at]!, price)));
  const built = buildMarket(createInput({ now, datasets, venues: VENUES, memory, samplesOf: () => [] }));
  const tested = built.market.coins.find(({ id }) => id === "tested")!;
  return { memory: built.memory, price: tested.price, source: tested.priceSource, timeMs: tested.priceTimeMs };
}

describe("two honest venues 5 to 30 % apart", () => {
  const start = build({ now: NOW, prices: { kraken: 100, okx: 100 }, references: [100] });

  it.each([5, 30])("at %d percent, the venue near a fresh reference makes the price", (apart) => {
    const priceOf = (other: string, reference: number) =>
      build(
        { now: NOW + HOUR_MS, prices: { kraken: 100, [other]: 100 + apart }, references: [reference] },
        start.memory,
      );
    expect(priceOf("okx", 100.5)).toMatchObject({ price: 100, source: "aggregated" });
    expect(priceOf("okx", 99 + apart)).toMatchObject({ price: 100 + apart, source: "aggregated" });
    expect(priceOf("gate", 99 + apart)).toMatchObject({ price: 99 + apart, source: "reference" });
  });

  it.each<[string, Readonly<Record<string, number>>, number]>([
    ["two venues 5 % apart", { kraken: 100, okx: 105 }, 102.5],
    ["two venues 10 % apart", { kraken: 100, okx: 110 }, 105],
    ["two venues 20 % apart", { kraken: 100, okx: 120 }, 110],
    ["two venues 30 % apart", { kraken: 100, okx: 130 }, 115],
    ["one venue that jumps by 28 %", { kraken: 128 }, 101],
  ])("with %s and no confirmation, the last price is held for a day, then the reference's", (_, prices, reference) => {
    let { memory } = start;
    for (const hours of [1, 8, 16, 24, 25, 26]) {
      const step = build({ now: NOW + hours * HOUR_MS, prices, references: [reference] }, memory);
      const held = { price: 100, source: "stale", timeMs: NOW };
      expect(step, `${hours} h`).toMatchObject(hours <= 24 ? held : { price: reference, source: "reference" });
      memory = step.memory;
    }
  });
});

describe("a coin on two venues only", () => {
  it("has their mean while they agree within 2 %", () => {
    const { price, source } = build({ now: NOW, prices: { kraken: 100, gate: 101.5 }, references: [110] });
    expect(source).toBe("aggregated");
    expect(price).toBeGreaterThan(100);
    expect(price).toBeLessThan(101.5);
  });

  it("is held when they jump together, until a reference confirms it", () => {
    const { memory } = build({ now: NOW, prices: { kraken: 100, gate: 100 }, references: [100] });
    const jump = { now: NOW + HOUR_MS, prices: { kraken: 75, gate: 75 } };
    expect(build({ ...jump, references: [100] }, memory)).toMatchObject({ price: 100, source: "stale" });
    expect(build({ ...jump, references: [75.5] }, memory)).toMatchObject({ price: 75, source: "aggregated" });
  });
});

it("a first build with a reference that is wrong by × 1.5 has the venues' price where another one agrees", () => {
  const prices = Object.fromEntries(VENUES.map(({ id }) => [id, 100]));
  expect(build({ now: NOW, prices, references: [150, 100.4] })).toMatchObject({ price: 100, source: "aggregated" });
});

describe("a drift of 5 % per build", () => {
  const drift = (venues: Readonly<Record<string, number>>, liar: string) => {
    let memory: MarketMemory | null = null;
    const published: (number | null)[] = [];
    for (let at = 0; at < 12; at += 1) {
      const prices = { ...venues, [liar]: 100 * 1.05 ** at };
      const step = build({ now: NOW + at * 30 * MINUTE_MS, prices, references: [100] }, memory);
      published.push(step.price);
      memory = step.memory;
    }
    return published;
  };

  it.each([
    ["four venues", { kraken: 100, okx: 100, coinbase: 100 }],
    ["three venues", { kraken: 100, okx: 100 }],
    ["two venues", { kraken: 100 }],
    ["one venue", {}],
  ])("of one of %s never moves the price by 2 %%", (_, honest) => {
    for (const price of drift(honest, "gate")) expect(Math.abs(price! / 100 - 1)).toBeLessThanOrEqual(0.02);
    for (const price of drift(honest, "gemini")) expect(Math.abs(price! / 100 - 1)).toBeLessThanOrEqual(0.02);
  });
});

describe("a coin whose only quote has no rate", () => {
  it("keeps its last price for a day, also where a list has another one", () => {
    const prices = { kraken: 100, okx: 100, coinbase: 100 };
    const start = build({ now: NOW, prices, euroUsd: 1.1, references: [110] });
    expect(start).toMatchObject({ price: expect.closeTo(110, 6), source: "aggregated" });
    // Live pairs and the daily rate contradict each other: the rate is suspended.
    const suspended = { prices, euroUsd: 1.2, references: [120] };
    const held = build({ now: NOW + HOUR_MS, ...suspended }, start.memory);
    expect(held).toMatchObject({ price: expect.closeTo(110, 6), source: "stale", timeMs: start.timeMs });
    const later = build({ now: NOW + 25 * HOUR_MS, ...suspended }, held.memory);
    expect(later).toMatchObject({ price: 120, source: "reference" });
  });
});
