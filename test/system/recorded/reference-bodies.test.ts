import { describe, expect, it } from "vitest";
import { collectFixings } from "../../../build/crypto/market/totals/fixings.ts";
import type {
  Article,
  Chain,
  FiatRate,
  Fixing,
  IndexValue,
  Protocol,
  ReferenceCoin,
  ReferenceExchange,
} from "../../../build/crypto/normalise/record.ts";
import { defillama } from "../../../build/crypto/sources/defi/defillama.ts";
import { ecb } from "../../../build/crypto/sources/fiat/ecb.ts";
import { fawazahmed0 } from "../../../build/crypto/sources/fiat/fawazahmed0.ts";
import { isBankHoliday } from "../../../build/crypto/sources/fiat/fiat-rate.ts";
import { frankfurter } from "../../../build/crypto/sources/fiat/frankfurter.ts";
import { newsPublishers } from "../../../build/crypto/sources/news/news-publishers.ts";
import { coingecko } from "../../../build/crypto/sources/reference/coingecko.ts";
import { coinlore } from "../../../build/crypto/sources/reference/coinlore.ts";
import { coinpaprika } from "../../../build/crypto/sources/reference/coinpaprika.ts";
import { alternativeMe } from "../../../build/crypto/sources/sentiment/alternative-me.ts";
import type { Source } from "../../../build/crypto/sources/source.ts";
import { parseJson } from "../../../build/lib/json/parse-json.ts";
import { DAY_MS } from "../../../build/lib/time.ts";
import { countReasons, readFeed } from "../../crypto/sources/read-feed.ts";
import { type Case, load, type Refusal, renameTvl, testBodies, wrapFixings, wrapIndex } from "./case.ts";
import { readLargestCoins } from "./names.ts";
import { samples } from "./samples.ts";

type More = Partial<Omit<Case, "source" | "feed" | "file" | "records" | "title">>;
const read = (source: Source, feed: string, file: string, records: number, title: string, more: More = {}): Case => ({
  source,
  feed,
  file: `metadata/${file}`,
  records,
  title,
  ...more,
});
const refuse = (
  source: Source,
  feeds: string[],
  file: string,
  refused: Refusal["refused"],
  wrap?: Refusal["wrap"],
) => ({
  source,
  feeds,
  file: `metadata/${file}`,
  refused,
  ...(wrap && { wrap }),
});
const count = <Row>(rows: readonly Row[], test: (row: Row) => unknown): number => rows.filter(test).length;
const asList = (body: unknown) => [body];

const FIXINGS = "ecb/data-api_EXR_D..EUR.SP00.A.csv";
const FNG_TIME = 1_783_728_000_000;
const COINLORE_TIME = 1_733_573_523_000;
const GECKO_TIME = Date.UTC(2026, 6, 7, 18, 5);
const NEWS_TIME = Date.UTC(2026, 9, 3, 22);
const sumChains = (row: Protocol) => Object.values(row.chainTvlsUsd).reduce((sum, tvl) => sum + tvl, 0);
const countIds = (expected: number) => (records: Chain[]) =>
  expect(count(records, ({ chainId }) => chainId !== null)).toBe(expected);
