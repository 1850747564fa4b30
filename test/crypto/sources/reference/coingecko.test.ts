import { describe, expect, it } from "vitest";
import type { CoinDetail, ReferenceCoin } from "../../../../build/crypto/normalise/record.ts";
import { coingecko } from "../../../../build/crypto/sources/reference/coingecko.ts";
import type { RequestContext } from "../../../../build/crypto/sources/source.ts";
import { NO_DETAIL } from "../../../fixtures/market.ts";
import { createContext, readFeed } from "../read-feed.ts";

const NOW = Date.UTC(2026, 10, 20, 9, 15);

const coin = (changes: Record<string, unknown> = {}) => ({
  id: "samplecoin",
  symbol: "smp",
  name: "Sample Coin",
  image: "https://coin-images.coingecko.com/coins/images/1/large/sample.png?1",
  current_price: 12.5,
  market_cap: 1_250_000,
  market_cap_rank: 7,
  fully_diluted_valuation: 2_500_000,
  total_volume: 3_000.5,
  high_24h: 13,
  low_24h: 12,
  price_change_24h: -0.25,
  price_change_percentage_24h: -1.96078,
  circulating_supply: 100_000,
  total_supply: 200_000,
  max_supply: null,
  ath: 50,
  ath_date: "2025-10-06T18:57:42.558Z",
  atl: 4.46e-6,
  atl_date: "2013-07-06T00:00:00.000Z",
  roi: null,
  last_updated: "2026-11-20T09:14:00.961Z",
  sparkline_in_7d: { price: [12, 12.25, 12.5] },
  price_change_percentage_1h_in_currency: 0.125,
  price_change_percentage_24h_in_currency: -1.9607843137254901,
  price_change_percentage_7d_in_currency: 3,
  price_change_percentage_30d_in_currency: 4,
  price_change_percentage_1y_in_currency: null,
  ...changes,
});

const read = (...bodies: unknown[]) => readFeed<"coin">(coingecko, "markets", bodies, { now: NOW });
const readOne = (changes: Record<string, unknown>) => read(coin(changes)).records[0];
const requestsOf = (feed: string, changes: Partial<RequestContext> = {}) =>
  coingecko.feeds
    .find(({ id }) => id === feed)
    ?.requests(createContext({ now: NOW, coins: 1_000, detailsPerBuild: 2, ...changes }));

