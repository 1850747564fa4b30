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
    provisional: false,
    supplyTimeMs: NOW - referenceAgeMs,
    referenceSource: "coingecko",
    referenceStale: false,
    maxReferenceAgeMs: 90 * MINUTE_MS,
    witnesses: [],
    contradicted: false,
    own: {
      price: 110,
      fresh: true,
      timeMs: NOW,
      exchanges: 3,
      volumeUsd: 5,
      doubtedVenues: [],
      changePercentage24h: 7,
      evidence: { method: "volume_weighted", confidence: "high", asOfMs: NOW, spreadPercentage: 0, tickers: [] },
      doubtful: false,
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

  test("are unknown where the reference says that everything was lost", () => {
    const input = createInput({});
    expect(changes({ ...input, reference: { ...input.reference, changePercentage7d: -100 } })["7d"]).toBeNull();
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

describe("what follows from a price of our own", () => {
  const supplied = (change: Partial<CoinInput["reference"]>, own: Partial<CoinInput["own"]> = {}) => {
    const input = createInput({});
    return buildCoin({ ...input, reference: { ...input.reference, ...change }, own: { ...input.own, ...own } });
  };

  test("is computed from it, never copied", () => {
    const coin = supplied({
      circulatingSupply: 10,
      totalSupply: 15,
      maxSupply: 20,
      marketCapUsd: 999,
      fullyDilutedValuationUsd: 7,
      volumeUsd: 7,
      change24hUsd: 7,
    });
    expect(coin).toMatchObject({ marketCap: 1_100, fullyDilutedValuation: 2_200, volume: 5, exchanges: 3 });
    expect(coin.change24h).toBeCloseTo(110 - 110 / 1.07, 9);
    expect(supplied({ totalSupply: 15 }).fullyDilutedValuation).toBe(1_650);
  });

  test("is unknown without a supply, or with one that cannot be", () => {
    expect(supplied({ marketCapUsd: 7 }).marketCap).toBeNull();
    expect(supplied({ circulatingSupply: 1e15 }).marketCap).toBeNull();
    expect(supplied({ circulatingSupply: 1e12 }).marketCap).toBe(1.1e14);
  });

  test("is no cap where the reference's own cap says that the supply is wrong, or the other way round", () => {
    const judged = (circulatingSupply: number, change: Partial<CoinInput["reference"]> = {}) =>
      supplied({ circulatingSupply, marketCapUsd: 1_000, ...change });
    expect(judged(18)).toMatchObject({ marketCap: 1_980, circulatingSupply: 18 });
    expect(judged(5).marketCap).toBe(550);
    for (const supply of [19, 10_000, 4, 0.01]) {
      expect(judged(supply)).toMatchObject({ marketCap: null, circulatingSupply: null, price: 110 });
    }
    // A price that is off takes its cap with it, and says nothing about the supply.
    expect(judged(10, { priceUsd: 1_000, marketCapUsd: 10_000 })).toMatchObject({ marketCap: 1_100 });
  });

  test("has no past of a reference that is wrong about now", () => {
    const coin = supplied({ priceUsd: 1_000, high24hUsd: 1_000, low24hUsd: 900 }, { changePercentage24h: null });
    expect(coin.changePercentage).toEqual({ "1h": null, "24h": null, "7d": null, "30d": null, "1y": null });
    expect(coin).toMatchObject({ high24h: null, low24h: null, change24h: null });
  });

  test("are extremes that move when it passes them, with its time", () => {
    const lower = supplied({ athUsd: 109, athTimeMs: 1, atlUsd: 50, atlTimeMs: 2 });
    expect(lower.ath).toEqual({ price: 110, timeMs: NOW, changePercentage: 0 });
    expect(lower.atl).toMatchObject({ price: 50, timeMs: 2 });
    expect(lower.atl.changePercentage).toBeCloseTo(120, 9);
    const higher = supplied({ athUsd: 220, athTimeMs: 1, atlUsd: 111, atlTimeMs: 2 });
    expect(higher.ath).toEqual({ price: 220, timeMs: 1, changePercentage: -50 });
    expect(higher.atl).toEqual({ price: 110, timeMs: NOW, changePercentage: 0 });
    expect(supplied({}).ath).toEqual({ price: null, timeMs: null, changePercentage: null });
  });

  test("are a day's high and low that contain it", () => {
    expect(supplied({ high24hUsd: 105, low24hUsd: 95 })).toMatchObject({ high24h: 110, low24h: 95 });
    expect(supplied({ high24hUsd: 120, low24hUsd: 115 })).toMatchObject({ high24h: 120, low24h: 110 });
    expect(supplied({})).toMatchObject({ high24h: null, low24h: null });
  });

  test("is no difference where the change is all of it", () => {
    expect(supplied({}, { changePercentage24h: -100 }).change24h).toBeNull();
  });
});

describe("the price of a coin", () => {
  const reference = {
    ...createInput({}).reference,
    circulatingSupply: 10,
    marketCapUsd: 990,
    athUsd: 90,
    change24hUsd: 50,
  };
  const none: CoinInput["own"] = {
    ...createInput({}).own,
    price: null,
    fresh: false,
    timeMs: null,
    exchanges: 0,
    volumeUsd: null,
    changePercentage24h: null,
    evidence: { method: "none", confidence: "none", asOfMs: null, spreadPercentage: null, tickers: [] },
  };
  const held: CoinInput["own"] = {
    ...none,
    price: 80,
    timeMs: NOW - HOUR_MS,
    evidence: { ...none.evidence, method: "held" },
  };
  const choose = (own: CoinInput["own"], change: Partial<CoinInput["reference"]> = {}, referenceStale = false) =>
    buildCoin(createInput({ own, referenceStale, reference: { ...reference, ...change } }));

  test("is the reference's where there is no evidence, with all that belongs to it", () => {
    expect(choose(none)).toMatchObject({
      price: 100,
      priceSource: "reference",
      priceOrigin: "coingecko",
      priceTimeMs: NOW,
      exchanges: 0,
      marketCap: 990,
      change24h: 50,
      evidence: { method: "reference", confidence: "low", asOfMs: NOW },
      // A price of somebody else does not move the extremes that the same one tells.
      ath: { price: 90 },
    });
    expect(choose(held)).toMatchObject({ price: 100, priceSource: "reference", priceOrigin: "coingecko" });
    expect(choose(none, { change24hUsd: null }).change24h).toBe(50);
  });

  test("is our last one while the evidence is in dispute, with what follows from that one", () => {
    expect(choose({ ...held, doubtful: true })).toMatchObject({
      price: 80,
      priceSource: "stale",
      priceTimeMs: NOW - HOUR_MS,
      exchanges: 0,
      marketCap: 800,
      evidence: { method: "held" },
    });
    expect(choose({ ...none, doubtful: true })).toMatchObject({
      price: 100,
      priceSource: "reference",
    });
  });

  test("is the newer of two old ones", () => {
    expect(choose(held, { updatedAtMs: NOW - 2 * DAY_MS })).toMatchObject({ price: 80, priceSource: "stale" });
    expect(choose({ ...held, timeMs: NOW - 3 * DAY_MS }, { updatedAtMs: NOW - 2 * DAY_MS })).toMatchObject({
      price: 100,
      priceSource: "stale",
      priceTimeMs: NOW - 2 * DAY_MS,
    });
    expect(choose(none, { updatedAtMs: null })).toMatchObject({ price: 100, priceSource: "stale", priceTimeMs: null });
  });

  test("is old after a quarter of an hour while its source does not answer", () => {
    expect(buildCoin(createInput({})).priceOrigin).toBeNull();
    expect(choose(none, { updatedAtMs: NOW - 15 * MINUTE_MS }, true).priceSource).toBe("reference");
    expect(choose(none, { updatedAtMs: NOW - 16 * MINUTE_MS }, true).priceSource).toBe("stale");
    expect(choose(none, { updatedAtMs: NOW - 16 * MINUTE_MS }).priceSource).toBe("reference");
    expect(choose(held, { updatedAtMs: NOW - 16 * MINUTE_MS }, true).priceSource).toBe("stale");
  });

  test("is unknown, and not called anyone's old one, where nobody has it", () => {
    expect(choose(none, { priceUsd: null, marketCapUsd: null })).toMatchObject({
      price: null,
      priceSource: "reference",
      priceTimeMs: null,
      marketCap: null,
      evidence: { method: "none", confidence: "none" },
    });
    expect(choose(held, { priceUsd: null })).toMatchObject({ price: 80, priceSource: "stale" });
  });

  test("is old after so many cadences of its source", () => {
    expect(choose(none, { updatedAtMs: NOW - 90 * MINUTE_MS }).priceSource).toBe("reference");
    expect(choose(none, { updatedAtMs: NOW - 91 * MINUTE_MS })).toMatchObject({ price: 100, priceSource: "stale" });
  });

  describe("when one source alone leaves what was known", () => {
    const doubt = (own: CoinInput["own"], change: Partial<CoinInput> = {}, priceUsd = 1_000) =>
      buildCoin(createInput({ own, reference: { ...reference, priceUsd, marketCapUsd: 10 * priceUsd }, ...change }));
    const hourAgo = (price: number): CoinInput["samples"] => [[NOW - HOUR_MS, price]];

    test("is our own last one, unless another source has moved as well", () => {
      expect(doubt(held)).toMatchObject({ price: 80, priceSource: "stale", marketCap: 800, volume: null });
      expect(doubt(held, { witnesses: [790] }).priceSource).toBe("stale");
      expect(doubt(held, { witnesses: [790, 900] })).toMatchObject({ price: 1_000, priceSource: "reference" });
      expect(doubt(held, { witnesses: [1_000], contradicted: true })).toMatchObject({
        price: 80,
        priceSource: "stale",
      });
    });

    test("is the last published one where that is off by an error of units, for a day", () => {
      expect(doubt(none, { samples: hourAgo(100) })).toMatchObject({
        price: 100,
        priceSource: "stale",
        priceTimeMs: NOW - HOUR_MS,
        marketCap: 1_000,
        evidence: { method: "held" },
      });
      expect(doubt(none, { samples: hourAgo(100) }, 290).priceSource).toBe("reference");
      expect(doubt(none, { samples: hourAgo(100), witnesses: [100] }, 290)).toMatchObject({ price: 100 });
      expect(doubt(none, { samples: [[NOW - 25 * HOUR_MS, 100]] })).toMatchObject({ price: 1_000 });
    });

    test("says that it is old while others see something else", () => {
      expect(doubt(none, { witnesses: [810] }).priceSource).toBe("reference");
      expect(doubt(none, { witnesses: [100] })).toMatchObject({ price: 1_000, priceSource: "stale" });
      expect(doubt(none, { witnesses: [100, 1_100] }).priceSource).toBe("reference");
    });

    test("is none where venues contradict it and nothing else is known, with nothing that follows from it", () => {
      expect(doubt(none, { contradicted: true })).toMatchObject({
        price: null,
        marketCap: null,
        volume: null,
        evidence: { method: "none", confidence: "none", asOfMs: null },
      });
      expect(doubt(none, { contradicted: true, witnesses: [1_010] }).price).toBe(1_000);
      // The venues may as well sell another asset of that ticker.
      expect(doubt(none, { contradicted: true, samples: hourAgo(950) }).price).toBe(1_000);
    });
  });

  test("that is held has its changes since its own time", () => {
    const own = { ...held, doubtful: true, timeMs: NOW - 5 * HOUR_MS };
    const past = {
      samples: [
        [NOW - 6 * HOUR_MS, 40],
        [NOW - HOUR_MS, 10],
      ] as const,
      priceBefore,
    };
    expect(changes(createInput({ own, ...past }))).toEqual({
      "1h": 100,
      "24h": null,
      "7d": -9.090909,
      "30d": -20,
      "1y": 45.454545,
    });
    const day = { ...own, timeMs: NOW - 20 * HOUR_MS };
    expect(changes(createInput({ own: day, ...past }))["7d"]).toBeNull();
  });
});