const fiatAndSentiment: readonly Case[] = [
  read(frankfurter, "latest", "frankfurter/v1_latest_USD_symbols-EUR-GBP.2026-08-10.json", 2, "two rates", {
    match: [
      { base: "USD", quote: "EUR", rate: 0.86543, date: "2026-08-10" },
      { base: "USD", quote: "GBP", rate: 0.7405, date: "2026-08-10" },
    ],
  }),
  ...["2024-11-06", "2025-05-09"].map((date) =>
    read(ecb, "daily", `ecb/eurofxref-daily.${date}.xml`, 30, `all rates of ${date}`, {
      check: (records: FiatRate[]) =>
        expect(records.every((rate) => rate.base === "EUR" && rate.date === date && rate.rate > 0)).toBe(true),
    }),
  ),
  read(ecb, "history", FIXINGS, 22, "every fixing of 22 days", {
    wrap: wrapFixings,
    match: { base: "EUR", date: "2026-03-18", rates: { AUD: 1.6305 } },
    check: (records: Fixing[]) => {
      expect(records.every(({ rates }) => Object.keys(rates).length === 29)).toBe(true);
      expect(records.every(({ date }) => !isBankHoliday(Date.parse(date)))).toBe(true);
      const dataset = {
        source: "ecb",
        feed: "history",
        kind: "fixing" as const,
        records,
        fetchedAtMs: 0,
        stale: false,
      };
      const { days, warnings } = collectFixings([dataset], [], null);
      expect([days.length, warnings]).toEqual([22, []]);
      expect(days.every(({ rates }) => Object.keys(rates).length === 29 && "EUR" in rates)).toBe(true);
    },
  }),
  read(
    fawazahmed0,
    "latest",
    "fawazahmed0-currency-api/currencies_usd.2024-03-06.json",
    152,
    "two codes came into use later",
    {
      dropped: { "not a currency in circulation": 548, "the base itself": 1 },
      check: (records: FiatRate[]) => {
        expect(records.some(({ quote }) => ["BTC", "XAU", "VEF", "LTL", "XCG", "ZWG"].includes(quote))).toBe(false);
        // A code that a crypto asset shares is the currency.
        expect(records.find(({ quote }) => quote === "MNT")?.rate).toBeGreaterThan(3_000);
      },
    },
  ),
  read(alternativeMe, "latest", "alternative-me/fng.limit2.2026-07-11.json", 2, "two days, and when the next comes", {
    now: FNG_TIME + DAY_MS - 51_244_000,
    match: [
      { timeMs: FNG_TIME, value: 26, classification: "Fear", nextUpdateMs: FNG_TIME + DAY_MS },
      { timeMs: FNG_TIME - DAY_MS, value: 23, classification: "Extreme Fear", nextUpdateMs: null },
    ],
  }),
  read(alternativeMe, "history", "alternative-me/fng.limit0.data-array.2026-06.json", 3_044, "all days, two gaps", {
    wrap: wrapIndex,
    check: (records: IndexValue[]) => {
      const times = records.map(({ timeMs }) => timeMs).sort((a, b) => a - b);
      expect(times[0]).toBe(Date.UTC(2018, 1, 1));
      expect(count(times.slice(1), (time) => !times.includes(time - DAY_MS))).toBe(2);
      expect([...new Set(records.map(({ classification }) => classification))].sort()).toEqual([
        "Extreme Fear",
        "Extreme Greed",
        "Fear",
        "Greed",
        "Neutral",
      ]);
    },
  }),
];

const defi: readonly Case[] = [
  read(defillama, "protocols", "defillama/protocols.2022-09-13.json", 1_909, "one has a negative TVL on a chain", {
    dropped: { "malformed row: chainTvls.Fantom: negative": 1 },
    check: (records: Protocol[]) => {
      expect(count(records, ({ symbol }) => symbol === null)).toBe(290);
      // Some adapters add or take off amounts that no chain carries.
      const unequal = (row: Protocol) => Math.abs(sumChains(row) - row.tvlUsd) > 1e-6 * Math.max(1, row.tvlUsd);
      expect(count(records, unequal)).toBeLessThan(10);
    },
  }),
  read(defillama, "protocols", "defillama/protocols.truncated.2026-10.json", 4, "exchanges included", {
    check: (records: Protocol[]) => {
      expect(records.map(({ slug, category }) => [slug, category])).toContainEqual(["binance-cex", "CEX"]);
      for (const row of records) expect(sumChains(row) / row.tvlUsd).toBeCloseTo(1, 6);
    },
  }),
  // One of the 99 ids is 0, which no chain has.
  read(defillama, "chains", "defillama/v2_chains.2024-03.json", 253, "98 with ids", { check: countIds(98) }),
  read(defillama, "chains", "defillama/v2_chains.truncated.2026-10.json", 30, "23 with ids", { check: countIds(23) }),
  read(defillama, "dex-volume", "defillama/overview_dexs.2026-07-09.json", 1, "the DEX volume", {
    match: { total24hUsd: 7_921_139_942, changePercentage1d: 6.47 },
  }),
  read(defillama, "tvl", "defillama/charts.2022-09-13.json", 1_411, "points under the present name, dates as text", {
    wrap: renameTvl,
    match: { timeMs: 1_541_203_200_000 },
  }),
];

