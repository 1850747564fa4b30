import { describe, expect, it, test } from "vitest";
import { type CoinInput as BuiltInput, buildCoin as build } from "../../../../build/crypto/market/coins/build-coins.ts";
import { validateSupply } from "../../../../build/crypto/market/coins/validate-supply.ts";
import { choosePrice } from "../../../../build/crypto/market/price/choose-price.ts";
import type { LongWindow } from "../../../../build/crypto/normalise/change-window.ts";
import { isStablecoin, isWrapped } from "../../../../build/crypto/normalise/coin-class.ts";
import { NO_PRICE } from "../../../../build/crypto/normalise/record.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../build/lib/time.ts";
import { NO_EVIDENCE } from "../../../fixtures/market.ts";
import { RECORDS } from "../../normalise/records.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");

type CoinInput = Omit<BuiltInput, "supply" | "chosen">;

/** With nothing but the row itself to compare its supply with. */
function buildCoin(input: CoinInput) {
  const none = { remembered: null, others: [], maxMarketCapUsd: null, needsSupport: false };
  const chosen = choosePrice(input.own, input);
  return build({ ...input, chosen, supply: validateSupply(input.reference, chosen.price, none, NOW) });
}

/** Our own price is 110, the reference's is 100 and was 50 at every moment that it tells. */
function createInput(input: Partial<CoinInput>, referenceAgeMs = 0): CoinInput {
  return {
    reference: {
      ...RECORDS.coin,
      ...NO_PRICE,
      priceUsd: 100,
      updatedAtMs: NOW - referenceAgeMs,
      sparklineUsd: [],
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
    },
    provisional: false,
    days: null,
    otherExtremes: { high: [], low: [] },
    supplyTimeMs: NOW - referenceAgeMs,
    referenceSource: "coingecko",
    referenceStale: false,
    maxReferenceAgeMs: 90 * MINUTE_MS,
    otherPrices: [],
    own: {
      price: 110,
      fresh: true,
      timeMs: NOW,
      exchanges: 3,
      voters: 3,
      volumeUsd: 5,
      volumeClipUsd: 50,
      suspectVenues: [],
      changePercentage24h: 7,
      evidence: {
        method: "volume_weighted",
        confidence: "high",
        asOfMs: NOW,
        spreadPercentage: 0,
        interval: null,
        venues: [],
        tickers: [],
      },
      suspect: false,
      confirmedUsd: 110,
      unpriced: [],
      opposing: 0,
      disputed: false,
      anchor: null,
    },
    key: "btc",
    detail: null,
    samples: [],
    now: NOW,
    ...input,
  };
}

