import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computePriceEvidence } from "../../../build/crypto/api/rows/coin-row.ts";
import type { PricedTicker, UnpricedTicker } from "../../../build/crypto/market/aggregate/ticker-price.ts";
import { type CoinPrice, priceCoin } from "../../../build/crypto/market/price/coin-price.ts";
import type { PublishedCoin, PublishedTicker } from "../../../build/crypto/verify/published-coin.ts";
import { recomputePrice } from "../../../build/crypto/verify/recompute-price.ts";
import { renderJson } from "../../../build/lib/json/render-json.ts";
import { createCoinTicker, NOW } from "../market/coin-ticker.ts";

const NOTHING_LISTED = { freshUsd: [], supply: null, volumeUsd: null };

function findPrice(
  tickers: readonly (PricedTicker | UnpricedTicker)[],
  listed: Partial<typeof NOTHING_LISTED> | { freshUsd: number[] },
) {
  return priceCoin({ tickers, previous: null, references: { ...NOTHING_LISTED, ...listed }, now: NOW });
}

/** As the site publishes it, with numbers of twelve digits. */
function publish({ price, fresh, exchanges, evidence }: CoinPrice, hidesBooks = false): PublishedCoin {
  const price_source = fresh && price !== null ? "aggregated" : "reference";
  const price_evidence = computePriceEvidence(evidence, hidesBooks);
  const { low: price_low = null, high: price_high = null } = evidence.interval ?? {};
  const coin = { id: "aaa", current_price: price, price_low, price_high, price_source, exchanges, price_evidence };
  return JSON.parse(renderJson(coin).toString());
}

const problemsOf = (coin: PublishedCoin) => recomputePrice(coin).problems;

