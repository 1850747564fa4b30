import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PricedTicker, UnpricedTicker } from "../../../../build/crypto/market/aggregate/ticker-price.ts";
import { type CoinPrice, priceCoin, type ReferenceFigures } from "../../../../build/crypto/market/price/coin-price.ts";
import type { PreviousPrice } from "../../../../build/crypto/market/price/publication.ts";
import { createCoinTicker, NOW } from "../coin-ticker.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const price = (
  tickers: readonly (PricedTicker | UnpricedTicker)[],
  previous: PreviousPrice | null = null,
  references: ReferenceFigures = { freshUsd: [], supply: null, volumeUsd: null },
) => priceCoin({ tickers, previous, references, now: NOW });
const previous = (
  { priceUsd = 100, timeMs = NOW - HOUR }: { priceUsd?: number; timeMs?: number } = {},
  samples: PreviousPrice["samples"] = [],
): PreviousPrice => ({ own: { priceUsd, timeMs, confirmedUsd: priceUsd }, samples });
const evidenceOf = (found: CoinPrice, exchange: string) =>
  found.evidence.tickers.filter((ticker) => ticker.exchange === exchange);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

type Change = Parameters<typeof createCoinTicker>;
const makeThree = (change: Change[1] = {}, source: Change[2] = {}) => [
  createCoinTicker("coinbase", { last: 100, ...change }, source),
  createCoinTicker("kraken", { last: 100.1, ...change }, source),
  createCoinTicker("okx", { last: 100.05, quote: "USDT", ...change }, { quoteUsd: 0.999, ...source }),
];
const three = makeThree();