const priceBefore = (window: LongWindow) => ({ "7d": 88, "30d": 100, "1y": 55 })[window];
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

  test("do not use a reference that is too old", () => {
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

  test("is computed from our price, never copied from the reference", () => {
    const coin = supplied({
      circulatingSupply: 10,
      totalSupply: 15,
      maxSupply: 20,
      marketCapUsd: 999,
      volumeUsd: 7,
      change24hUsd: 7,
    });
    expect(coin).toMatchObject({ marketCap: 1_100, fullyDilutedValuation: 1_650, volume: 5, exchanges: 3 });
    expect(coin.change24h).toBeCloseTo(110 - 110 / 1.07, 9);
  });

  test.each([
    ["the total supply", { totalSupply: 15, maxSupply: 20 }, 15],
    ["the maximum supply where no total is known", { totalSupply: null, maxSupply: 20 }, 20],
  ])("the fully diluted valuation is the price times %s, also of a reference's price", (_, supplies, supply) => {
    const own = supplied({ circulatingSupply: 10, ...supplies });
    const listed = supplied({ circulatingSupply: 10, ...supplies }, { price: null, fresh: false });
    expect([own.priceSource, listed.priceSource]).toEqual(["aggregated", "reference"]);
    for (const { price, fullyDilutedValuation } of [own, listed]) {
      expect(fullyDilutedValuation).toBeCloseTo(price! * supply, 9);
    }
  });

  test("the fully diluted valuation is unknown without a supply or a price", () => {
    const nothing = { totalSupply: null, maxSupply: null };
    expect(supplied(nothing).fullyDilutedValuation).toBeNull();
    expect(supplied(nothing, { price: null, fresh: false }).fullyDilutedValuation).toBeNull();
    const unpriced = supplied({ priceUsd: null, totalSupply: 15 }, { price: null, fresh: false });
    expect(unpriced.fullyDilutedValuation).toBeNull();
  });

  test("is unknown without a supply, or with one that cannot be", () => {
    expect(supplied({ marketCapUsd: 7 }).marketCap).toBeNull();
    expect(supplied({ circulatingSupply: 1e15 }).marketCap).toBeNull();
    expect(supplied({ circulatingSupply: 1e12 }).marketCap).toBe(1.1e14);
  });

  test("is no market cap if the reference's cap contradicts the supply, or the reverse", () => {
    const judged = (circulatingSupply: number, change: Partial<CoinInput["reference"]> = {}) =>
      supplied({ circulatingSupply, marketCapUsd: 1_000, ...change });
    expect(judged(18)).toMatchObject({ marketCap: 1_980, circulatingSupply: 18 });
    expect(judged(5).marketCap).toBe(550);
    for (const supply of [21, 10_000, 4, 0.01]) {
      expect(judged(supply)).toMatchObject({ marketCap: null, circulatingSupply: null, price: 110 });
    }
    // A price that is off takes its cap with it, and says nothing about the supply.
    expect(judged(10, { priceUsd: 1_000, marketCapUsd: 10_000 })).toMatchObject({ marketCap: 1_100 });
  });

  test("uses no past prices of a reference whose current price is wrong", () => {
    const coin = supplied({ priceUsd: 1_000, high24hUsd: 1_000, low24hUsd: 900 }, { changePercentage24h: null });
    expect(coin.changePercentage).toEqual({ "1h": null, "24h": null, "7d": null, "30d": null, "1y": null });
    expect(coin).toMatchObject({ high24h: null, low24h: null, change24h: null });
  });

  test("moves the extremes that the price passes, with its time", () => {
    const lower = supplied({ athUsd: 109, athTimeMs: 1, atlUsd: 50, atlTimeMs: 2 });
    expect(lower.ath).toEqual({ price: 110, timeMs: NOW, changePercentage: 0 });
    expect(lower.atl).toMatchObject({ price: 50, timeMs: 2 });
    expect(lower.atl.changePercentage).toBeCloseTo(120, 9);
    const higher = supplied({ athUsd: 220, athTimeMs: 1, atlUsd: 99, atlTimeMs: 2 }, { price: 90 });
    expect(higher.ath).toMatchObject({ price: 220, timeMs: 1 });
    expect(higher.atl).toEqual({ price: 90, timeMs: NOW, changePercentage: 0 });
    expect(supplied({}).ath).toEqual({ price: null, timeMs: null, changePercentage: null });
  });

  test("are a day's high and low that contain it", () => {
    expect(supplied({ high24hUsd: 105, low24hUsd: 95 })).toMatchObject({ high24h: 110, low24h: 95 });
    expect(supplied({ high24hUsd: 120, low24hUsd: 99 }, { price: 90 })).toMatchObject({ high24h: 120, low24h: 90 });
    expect(supplied({})).toMatchObject({ high24h: null, low24h: null });
  });

  test("has no absolute change if the change is the whole price", () => {
    expect(supplied({}, { changePercentage24h: -100 }).change24h).toBeNull();
  });
});