const coingeckoCases: readonly Case[] = [
  read(
    coingecko,
    "markets",
    "coingecko/coins_markets.usd.p1.per250.2026-07-07.json",
    250,
    "the stale one has its own time",
    {
      now: GECKO_TIME,
      match: { id: "bitcoin", symbol: "BTC", rank: 1, priceUsd: 64_039, maxSupply: 21e6 },
      check: (records: ReferenceCoin[]) => {
        expect(count(records, ({ maxSupply }) => maxSupply === null)).toBe(107);
        expect(records.every((coin) => coin.priceUsd !== null && coin.updatedAtMs !== null)).toBe(true);
        const stale = records.filter((coin) => GECKO_TIME - (coin.updatedAtMs ?? 0) > DAY_MS);
        expect(stale).toMatchObject([{ id: "peanut-2-2", volumeUsd: 0, changePercentage24h: null, high24hUsd: null }]);
        expect(records.map(({ name }) => name).join("")).not.toMatch(/\u{200B}/u);
      },
    },
  ),
  read(
    coingecko,
    "markets",
    "coingecko/coins_markets.usd.p1.per250.allchanges.2022-01-29.json",
    250,
    "changes of all periods",
    {
      now: Date.UTC(2022, 0, 29, 17, 9),
      check: (records: ReferenceCoin[]) => {
        expect(count(records, (coin) => coin.changePercentage1y !== null)).toBeGreaterThan(100);
      },
    },
  ),
  read(coingecko, "markets", "coingecko/coins_markets.category-analytics.2022-06-13.json", 16, "coins of a category", {
    now: Date.UTC(2022, 5, 13, 22, 15),
  }),
  read(coingecko, "markets", "coingecko/coins_markets.empty-page.json", 0, "a page past the end"),
  read(coingecko, "markets", "coingecko/coins_markets.sparkline.truncated.2025-08-24.json", 1, "15 hourly prices", {
    now: Date.UTC(2025, 7, 24, 12),
    check: ([coin]: ReferenceCoin[]) => expect(coin?.sparklineUsd).toHaveLength(15),
  }),
  ...(
    [
      ["global.2026-07-11.json", 17_480, 1_497, true],
      // Before 2026 the answer had no change of the volume.
      ["global.2022-01-24.json", 12_777, 724, false],
    ] as const
  ).map(([file, activeCoins, markets, hasVolumeChange]) =>
    read(coingecko, "global", `coingecko/${file}`, 1, "the totals", {
      match: { activeCoins, markets },
      check: ([record]: { marketCapPercentage: object; volumeChangePercentage24h: number | null }[]) => {
        expect(Object.keys(record?.marketCapPercentage ?? {})).toHaveLength(10);
        expect(record?.volumeChangePercentage24h !== null).toBe(hasVolumeChange);
      },
    }),
  ),
  read(coingecko, "exchanges", "coingecko/exchanges.per250.2022-01-24.json", 250, "exchanges without a country", {
    check: (records: ReferenceExchange[]) => {
      expect(count(records, ({ country }) => country === null)).toBe(96);
      expect(count(records, ({ yearEstablished }) => yearEstablished === null)).toBe(70);
      expect(count(records, ({ url }) => url === null)).toBeLessThan(10);
    },
  }),
  read(coingecko, "details", "coingecko/coins_bitcoin.nomarket.2024-05-30.json", 1, "the page of a coin", {
    match: { whitepaper: "https://bitcoin.org/bitcoin.pdf", genesisDate: "2009-01-03", platforms: {} },
  }),
  read(coingecko, "details", "coingecko/coins_bitcoin.sparkline.2022-01-30.json", 1, "a page without a white paper", {
    match: { whitepaper: null, twitter: "https://x.com/bitcoin" },
  }),
  read(coingecko, "details", "coingecko/coins_aave.full.2022-06-20.json", 1, "a list of categories with a null", {
    match: { id: "aave", genesisDate: null, sourceCode: "https://github.com/aave/aave-protocol" },
  }),
];

