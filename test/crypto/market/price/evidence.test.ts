import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { priceCoin } from "../../../../build/crypto/market/price/coin-price.ts";
import { createCoinTicker, NOW } from "../coin-ticker.ts";

const VENUES = ["coinbase", "kraken", "okx", "bitstamp", "gemini", "binance"];
const MINUTE = 60_000;

type Book = Parameters<typeof createCoinTicker>[1];

function findInterval(books: readonly Book[]) {
  const tickers = books.map((book, at) => createCoinTicker(VENUES[at]!, book));
  const { price, evidence } = priceCoin({ tickers, previous: null, now: NOW });
  return { price: price!, interval: evidence.interval };
}

function findHalf(books: readonly Book[]): number {
  const { price, interval } = findInterval(books);
  return interval!.high / price - 1;
}

const at = (last: number, change: Book = {}): Book => ({ last, bid: last * 0.9995, ask: last * 1.0005, ...change });

describe("computeInterval", () => {
  it("is unknown for a price of one venue", () => {
    expect(findInterval([at(100)]).interval).toBeNull();
  });

  it("lies around the price, also where the venues agree exactly", () => {
    const { price, interval } = findInterval([at(100), at(100), at(100)]);
    expect(interval!.low).toBeLessThan(price);
    expect(interval!.high).toBeGreaterThan(price);
  });

  it("follows the formula of the methodology page for three venues of equal weight", () => {
    const half = findHalf([at(99.9), at(100), at(100.1)]);
    const shown = ((0.001 ** 2 * 2) / 3 / (1 - 1 / 3)) * 2;
    const variance = (shown + 2 * 0.0005 ** 2) / 4;
    // 2.776 is the 0.975 quantile of Student's t with four degrees of freedom.
    expect(half).toBeCloseTo(2.776 * Math.sqrt(variance * (1 + 1 / 3)), 4);
  });

  it("is wider where the venues disagree, their spreads are wide, or their trades are old", () => {
    const calm = findHalf([at(100), at(100.02), at(99.98)]);
    expect(findHalf([at(100), at(100.4), at(99.6)])).toBeGreaterThan(2 * calm);
    const wide = [100, 100.02, 99.98].map((last) => at(last, { bid: last * 0.996, ask: last * 1.004 }));
    expect(findHalf(wide)).toBeGreaterThan(2 * calm);
    const old = [100, 100.02, 99.98].map((last) => at(last, { tradeTimeMs: NOW - 9 * MINUTE }));
    expect(findHalf(old)).toBeGreaterThan(2 * calm);
  });

  it("is wider for two venues than for six with the same prices", () => {
    expect(findHalf([at(99.95), at(100.05)])).toBeGreaterThan(
      findHalf([at(99.95), at(100.05), at(99.95), at(100.05), at(99.95), at(100.05)]),
    );
  });

  it("does not depend on the scale of the price", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
        fc.array(fc.double({ min: -0.004, max: 0.004, noNaN: true }), { minLength: 2, maxLength: 6 }),
        (scale, offsets) => {
          const books = (unit: number) => offsets.map((offset) => at(unit * (1 + offset)));
          expect(findHalf(books(scale))).toBeCloseTo(findHalf(books(1)), 9);
        },
      ),
    );
  });

  it("has none for a price that is held or of a list", () => {
    const previous = { own: { priceUsd: 100, timeMs: NOW - MINUTE, confirmedUsd: 100 }, samples: [] };
    const tickers = [createCoinTicker("coinbase", at(100)), createCoinTicker("kraken", at(150))];
    const { fresh, evidence } = priceCoin({ tickers, previous, now: NOW });
    expect(fresh).toBe(false);
    expect(evidence.interval).toBeNull();
  });
});
