import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildMarket, type MarketInput } from "../../../build/crypto/market/build-market.ts";
import type { MarketMemory } from "../../../build/crypto/market/market-memory.ts";
import type { Ticker } from "../../../build/crypto/normalise/record.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";
import { RECORDS } from "../normalise/records.ts";
import { book, COINS, coin, createInput, DATASETS, dataset, listTickers, NOW, replaceDataset } from "./small-market.ts";

const build = (change: Partial<MarketInput> = {}) => buildMarket(createInput(change));
const coinOf = (id: string, change: Partial<MarketInput> = {}) =>
  build(change).market.coins.find((each) => each.id === id)!;
/** As the state gives it back. */
const store = (memory: MarketMemory): MarketMemory => JSON.parse(JSON.stringify(memory));

describe("the market", () => {
  it("does not depend on the order of the datasets", () => {
    const { market, memory } = build();
    fc.assert(
      fc.property(fc.shuffledSubarray([...DATASETS], { minLength: DATASETS.length }), (datasets) => {
        const other = build({ datasets });
        expect(other.market).toEqual(market);
        expect(other.memory).toEqual(memory);
      }),
      { numRuns: 8, seed: 1 },
    );
    expect(JSON.stringify(build().market)).toBe(JSON.stringify(market));
  });

  it("does not change its input", () => {
    const input = createInput();
    const copy = structuredClone(DATASETS);
    buildMarket(input);
    expect(DATASETS).toEqual(copy);
  });

  it("has only finite numbers", () => {
    const absurd = [
      coin("a", "AAA", 1e18, { circulatingSupply: 1e30, maxSupply: 1e30, atlUsd: 1e-30, athUsd: 1e-30 }),
      coin("b", "BBB", 1e-30, { circulatingSupply: 1e30, athUsd: 1e18, changePercentage24h: -100 }),
      coin("c", "CCC", 1e-12, { changePercentage1h: 1e6, changePercentage24h: -99.999_999_999_999_99 }),
    ];
    const books = [book("AAA/USD", 1e18), book("BBB/USD", 1e-30), book("CCC/USD", 1e-12)];
    const datasets = [
      ...replaceDataset("coingecko", "coin", dataset("coin", "coingecko", [...COINS, ...absurd])).map((each) =>
        each.kind === "ticker" ? dataset("ticker", each.source, [...listTickers(each.source), ...books]) : each,
      ),
    ];
    const { market } = build({ datasets });
    JSON.stringify(market, (_key, value) => {
      if (typeof value === "number") expect(Number.isFinite(value)).toBe(true);
      return value;
    });
    const tiny = market.coins.find(({ id }) => id === "c");
    expect(tiny?.priceSource).toBe("aggregated");
    expect((tiny?.price ?? 0) / 1e-12).toBeCloseTo(1, 12);
    expect(market.coins.find(({ id }) => id === "a")?.marketCap).toBeNull();
  });

  it("is empty without datasets", () => {
    const { market, memory } = build({ datasets: [] });
    expect(market).toMatchObject({
      asOfMs: NOW,
      coins: [],
      global: null,
      defi: null,
      exchangeRates: null,
      fearGreed: [],
      articles: [],
      datasets: [],
      coverage: { coins: 0, exchanges: 0, tickersRead: 0, tickersUsed: 0, tickersDropped: {} },
    });
    expect(memory.pricedCoins).toBe(0);
  });

  it("has the time of its newest price", () => {
    const old = DATASETS.map((each) => ({ ...each, fetchedAtMs: NOW - HOUR_MS }));
    expect(build({ datasets: old }).market.asOfMs).toBe(NOW - HOUR_MS);
  });
});

