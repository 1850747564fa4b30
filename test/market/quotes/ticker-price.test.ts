import { describe, expect, it } from "vitest";
import {
  computeListingPrice,
  computeVolumeUsd,
  NO_QUOTE_RATE,
  NO_TRADES,
  NOT_POSITIVE,
  priceTicker,
  TOO_OLD,
  TOO_WIDE,
  VOLUME_ONLY,
} from "../../../build/market/quotes/ticker-price.ts";
import type { Ticker } from "../../../build/normalise/record.ts";
import { createCoinTicker, createTicker, NOW } from "../coin-ticker.ts";

const MINUTE = 60_000;
const price = (change: Partial<Ticker>) => computeListingPrice(createTicker(change), NOW);

describe("computeListingPrice", () => {
  it("clamps the last price into bid and ask", () => {
    expect(price({ last: 105, bid: 99.9, ask: 100 })).toEqual({ price: 100, quality: 1, freshness: 1 });
    expect(price({ last: 95, bid: 99.9, ask: 100 })).toMatchObject({ price: 99.9 });
    expect(price({ last: 99.95, bid: 99.9, ask: 100 })).toMatchObject({ price: 99.95 });
  });

  it.each([
    [0.009, 1],
    [0.011, 0.6],
    [0.049, 0.6],
    [0.051, 0.3],
    [0.099, 0.3],
  ])("rates a spread of %d with %d", (spread, quality) => {
    expect(price({ bid: 100 * (1 - spread / 2), ask: 100 * (1 + spread / 2) })).toMatchObject({ quality });
  });

  it("refuses a spread above 10 %", () => {
    expect(price({ bid: 94, ask: 105 })).toBe(TOO_WIDE);
  });

  it.each([
    ["no bid", { bid: null, ask: 101 }],
    ["no ask", { bid: 99, ask: null }],
    ["a bid above the ask", { bid: 102, ask: 101 }],
    ["a bid of zero", { bid: 0, ask: 101 }],
  ])("uses the last price at lower quality with %s", (_, book) => {
    expect(price({ last: 100, ...book })).toEqual({ price: 100, quality: 0.7, freshness: 1 });
  });

  it.each([
    [9, 1],
    [11, 0.5],
    [29, 0.5],
    [31, 0.25],
    [59, 0.25],
  ])("rates a trade %d minutes ago with %d", (minutes, freshness) => {
    expect(price({ tradeTimeMs: NOW - minutes * MINUTE })).toMatchObject({ freshness });
  });

  it("refuses a trade older than 60 minutes and does not mind a clock that is ahead", () => {
    expect(price({ tradeTimeMs: NOW - 61 * MINUTE })).toBe(TOO_OLD);
    expect(price({ tradeTimeMs: NOW + MINUTE })).toMatchObject({ freshness: 1 });
  });

  it("refuses listings without trades", () => {
    expect(price({ trades: 0 })).toBe(NO_TRADES);
    expect(price({ baseVolume: 0 })).toBe(NO_TRADES);
    expect(price({ baseVolume: null, quoteVolume: 0 })).toBe(NO_TRADES);
  });

  it("accepts a venue that tells no volume at all", () => {
    expect(price({ baseVolume: null, quoteVolume: null })).toMatchObject({ price: 100 });
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])("refuses a last price of %d", (last) => {
    expect(price({ last, bid: null, ask: null, baseVolume: 1 })).toBe(NOT_POSITIVE);
  });
});

describe("computeVolumeUsd", () => {
  const volume = (change: Partial<Ticker>) =>
    computeVolumeUsd(createTicker({ baseVolume: 10, quoteVolume: null, ...change }), 100, 2);

  it("prefers the venue's own USD, then its quote volume, then base at the average price, then base at the price", () => {
    expect(volume({ usdVolume: 7, quoteVolume: 900, vwap: 90 })).toBe(7);
    expect(volume({ quoteVolume: 900, vwap: 95 })).toBe(1800);
    expect(volume({ vwap: 90 })).toBe(1800);
    expect(volume({})).toBe(2000);
  });

  it("is unknown where the venue tells nothing, or nothing finite", () => {
    expect(volume({ baseVolume: null })).toBeNull();
    expect(volume({ baseVolume: 1e308 })).toBeNull();
  });
});

describe("priceTicker", () => {
  it("turns the price into USD per coin, through the quote's rate and the units of the code", () => {
    const ticker = createCoinTicker("binance", { last: 0.5, quoteVolume: 300 }, { quoteUsd: 0.998, multiplier: 1000 });
    const priced = priceTicker(ticker, NOW);
    expect(priced.priceUsd).toBeCloseTo(0.000499, 12);
    expect(priced.volumeUsd).toBeCloseTo(299.4, 9);
    expect(priced.reason).toBeNull();
  });

  it("has no price where the quote has no rate", () => {
    const priced = priceTicker(createCoinTicker("binance", {}, { quoteUsd: null }), NOW);
    expect(priced).toMatchObject({ priceUsd: null, volumeUsd: null, reason: NO_QUOTE_RATE, volumeCounts: false });
  });

  it("keeps the price to show, but no say, where the caller excludes the ticker", () => {
    const priced = priceTicker(createCoinTicker("binance", {}, { excluded: "quarantined" }), NOW);
    expect(priced).toMatchObject({ priceUsd: 100, reason: "quarantined", volumeCounts: false });
  });

  it("counts the volume of a listing that may not be priced, unless the listing is dead", () => {
    expect(priceTicker(createCoinTicker("upbit", { priced: false }), NOW)).toMatchObject({
      reason: VOLUME_ONLY,
      volumeCounts: true,
    });
    expect(priceTicker(createCoinTicker("upbit", { priced: false, trades: 0 }), NOW)).toMatchObject({
      reason: NO_TRADES,
      volumeCounts: false,
    });
  });

  it("counts the volume of a wide listing and not that of a stale one", () => {
    expect(priceTicker(createCoinTicker("okx", { bid: 80, ask: 120 }), NOW)).toMatchObject({ volumeCounts: true });
    const stale = createCoinTicker("binance", { tradeTimeMs: NOW - 90 * MINUTE });
    expect(priceTicker(stale, NOW)).toMatchObject({ reason: TOO_OLD, volumeCounts: false });
  });

  it("has no price where the product leaves the range of numbers", () => {
    const tiny = createCoinTicker("binance", { last: 1e-300, bid: null, ask: null }, { quoteUsd: 1e-300 });
    expect(priceTicker(tiny, NOW)).toMatchObject({ priceUsd: null, reason: NOT_POSITIVE });
  });
});
