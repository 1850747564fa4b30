import { describe, expect, it } from "vitest";
import { buildMarket } from "../../../../build/crypto/market/build-market.ts";
import { judgeGate } from "../../../../build/crypto/market/gate/gate.ts";
import { measureBuild } from "../../../../build/crypto/market/gate/measure-build.ts";
import type { MarketMemory } from "../../../../build/crypto/market/market-memory.ts";
import { GATE_THRESHOLDS } from "../../../../build/crypto/market/rules/price.ts";
import type { Dataset } from "../../../../build/crypto/normalise/record.ts";
import { HOUR_MS } from "../../../../build/lib/time.ts";
import {
  book,
  COINS,
  coin,
  createInput,
  DATASETS,
  dataset,
  listTickers,
  NOW,
  replaceDataset,
  VENUES,
} from "../small-market.ts";

const DOLLARS = new Set(["coinbase", "kraken", "okx"]);

function measure(datasets: readonly Dataset[] = DATASETS, before: MarketMemory | null = null, now = NOW) {
  return measureBuild(buildMarket(createInput({ datasets, memory: before, now })), datasets, DOLLARS, before);
}
const { memory } = buildMarket(createInput());

describe("what a build measures of itself", () => {
  it("is enough to be published, the first time and later", () => {
    expect(judgeGate(measure(), GATE_THRESHOLDS).checks.filter(({ passed }) => !passed)).toEqual([]);
    const later = measure(DATASETS, memory, NOW + HOUR_MS);
    expect(judgeGate(later, GATE_THRESHOLDS).passed).toBe(true);
    expect(later).toMatchObject({
      venues: 4,
      usdFiatVenues: 3,
      anchors: [
        { symbol: "BTC", confidence: "high" },
        { symbol: "ETH", confidence: "high" },
      ],
      usdtStatus: "accepted",
      pricedCoins: memory.pricedCoins,
      previousPricedCoins: memory.secureCoins,
    });
  });

  it("counts venues that answered now, not those whose last answer is used", () => {
    const stale = dataset("ticker", "kraken", listTickers("kraken"), { stale: true });
    expect(measure(replaceDataset("kraken", "ticker", stale))).toMatchObject({ venues: 3, usdFiatVenues: 2 });
  });

  it("has no confidence in an anchor without a price of this build, and says what a low one lacks", () => {
    const datasets = DATASETS.filter(({ kind }) => kind !== "ticker");
    const reason = "the venues give too little evidence of a price";
    expect(measure(datasets)).toMatchObject({ usdtStatus: null, pricedCoins: 0 });
    expect(measure(datasets).anchors[0]).toEqual({ symbol: "BTC", confidence: "none", reason });
    const noBitcoin = dataset("coin", "coingecko", COINS.slice(1));
    expect(measure(replaceDataset("coingecko", "coin", noBitcoin)).anchors[0]).toMatchObject({ confidence: "none" });
    const two = DATASETS.filter(({ kind, source }) => kind !== "ticker" || source === "kraken" || source === "okx");
    expect(measure(two).anchors[0]).toEqual({ symbol: "BTC", confidence: "low", reason: "2 of 3 venues" });
  });

  it("compares the records of full answers of what must not shrink", () => {
    const half = dataset("coin", "coingecko", COINS.slice(0, 2));
    const measured = measure(replaceDataset("coingecko", "coin", half), memory).datasets;
    expect(measured).toHaveLength(3);
    expect(measured).toContainEqual({ name: "coingecko/coin", records: 2, previousRecords: 6 });
    expect(measured).toContainEqual({ name: "defillama/protocol", records: 1, previousRecords: 1 });
    expect(measured).toContainEqual({ name: "defillama/chain", records: 1, previousRecords: 1 });
    const stale = dataset("coin", "coingecko", COINS, { stale: true });
    const names = measure(replaceDataset("coingecko", "coin", stale), memory).datasets.map(({ name }) => name);
    expect(names).not.toContain("coingecko/coin");
    expect(measure(DATASETS).datasets[0]?.previousRecords).toBeNull();
  });

  it("drops only the venue that shrank", () => {
    const half = dataset("ticker", "kraken", listTickers("kraken").slice(0, 2));
    const measured = measure(replaceDataset("kraken", "ticker", half), memory);
    expect(judgeGate(measured, GATE_THRESHOLDS).checks.filter(({ passed }) => !passed)).toEqual([]);
  });

  it("is not compared with data older than a day, so that the gate cannot block permanently", () => {
    const few = replaceDataset("coingecko", "coin", dataset("coin", "coingecko", COINS.slice(0, 2)));
    const failingAfter = (hours: number) => {
      const before = { ...memory, timeMs: memory.timeMs - hours * HOUR_MS };
      const { checks } = judgeGate(measure(few, before), GATE_THRESHOLDS);
      return checks.filter(({ passed }) => !passed).map(({ id }) => id);
    };
    expect(failingAfter(24)).toContain("datasets");
    expect(failingAfter(25)).toEqual([]);
    const old = { ...memory, timeMs: memory.timeMs - 25 * HOUR_MS };
    expect(measure(few, old).notCompared).toBe("the previous build is older than 24 h and is not compared");
    expect(measure(few).notCompared).toBe("there is no previous build to compare with");
    expect(measure(few, memory).notCompared).toBeNull();
  });

  it("lists missing sources in the same sentences in every build", () => {
    const calm = measure().warnings;
    expect(calm.map(({ message }) => message).every((message) => message.endsWith(": none."))).toBe(true);
    const off = dataset("ticker", "kraken", [...listTickers("kraken"), book("USDC/USD", 0.9, { quoteVolume: 2e6 })]);
    const suspect = measure(replaceDataset("kraken", "ticker", off)).warnings;
    expect(suspect.map(({ id }) => id)).toEqual(calm.map(({ id }) => id));
    expect(suspect.find(({ id }) => id === "stablecoin-rates")?.message).toMatch(
      /^Suspect stablecoin rates: 1 \(USDC, not used: [^:]+ off its peg without proof \([^:]+\)\)\.$/,
    );
  });

  it("names the sources that contradict a conversion rate", () => {
    const tenfold = listTickers("kraken").map((ticker) => ({ ...ticker, last: ticker.last * 10 }));
    const { warnings } = measure(replaceDataset("kraken", "ticker", dataset("ticker", "kraken", tenfold)));
    const warning = warnings.find(({ id }) => id === "anchor-venues");
    expect(warning).toMatchObject({ warning: true });
    expect(warning?.message).toMatch(/: 2 \(kraken BTC 6\d{5} USD; kraken ETH \d+ USD\)\.$/);
  });
});