describe("markets", () => {
  it("asks for whole pages with sparklines and all changes", () => {
    const urls = requestsOf("markets")?.map(({ url }) => url) ?? [];
    expect(urls).toHaveLength(4);
    expect(urls[3]).toBe(
      "https://api.coingecko.com/api/v3/coins/markets?vs_currency=usd&order=market_cap_desc&per_page=250&page=4&sparkline=true&price_change_percentage=1h,24h,7d,30d,1y",
    );
    expect(requestsOf("markets", { coins: 30 })?.map(({ url }) => url)).toEqual([
      expect.stringContaining("per_page=30&page=1"),
    ]);
    expect(requestsOf("markets", { coins: 251 })).toHaveLength(2);
  });

  it("sends the demo key only where there is one", () => {
    expect(requestsOf("global")?.[0]?.headers).toBeUndefined();
    expect(requestsOf("global", { apiKeys: { COINGECKO_DEMO_KEY: "k" } })?.[0]?.headers).toEqual({
      "x-cg-demo-api-key": "k",
    });
    expect(requestsOf("global", { apiKeys: { COINGECKO_DEMO_KEY: "" } })?.[0]?.headers).toBeUndefined();
  });

  it("reads a row", () => {
    expect(read(coin()).records).toEqual([
      {
        id: "samplecoin",
        symbol: "SMP",
        name: "Sample Coin",
        image: "https://coin-images.coingecko.com/coins/images/1/large/sample.png?1",
        rank: 7,
        priceUsd: 12.5,
        marketCapUsd: 1_250_000,
        volumeUsd: 3_000.5,
        high24hUsd: 13,
        low24hUsd: 12,
        change24hUsd: -0.25,
        changePercentage1h: 0.125,
        changePercentage24h: -1.9607843137254901,
        changePercentage7d: 3,
        changePercentage30d: 4,
        changePercentage1y: null,
        circulatingSupply: 100_000,
        totalSupply: 200_000,
        maxSupply: null,
        athUsd: 50,
        athTimeMs: Date.UTC(2025, 9, 6, 18, 57, 42, 558),
        atlUsd: 4.46e-6,
        atlTimeMs: Date.UTC(2013, 6, 6),
        updatedAtMs: Date.UTC(2026, 10, 20, 9, 14, 0, 961),
        sparklineUsd: [12, 12.25, 12.5],
      } satisfies ReferenceCoin,
    ]);
  });

  it("reads a page past the end as no coins", () => {
    expect(read()).toEqual({ records: [], dropped: [] });
  });

  it("keeps a stale coin with its own time, its zero volume and its unknown changes", () => {
    const stale = readOne({
      last_updated: "2026-11-13T09:00:00.000Z",
      total_volume: 0,
      high_24h: null,
      price_change_24h: null,
      price_change_percentage_24h: null,
      price_change_percentage_24h_in_currency: null,
    });
    expect(stale).toMatchObject({
      updatedAtMs: Date.UTC(2026, 10, 13, 9),
      volumeUsd: 0,
      high24hUsd: null,
      change24hUsd: null,
      changePercentage24h: null,
    });
  });

  it("falls back to the cut percentage where the exact one is missing", () => {
    expect(readOne({ price_change_percentage_24h_in_currency: undefined })?.changePercentage24h).toBe(-1.96078);
  });

  it("takes zero supplies, caps and prices for unknown", () => {
    expect(readOne({ current_price: 0, market_cap: 0, circulating_supply: 0, max_supply: 0, ath: 0 })).toMatchObject({
      priceUsd: null,
      marketCapUsd: null,
      circulatingSupply: null,
      maxSupply: null,
      athUsd: null,
      athTimeMs: null,
    });
  });

  it.each([
    ["the list of a young coin", { price: [] }, []],
    ["a missing sparkline", undefined, []],
    ["null", null, []],
    ["a sparkline of another shape", { price: "1,2,3" }, []],
    ["holes, after which alone the hours can be counted back", { price: [1, null, 2, 3] }, [2, 3]],
    ["a hole at the end", { price: [1, 2, null] }, []],
    ["zeros and negative prices", { price: [0, -1, 2] }, [2]],
  ])("understands %s", (_name, sparkline, prices) => {
    expect(readOne({ sparkline_in_7d: sparkline })?.sparklineUsd).toEqual(prices);
  });

  it.each([
    ["a negative price", { current_price: -1 }, /current_price/],
    ["a negative cap", { market_cap: -1 }, /market_cap/],
    ["a negative volume", { total_volume: -0.5 }, /total_volume/],
    ["words for a number", { current_price: "cheap" }, /current_price/],
    ["a missing id", { id: undefined }, /id/],
    ["an empty symbol", { symbol: " " }, /symbol/],
    ["a symbol of invisible characters", { symbol: "\u{200B}\u{202E}" }, /symbol/],
    ["an endless name", { name: "x".repeat(5_000) }, /name/],
  ])("rejects a row with %s and keeps its neighbours", (_name, changes, reason) => {
    const { records, dropped } = read(coin(changes), coin({ id: "other" }));
    expect(records.map(({ id }) => id)).toEqual(["other"]);
    expect(dropped).toMatchObject([{ fault: true, reason: expect.stringMatching(reason) }]);
  });

  it("keeps a symbol that looks like a path as the text it is, and cleans names for display", () => {
    expect(readOne({ symbol: "../../x", name: "Sta\u{200B}ble\u{202E}" })).toMatchObject({
      symbol: "../../X",
      name: "Stable",
    });
  });

  it("drops times in the future", () => {
    expect(readOne({ last_updated: "2026-11-21T09:15:00Z", ath_date: "2036-01-01T00:00:00Z" })).toMatchObject({
      updatedAtMs: null,
      athTimeMs: null,
    });
    expect(readOne({ last_updated: "2026-11-20T09:16:00Z" })?.updatedAtMs).toBe(Date.UTC(2026, 10, 20, 9, 16));
  });

  it("drops images that are no web addresses", () => {
    expect(readOne({ image: "missing_large.png" })?.image).toBeNull();
    expect(readOne({ image: "javascript:alert(1)" })?.image).toBeNull();
  });

  it.each([
    ["of the rate limit", { status: { error_code: 429, error_message: "Slow down." } }, "429: Slow down."],
    ["of an unknown coin", { error: "Could not find it" }, "Could not find it"],
    ["of a server", { status: 500, error: "Internal" }, "Internal"],
  ])("recognises the error envelope %s", (_name, body, message) => {
    expect(() => readFeed(coingecko, "markets", body)).toThrow(message);
  });
});