/** Tickers of up to 14 venues around 100 USD, some far off, some without volume, some rejected. */
const arbitraryTickers = fc
  .array(
    fc.record({
      venue: fc.integer({ min: 0, max: 13 }),
      trust: fc.constantFrom(1, 1, 0.7, 0.4),
      off: fc.oneof(
        { weight: 5, arbitrary: fc.double({ min: -0.004, max: 0.004, noNaN: true }) },
        { weight: 1, arbitrary: fc.double({ min: -0.09, max: 0.09, noNaN: true }) },
      ),
      volume: fc.option(fc.double({ min: 0, max: 11, noNaN: true }), { freq: 8 }),
      spread: fc.constantFrom(0.0002, 0.02, 0.08, 0.3),
      ageMinutes: fc.constantFrom(null, 1, 20, 50, 90),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((rows) => {
    const trusts = new Map(rows.map(({ venue, trust }) => [venue, trust]));
    return rows.map(({ venue, off, volume, spread, ageMinutes }, at) => {
      const last = 100 * (1 + off);
      const volumeOf = volume === null ? null : 10 ** volume;
      const change = {
        market: `AAA${at}`,
        quote: `Q${at}`,
        last,
        bid: last * (1 - spread / 2),
        ask: last * (1 + spread / 2),
        baseVolume: null,
        quoteVolume: volumeOf,
        tradeTimeMs: ageMinutes === null ? null : NOW - ageMinutes * 60_000,
      };
      return createCoinTicker(`v${venue}`, change, { trust: trusts.get(venue) ?? 1 });
    });
  });

/** Two pairs on one venue, an outlier, a rejected pair, venues of two kinds of trust. */
function makeMarket(): PublishedCoin {
  const tickers = [
    createCoinTicker("a", { quote: "USD", last: 100, quoteVolume: 3e6 }),
    createCoinTicker("a", { quote: "EUR", last: 100.1, quoteVolume: 1e6, tradeTimeMs: NOW - 20 * 60_000 }),
    createCoinTicker("b", { last: 100.2, quoteVolume: 2e6 }),
    createCoinTicker("c", { last: 99.9, quoteVolume: 4e6, bid: null }),
    createCoinTicker("d", { last: 100.05, quoteVolume: 5e6 }, { trust: 0.7 }),
    createCoinTicker("e", { last: 112, quoteVolume: 1e6 }, { trust: 0.4 }),
    createCoinTicker("f", { last: 100, quoteVolume: 1e6, tradeTimeMs: NOW - 120 * 60_000 }),
  ];
  return publish(findPrice(tickers, {}));
}

const edit = (change: (tickers: PublishedTicker[], coin: PublishedCoin) => void): PublishedCoin => {
  const coin = makeMarket();
  change(coin.price_evidence.tickers as PublishedTicker[], coin);
  return coin;
};

describe("recomputePrice", () => {
  it("finds the weight of a trusted venue with almost no volume beside large ones", () => {
    const volumes = { kraken: 3.3e9, coinbase: 2.1e9, okx: 1.7e9, bitstamp: 23.7, gate: 5e9, mexc: 4e9, kucoin: 3e9 };
    const tickers = Object.entries(volumes).map(([venue, quoteVolume], at) =>
      createCoinTicker(venue, { quoteVolume }, { trust: at < 4 ? 1 : 0.7 }),
    );
    expect(problemsOf(publish(findPrice(tickers, {})))).toEqual([]);
  });

  it("finds the price and the weights that the aggregation published, whatever the venues say", () => {
    let recomputed = 0;
    fc.assert(
      fc.property(
        arbitraryTickers,
        fc.array(fc.double({ min: 91, max: 109, noNaN: true }), { maxLength: 2 }),
        (tickers, freshUsd) => {
          const coin = publish(findPrice(tickers, { freshUsd }));
          const found = recomputePrice(coin);
          expect(found.problems).toEqual([]);
          if (coin.price_source !== "aggregated") return;
          recomputed += 1;
          expect(Math.abs(found.recomputed! / coin.current_price! - 1)).toBeLessThan(1e-9);
        },
      ),
      { numRuns: 500, seed: 20_261_120 },
    );
    expect(recomputed).toBeGreaterThan(200);
  });

  it("accepts a price that a reference decided", () => {
    const split = [99, 99.1, 107, 107.1].map((last, at) => createCoinTicker(`v${at}`, { last }));
    const coin = publish(findPrice(split, { freshUsd: [106.5] }));
    expect(coin).toMatchObject({ price_source: "aggregated", exchanges: 2 });
    expect(problemsOf(coin)).toEqual([]);
  });

  it("finds a venue that is left out of the price although it is near to the others", () => {
    const coin = publish(
      findPrice(
        [100, 100.1, 100.2].map((last, at) => createCoinTicker(`v${at}`, { last })),
        {},
      ),
    );
    const two = publish(
      findPrice(
        [100, 100.1].map((last, at) => createCoinTicker(`v${at}`, { last })),
        {},
      ),
    );
    const { venues, tickers } = coin.price_evidence;
    const left = tickers
      .filter(({ exchange }) => exchange === "v2")
      .map((row) => ({ ...row, included: false, weight: 0 }));
    const forged = {
      ...two,
      price_evidence: { ...two.price_evidence, venues, tickers: [...two.price_evidence.tickers, ...left] },
    };
    expect(problemsOf(forged)).toEqual(["the exchanges in the price are v0, v1, by the methodology v0, v1, v2"]);
  });

  it("says why a price of a list, and one without its evidence, cannot be recomputed", () => {
    const listed = publish(findPrice([], { freshUsd: [100] }));
    expect(recomputePrice(listed)).toMatchObject({
      recomputed: null,
      reason: "the price is not computed from exchanges in this build",
      problems: [],
    });
    const hidden = publish(
      findPrice(
        [100, 100.1, 100.2].map((last, at) => createCoinTicker(`v${at}`, { last })),
        {},
      ),
      true,
    );
    expect(recomputePrice(hidden)).toMatchObject({ reason: "the site publishes no prices of exchanges", problems: [] });
  });

  const counting = makeMarket().price_evidence.tickers.flatMap(({ quality, included, exchange }, at) =>
    quality === null ? [] : [{ at, included, exchange }],
  );

  it.each(counting.flatMap((one) => [0.99, 1.01].map((factor) => ({ ...one, factor }))))(
    "finds each number of pair $at ($exchange) times $factor",
    ({ at, included, factor }) => {
      for (const field of ["price_usd", "volume_24h_usd", "quality", "freshness", "weight"] as const) {
        if (field === "weight" && !included) continue;
        const coin = edit((tickers) => {
          tickers[at]![field]! *= factor;
        });
        expect(problemsOf(coin), field).not.toEqual([]);
      }
    },
  );

  it("finds a quality or freshness that no rule gives, also of the only pair of a venue", () => {
    const alone = () =>
      publish(
        findPrice(
          ["a", "b", "c"].map((venue) => createCoinTicker(venue, { last: 100 })),
          {},
        ),
      );
    expect(problemsOf(alone())).toEqual([]);
    for (const field of ["quality", "freshness"] as const) {
      for (const value of [1.01, -7, 99, null]) {
        const coin = alone();
        const [row] = coin.price_evidence.tickers as PublishedTicker[];
        row![field] = value;
        expect(problemsOf(coin), `${field} ${value}`).not.toEqual([]);
      }
    }
  });

  it("finds exchanges or an interval of a price that is not made of exchanges", () => {
    const none = { venues: [], tickers: [], method: "reference", spread_percentage: null };
    const own = { price_low: null, price_high: null, exchanges: 0 };
    const coin = { ...makeMarket(), ...own, price_source: "reference", price_evidence: none };
    expect(problemsOf(coin)).toEqual([]);
    for (const change of [{ exchanges: 7 }, { price_low: 1, price_high: 2 }])
      expect(problemsOf({ ...coin, ...change })).toHaveLength(1);
  });

  it("finds a pair that is listed twice, and an exchange with a price and no pair that counts", () => {
    const { price_evidence: evidence, ...coin } = makeMarket();
    const [pair] = evidence.tickers;
    const twice = { ...evidence, tickers: [...evidence.tickers, pair!] };
    expect(problemsOf({ ...coin, price_evidence: twice })).toContain("a pair is listed twice");
    const phantom = { exchange: "x", trust: 0, tickers: 0, price_usd: 100, counted_volume_usd: 1 };
    const haunted = { ...evidence, venues: [...evidence.venues, phantom] };
    expect(problemsOf({ ...coin, price_evidence: haunted })).toEqual(["x: has a price, and no pair that counts"]);
  });

  it("finds another method, another distance of the exchanges, and either on a single exchange", () => {
    const alone = publish(findPrice([createCoinTicker("a", { last: 100, quoteVolume: 3e6 })], { freshUsd: [100] }));
    expect(problemsOf(alone)).toEqual([]);
    for (const coin of [makeMarket(), alone]) {
      const { price_evidence: evidence } = coin;
      for (const change of [
        { method: evidence.method === "single_source" ? "volume_weighted" : "single_source" },
        { spread_percentage: evidence.spread_percentage === null ? 0 : null },
        { spread_percentage: (evidence.spread_percentage ?? 0) + 1e-4 },
      ])
        expect(
          problemsOf({ ...coin, price_evidence: { ...evidence, ...change } }),
          JSON.stringify(change),
        ).toHaveLength(1);
    }
    expect(problemsOf({ ...alone, price_low: 99, price_high: 101 })).toHaveLength(1);
  });

  it("finds a price outside of its interval, half an interval, and none", () => {
    const { current_price: price, price_low: low, price_high: high } = makeMarket();
    expect(low! < price! && price! < high!).toBe(true);
    for (const [price_low, price_high] of [
      [price! * 2, 1],
      [low!, price! * 0.999],
      [null, high!],
      [null, null],
    ] as const)
      expect(problemsOf({ ...makeMarket(), price_low, price_high })).not.toEqual([]);
  });

  it.each(["reference", "stale"])("finds a %s price beside pairs that are included in it", (price_source) => {
    const own = { price_low: null, price_high: null, exchanges: 0 };
    const coin = { ...makeMarket(), ...own, current_price: 200, price_source };
    expect(problemsOf(coin)).toEqual([`the price is ${price_source}, but 5 pairs are included in it`]);
  });

  it("finds any two exchanged weights", () => {
    const included = counting.filter((one) => one.included);
    for (const { at: first } of included) {
      for (const { at: second } of included) {
        if (first >= second) continue;
        const coin = edit((tickers) => {
          const kept = tickers[first]!.weight;
          tickers[first]!.weight = tickers[second]!.weight;
          tickers[second]!.weight = kept;
        });
        expect(problemsOf(coin), `${first} and ${second}`).not.toEqual([]);
      }
    }
  });

  it("finds every row that is left out, also of a pair that does not count", () => {
    const { length } = makeMarket().price_evidence.tickers;
    expect(length).toBe(7);
    for (let at = 0; at < length; at += 1) {
      expect(problemsOf(edit((tickers) => tickers.splice(at, 1)))).not.toEqual([]);
    }
  });

  it("finds another trust, and a counted volume above the limit", () => {
    for (const [field, value] of [
      ["trust", 1],
      ["counted_volume_usd", 1e12],
    ] as const) {
      const coin = makeMarket();
      const venue = coin.price_evidence.venues.find(({ exchange }) => exchange === "d")!;
      expect(
        problemsOf({
          ...coin,
          price_evidence: {
            ...coin.price_evidence,
            venues: coin.price_evidence.venues.map((one) => (one === venue ? { ...one, [field]: value } : one)),
          },
        }),
      ).not.toEqual([]);
    }
  });
});

it("shares nothing with the aggregation but the numbers of its rules", () => {
  const folder = "build/crypto/verify";
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    const imports = [...readFileSync(join(folder, file), "utf8").matchAll(/from "([^"]+)"/g)].map(([, path]) => path!);
    for (const path of imports)
      expect(path, file).toMatch(/^\.\/|^\.\.\/market\/rules\/(?:price|methodology-version)\.ts$/);
  }
});