describe("the price of a coin", () => {
  const reference = {
    ...createInput({}).reference,
    circulatingSupply: 10,
    marketCapUsd: 990,
    athUsd: 99,
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
    evidence: NO_EVIDENCE,
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
      ath: { price: 99 },
    });
    expect(choose(held)).toMatchObject({ price: 100, priceSource: "reference", priceOrigin: "coingecko" });
    expect(choose(none, { change24hUsd: null }).change24h).toBe(50);
  });

  test("is our last one while the evidence is in dispute, with what follows from that one", () => {
    expect(choose({ ...held, suspect: true })).toMatchObject({
      price: 80,
      priceSource: "stale",
      priceTimeMs: NOW - HOUR_MS,
      exchanges: 0,
      marketCap: 800,
      evidence: { method: "held" },
    });
    expect(choose({ ...none, suspect: true })).toMatchObject({
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

  test("is unknown, and not marked as old, if no source has it", () => {
    expect(choose(none, { priceUsd: null, marketCapUsd: null })).toMatchObject({
      price: null,
      priceSource: "reference",
      priceTimeMs: null,
      marketCap: null,
      evidence: { method: "none", confidence: "none" },
    });
    expect(choose(held, { priceUsd: null })).toMatchObject({ price: 80, priceSource: "stale" });
  });

  test("is stale after several cadences of its source", () => {
    expect(choose(none, { updatedAtMs: NOW - 90 * MINUTE_MS }).priceSource).toBe("reference");
    expect(choose(none, { updatedAtMs: NOW - 91 * MINUTE_MS })).toMatchObject({ price: 100, priceSource: "stale" });
  });

  describe("when one source alone leaves what was known", () => {
    const suspect = (own: CoinInput["own"], change: Partial<CoinInput> = {}, priceUsd = 1_000) =>
      buildCoin(createInput({ own, reference: { ...reference, priceUsd, marketCapUsd: 10 * priceUsd }, ...change }));
    const lists = (...prices: number[]) =>
      prices.map((priceUsd, at) => ({ source: `list-${at}`, priceUsd, updatedAtMs: NOW }));
    const hourAgo = (price: number): CoinInput["samples"] => [[NOW - HOUR_MS, price]];

    test("is our own last price, unless another source moved as well", () => {
      expect(suspect(held)).toMatchObject({ price: 80, priceSource: "stale", marketCap: 800, volume: null });
      expect(suspect(held, { otherPrices: lists(790) }).priceSource).toBe("stale");
      expect(suspect(held, { otherPrices: lists(790, 960) })).toMatchObject({ price: 1_000, priceSource: "reference" });
    });

    test("is the last published one where that is off by an error of units, for a day", () => {
      expect(suspect(none, { samples: hourAgo(100) })).toMatchObject({
        price: 100,
        priceSource: "stale",
        priceTimeMs: NOW - HOUR_MS,
        marketCap: 1_000,
        evidence: { method: "held" },
      });
      expect(suspect(none, { samples: hourAgo(100) }, 290).priceSource).toBe("reference");
      expect(suspect(none, { samples: hourAgo(100), otherPrices: lists(100) }, 290)).toMatchObject({ price: 100 });
      expect(suspect(none, { samples: [[NOW - 25 * HOUR_MS, 100]] })).toMatchObject({ price: 1_000 });
    });

    test("is what two of three lists agree on, and unknown where two are apart", () => {
      expect(suspect(none, { otherPrices: lists(860) }).priceSource).toBe("reference");
      expect(suspect(none, { otherPrices: lists(100) })).toMatchObject({ price: null, marketCap: null });
      expect(suspect(none, { otherPrices: lists(100), samples: hourAgo(990) })).toMatchObject({
        price: 990,
        priceSource: "stale",
      });
      expect(suspect(none, { otherPrices: lists(100, 1_030) })).toMatchObject({
        price: 1_000,
        priceSource: "reference",
        priceOrigin: "coingecko",
      });
      expect(suspect(none, { otherPrices: lists(500, 510) })).toMatchObject({
        price: 500,
        priceSource: "reference",
        priceOrigin: "list-0",
        marketCap: 5_000,
      });
    });

    test("is that of another list with its change since our own price of a day ago", () => {
      // Our last price fell by 40 % before the exchanges of the coin left.
      const own = { ...held, changePercentage24h: -40 };
      const samples: CoinInput["samples"] = [
        [NOW - DAY_MS, 250],
        [NOW - HOUR_MS, 80],
      ];
      expect(suspect(own, { otherPrices: lists(500, 510), samples })).toMatchObject({
        price: 500,
        priceOrigin: "list-0",
        change24h: 250,
        changePercentage: { "24h": 100 },
      });
      expect(suspect(own, { otherPrices: lists(500, 510) }).changePercentage["24h"]).toBeNull();
    });

    test("is stale after several cadences where it is another list's, too", () => {
      const read = (ageMs: number) => lists(500, 510).map((list) => ({ ...list, updatedAtMs: NOW - ageMs }));
      const at = (minutes: number) => suspect(none, { otherPrices: read(minutes * MINUTE_MS) });
      expect(at(90)).toMatchObject({ price: 500, priceSource: "reference", priceOrigin: "list-0" });
      expect(at(91)).toMatchObject({ price: 500, priceSource: "stale", priceOrigin: null });
    });

    test("may differ more between lists beyond the largest coins", () => {
      const small = { ...reference, rank: 251, priceUsd: 1_000 };
      expect(buildCoin(createInput({ own: none, reference: small, otherPrices: lists(870) })).price).toBe(1_000);
      expect(buildCoin(createInput({ own: none, reference: small, otherPrices: lists(840) })).price).toBeNull();
      const large = { ...small, rank: 250 };
      expect(buildCoin(createInput({ own: none, reference: large, otherPrices: lists(870) })).price).toBeNull();
    });

    test("is no list's while three venues contradict the lists, and stale while two do", () => {
      const disputed = { ...none, disputed: true, opposing: 3, suspect: true };
      expect(suspect(disputed, { otherPrices: lists(1_000) })).toMatchObject({ price: null, marketCap: null });
      expect(suspect({ ...none, opposing: 2 }, { otherPrices: lists(1_000) })).toMatchObject({
        price: 1_000,
        priceSource: "stale",
        priceOrigin: null,
      });
      expect(suspect({ ...none, opposing: 1 }, { otherPrices: lists(1_000) }).priceSource).toBe("reference");
    });
  });

  test("that is held has its changes since its own time", () => {
    const own = { ...held, suspect: true, timeMs: NOW - 5 * HOUR_MS };
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

describe("a field of a reference that contradicts its price", () => {
  /** A row of a coin at 100 that is sound in every field, and was a tenth cheaper a day ago. */
  const sound: CoinInput["reference"] = {
    ...createInput({}).reference,
    high24hUsd: 104,
    low24hUsd: 89,
    change24hUsd: 10,
    changePercentage1h: 1,
    changePercentage24h: (100 / 90 - 1) * 100,
    changePercentage7d: -5,
    changePercentage30d: 20,
    changePercentage1y: 100,
    athUsd: 200,
    athTimeMs: 1,
    atlUsd: 10,
    atlTimeMs: 2,
    sparklineUsd: Array.from({ length: 168 }, (_, index) => (index < 144 ? 105 : 90) + index / 16.8),
  };
  const unpriced = { ...createInput({}).own, price: null, fresh: false, changePercentage24h: null };
  const publish = (change: Partial<CoinInput["reference"]>, input: Partial<CoinInput> = {}) =>
    buildCoin(createInput({ own: unpriced, reference: { ...sound, ...change }, ...input }));

  test("is published as it is where nothing contradicts it", () => {
    expect(publish({})).toMatchObject({
      price: 100,
      high24h: 104,
      low24h: 89,
      ath: { price: 200 },
      atl: { price: 10 },
      changePercentage: { "1h": 1, "24h": sound.changePercentage24h, "7d": -5, "30d": 20, "1y": 100 },
      sparkline: sound.sparklineUsd,
    });
  });

  test.each([
    ["a high below the price", { high24hUsd: 50 }, { high24h: null, low24h: 89 }],
    ["a high ten times the day's prices", { high24hUsd: 1_040 }, { high24h: null, low24h: 89 }],
    ["a high three times the day's prices", { high24hUsd: 312, athUsd: 900 }, { high24h: null, ath: { price: 900 } }],
    ["a high above the all-time high", { high24hUsd: 150, athUsd: 140 }, { high24h: null, ath: { price: 140 } }],
    ["a low below the all-time low", { low24hUsd: 70, atlUsd: 80 }, { low24h: null, atl: { price: 80 } }],
    ["a low above the price", { low24hUsd: 120 }, { high24h: 104, low24h: null }],
    ["a low a tenth of the day's prices", { low24hUsd: 8.9 }, { high24h: 104, low24h: null }],
    ["an all-time high below the price", { athUsd: 60 }, { ath: { price: null, timeMs: null }, atl: { price: 10 } }],
    ["an all-time low above the price", { atlUsd: 150 }, { ath: { price: 200 }, atl: { price: null, timeMs: null } }],
    ["hourly prices in another unit", { sparklineUsd: sound.sparklineUsd.map((usd) => usd * 10) }, { sparkline: [] }],
    [
      "a part of the hourly prices in another unit",
      { sparklineUsd: sound.sparklineUsd.map((usd, index) => (index < 60 ? usd * 1_000 : usd)) },
      { sparkline: [] },
    ],
  ])("is null: %s", (_what, change, expected) => {
    const coin = publish(change);
    expect(coin).toMatchObject({ price: 100, ...expected });
    expect(coin.changePercentage["24h"]).toBe(sound.changePercentage24h);
  });

  test.each(["1h", "24h", "7d", "30d", "1y"] as const)(
    "is null: a change of %s from a price that never was",
    (span) => {
      for (const wrong of [900, 9_000, -95, -100]) {
        const coin = publish({ [`changePercentage${span}`]: wrong });
        const past = 100 / (1 + wrong / 100);
        // Only the extremes tell what a price of a month or a year ago can have been.
        const isPossible = (span === "30d" || span === "1y") && past >= 10 / 1.3 && past <= 200 * 1.3;
        expect(coin.changePercentage[span], `${wrong}`).toBe(isPossible ? wrong : null);
      }
    },
  );

  test("is not a high far above the price after a fall that the row itself tells", () => {
    const fall = { high24hUsd: 310, athUsd: 900, changePercentage24h: (100 / 300 - 1) * 100, sparklineUsd: [] };
    expect(publish(fall)).toMatchObject({ high24h: 310, changePercentage: { "24h": fall.changePercentage24h } });
  });

  test("is null: a change of which our own observations say otherwise", () => {
    const samples = [[NOW - DAY_MS, 99] as const, [NOW - HOUR_MS, 100] as const, [NOW - 60_000, 100] as const];
    const wide = { low24hUsd: null, high24hUsd: null, sparklineUsd: [] };
    const coin = publish({ ...wide, changePercentage24h: 900, changePercentage1h: 60, change24hUsd: 90 }, { samples });
    expect(coin.changePercentage).toMatchObject({ "24h": null, "1h": null });
    expect(coin.change24h).toBeNull();
    const own = (window: LongWindow) => ({ "7d": 105, "30d": 83, "1y": 50 })[window];
    const old = publish({ ...wide, changePercentage7d: 900, changePercentage1y: 500 }, { samples, priceBefore: own });
    expect(old.changePercentage).toMatchObject({ "7d": null, "30d": 20, "1y": null });
  });

  test("is not the past of a price of our own either", () => {
    const own = { ...createInput({}).own, price: 101, changePercentage24h: null };
    const coin = publish({ changePercentage24h: 900, changePercentage7d: 900 }, { own });
    expect(coin.changePercentage).toMatchObject({ "24h": null, "7d": null });
    expect(publish({ high24hUsd: 50, low24hUsd: 140 }, { own })).toMatchObject({ high24h: null, low24h: null });
  });
});

describe("the class of a coin", () => {
  it.each([
    ["tether", [], true],
    ["new-dollar", ["DeFi", "Stablecoins"], true],
    ["new-dollar", ["USD Stablecoin"], true],
    ["new-dollar", ["Crypto-backed Stablecoin"], true],
    ["ethena", ["Stablecoin Issuer", "Stablecoin Protocol"], false],
  ])("%s with the categories %j is a stablecoin: %s", (id, categories, expected) => {
    expect(isStablecoin(id, { ...RECORDS["coin-detail"], categories })).toBe(expected);
    expect(isStablecoin("bitcoin", null)).toBe(false);
  });

  it.each([
    ["wrapped-bitcoin", "WBTC", true],
    ["x", "Bridged USDC (Base)", true],
    ["x", "Liquid Staked ETH", true],
    ["stakewise", "StakeWise", false],
    ["bitcoin", "Bitcoin", false],
  ])("%s, %s is a wrapped coin: %s", (id, name, expected) => {
    expect(isWrapped(id, name)).toBe(expected);
  });
});