describe("the coins", () => {
  it("are ranked by market cap at our own price, those without a supply last and unranked", () => {
    const coins = [...COINS, coin("unknown", "UNK", 7, { circulatingSupply: null, marketCapUsd: null })];
    const { market } = build({ datasets: replaceDataset("coingecko", "coin", dataset("coin", "coingecko", coins)) });
    const ids = ["bitcoin", "ethereum", "large", "quiet", "small", "tether", "unknown"];
    expect(market.coins.map(({ id }) => id)).toEqual(ids);
    expect(market.coins.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, null]);
    for (const { price, marketCap, priceSource } of market.coins) {
      if (priceSource === "aggregated") expect(marketCap).toBeCloseTo((price ?? 0) * 1e6, 6);
    }
  });

  it("are the largest coins of the reference, up to the limit", () => {
    expect(build({ limit: 2 }).market.coins.map(({ id }) => id)).toEqual(["bitcoin", "ethereum"]);
  });

  it("never have the price of another coin with the same symbol", () => {
    const large = coinOf("large");
    const small = coinOf("small");
    expect(large.price).toBeCloseTo(101, 9);
    expect(large.evidence.tickers.map(({ exchange }) => exchange).sort()).toEqual(["coinbase", "kraken", "okx"]);
    // One venue of less than full trust is too little for a price of its own.
    expect(small).toMatchObject({ price: 2, priceSource: "reference", exchanges: 0 });
    expect(small.evidence).toMatchObject({
      method: "reference",
      tickers: [{ exchange: "gate", included: false, weight: 0 }],
    });
  });

  it("leave out a ticker of no coin, with a reason", () => {
    const odd = dataset("ticker", "gate", [...listTickers("gate"), book("QUI/USDT", 500), book("NEW/USDT", 1)]);
    const { market } = build({ datasets: replaceDataset("gate", "ticker", odd) });
    expect(market.coins.find(({ id }) => id === "quiet")).toMatchObject({ price: 5, priceSource: "reference" });
    expect(market.coverage.tickersDropped).toMatchObject({
      "price far from the reference": 1,
      "no coin has this ticker": 1,
    });
  });

  it("are never a fiat currency, even where a coin has its code", () => {
    const coins = [...COINS, coin("euro-coin", "EUR", 1.1)];
    const datasets = replaceDataset("coingecko", "coin", dataset("coin", "coingecko", coins));
    expect(coinOf("euro-coin", { datasets })).toMatchObject({ priceSource: "reference", evidence: { tickers: [] } });
  });

  it("keep their paths when ranks flip", () => {
    const { market, memory } = build();
    const pathOf = (id: string, coins = market.coins) => coins.find((each) => each.id === id)?.key;
    expect([pathOf("large"), pathOf("small")]).toEqual(["abc", "small"]);
    const flipped = COINS.map((each) => (each.id === "small" ? { ...each, marketCapUsd: 1e12 } : each));
    const datasets = replaceDataset("coingecko", "coin", dataset("coin", "coingecko", flipped));
    const later = build({ datasets, memory: store(memory), now: NOW + HOUR_MS }).market.coins;
    expect([pathOf("large", later), pathOf("small", later)]).toEqual(["abc", "small"]);
    expect(pathOf("small", build({ datasets }).market.coins)).toBe("abc");
  });

  it("have no price from a venue that failed in this run", () => {
    const stale = DATASETS.map((each) => (each.kind === "ticker" ? { ...each, stale: true } : each));
    const { market } = build({ datasets: stale });
    expect(market.coins.every(({ priceSource }) => priceSource === "reference")).toBe(true);
    expect(market.coverage).toMatchObject({ exchanges: 0, tickersUsed: 0 });
  });

  it("are not identified by a price of an earlier run", () => {
    const offer = (venue: string, stale: boolean) =>
      dataset("ticker", venue, [...listTickers(venue), book("QUI/USD", 12)], { stale });
    const others = DATASETS.filter(({ source, kind }) => kind !== "ticker" || source === "gate");
    // OKX names the asset, which confirms tickers with the same code and price.
    const named = dataset("listing", "okx", [{ ...RECORDS.listing, base: "QUI", baseName: "Quiet" }]);
    const three = [offer("kraken", false), offer("coinbase", false)];
    const agreed = { datasets: [...others, named, ...three, offer("okx", false)] };
    expect(coinOf("quiet", agreed)).toMatchObject({ priceSource: "aggregated", exchanges: 3 });
    const alone = { datasets: [...others, named, ...three, offer("okx", true)] };
    expect(coinOf("quiet", alone)).toMatchObject({ price: 5, priceSource: "reference" });
  });

  it("keep the reference's price where several venues trade another asset under the ticker", () => {
    const offer = (venue: string) => dataset("ticker", venue, [...listTickers(venue), book("QUI/USD", 1.7)]);
    const others = DATASETS.filter(({ kind }) => kind !== "ticker");
    const datasets = [...others, ...["coinbase", "kraken", "okx"].map(offer)];
    expect(coinOf("quiet", { datasets })).toMatchObject({ price: 5, priceSource: "reference", exchanges: 0 });
  });

  it("keep their tickers when the reference renames them, by the remembered id", () => {
    const before = build();
    const renamed = COINS.map((each) => (each.id === "large" ? { ...each, symbol: "NEW", name: "New name" } : each));
    const datasets = replaceDataset("coingecko", "coin", dataset("coin", "coingecko", renamed));
    const memory = store(before.memory);
    const after = { datasets, memory, now: NOW + HOUR_MS };
    expect(coinOf("large", { datasets })).toMatchObject({ priceSource: "reference" });
    expect(coinOf("large", after)).toMatchObject({ symbol: "NEW", priceSource: "aggregated", exchanges: 3 });
  });

  it("have a stale price if its source failed and no other replaced it", () => {
    const ageOf = (updatedAtMs: number) => COINS.map((each) => ({ ...each, updatedAtMs }));
    const old = dataset("coin", "coingecko", ageOf(NOW - HOUR_MS), { stale: true, fetchedAtMs: NOW - HOUR_MS });
    const paprika = dataset("coin", "coinpaprika", [coin("quiet", "QUI", 5.5)]);
    const alone = { datasets: replaceDataset("coingecko", "coin", old) };
    expect(coinOf("quiet", alone)).toMatchObject({ price: 5, priceSource: "stale", priceTimeMs: NOW - HOUR_MS });
    const helped = { datasets: replaceDataset("coingecko", "coin", old, paprika) };
    expect(coinOf("quiet", helped)).toMatchObject({ price: 5.5, priceSource: "reference", priceTimeMs: NOW - 60_000 });
    expect(coinOf("small", helped)).toMatchObject({ price: 2, priceSource: "stale" });
    // Pages that did respond are not stale because of one that did not.
    const partly = dataset("coin", "coingecko", COINS, { stale: true });
    expect(coinOf("quiet", { datasets: replaceDataset("coingecko", "coin", partly) }).priceSource).toBe("reference");
  });
});

