import { describe, expect, it } from "vitest";
import { REVIEWED_IDS, translateCoinpaprikaId } from "../../../../build/crypto/sources/reference/coin-ids.ts";
import { coinpaprika } from "../../../../build/crypto/sources/reference/coinpaprika.ts";
import { countReasons, createContext, readFeed } from "../read-feed.ts";

const NOW = Date.UTC(2026, 10, 20, 9, 15);

const ticker = (changes: Record<string, unknown> = {}, usd: Record<string, unknown> = {}) => ({
  id: "smp-sample-coin",
  name: "Sample Coin",
  symbol: "SMP",
  rank: 7,
  total_supply: 200_000,
  max_supply: 0,
  beta_value: 1.1,
  last_updated: "2026-11-20T09:14:00Z",
  quotes: {
    USD: {
      price: 12.5,
      volume_24h: 3_000.5,
      market_cap: 1_250_000,
      percent_change_1h: 0.36000001430511475,
      percent_change_24h: -1.2699999809265137,
      percent_change_7d: 0,
      percent_change_30d: 0,
      percent_change_1y: 0,
      ath_price: 50,
      ath_date: "2025-10-06T19:00:40Z",
      ...usd,
    },
  },
  ...changes,
});
const read = (...body: unknown[]) => readFeed<"coin">(coinpaprika, "tickers", body, { now: NOW });

describe("tickers", () => {
  it("asks without a trailing slash", () => {
    for (const feed of coinpaprika.feeds) {
      for (const { url } of feed.requests(createContext({ now: NOW }))) expect(url).toMatch(/\/v1\/\w+$/);
    }
  });

  it("restores percentages of two decimals", () => {
    expect(read(ticker()).records[0]).toMatchObject({ changePercentage1h: 0.36, changePercentage24h: -1.27 });
  });

  it("takes the zeros of the windows that the free plan leaves out for unknown, and no others", () => {
    expect(read(ticker()).records[0]).toMatchObject({
      changePercentage7d: 0,
      changePercentage30d: null,
      changePercentage1y: null,
    });
    expect(read(ticker({}, { percent_change_30d: -3.5 })).records[0]?.changePercentage30d).toBe(-3.5);
  });

  it("takes false zeros for unknown", () => {
    const zeros = read(ticker({ rank: 0, total_supply: 0 }, { price: 0, market_cap: 0, ath_price: 0, volume_24h: 0 }))
      .records[0];
    expect(zeros).toMatchObject({
      rank: null,
      totalSupply: null,
      maxSupply: null,
      priceUsd: null,
      marketCapUsd: null,
      circulatingSupply: null,
      athUsd: null,
      athTimeMs: null,
      volumeUsd: 0,
    });
    expect(read(ticker({}, { ath_price: null, ath_date: null })).records[0]).toMatchObject({ athUsd: null });
  });

  it("derives the circulating supply only where it is absent", () => {
    expect(read(ticker()).records[0]?.circulatingSupply).toBe(100_000);
    expect(read(ticker({ circulating_supply: 99_000 })).records[0]?.circulatingSupply).toBe(99_000);
  });

  it("keeps the better ranked of two ids of one coin, in either order", () => {
    const first = ticker({ id: "xrp-xrp", symbol: "XRP", rank: 3 });
    const second = ticker({ id: "xrp-ripple", symbol: "XRP", rank: 0 }, { price: 99 });
    for (const body of [
      [first, second],
      [second, first],
    ]) {
      const { records, dropped } = read(...body);
      expect(records).toMatchObject([{ id: "ripple", rank: 3, priceUsd: 12.5 }]);
      expect(countReasons(dropped)).toEqual({ "a second id of the same coin": 1 });
    }
  });

  it("drops a time in the future", () => {
    expect(read(ticker({ last_updated: "2030-01-01T00:00:00Z" })).records[0]?.updatedAtMs).toBeNull();
  });

  it("recognises the refusal of a paid endpoint", () => {
    expect(() => readFeed(coinpaprika, "tickers", { error: "not in this plan" })).toThrow("not in this plan");
  });
});

