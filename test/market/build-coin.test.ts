import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../build/lib/time.ts";
import { buildCoin, type CoinInput } from "../../build/market/build-coin.ts";
import type { LongSpan } from "../../build/market/coin-change.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");

/** Our own price is 110, the reference's is 100 and was 50 at every moment that it tells. */
function createInput(input: Partial<CoinInput>, referenceAgeMs = 0): CoinInput {
  return {
    reference: {
      id: "bitcoin",
      symbol: "BTC",
      name: "Bitcoin",
      image: null,
      rank: 1,
      priceUsd: 100,
      marketCapUsd: null,
      fullyDilutedValuationUsd: null,
      volumeUsd: null,
      high24hUsd: null,
      low24hUsd: null,
      change24hUsd: null,
      changePercentage1h: 100,
      changePercentage24h: 100,
      changePercentage7d: 100,
      changePercentage30d: 100,
      changePercentage1y: 100,
      circulatingSupply: null,
      totalSupply: null,
      maxSupply: null,
      athUsd: null,
      athTimeMs: null,
      atlUsd: null,
      atlTimeMs: null,
      updatedAtMs: NOW - referenceAgeMs,
      sparklineUsd: [],
    },
    referenceStale: false,
    own: {
      price: 110,
      fresh: true,
      timeMs: NOW,
      exchanges: 3,
      volumeUsd: 5,
      changePercentage24h: 7,
      evidence: { method: "volume_weighted", confidence: "high", asOfMs: NOW, spreadPercentage: 0, tickers: [] },
      excludedVenues: [],
      pendingUsd: null,
      disputed: false,
      unpriced: [],
    },
    key: "btc",
    detail: null,
    samples: [],
    now: NOW,
    ...input,
  };
}

const priceBefore = (span: LongSpan) => ({ "7d": 88, "30d": 100, "1y": 55 })[span];
const changes = (input: CoinInput) =>
  Object.fromEntries(
    Object.entries(buildCoin(input).changePercentage).map(([span, change]) => [
      span,
      change === null ? null : Number(change.toFixed(6)),
    ]),
  );

describe("the changes of a coin with a price of its own", () => {
  test("are measured against own series where these reach", () => {
    expect(changes(createInput({ samples: [[NOW - HOUR_MS, 100]], priceBefore }))).toEqual({
      "1h": 10,
      "24h": 7,
      "7d": 25,
      "30d": 10,
      "1y": 100,
    });
  });

  test("are measured against the reference's past prices where they do not", () => {
    const own = createInput({ priceBefore: (span) => (span === "30d" ? 100 : null) });
    expect(changes(own)).toEqual({ "1h": 120, "24h": 7, "7d": 120, "30d": 10, "1y": 120 });
    expect(changes(createInput({}))).toEqual({ "1h": 120, "24h": 7, "7d": 120, "30d": 120, "1y": 120 });
  });

  test("do not need a reference that is too old to tell", () => {
    expect(changes(createInput({ priceBefore }, 3 * DAY_MS))).toEqual({
      "1h": null,
      "24h": 7,
      "7d": 25,
      "30d": 10,
      "1y": 100,
    });
  });

  test("of an hour need a sample within 20 minutes of it", () => {
    const hour = (ageMs: number) => changes(createInput({ samples: [[NOW - ageMs, 100]] }, DAY_MS))["1h"];
    expect([hour(80 * MINUTE_MS), hour(81 * MINUTE_MS), hour(40 * MINUTE_MS), hour(39 * MINUTE_MS)]).toEqual([
      10,
      null,
      10,
      null,
    ]);
  });
});

test("a coin without a price of its own has the reference's changes, whatever our series say", () => {
  const own = { ...createInput({}).own, price: null, fresh: false };
  expect(changes(createInput({ own, priceBefore }))).toEqual({
    "1h": 100,
    "24h": 100,
    "7d": 100,
    "30d": 100,
    "1y": 100,
  });
});