it("a coin with a disputed price keeps its last price, its market cap and its age", () => {
  const single = (price: number) => {
    const kraken = dataset("ticker", "kraken", [...listTickers("kraken"), book("QUI/USD", price)]);
    return replaceDataset("kraken", "ticker", kraken);
  };
  const { memory } = build({ datasets: single(5) });
  const jumped = coinOf("quiet", { now: NOW + HOUR_MS, memory: store(memory), datasets: single(6.4) });
  expect(jumped).toMatchObject({
    price: 5,
    priceSource: "stale",
    exchanges: 0,
    marketCap: 5e6,
    evidence: { method: "held" },
  });
  expect(jumped.priceTimeMs).toBeLessThanOrEqual(NOW);
});

describe("coverage", () => {
  it("counts every ticker once: it is used, or there is a reason", () => {
    const odd = [
      book("BTC/XXX", 1),
      book("QUI/USD", 0),
      book("QUI/EUR", 4.5, { bid: 4, ask: 5 }),
      book("ETH/USD", 3_000, { market: "ETH/USD:2", tradeTimeMs: NOW - 2 * HOUR_MS }),
    ];
    const gate = dataset("ticker", "gate", listTickers("gate"), { stale: true });
    const kraken = dataset("ticker", "kraken", [...listTickers("kraken"), ...odd]);
    const datasets = [...replaceDataset("kraken", "ticker", kraken).filter(({ source }) => source !== "gate"), gate];
    const { coverage } = build({ datasets }).market;
    const dropped = Object.values(coverage.tickersDropped).reduce((sum, count) => sum + count, 0);
    expect(coverage.tickersRead).toBe(3 * 7 + 4 + 5);
    expect(coverage.tickersUsed + dropped).toBe(coverage.tickersRead);
    expect(coverage.tickersDropped).toMatchObject({
      "its venue did not respond": 5,
      "last trade older than 60 min": 1,
    });
    expect(coverage.exchanges).toBe(3);
  });
});