const listsBehind: readonly Case[] = [
  read(
    coinlore,
    "tickers",
    "coinlore/tickers.start0.limit100.2024-12-07.json",
    99,
    "one coin under its old and its new ticker",
    {
      now: COINLORE_TIME,
      dropped: { "a second id of the same coin": 1 },
      match: { id: "bitcoin", rank: 1, priceUsd: 99_584.59, updatedAtMs: COINLORE_TIME },
      check: (records: ReferenceCoin[]) => {
        const render = records.filter(({ id }) => id === "render-token");
        expect(render).toMatchObject([{ symbol: expect.stringMatching(/^RE?NDE?R$/) }]);
        // Too cheap for six decimals.
        const unpriced = records.filter(({ priceUsd }) => priceUsd === null).map(({ symbol }) => symbol);
        expect(unpriced).toEqual(["SHIB", "PEPE", "BONK", "FLOKI", "MOG"]);
        expect(count(records, ({ maxSupply }) => maxSupply === null)).toBeGreaterThanOrEqual(36);
        const gecko = new Set(readLargestCoins().map(({ id }) => id));
        expect(count(records, ({ id }) => gecko.has(id))).toBeGreaterThanOrEqual(75);
      },
    },
  ),
  read(coinlore, "global", "coinlore/global.2026.json", 1, "the totals", {
    match: { activeCoins: 14_993, marketCapPercentage: { btc: 59.5, eth: 11.3 } },
  }),
  read(coinlore, "global", "coinlore/global.2024.json", 1, "the totals", {
    match: { activeCoins: 12_189, volumeChangePercentage24h: -25.82 },
  }),
  // No body of all tickers was recorded: those of single coins have the same rows.
  ...(
    [
      [
        "tickers_btc-bitcoin.2026-10-09.json",
        Date.UTC(2026, 9, 9, 3),
        { id: "bitcoin", rank: 1, maxSupply: 21e6, changePercentage24h: -1.27, changePercentage30d: null },
      ],
      [
        "tickers_sol-solana.2026-10-04.json",
        Date.UTC(2026, 9, 4, 23),
        { id: "solana", rank: 7, maxSupply: null, changePercentage24h: 1.69, changePercentage1y: null },
      ],
      [
        "v1_tickers_usdt-tether.2024-10.json",
        Date.UTC(2024, 9, 31),
        { id: "tether", maxSupply: null, changePercentage30d: 0.04, changePercentage1y: -0.05 },
      ],
      [
        "v1_tickers_btc-bitcoin.2022-06-23.json",
        Date.UTC(2022, 5, 23, 13),
        { id: "bitcoin", circulatingSupply: 19_074_906, changePercentage1y: -39.04 },
      ],
    ] as const
  ).map(([file, now, match]) =>
    read(coinpaprika, "tickers", `coinpaprika/${file}`, 1, "a coin", {
      now,
      match,
      wrap: asList,
      check: ([coin]: ReferenceCoin[]) => expect(coin?.updatedAtMs).toBeLessThanOrEqual(now),
    }),
  ),
  read(coinpaprika, "tickers", "coinpaprika/v1_tickers_btc-bitcoin.2022-06-23.json", 1, "a derived supply", {
    wrap: (body) => [{ ...(body as object), circulating_supply: undefined }],
    check: ([coin]: ReferenceCoin[]) => {
      const { circulating_supply: stated } = load("metadata/coinpaprika/v1_tickers_btc-bitcoin.2022-06-23.json") as {
        circulating_supply: number;
      };
      expect(Math.abs((coin?.circulatingSupply ?? 0) / stated - 1)).toBeLessThan(0.001);
    },
  }),
];