describe("the prices that every other one is converted through", () => {
  const paprika = (price: number, stale = false) =>
    dataset("coin", "coinpaprika", [coin("bitcoin", "BTC", price)], { stale });
  const bitcoin = (datasets: readonly Dataset[]) => measure(datasets).pivots.find(({ symbol }) => symbol === "BTC");

  it("come with every fresh reference price, whichever order the references came in", () => {
    expect(bitcoin([...DATASETS, paprika(60_500)])?.referencesUsd.toSorted()).toEqual([60_000, 60_500]);
    expect(bitcoin([paprika(60_500), ...DATASETS])?.referencesUsd.toSorted()).toEqual([60_000, 60_500]);
    expect(bitcoin([...DATASETS, paprika(60_500, true)])?.referencesUsd).toEqual([60_000]);
  });

  it("are the rate of USDT and the prices of BTC and ETH", () => {
    expect(measure(DATASETS).pivots.map(({ symbol, priceUsd }) => [symbol, priceUsd !== null])).toEqual([
      ["BTC", true],
      ["ETH", true],
      ["USDT", true],
    ]);
  });
});

describe("suspect coins", () => {
  /** Of the four venues of ABC, two are 20 % above the others. */
  const apart = DATASETS.map((each) => {
    if (each.kind !== "ticker") return each;
    const tickers = listTickers(each.source).filter(({ base }) => base !== "ABC");
    const last = { coinbase: 90, kraken: 90, okx: 108, gate: 108 }[each.source];
    return dataset("ticker", each.source, last === undefined ? tickers : [...tickers, book("ABC/USD", last)]);
  });

  it("are counted while their last price is held, with their share of the market cap", () => {
    expect(measure().heldCoins).toMatchObject({ held: 0, capShare: 0 });
    const { heldCoins } = measure(apart, memory);
    expect(heldCoins).toMatchObject({ traded: 3, held: 1 });
    expect(heldCoins.capShare).toBeGreaterThan(0);
    expect(heldCoins.capShare).toBeLessThan(0.01);
  });

  it("are counted once their last price is too old to be held, but not if they never had one", () => {
    const timeMs = NOW - 40 * HOUR_MS;
    const anchor = { priceUsd: 5, timeMs, supply: 1e6 };
    const known = Object.fromEntries(VENUES.map(({ id }) => [`${id}:QUI`, "quiet"]));
    const unpriced = { ...memory, timeMs, known: { ...memory.known, ...known } };
    const priced = { ...unpriced, prices: { ...memory.prices, quiet: { priceUsd: 5, timeMs, anchor } } };
    // Four venues contradict the list, which says 5.
    const disputed = DATASETS.map((each) =>
      each.kind === "ticker"
        ? dataset("ticker", each.source, [...listTickers(each.source), book("QUI/USD", 10)])
        : each,
    );
    expect(measure(disputed, priced).heldCoins).toMatchObject({ traded: 3, held: 1 });
    expect(measure(disputed, unpriced).heldCoins).toMatchObject({ traded: 3, held: 0 });
  });
});