describe("global", () => {
  const data = {
    active_cryptocurrencies: 17_000,
    markets: 1_500,
    total_market_cap: { usd: 2e12, btc: 3e7 },
    total_volume: { usd: 9e10 },
    market_cap_percentage: { btc: 56.3, figr_heloc: 0.9 },
    market_cap_change_percentage_24h_usd: -0.5,
    updated_at: NOW / 1_000 - 60,
  };

  it("reads the totals in USD; a field that older answers lack is unknown", () => {
    expect(readFeed(coingecko, "global", { data }, { now: NOW }).records).toEqual([
      {
        activeCoins: 17_000,
        markets: 1_500,
        totalMarketCapUsd: 2e12,
        totalVolumeUsd: 9e10,
        marketCapPercentage: { btc: 56.3, figr_heloc: 0.9 },
        marketCapChangePercentage24h: -0.5,
        volumeChangePercentage24h: null,
        updatedAtMs: NOW - 60_000,
      },
    ]);
  });

  it("refuses a total of nothing, and negative shares", () => {
    expect(() => readFeed(coingecko, "global", { data: { ...data, total_market_cap: { usd: 0 } } })).toThrow();
    expect(() => readFeed(coingecko, "global", { data: { ...data, market_cap_percentage: { btc: -1 } } })).toThrow();
  });
});

describe("exchanges", () => {
  it("reads volumes in bitcoin and takes empty texts for unknown", () => {
    const row = { id: "gdax", name: "Sample Exchange", url: "https://x.example", image: null, country: "" };
    const body = [
      { ...row, year_established: 2012, trade_volume_24h_btc: 123.5 },
      { ...row, id: "none", year_established: null, trade_volume_24h_btc: null },
      { ...row, id: "bad", trade_volume_24h_btc: -1 },
    ];
    const { records, dropped } = readFeed<"exchange">(coingecko, "exchanges", body);
    expect(records[0]).toEqual({
      id: "gdax",
      name: "Sample Exchange",
      url: "https://x.example/",
      country: null,
      yearEstablished: 2012,
      image: null,
      volume24hBtc: 123.5,
    });
    expect(records[1]).toMatchObject({ yearEstablished: null, volume24hBtc: null });
    expect(dropped).toHaveLength(1);
  });
});