describe("other parts of the market", () => {
  const { market } = build();

  it("come from the first reference that answered", () => {
    expect(market.global).toMatchObject({ totalMarketCap: RECORDS.global.totalMarketCapUsd });
    const datasets = replaceDataset("coingecko", "global");
    expect(build({ datasets }).market.global?.totalMarketCap).toBe(1e12);
  });

  it("merge the newest index values into the long series, and mark a series without its last day", () => {
    expect(market.fearGreed.map(({ value }) => value)).toEqual([40, 42]);
    const wrong = { ...RECORDS.index, value: 95, timeMs: RECORDS.index.timeMs + DAY_MS };
    const built = build({ datasets: [...DATASETS, dataset("index", "alternative-me", [wrong], { feed: "newest" })] });
    expect(built.market.fearGreed.map(({ value }) => value)).toEqual([40, 42]);
    expect(built.warnings.index).toEqual(["95 after 42"]);
    expect(built.market.datasets.some(({ kind, stale }) => kind === "index" && stale)).toBe(true);
  });

  it("list the datasets in use, with their age, and no others", () => {
    const names = market.datasets.map(({ source, kind }) => `${source}:${kind}`);
    expect(names).toContain("ecb:rate");
    expect(names).toContain("gate:ticker");
    expect(names.filter((name) => name.endsWith(":global"))).toEqual(["coingecko:global"]);
    expect(market.datasets.find(({ kind }) => kind === "rate")).toMatchObject({
      observedAtMs: Date.UTC(2026, 10, 19),
      fetchedAtMs: NOW,
      stale: false,
      cadenceMs: 1_800_000,
    });
    const gate = dataset("ticker", "gate", listTickers("gate"), { stale: true, fetchedAtMs: NOW - HOUR_MS });
    const later = build({ datasets: replaceDataset("gate", "ticker", gate) }).market.datasets;
    expect(later.find(({ source }) => source === "gate")).toMatchObject({ stale: true, observedAtMs: NOW - HOUR_MS });
  });

  it("leave out unknown publishers and repeated articles", () => {
    expect(market.articles.map(({ source }) => source.id)).toEqual(["coindesk"]);
    expect(build({ publishers: new Map() }).market.articles).toEqual([]);
  });

  it("ignore the tickers of a source that is no venue", () => {
    const other = dataset("ticker", "no-venue", [book("ABC/USD", 130, { quoteVolume: 1e9 })]);
    expect(build({ datasets: [...DATASETS, other] }).market).toEqual(market);
  });
});

it("leaves out an index value that jumps, and marks the index as stale", () => {
  const read = (...values: number[]) => {
    const days = values.map((value, at) => ({ ...RECORDS.index, value, timeMs: NOW - (values.length - at) * DAY_MS }));
    const others = DATASETS.filter(({ kind }) => kind !== "index");
    const { market, warnings } = build({ datasets: [...others, dataset("index", "alternative-me", days)] });
    const stale = market.datasets.some((each) => each.kind === "index" && each.stale);
    return { values: market.fearGreed.map(({ value }) => value), warnings: warnings.index, stale };
  };
  expect(read(26, 30, 95)).toEqual({ values: [26, 30], warnings: ["95 after 30"], stale: true });
  expect(read(26, 71, 30)).toEqual({ values: [26, 71, 30], warnings: [], stale: false });
});