describe("what one venue alone lists", () => {
  const ids = Array.from({ length: 60 }, (_, at) => `alone-${at}`);
  const lists = ["coingecko", "coinpaprika"].map((source) => {
    const alone = ids.map((id, at) =>
      coin(id, `AL${at}`, 2, { ...(source === "coinpaprika" && { sourceId: own(id) }) }),
    );
    return dataset("coin", source, [...(source === "coingecko" ? COINS : []), ...alone]);
  });
  const listed = [...DATASETS.filter(({ kind }) => kind !== "coin"), ...lists];
  /** OKX adds books of coins that the lists price at 2 USD and no other venue has. */
  const spam = (price: number) =>
    listed.map((each) => {
      if (each.kind !== "ticker" || each.source !== "okx") return each;
      return dataset("ticker", "okx", [...listTickers("okx"), ...ids.map((_, at) => book(`AL${at}/USD`, price))]);
    });
  function own(id: string) {
    return { id: `${id}-own`, certain: true } as const;
  }
  const refusedBy = (datasets: readonly Dataset[], before: MarketMemory | null) =>
    judgeGate(measure(datasets, before, NOW + HOUR_MS), GATE_THRESHOLDS).checks.flatMap(({ id, passed }) =>
      passed ? [] : id,
    );

  it("refuses no build where its prices are doubted, the first time and after it told the truth", () => {
    expect(refusedBy(spam(1.9), null)).toEqual([]);
    const told = buildMarket(createInput({ datasets: spam(2) }));
    expect(told.memory.pricedCoins).toBeGreaterThan(60);
    expect(refusedBy(spam(1.9), told.memory)).toEqual([]);
  });

  it("refuses no build where it leaves coins that one other venue trades", () => {
    const shared = spam(2).map((each) => {
      if (each.kind !== "ticker" || each.source !== "gate") return each;
      return dataset("ticker", "gate", [...listTickers("gate"), ...ids.map((_, at) => book(`AL${at}/USD`, 2))]);
    });
    const { memory: before } = buildMarket(createInput({ datasets: shared }));
    expect(before.secureCoins).toBeLessThanOrEqual(before.pricedCoins - 60);
    expect(refusedBy(listed, before)).toEqual([]);
  });

  it("refuses no build when it is gone", () => {
    const { memory: before } = buildMarket(createInput({ datasets: spam(2) }));
    expect(before.secureCoins).toBe(before.pricedCoins - 60);
    expect(refusedBy(listed, before)).toEqual([]);
  });
});

describe("the clock of a build", () => {
  const told = (skews: Record<string, readonly number[]>) =>
    Object.entries(skews).flatMap(([source, list]) =>
      list.map((clockSkewMs, at) => dataset("coin", source, [], { feed: `feed-${at}`, clockSkewMs })),
    );
  const skewOf = (skews: Record<string, readonly number[]>) => measure([...DATASETS, ...told(skews)]).clockSkewMs;

  it("is compared with the middle one of the upstreams, each of which counts once", () => {
    expect(skewOf({ a: [HOUR_MS], b: [1_000, 2_000, 3_000], c: [3_000] })).toBe(3_000);
    expect(skewOf({ a: [HOUR_MS, HOUR_MS, HOUR_MS, HOUR_MS], b: [1_000], c: [3_000] })).toBe(3_000);
    expect(skewOf({ a: [HOUR_MS], b: [HOUR_MS], c: [3_000] })).toBe(HOUR_MS);
  });

  it("is not compared where fewer than three upstreams send their time, and nothing is refused", () => {
    expect(skewOf({ a: [HOUR_MS, HOUR_MS, HOUR_MS], b: [HOUR_MS] })).toBeNull();
    const check = judgeGate(measure(), GATE_THRESHOLDS).checks.find(({ id }) => id === "clock");
    expect(check).toMatchObject({ passed: true, message: expect.stringContaining("too few sent the time") });
    expect(check?.message).not.toContain("Set the clock");
  });
});