describe("priceCoin", () => {
  it("publishes what three venues agree on, with its evidence", () => {
    const found = price(three);
    expect(found.fresh).toBe(true);
    expect(found.price).toBeGreaterThan(99.9);
    expect(found.price).toBeLessThan(100.1);
    expect(found).toMatchObject({ exchanges: 3, timeMs: NOW, suspect: false });
    expect(found.volumeUsd).toBeCloseTo(2_999_000, 6);
    expect(found.evidence).toMatchObject({ method: "volume_weighted", confidence: "high", asOfMs: NOW });
    expect(found.evidence.spreadPercentage).toBeCloseTo(((100.1 - 99.94995) / found.price!) * 100, 9);
    expect(evidenceOf(found, "okx")[0]).toMatchObject({ pair: "AAA/USDT", included: true, reason: null });
  });

  it("never takes a stablecoin for a dollar", () => {
    const tether = [1, 2, 3].map((index) =>
      createCoinTicker(`v${index}`, { last: 100, quote: "USDT" }, { quoteUsd: 0.95 }),
    );
    expect(price(tether).price).toBeCloseTo(95, 9);
  });

  it("leaves tickers of a suspended quote out of the evidence and counts them", () => {
    const found = price([...three, createCoinTicker("gate", { quote: "USDX" }, { quoteUsd: null })]);
    expect(evidenceOf(found, "gate")).toEqual([]);
    expect(found.unpriced).toEqual([
      { exchange: "gate", market: "AAAUSDX", reason: "quote currency suspended or unknown" },
    ]);
  });

  it("explains every ticker that is left out", () => {
    const found = price([
      ...three,
      createCoinTicker("binance", { tradeTimeMs: NOW - 2 * HOUR }),
      createCoinTicker("bitstamp", { last: 103 }),
      createCoinTicker("gate", {}, { excluded: "quarantined" }),
      createCoinTicker("kraken", { market: "AAAEUR", quote: "EUR", last: 95, quoteVolume: null, baseVolume: null }),
    ]);
    const reasons = found.evidence.tickers.flatMap(({ exchange, pair, reason }) =>
      reason === null ? [] : [`${exchange} ${pair}: ${reason}`],
    );
    expect(reasons.toSorted()).toEqual([
      "binance AAA/USD: last trade older than 60 min",
      "bitstamp AAA/USD: off the median of the venues",
      "gate AAA/USD: quarantined",
      "kraken AAA/EUR: no volume reported",
    ]);
    expect(found.volumeUsd).toBeCloseTo(2_999_000, 6);
  });

  it("leaves out a listing far off the venue's own others, with its volume", () => {
    const found = price([
      ...three,
      createCoinTicker("coinbase", { market: "2", quote: "USDT" }),
      createCoinTicker("coinbase", { market: "3", quote: "EUR", last: 90 }, { quoteUsd: 1.2 }),
    ]);
    expect(evidenceOf(found, "coinbase").find(({ pair }) => pair === "AAA/EUR")).toMatchObject({
      included: false,
      reason: "more than 3 % off the venue's other pairs",
    });
    expect(found.volumeUsd).toBeCloseTo(3_999_000, 6);
  });

  it("values base units at the coin's price and drops an impossible volume", () => {
    const found = price([
      ...three,
      createCoinTicker("bitfinex", { last: 100.2, quoteVolume: null, baseVolume: 5000 }, { trust: 0.7 }),
      createCoinTicker("htx", { quoteVolume: 5e9 }, { trust: 0.4 }),
    ]);
    expect(found.volumeUsd).toBeCloseTo(2_999_000 + 5000 * found.price!, 3);
    expect(evidenceOf(found, "htx")[0]).toMatchObject({ volume24hUsd: null, included: true });
  });

  it("counts a venue's volume where it may not be priced", () => {
    const found = price([
      ...three,
      createCoinTicker("upbit", { priced: false, last: 140_000, quote: "KRW", quoteVolume: 1e9 }, { quoteUsd: 0.001 }),
    ]);
    expect(found.exchanges).toBe(3);
    expect(found.volumeUsd).toBeCloseTo(3_999_000, 3);
    expect(evidenceOf(found, "upbit")[0]).toMatchObject({ reason: "volume only", weight: 0 });
  });

  it("is per coin where the venue trades thousands", () => {
    const thousands = createCoinTicker("binance", { last: 0.1001, base: "1000AAA" }, { units: 1000 });
    const units = ["okx", "kraken"].map((venue) => createCoinTicker(venue, { last: 0.0001 }));
    expect(price([thousands, ...units]).price).toBeCloseTo(0.0001, 6);
    expect(price([thousands, ...units]).exchanges).toBe(3);
  });

  it("holds the last price for 24 hours where the evidence is too little", () => {
    const alone = [createCoinTicker("gate", {}, { trust: 0.7 })];
    const held = price(alone, previous({ priceUsd: 98, timeMs: NOW - 23 * HOUR }));
    expect(held).toMatchObject({ price: 98, fresh: false, timeMs: NOW - 23 * HOUR, exchanges: 0, suspect: false });
    expect(held.evidence).toMatchObject({ method: "held", confidence: "low", spreadPercentage: null });
    expect(held.evidence.tickers[0]).toMatchObject({ included: false, weight: 0 });
    expect(held.volumeUsd).toBe(1_000_000);
    const gone = price(alone, previous({ timeMs: NOW - 25 * HOUR }));
    expect(gone).toMatchObject({ price: null, fresh: false, timeMs: null });
    expect(gone.evidence).toMatchObject({ method: "none", confidence: "none", asOfMs: null });
  });

  it("holds a jump of two venues until a reference is within 2 % of it", () => {
    const jumped = three.slice(0, 2);
    const held = price(jumped, previous({ priceUsd: 70 }));
    expect(held).toMatchObject({ price: 70, fresh: false, suspect: true });
    const near = { freshUsd: [101], supply: null, volumeUsd: null };
    expect(price(jumped, previous({ priceUsd: 70 }), near)).toMatchObject({ fresh: true, suspect: false });
    const far = { freshUsd: [103], supply: null, volumeUsd: null };
    expect(price(jumped, previous({ priceUsd: 70 }), far)).toMatchObject({ price: 70, suspect: true });
  });

  it("is not chosen by a list of before the move, which agrees with the venue without trades", () => {
    const moved = [three[0]!, createCoinTicker("stuck", { last: 109, quoteVolume: 30_000 })];
    const listed = { freshUsd: [109], supply: null, volumeUsd: null };
    expect(price(moved, previous({ priceUsd: 108 }), listed)).toMatchObject({ fresh: true });
    const old = price(moved, previous({ priceUsd: 108 }), { ...listed, decidingUsd: [] });
    expect(old).toMatchObject({ price: 108, fresh: false, suspect: true });
  });

  it("holds the last price where all of its quotes lost their rate", () => {
    expect(price(makeThree({}, { quoteUsd: null }), previous({ priceUsd: 98 }))).toMatchObject({
      price: 98,
      fresh: false,
      suspect: true,
    });
  });

  it("was observed at the newest trade among the included tickers, never in the future", () => {
    const at = (venue: string, tradeTimeMs: number) => createCoinTicker(venue, { tradeTimeMs });
    expect(price([...three.slice(1), at("binance", NOW - 5 * MINUTE), at("upbit", NOW - 9 * MINUTE)]).timeMs).toBe(
      NOW - 5 * MINUTE,
    );
    expect(price([...three, at("binance", NOW + MINUTE)]).timeMs).toBe(NOW);
  });

  it("takes the change of 24 hours from own samples, else from the listings' opens", () => {
    const opened = makeThree({ open24h: 80 });
    expect(price(opened).changePercentage24h).toBeCloseTo(25, 0);
    expect(price(three).changePercentage24h).toBeNull();
    const sampled = previous({}, [[NOW - 24 * HOUR, 50]]);
    expect(price(opened, sampled).changePercentage24h).toBeCloseTo(100, 0);
    const most = price([
      ...["a", "b", "c"].map((id) => createCoinTicker(id, { open24h: 50, quoteVolume: 1e5 })),
      ...["d", "e"].map((id) => createCoinTicker(id, { open24h: 80, quoteVolume: 1e6 })),
    ]);
    // One vote per exchange: the larger volume of the two does not decide.
    expect(most.changePercentage24h).toBeCloseTo(100, 6);
    expect(price(makeThree({ open24h: 80 }, { quoteUsd24hAgo: null })).changePercentage24h).toBeNull();
  });

  it("has nothing for a coin without tickers", () => {
    expect(price([])).toMatchObject({ price: null, fresh: false, volumeUsd: null, changePercentage24h: null });
  });
});