describe("what a build remembers", () => {
  const { memory } = build();

  it("survives the state", () => {
    expect(store(memory)).toEqual(memory);
    expect(memory.known["gate:ABC"]).toBe("small");
    expect(memory.known["kraken:ABC"]).toBe("large");
    expect(memory.owners["abc"]).toEqual({ id: "large", seenMs: NOW });
    expect(memory.pricedCoins).toBe(Object.values(memory.prices).filter(({ priceUsd }) => priceUsd !== null).length);
  });

  it("counts the records of full responses only", () => {
    const gate = dataset("ticker", "gate", [book("ABC/USDT", 2)], { stale: true });
    const later = build({ datasets: replaceDataset("gate", "ticker", gate), memory: store(memory) }).memory;
    expect(later.sizes["gate.ticker"]).toBe(5);
    expect(later.sizes["kraken.ticker"]).toBe(7);
  });

  const watch = (listOf: (venue: string, hour: number) => Ticker[]) => {
    const at = (hour: number) => ({
      now: NOW + hour * HOUR_MS,
      datasets: DATASETS.map((each) =>
        each.kind === "ticker" ? dataset("ticker", each.source, listOf(each.source, hour)) : each,
      ),
    });
    let last = memory;
    for (const hour of [0, 1, 2, 3]) last = store(build({ ...at(hour), memory: last }).memory);
    return build({ ...at(4), memory: last });
  };
  const move = (tickers: Ticker[], hour: number) => tickers.map((each) => ({ ...each, baseVolume: 1_000 + hour }));

  it("leaves out a ticker that has not changed for three builds and three hours", () => {
    const isFrozen = ({ base }: Ticker) => base === "ABC" || base === "USDT";
    const { market, quotes } = watch((venue, hour) => {
      const tickers = listTickers(venue);
      return [
        ...tickers.filter(isFrozen),
        ...move(
          tickers.filter((each) => !isFrozen(each)),
          hour,
        ),
      ];
    });
    expect(market.coins.find(({ id }) => id === "large")).toMatchObject({ priceSource: "stale" });
    expect(market.coverage.tickersDropped).toMatchObject({ "unchanged for 3 builds and 3 hours": 7 });
    // The direct books of the stablecoin are frozen, so that its rate is what bitcoin and ether
    // imply.
    expect(quotes.rates.get("USDT")?.message).not.toContain("direct");
    expect(market.exchanges.find(({ id }) => id === "kraken")).toMatchObject({ status: "ok", markets: 5 });
  });

  it("treats a stalled venue as one that did not respond", () => {
    const { market, quotes, tickers } = watch((venue, hour) =>
      venue === "kraken" ? listTickers(venue) : move(listTickers(venue), hour),
    );
    expect([...tickers.stalled]).toEqual(["kraken"]);
    expect(quotes.rates.get("BTC")?.venues).toBe(2);
    expect(market.exchanges.find(({ id }) => id === "kraken")?.status).toBe("stale");
    expect(market.datasets.find(({ source }) => source === "kraken")?.stale).toBe(true);
    expect(market.coverage).toMatchObject({ exchanges: 3, tickersDropped: { "its venue is stalled": 7 } });
  });

  it("identifies coins where the reference is too old, but not by old prices", () => {
    const coins = COINS.map((each) =>
      each.id === "large" ? { ...each, updatedAtMs: NOW - 3 * DAY_MS, priceUsd: 900 } : each,
    );
    const datasets = replaceDataset("coingecko", "coin", dataset("coin", "coingecko", coins));
    expect(coinOf("large", { datasets, memory: store({ ...memory, known: {} }) }).priceSource).toBe("aggregated");
    const forgotten = store({ ...memory, known: {} });
    for (const price of Object.values(forgotten.prices)) price.timeMs -= 2 * DAY_MS;
    expect(coinOf("large", { datasets, memory: forgotten }).priceSource).toBe("stale");
  });
});
