import { describe, expect, it } from "vitest";
import {
  computeQuotePrice,
  computeVolumeUsd,
  isVolumeCounted,
  NO_QUOTE_RATE,
  NO_TRADES,
  NOT_POSITIVE,
  TOO_OLD,
  TOO_WIDE,
  VOLUME_ONLY,
} from "../../../../build/crypto/market/aggregate/ticker-price.ts";
import type { Ticker } from "../../../../build/crypto/normalise/record.ts";
import { createCoinTicker, createPricedTicker, createTicker, NOW } from "../coin-ticker.ts";

const MINUTE = 60_000;
const price = (change: Partial<Ticker>) => computeQuotePrice(createTicker(change), NOW);
const spread = (share: number) => ({ bid: 100 * (1 - share / 2), ask: 100 * (1 + share / 2) });
const traded = (minutesAgo: number) => ({ tradeTimeMs: NOW - minutesAgo * MINUTE });

describe("the price of a ticker in its quote", () => {
  it.each<[string, Partial<Ticker>, Partial<Exclude<ReturnType<typeof price>, string>>]>([
    ["is clamped to the ask", { last: 105, bid: 99.9, ask: 100 }, { price: 100, quality: 1, freshness: 1 }],
    ["is clamped to the bid", { last: 95, bid: 99.9, ask: 100 }, { price: 99.9 }],
    ["is the last price between bid and ask", { last: 99.95, bid: 99.9, ask: 100 }, { price: 99.95 }],
    ["has quality 1 at a spread of 0.9 %", spread(0.009), { quality: 1 }],
    ["has quality 0.6 at a spread of 1.1 %", spread(0.011), { quality: 0.6 }],
    ["has quality 0.6 at a spread of 4.9 %", spread(0.049), { quality: 0.6 }],
    ["has quality 0.3 at a spread of 5.1 %", spread(0.051), { quality: 0.3 }],
    ["has quality 0.3 at a spread of 9.9 %", spread(0.099), { quality: 0.3 }],
    ["has quality 0.7 without a bid", { bid: null, ask: 101 }, { price: 100, quality: 0.7, freshness: 1 }],
    ["has quality 0.7 without an ask", { bid: 99, ask: null }, { price: 100, quality: 0.7 }],
    ["has quality 0.7 with a bid above the ask", { bid: 102, ask: 101 }, { price: 100, quality: 0.7 }],
    ["has quality 0.7 with a bid of zero", { bid: 0, ask: 101 }, { price: 100, quality: 0.7 }],
    ["has freshness 1 after 9 minutes", traded(9), { freshness: 1 }],
    ["has freshness 0.5 after 11 minutes", traded(11), { freshness: 0.5 }],
    ["has freshness 0.5 after 29 minutes", traded(29), { freshness: 0.5 }],
    ["has freshness 0.25 after 31 minutes", traded(31), { freshness: 0.25 }],
    ["has freshness 0.25 after 59 minutes", traded(59), { freshness: 0.25 }],
    ["has freshness 1 with a clock that is ahead", traded(-1), { freshness: 1 }],
    ["needs no volume from a venue that reports none", { baseVolume: null, quoteVolume: null }, { price: 100 }],
  ])("%s", (_, change, expected) => {
    expect(price(change)).toMatchObject(expected);
  });

  it.each<[string, Partial<Ticker>, string]>([
    ["a spread above 10 %", { bid: 94, ask: 105 }, TOO_WIDE],
    ["a trade older than 60 minutes", traded(61), TOO_OLD],
    ["no trades", { trades: 0 }, NO_TRADES],
    ["a base volume of zero", { baseVolume: 0 }, NO_TRADES],
    ["a quote volume of zero", { baseVolume: null, quoteVolume: 0 }, NO_TRADES],
    ...[0, -1, Number.NaN, Number.POSITIVE_INFINITY].map((last): [string, Partial<Ticker>, string] => [
      `a last price of ${last}`,
      { last, bid: null, ask: null, baseVolume: 1 },
      NOT_POSITIVE,
    ]),
  ])("is refused with %s", (_, change, reason) => {
    expect(price(change)).toBe(reason);
  });
});

it.each<[string, Partial<Ticker>, number | null]>([
  ["the venue's own USD", { usdVolume: 7, quoteVolume: 900, vwap: 90 }, 7],
  ["its quote volume", { quoteVolume: 900, vwap: 95 }, 1_800],
  ["base units at the average price", { vwap: 90 }, 1_800],
  ["base units at the price", {}, 2_000],
  ["none where the venue reports a quote volume of 0 alone", { quoteVolume: 0, baseVolume: null }, 0],
  ["unknown where the venue reports none", { baseVolume: null }, null],
  ["unknown where it is not finite", { baseVolume: 1e308 }, null],
])("the volume in USD is %s", (_, change, expected) => {
  const ticker = createTicker({ baseVolume: 10, quoteVolume: null, ...change });
  expect(computeVolumeUsd(ticker, 100, 2)).toBe(expected);
});

describe("a ticker in USD", () => {
  it("has the price per coin, through the quote's rate and the units of the code", () => {
    const priced = createCoinTicker("binance", { last: 0.5, quoteVolume: 300 }, { quoteUsd: 0.998, units: 1_000 });
    expect(priced.priceUsd).toBeCloseTo(0.000499, 12);
    expect(priced.volumeUsd).toBeCloseTo(299.4, 9);
    expect(priced.reason).toBeNull();
  });

  it("has the price of 24 hours ago by its open and the quote's rate of then", () => {
    const at = (open24h: number | null, quoteUsd24hAgo: number | null) =>
      createPricedTicker("binance", { open24h }, { quoteUsd24hAgo, units: 10 }).priceUsd24hAgo;
    expect([at(2, 100), at(null, 100), at(2, null), at(0, 100)]).toEqual([20, null, null, null]);
  });

  const old = { tradeTimeMs: NOW - 90 * MINUTE };
  it.each([
    ["a price but no vote where it is excluded", createPricedTicker("a", {}, { excluded: "odd" }), "odd", false],
    ["only its volume at a venue with other prices", createPricedTicker("a", { priced: false }), VOLUME_ONLY, true],
    ["nothing there without trades", createPricedTicker("a", { priced: false, trades: 0 }), NO_TRADES, false],
    ["only its volume at a wide spread", createPricedTicker("a", { bid: 80, ask: 120 }), TOO_WIDE, true],
    ["no volume after an old trade", createPricedTicker("a", old), TOO_OLD, false],
  ])("has %s", (_, ticker, reason, isCounted) => {
    expect(ticker).toMatchObject({ priceUsd: 100, reason });
    expect(isVolumeCounted(ticker)).toBe(isCounted);
  });

  const never = { last: 0, bid: null, ask: null, quoteVolume: 300 };
  const tiny = { last: 1e-300, bid: null, ask: null };
  it.each([
    ["without a rate", createCoinTicker("a", {}, { quoteUsd: null }), null, NO_QUOTE_RATE],
    ["without a last price", createCoinTicker("a", never), 300, NOT_POSITIVE],
    ["outside of the range of numbers", createCoinTicker("a", tiny, { quoteUsd: 1e-300 }), 1e-294, NOT_POSITIVE],
    ["where it is excluded as well", createCoinTicker("a", never, { excluded: "odd" }), 300, "odd"],
  ])("has no price %s", (_, ticker, volumeUsd, reason) => {
    expect(ticker).toEqual({ venue: "a", ticker: ticker.ticker, priceUsd: null, volumeUsd, reason });
  });
});