const TRUST = { coinbase: 1, kraken: 1, okx: 1, gate: 0.7, kucoin: 0.7, bitget: 0.7, mexc: 0.4, htx: 0.4 };
const near = fc.double({ min: 80, max: 125, noNaN: true });
const close = fc.double({ min: 99.9, max: 100.1, noNaN: true });
const strange = fc.constantFrom(0, -1, 5e-324, 1e308, Number.NaN);
/** A ticker as a function of the scale of its prices. */
const anyScalable = fc
  .record({
    venue: fc.constantFrom(...(Object.keys(TRUST) as (keyof typeof TRUST)[])),
    market: fc.constantFrom("1", "2", "3", "4"),
    last: fc.oneof({ weight: 16, arbitrary: close }, { weight: 3, arbitrary: near }, { weight: 1, arbitrary: strange }),
    halfSpread: fc.option(fc.double({ min: -0.001, max: 0.06, noNaN: true })),
    quoteVolume: fc.option(
      fc.oneof(
        { weight: 8, arbitrary: fc.double({ min: 1e3, max: 1e8, noNaN: true }) },
        { weight: 1, arbitrary: fc.double({ min: 0, max: 1e308, noNaN: true }) },
      ),
    ),
    tradeAgeMs: fc.option(fc.integer({ min: -MINUTE, max: 80 * MINUTE })),
    open24h: fc.option(near),
    quoteUsd: fc.option(fc.constantFrom(1, 0.5), { freq: 10 }),
    excluded: fc.option(fc.constant("quarantined"), { freq: 1 }),
    unpriced: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ venue, last, halfSpread, tradeAgeMs, quoteUsd, excluded, unpriced, ...rest }) => (scale = 1) => {
    const inQuote = (last / (quoteUsd ?? 1)) * scale;
    return createCoinTicker(
      venue,
      {
        ...rest,
        last: inQuote,
        bid: halfSpread === null ? null : inQuote * (1 - halfSpread),
        ask: halfSpread === null ? null : inQuote * (1 + halfSpread),
        baseVolume: null,
        tradeTimeMs: tradeAgeMs === null ? null : NOW - tradeAgeMs,
        priced: unpriced > 0,
      },
      { trust: TRUST[venue], quoteUsd, excluded: unpriced === 1 ? excluded : null },
    );
  });
const anyScalables = fc.uniqueArray(anyScalable, {
  selector: (scale) => `${scale().venue} ${scale().ticker.market}`,
  maxLength: 24,
});
const anyTickers = anyScalables.map((tickers) => tickers.map((scale) => scale()));
const anyPrevious = fc.option(
  fc.record({
    own: fc.option(
      fc.record({ priceUsd: near, timeMs: fc.integer({ min: NOW - 30 * HOUR, max: NOW }), confirmedUsd: near }),
    ),
    samples: fc.array(fc.tuple(fc.integer({ min: NOW - 26 * HOUR, max: NOW }), near)),
  }),
);