describe("details", () => {
  const detail = (id: string): CoinDetail => ({ id, ...NO_DETAIL });
  const market = read(...["a", "b", "c/d", "e"].map((id) => coin({ id }))).records;
  const context = (fetched: Record<string, number>): Partial<RequestContext> => ({
    records: ((feed: string) => (feed === "markets" ? market : [])) as RequestContext["records"],
    lastGood: (() =>
      Object.entries(fetched).map(([id, fetchedAtMs]) => ({
        record: detail(id),
        fetchedAtMs,
      }))) as unknown as RequestContext["lastGood"],
  });
  const ids = (fetched: Record<string, number>, detailsPerBuild = 2) =>
    requestsOf("details", { ...context(fetched), detailsPerBuild })?.map(
      ({ url }) => new URL(url).pathname.split("/")[4],
    );

  it("asks for coins never seen first, the most valuable first", () => {
    expect(ids({})).toEqual(["a", "b"]);
    expect(ids({ a: 5 })).toEqual(["b", "c%2Fd"]);
  });

  it("then asks for those seen longest ago, and for none that left the market", () => {
    expect(ids({ a: 50, b: 20, "c/d": 30, e: 40, gone: 1 })).toEqual(["b", "c%2Fd"]);
    expect(ids({ a: 50, b: 20, "c/d": 30 })).toEqual(["e", "b"]);
  });

  it("do not let a page that never comes take the place of others", () => {
    const failures = new Map([["a", { inARow: 3, atMs: 0 }]]);
    const idsAfter = (hours: number) =>
      requestsOf("details", { ...context({ b: 5 }), failures, now: hours * 3_600_000 })?.map(({ brings }) => brings);
    expect(idsAfter(3.9)).toEqual(["c/d", "e"]);
    expect(idsAfter(4)).toEqual(["a", "c/d"]);
    failures.set("a", { inARow: 1_000, atMs: 0 });
    expect(idsAfter(29 * 24)).toEqual(["c/d", "e"]);
    expect(idsAfter(30 * 24)).toEqual(["a", "c/d"]);
  });

  it("asks for nothing where the build allows nothing, and without market data", () => {
    expect(ids({}, 0)).toEqual([]);
    const url = requestsOf("details", context({}))?.[0]?.url ?? "";
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      localization: "false",
      tickers: "false",
      community_data: "false",
      developer_data: "false",
      sparkline: "false",
      market_data: "false",
    });
  });

  const body = {
    id: "samplecoin",
    categories: ["Layer 1 (L1)", null, "Layer 1 (L1)", "", "Governance"],
    platforms: { "": "", ethereum: "0xabc", "polygon-pos": " 0xdef " },
    genesis_date: "2009-01-03",
    links: {
      homepage: ["http://www.sample.example", "", ""],
      whitepaper: "https://sample.example/paper.pdf",
      blockchain_site: ["", "https://explorer.example/"],
      twitter_screen_name: "sample",
      subreddit_url: "https://www.reddit.com/r/Sample/",
      repos_url: { github: [], bitbucket: ["https://bitbucket.org/s/s"] },
    },
  };
  const readDetail = (changes: object) =>
    readFeed<"coin-detail">(coingecko, "details", { ...body, ...changes }, { request: { url: "" } });

  it("reads links, contracts and categories without the padding", () => {
    expect(readDetail({}).records).toEqual([
      {
        id: "samplecoin",
        categories: ["Layer 1 (L1)", "Governance"],
        homepage: "http://www.sample.example/",
        explorer: "https://explorer.example/",
        sourceCode: "https://bitbucket.org/s/s",
        whitepaper: "https://sample.example/paper.pdf",
        twitter: "https://x.com/sample",
        reddit: "https://www.reddit.com/r/Sample/",
        platforms: { ethereum: "0xabc", "polygon-pos": "0xdef" },
        genesisDate: "2009-01-03",
      },
    ]);
  });

  it("lets no address through but http and https", () => {
    const links = {
      homepage: ["javascript:alert(1)", "ftp://x.example"],
      whitepaper: ["data:text/html,x"],
      blockchain_site: null,
      twitter_screen_name: "../../x",
      subreddit_url: "https://www.reddit.com",
      repos_url: null,
    };
    expect(readDetail({ links }).records[0]).toMatchObject({
      homepage: null,
      whitepaper: null,
      explorer: null,
      twitter: null,
      reddit: null,
      sourceCode: null,
    });
  });

  it("survives a body without anything but an id, and rejects one without it", () => {
    expect(readFeed(coingecko, "details", { id: "x" }, { request: { url: "" } }).records).toEqual([detail("x")]);
    expect(readDetail({ id: 7 }).dropped).toMatchObject([{ fault: true, reason: expect.stringContaining("id") }]);
    expect(readDetail({ genesis_date: "2009-02-31" }).records[0]?.genesisDate).toBeNull();
  });
});