describe("ids", () => {
  it.each([
    ["btc-bitcoin", "BTC", "bitcoin"],
    ["ada-cardano", "ADA", "cardano"],
    ["xrp-xrp", "XRP", "ripple"],
    ["bnb-binance-coin", "BNB", "binancecoin"],
    ["avax-avalanche", "AVAX", "avalanche-2"],
    ["matic-polygon", "MATIC", "matic-network"],
    ["rndr-render-token", "RENDER", "render-token"],
    ["1inch-1inch", "1INCH", "1inch"],
    ["fetch-ai", "FET", "fetch-ai"],
    ["odd", "ODD", "odd"],
    ["odd-", "ODD", "odd-"],
  ])("maps %s", (id, symbol, geckoId) => {
    expect(translateCoinpaprikaId(id, symbol).id).toBe(geckoId);
  });

  it("are reviewed where no rule derives them, and nowhere else, each group with a date and a reason", () => {
    const reviewed = REVIEWED_IDS.flatMap(({ ids }) => Object.entries(ids));
    for (const [id, geckoId] of reviewed) {
      if (id !== "fetch-ai") expect(id.slice(id.indexOf("-") + 1), id).not.toBe(geckoId);
      expect(translateCoinpaprikaId(id, "ANY")).toEqual({ id: geckoId, reviewed: true });
    }
    expect(new Set(reviewed.map(([id]) => id)).size).toBe(reviewed.length);
    for (const { date, reason } of REVIEWED_IDS) {
      expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(reason.length).toBeGreaterThan(20);
    }
    expect(translateCoinpaprikaId("btc-bitcoin", "BTC").reviewed).toBe(false);
  });
});

describe("fallbacks", () => {
  it("reads the global figures", () => {
    const body = {
      market_cap_usd: 2_000,
      volume_24h_usd: 300,
      bitcoin_dominance_percentage: 55.5,
      cryptocurrencies_number: 8_000,
      market_cap_change_24h: -1.2699999809265137,
      last_updated: NOW / 1_000,
    };
    expect(readFeed(coinpaprika, "global", body, { now: NOW }).records).toEqual([
      {
        activeCoins: 8_000,
        markets: null,
        totalMarketCapUsd: 2_000,
        totalVolumeUsd: 300,
        marketCapPercentage: { btc: 55.5 },
        marketCapChangePercentage24h: -1.27,
        volumeChangePercentage24h: null,
        updatedAtMs: NOW,
      },
    ]);
  });

  const exchange = (changes: object) => ({
    id: "sample",
    name: "Sample",
    active: true,
    links: { website: ["https://sample.example/"], twitter: ["https://x.com/s"] },
    quotes: { USD: { reported_volume_24h: 500 } },
    ...changes,
  });

  it("turns an exchange's volume into bitcoin with its own price", () => {
    const bitcoin = read(ticker({ id: "btc-bitcoin", symbol: "BTC" }, { price: 50 })).records;
    const body = [exchange({}), exchange({ active: false }), exchange({ id: "b", links: null })];
    const { records, dropped } = readFeed<"exchange">(coinpaprika, "exchanges", body, {
      records: { tickers: bitcoin },
    });
    expect(records).toMatchObject([
      { id: "sample", url: "https://sample.example/", volume24hBtc: 10 },
      { id: "b", url: null },
    ]);
    expect(dropped).toMatchObject([{ reason: "inactive exchange", fault: false }]);
    expect(readFeed<"exchange">(coinpaprika, "exchanges", body).records[0]?.volume24hBtc).toBeNull();
  });

  it("is asked for the market, and for the rest only where others failed", () => {
    expect(coinpaprika.feeds.map(({ id, fallback }) => [id, fallback ?? false])).toEqual([
      ["tickers", false],
      ["global", true],
      ["exchanges", true],
    ]);
  });
});