describe("priceCoin for any tickers", () => {
  it("matches its evidence and never computes a number that is not finite", () => {
    const draws = { fresh: 0, not: 0 };
    fc.assert(
      fc.property(anyTickers, anyPrevious, (tickers, before) => {
        const found = price(tickers, before);
        draws[found.fresh ? "fresh" : "not"] += 1;
        const included = found.evidence.tickers.filter((ticker) => ticker.included);
        for (const value of [found.price, found.volumeUsd, found.changePercentage24h, found.timeMs]) {
          expect(value === null || Number.isFinite(value)).toBe(true);
        }
        for (const { priceUsd, volume24hUsd, weight, included, reason } of found.evidence.tickers) {
          expect(Number.isFinite(priceUsd) && priceUsd > 0).toBe(true);
          expect(volume24hUsd === null || (Number.isFinite(volume24hUsd) && volume24hUsd >= 0)).toBe(true);
          expect(weight > 0).toBe(included);
          expect(reason === null).toBe(included);
        }
        expect(found.evidence.tickers.length + found.unpriced.length).toBe(tickers.length);
        expect(included.length > 0).toBe(found.fresh);
        if (found.fresh) {
          expect(sum(included.map(({ weight }) => weight))).toBeCloseTo(1, 9);
          expect(sum(included.map(({ weight, priceUsd }) => weight * priceUsd)) / found.price!).toBeCloseTo(1, 9);
          const prices = included.map(({ priceUsd }) => priceUsd);
          expect(found.price).toBeGreaterThanOrEqual(Math.min(...prices) * (1 - 1e-9));
          expect(found.price).toBeLessThanOrEqual(Math.max(...prices) * (1 + 1e-9));
        } else if (found.price !== null) expect(found.price).toBe(before!.own!.priceUsd);
      }),
      { numRuns: 300 },
    );
    expect(Math.min(draws.fresh, draws.not)).toBeGreaterThan(50);
  });

  it("does not depend on the order of the tickers", () => {
    fc.assert(
      fc.property(anyTickers, anyPrevious, (tickers, before) => {
        expect(price(tickers.toReversed(), before)).toEqual(price(tickers, before));
      }),
    );
  });

  it("scales with the prices", () => {
    fc.assert(
      fc.property(anyScalables, fc.integer({ min: -40, max: 40 }), (tickers, exponent) => {
        const scale = 2 ** exponent;
        const regular = tickers.filter((at) => at().ticker.last > 1e-9 && at().ticker.last < 1e9);
        const found = price(regular.map((at) => at()));
        const again = price(regular.map((at) => at(scale)));
        expect(again.price).toBe(found.price === null ? null : found.price * scale);
        expect(again.volumeUsd).toBe(found.volumeUsd);
      }),
    );
  });
});

describe("lists that contradict the venues", () => {
  const anchor = { priceUsd: 100, timeMs: NOW - HOUR, supply: 1_000 };
  const before = { ...previous(), own: { priceUsd: 99, timeMs: NOW - HOUR, confirmedUsd: 99, anchor } };
  const dispute = (listedUsd: number, change: Partial<Parameters<typeof priceCoin>[0]> = {}) =>
    priceCoin({
      tickers: [],
      opposing: three,
      previous: before,
      now: NOW,
      references: { freshUsd: [listedUsd, listedUsd * 1.002], supply: 1_000, volumeUsd: null },
      ...change,
    });

  it("do not replace the price of three venues near the last common one", () => {
    const found = dispute(1_000);
    expect(found).toMatchObject({ fresh: true, disputed: true, exchanges: 3, opposing: 3, anchor });
    expect(found.price).toBeCloseTo(100.03, 1);
    expect(sum(found.evidence.tickers.map(({ weight }) => weight))).toBeCloseTo(1, 12);
    expect(found.evidence.confidence).toBe("high");
  });

  it("leave the last price where the venues left the common one, for a day", () => {
    const drifted = makeThree({ last: 140, bid: 139.9, ask: 140.1 });
    expect(dispute(100, { opposing: drifted })).toMatchObject({
      price: 99,
      fresh: false,
      suspect: true,
      disputed: true,
    });
    const old = { ...before, own: { ...before.own, timeMs: NOW - 25 * HOUR } };
    expect(dispute(100, { opposing: drifted, previous: old })).toMatchObject({ price: null, disputed: true });
  });

  it("decide against one or two venues, after the last price was held", () => {
    expect(dispute(1_000, { opposing: three.slice(0, 2) })).toMatchObject({
      price: 99,
      fresh: false,
      suspect: true,
      disputed: false,
      opposing: 2,
    });
  });

  it("keep their price against venues without a trade in the last hour", () => {
    const idle = makeThree({ tradeTimeMs: NOW - 61 * MINUTE });
    expect(dispute(1_000, { opposing: idle })).toMatchObject({ disputed: false, opposing: 0 });
  });

  it("move the anchor only while they agree with the venues", () => {
    const agreed = price(three, before, { freshUsd: [101], supply: 1_100, volumeUsd: null });
    expect(agreed.anchor).toEqual({ priceUsd: 101, timeMs: NOW, supply: 1_100 });
    expect(dispute(1_000).anchor).toBe(anchor);
  });
});