/** The finder cut every feed to a few items and closed the document again. */
const news = (
  [
    ["bitcoin-magazine", "bitcoinmagazine", 2],
    ["coindesk", "coindesk", 4],
    ["cointelegraph", "cointelegraph", 3],
    ["cryptoslate", "cryptoslate", 2],
    ["decrypt", "decrypt", 3],
    ["the-block", "theblock", 3],
    ["u-today", "utoday", 3],
  ] as const
).map(([id, file, items]) => {
  const source = newsPublishers.find((publisher) => publisher.id === id)!;
  const hostOf = (url: string) => new URL(url).hostname.replace("www.", "");
  return read(source, "articles", `rss/${file}.truncated.2026-10-03.xml`, items, "all items", {
    now: NEWS_TIME,
    check: (records: Article[]) => {
      for (const article of records) {
        expect(article.url).not.toMatch(/utm_|#/);
        expect(hostOf(article.url)).toBe(hostOf(source.homepage));
        expect(article.title).not.toMatch(/&#?\w+;|<[a-z]/);
        expect(article.categories).not.toContain("");
        expect(article.author).not.toBeNull();
        expect(NEWS_TIME - article.publishedAtMs).toBeLessThan(7 * DAY_MS);
      }
    },
  });
});

const referenceCases: readonly Case[] = [...fiatAndSentiment, ...defi, ...coingeckoCases, ...listsBehind, ...news];

const allFeeds = coingecko.feeds.map(({ id }) => id);

/** Bodies of other endpoints and older versions, and errors. */
const referenceRefusals: readonly Refusal[] = [
  refuse(ecb, ["daily", "history"], FIXINGS, "expected <gesmes:envelope>"),
  // Its terms forbid passing it on.
  refuse(frankfurter, ["latest"], "open-er-api/v6_latest_USD.2024-08-19.json", "the body"),
  refuse(fawazahmed0, ["latest"], "open-er-api/v6_latest_USD.2024-08-19.json", "the body"),
  refuse(alternativeMe, ["history"], "alternative-me/fng.limit0.data-array.2026-06.json", "the body"),
  // The older endpoint names the value otherwise.
  refuse(defillama, ["tvl"], "defillama/charts.2022-09-13.json", 1_411),
  refuse(defillama, ["protocols"], "defillama/coins_prices_current.two.json", "the body"),
  refuse(coinlore, ["tickers"], "coinlore/exchanges.truncated.json", "the body"),
  refuse(coingecko, allFeeds, "coingecko/error_429.json", "Rate Limit"),
  refuse(coingecko, allFeeds, "coingecko/error_404_coin_not_found.json", "Could not find coin"),
  refuse(coingecko, allFeeds, "coingecko/error_422_missing_vs_currency.json", "Missing parameter"),
  refuse(coingecko, allFeeds, "coingecko/error_500_ohlc.json", "Internal Server Error"),
  refuse(coingecko, ["global"], "coingecko/global_decentralized_finance_defi.2022-01-24.json", "the body"),
  refuse(coinpaprika, ["tickers"], "coinpaprika/error_402_plan.json", "not allowed in this plan"),
  refuse(coinpaprika, ["tickers"], "coinpaprika/v1_coins_btc-bitcoin.2022-06-23.json", 1, asList),
  refuse(coinpaprika, ["tickers"], "coinpaprika/v1_coins_eth-ethereum_ohlcv_historical.2022-01-30.json", 1, asList),
];

testBodies("recorded bodies of references", referenceCases, referenceRefusals);

describe.skipIf(!samples.available)("other recorded bodies", () => {
  it("have no price in CoinGecko's list of 2022-05-30: another endpoint, ids and symbols only", () => {
    const body = samples.readJson("metadata/coingecko/coins_list.2022-05-30.json");
    const { records, dropped } = readFeed<"coin">(coingecko, "markets", body);
    expect(records.every((coin) => coin.priceUsd === null && coin.rank === null)).toBe(true);
    expect(records.length + dropped.length).toBe(13_433);
    expect(Object.keys(countReasons(dropped)).every((reason) => /symbol|name/.test(reason))).toBe(true);
  });

  it("are no HTML: the page that CoinPaprika answers a trailing slash with never reaches the source", () => {
    const html = samples.readText("metadata/coinpaprika/error_301_trailing_slash.html");
    expect(() => parseJson(html)).toThrow("markup");
  });
});
