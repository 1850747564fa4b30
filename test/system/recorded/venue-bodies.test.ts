import { expect, it } from "vitest";
import type { Listing, Ticker } from "../../../build/crypto/normalise/record.ts";
import { binance } from "../../../build/crypto/sources/exchanges/binance.ts";
import { bitfinex } from "../../../build/crypto/sources/exchanges/bitfinex.ts";
import { bitget } from "../../../build/crypto/sources/exchanges/bitget.ts";
import { bitstamp } from "../../../build/crypto/sources/exchanges/bitstamp.ts";
import { bybit } from "../../../build/crypto/sources/exchanges/bybit.ts";
import { coinbase } from "../../../build/crypto/sources/exchanges/coinbase.ts";
import { cryptoCom } from "../../../build/crypto/sources/exchanges/crypto-com.ts";
import { gate } from "../../../build/crypto/sources/exchanges/gate.ts";
import { gemini } from "../../../build/crypto/sources/exchanges/gemini.ts";
import { htx } from "../../../build/crypto/sources/exchanges/htx.ts";
import { kraken } from "../../../build/crypto/sources/exchanges/kraken.ts";
import { kucoin } from "../../../build/crypto/sources/exchanges/kucoin.ts";
import { mexc } from "../../../build/crypto/sources/exchanges/mexc.ts";
import { okx } from "../../../build/crypto/sources/exchanges/okx.ts";
import { upbit } from "../../../build/crypto/sources/exchanges/upbit.ts";
import { isLeveragedCode } from "../../../build/crypto/sources/kit/venue-feeds.ts";
import { sources } from "../../../build/crypto/sources/registry.ts";
import type { Source } from "../../../build/crypto/sources/source.ts";
import { HOUR_MS } from "../../../build/lib/time.ts";
import { readFeed } from "../../crypto/sources/read-feed.ts";
import {
  type Case,
  joinBitfinex,
  listBy,
  listMarkets,
  load,
  type Refusal,
  readListing,
  testBodies,
  wrapKrakenListing,
} from "./case.ts";
import { RECORDED_AT_MS } from "./simultaneous-venues.ts";

const file = (path: string) => ({ file: `exchanges/${path}` });

const listBitfinex = () =>
  readFeed<"listing">(bitfinex, "listing", joinBitfinex(load("exchanges/bitfinex/conf_pub_list_pair_exchange.json")))
    .records;

const listKraken = (body: unknown): Listing[] =>
  readFeed<"listing">(kraken, "listing", wrapKrakenListing(body)).records;
const asSpot = (body: unknown): Listing[] => listKraken(body).map((each) => ({ ...each, type: "spot" }));

/** Venues whose rows do more than rename fields. */
const keyedVenueCases: readonly Case[] = [
  {
    title: "second markets are duplicates",
    source: kraken,
    feed: "tickers",
    records: 1505,
    ...file("kraken/Ticker_assetVersion1.2026-06-24.full.json"),
    listing: listKraken,
    dropped: { duplicate: 25 },
    check: (records: Ticker[]) => {
      const find = (market: string) => records.find((ticker) => ticker.market === market);
      expect(find("USDT/USD")?.last).toBeCloseTo(0.9985, 3);
      expect(find("EUR/USD")?.last).toBeCloseTo(1.1338, 3);
      expect(Math.abs(find("BTC/USD")!.last / 61_000 - 1)).toBeLessThan(0.005);
      expect(Math.abs(find("BTC/USD")!.vwap! / 61_000 - 1)).toBeLessThan(0.05);
      expect(records.every(({ open24h }) => open24h === null)).toBe(true);
    },
  },
  {
    title: "108 markets without trades",
    source: kraken,
    feed: "tickers",
    records: 1530,
    ...file("kraken/Ticker_assetVersion1.2026-06-24.full.json"),
    listing: asSpot,
    check: (records: Ticker[]) => {
      expect(count(records, ({ trades }) => trades === 0)).toBe(108);
      expect(count(records, ({ last }) => last === 0)).toBe(108);
    },
  },
  {
    title: "classic pairs by public name",
    source: kraken,
    feed: "listing",
    records: 293,
    ...file("kraken/AssetPairs.2021-04-17.full.json"),
    dropped: { "no public name": 11 },
    check: (records: Listing[]) => {
      expect(records.every(({ trading, type }) => trading && type === "spot")).toBe(true);
      const markets = new Set(records.map(({ base, quote }) => `${base}/${quote}`));
      for (const market of ["BTC/USD", "ETH/BTC", "DOGE/USD", "USDT/USD", "EUR/USD"]) expect(markets).toContain(market);
      expect([...markets].filter((market) => /\b(XBT|XDG)\b/.test(market))).toEqual([]);
    },
  },
  {
    title: "a tokenised share",
    source: kraken,
    feed: "listing",
    records: 1,
    ...file("kraken/AssetPairs_tokenized_asset.example.json"),
    match: { base: "AAPLX", quote: "USD", type: "tokenised" },
  },
  {
    title: "classic keys in both calls",
    source: kraken,
    feed: "tickers",
    records: 1,
    ...file("kraken/Ticker_single.old.json"),
    listing: () => readListing(kraken, "exchanges/kraken/AssetPairs.2021-04-17.full.json"),
    match: { market: "XXBTZEUR", base: "BTC", quote: "EUR", last: 560.87711 },
  },
  {
    title: "521 trading products",
    source: coinbase,
    feed: "listing",
    records: 824,
    ...file("coinbase/products.2026-06.full.json"),
    check: (records: Listing[]) => {
      expect(count(records, ({ trading }) => trading)).toBe(521);
      expect(count(records, ({ quote }) => quote === "USD")).toBe(475);
    },
  },
  {
    title: "six products of September 2026",
    source: coinbase,
    feed: "tickers",
    records: 6,
    tolerance: 0.01,
    ...file("coinbase/products_stats.2026-09-27.trimmed.json"),
    listing: () => readListing(coinbase, "exchanges/coinbase/products.2026-06.full.json"),
    match: [
      { market: "BTC-EUR", last: 74190.31 },
      { market: "BTC-USD", last: 84432.48 },
      { market: "BTC-USDT", last: 84435.46 },
      { market: "ETH-USD", last: 2687.09 },
      { market: "SOL-USD", last: 121.92 },
      { market: "USDT-USD", last: 0.99975 },
    ],
  },
  {
    title: "22 rows without trades",
    source: bitstamp,
    feed: "tickers",
    records: 171,
    ...file("bitstamp/ticker_all.2022-12-16.full.json"),
    now: Date.UTC(2022, 11, 16, 9, 51),
    listing: listBy("pair"),
    check: (records: Ticker[], body: { percent_change_24: string | null }[]) => {
      const dead = records.filter(({ baseVolume }) => baseVolume === 0);
      expect(dead).toHaveLength(22);
      expect(dead.every(({ open24h, vwap, last }) => open24h === null && vwap === null && last > 0)).toBe(true);
      const live = records.filter(({ baseVolume }) => (baseVolume ?? 0) > 0);
      expect(live.every(({ open24h, vwap }) => open24h !== null && vwap !== null)).toBe(true);
      // The printed change is in percent against `open_24`.
      for (const [index, { open24h, last }] of records.entries()) {
        if (open24h === null) continue;
        expect(Math.abs((last / open24h - 1) * 100 - Number(body[index]?.percent_change_24))).toBeLessThan(0.011);
      }
    },
  },
  {
    title: "with an older listing",
    source: bitstamp,
    feed: "tickers",
    records: 120,
    ...file("bitstamp/ticker_all.2022-12-16.full.json"),
    now: Date.UTC(2022, 11, 16, 9, 51),
    listing: () => readListing(bitstamp, "exchanges/bitstamp/trading-pairs-info.2022-01-04.full.json"),
    dropped: { "not in the listing": 51 },
  },
  {
    title: "pairs with names",
    source: bitstamp,
    feed: "listing",
    records: 140,
    ...file("bitstamp/trading-pairs-info.2022-01-04.full.json"),
    match: { market: "BTC/USD", base: "BTC", quote: "USD", baseName: "Bitcoin" },
    check: (records: Listing[]) => expect(count(records, ({ trading }) => trading)).toBe(140),
  },
  {
    title: "a disabled pair",
    source: bitstamp,
    feed: "listing",
    records: 103,
    ...file("bitstamp/trading-pairs-info.2021.json"),
    check: (records: Listing[]) => expect(count(records, ({ trading }) => trading)).toBe(102),
  },
  {
    title: "codes are translated and named",
    source: bitfinex,
    feed: "listing",
    records: 422,
    ...file("bitfinex/conf_pub_list_pair_exchange.json"),
    wrap: joinBitfinex,
    check: (records: Listing[]) => {
      const find = (market: string) => records.find((each) => each.market === market);
      expect(find("tUSTUSD")).toMatchObject({ base: "USDT", quote: "USD", baseName: "Tether USDt" });
      expect(find("tDSHUSD")).toMatchObject({ base: "DASH", baseName: "Dash" });
      expect(find("tDUSK:USD")).toMatchObject({ base: "DUSK", quote: "USD" });
      expect(records.every(({ type }) => type === "spot")).toBe(true);
    },
  },
  {
    title: "three pairs for tests",
    source: bitfinex,
    feed: "listing",
    records: 293,
    ...file("bitfinex/conf_pub_list_pair_exchange.2021.json"),
    wrap: joinBitfinex,
    check: (records: Listing[]) => {
      const tests = records.filter(({ type }) => type === "test").map(({ market }) => market);
      expect(tests).toEqual(["tAAABBB", "tTESTBTC:TESTUSD", "tTESTBTC:TESTUSDT"]);
    },
  },
  {
    title: "27 funding rows are left out",
    source: bitfinex,
    feed: "tickers",
    records: 421,
    ...file("bitfinex/tickers_ALL.2019-11-01.full.json"),
    listing: listBitfinex,
    dropped: { "not in the listing": 2 },
    check: (records: Ticker[], body: [string, ...number[]][], dropped) => {
      expect(body.length - records.length - dropped.length).toBe(27);
      // The stated ratio has a divisor of 0.0001 at least.
      const ratioOf = new Map(body.map((row) => [row[0], row[6]]));
      const withOpen = records.filter(({ open24h }) => open24h !== null);
      expect(withOpen.length).toBeGreaterThan(400);
      for (const { market, last, open24h } of withOpen) {
        expect((last - open24h!) / Math.max(open24h!, 0.0001)).toBeCloseTo(ratioOf.get(market)!, 3);
      }
    },
  },
];

const both = ["listing", "tickers"];
const refuse = (
  source: Source,
  folder: string,
  file: string,
  feeds: string[],
  refused: Refusal["refused"],
): Refusal => ({
  source,
  feeds,
  refused,
  file: `exchanges/${folder}/${file}`,
});

/** Bodies of other endpoints and older versions, and errors. */
const venueRefusals: readonly Refusal[] = [
  refuse(binance, "binance", "error_invalid_symbol.json", both, "-1121 Invalid symbol."),
  refuse(binance, "binance", "avgPrice_BTCUSDT.json", ["tickers"], "the body"),
  refuse(binance, "binance", "klines_BTCUSDT_5m.json", ["tickers"], 24),
  refuse(kucoin, "kucoin", "candles_1min.json", ["tickers"], "the body"),
  refuse(kucoin, "kucoin", "candles_1min.json", ["listing"], 1),
  refuse(htx, "htx", "v1_common_symbols.2021-04-17.full.json", ["listing"], 938),
  {
    ...refuse(bitget, "bitget", "v1_spot_tickers.2022-12-07.full.json", ["tickers"], 442),
    now: Date.UTC(2022, 11, 7, 6, 23),
  },
  refuse(bitget, "bitget", "v2_candles_1min.2024.json", both, 1),
  refuse(gemini, "gemini", "error_bad_symbol.json", both, "Supplied value 'bla'"),
  refuse(gemini, "gemini", "symbols.json", ["listing"], 50),
  refuse(gemini, "gemini", "pubticker_BTCUSD.2019.json", ["tickers"], "the body"),
  refuse(gemini, "gemini", "v2_ticker_BTCUSD.json", ["tickers"], "the body"),
  refuse(gate, "gate", "candlesticks_1m.json", both, 1),
  refuse(gate, "gate", "candlesticks_BTC_USDT.2024-06-01.json", both, 1),
  refuse(okx, "okx", "history-candles_one.json", ["tickers"], 1),
  refuse(mexc, "mexc", "defaultSymbols.2026-06.full.json", ["listing"], "the body"),
  refuse(cryptoCom, "cryptocom", "get-candlestick_1m.2023.json", both, 1),
  refuse(bitstamp, "bitstamp", "ohlc_btcusd_60s_limit10.json", ["tickers"], "the body"),
  refuse(coinbase, "coinbase", "currencies.2022-12-05.full.json", ["listing"], 242),
  refuse(coinbase, "coinbase", "product_stats_single.2018.json", ["tickers"], "all rows"),
  refuse(coinbase, "coinbase", "product_ticker_single.2018.json", ["tickers"], "all rows"),
  refuse(coinbase, "coinbase", "candles.2018.json", ["tickers"], "the body"),
  refuse(coinbase, "coinbase", "candles_60s.json", ["tickers"], "the body"),
  refuse(kraken, "kraken", "Assets.2019.json", both, "all rows"),
  refuse(kraken, "kraken", "OHLC_XXBTZUSD_1m.2017-08.full.json", both, "all rows"),
  // One list, and not the three of the request.
  refuse(bitfinex, "bitfinex", "conf_pub_list_currency.2021.json", ["listing"], "the body"),
  refuse(bitfinex, "bitfinex", "conf_pub_list_pair_exchange.json", ["listing"], "the body"),
  refuse(bitfinex, "bitfinex", "conf_pub_map_currency_undl.json", ["listing"], "the body"),
];

/** The start of a case: source, folder, feed, file, number of records, title. */
const at = (source: Source, folder: string, feed: string, file: string, records: number, title: string) => ({
  source,
  feed,
  records,
  title,
  file: `exchanges/${folder}/${file}`,
});
const count = <Row>(rows: readonly Row[], test: (row: Row) => unknown): number => rows.filter(test).length;
const listing = (source: Source, file: string) => () => readListing(source, `exchanges/${file}`);
const byMarket = <Row extends { market: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.market, row]));

const flatVenueCases: readonly Case[] = [
  {
    ...at(binance, "binance", "listing", "exchangeInfo.2020.full.json", 786, "602 trading symbols of 2020"),
    check: (records: Listing[]) => expect(count(records, ({ trading }) => trading)).toBe(602),
  },
  {
    ...at(binance, "binance", "tickers", "ticker_24hr.2020.full.json", 602, "every trading symbol has trades"),
    listing: listing(binance, "binance/exchangeInfo.2020.full.json"),
    dropped: { "not trading": 184 },
    check: (records: Ticker[]) => expect(count(records, ({ trades }) => (trades ?? 0) > 0)).toBe(602),
  },
  {
    ...at(
      binance,
      "binance",
      "tickers",
      "ticker_24hr.2024-01-05.full.json",
      2429,
      "half dead, 46 frozen with a volume",
    ),
    listing: listBy("symbol"),
    check: (records: Ticker[], body: { symbol: string; weightedAvgPrice: string }[]) => {
      expect(count(records, ({ trades }) => trades === 0)).toBe(1235);
      expect(count(records, ({ last }) => last === 0)).toBe(1235);
      const newest = Math.max(...records.map(({ tradeTimeMs }) => tradeTimeMs ?? 0));
      const old = records.filter(({ tradeTimeMs }) => newest - (tradeTimeMs ?? 0) > HOUR_MS);
      expect(old).toHaveLength(1281);
      expect(count(old, ({ baseVolume }) => (baseVolume ?? 0) > 0)).toBe(46);
      // The quote volume is the volume times the printed average; cheap coins have few digits.
      const average = new Map(body.map(({ symbol, weightedAvgPrice }) => [symbol, Number(weightedAvgPrice)]));
      const big = records.filter(({ quoteVolume }) => (quoteVolume ?? 0) > 1_000_000);
      expect(big.length).toBeGreaterThan(200);
      for (const { market, baseVolume, quoteVolume } of big) {
        expect(Math.abs(quoteVolume! / baseVolume! / average.get(market)! - 1)).toBeLessThan(0.01);
      }
    },
  },
  {
    ...at(binance, "binance", "listing", "exchangeInfo.2025.truncated.json", 25, "a list that was cut off"),
    check: (records: Listing[]) => {
      expect(count(records, ({ trading }) => trading)).toBe(12);
      expect(byMarket(records).get("BTCUSDT")).toMatchObject({ base: "BTC", quote: "USDT" });
    },
  },
  {
    ...at(binance, "binance", "tickers", "ticker_24hr_symbols_param.2025.json", 2, "rows requested by symbol"),
    listing: listing(binance, "binance/exchangeInfo.2020.full.json"),
    match: [
      { base: "BTC", quote: "USDT" },
      { base: "ETH", quote: "USDT" },
    ],
  },
  {
    ...at(kucoin, "kucoin", "listing", "symbols.2026-06.full.json", 1063, "renamed symbols have the code of today"),
    check: (records: Listing[], { data }: { data: { symbol: string; name: string }[] }) => {
      expect(records.every((each) => each.trading && each.type === "spot")).toBe(true);
      const renamed = data.filter(({ symbol, name }) => symbol !== name);
      expect(renamed).toHaveLength(8);
      for (const { symbol, name } of renamed) {
        expect(byMarket(records).get(symbol)?.base).toBe(name.split("-")[0]?.toUpperCase());
      }
    },
  },
  {
    ...at(kucoin, "kucoin", "tickers", "allTickers.2026-09-27.trimmed.json", 7, "coherent rows of 2026"),
    now: RECORDED_AT_MS,
    listing: listing(kucoin, "kucoin/symbols.2026-06.full.json"),
    tolerance: 0.15,
  },
  {
    ...at(kucoin, "kucoin", "tickers", "allTickers.2019-02-21.full.json", 394, "10 dead rows of 2019 have no open"),
    now: Date.UTC(2019, 1, 21, 7, 10, 30),
    listing: listBy("symbol", (body: { data: { ticker: object[] } }) => body.data.ticker),
    check: (records: Ticker[], { data }: { data: { ticker: { symbol: string; changePrice?: string }[] } }) => {
      const dead = data.ticker.filter(({ changePrice }) => changePrice === undefined).map(({ symbol }) => symbol);
      expect(dead).toHaveLength(10);
      for (const market of dead) expect(byMarket(records).get(market)).toMatchObject({ open24h: null, baseVolume: 0 });
      expect(count(records, ({ open24h }) => open24h === null)).toBe(10);
    },
  },
  {
    ...at(htx, "htx", "listing", "v2_settings_common_symbols.2026-09-27.trimmed.json", 5, "two symbols are offline"),
    match: [
      { market: "btcusdt", trading: true },
      { market: "usdcusdt", trading: true },
      { market: "boousdt", trading: false },
      { market: "ssvusdt", trading: true },
      { market: "zrxhusd", trading: false },
    ],
  },
  {
    ...at(htx, "htx", "tickers", "market_tickers.2026-09-27.trimmed.json", 7, "volumes are of 24 hours, opens are not"),
    now: RECORDED_AT_MS,
    listing: listBy("symbol", (body: { data: object[] }) => body.data),
    tolerance: 0.05,
    check: (records: Ticker[], { data }: { data: { symbol: string; high: number; low: number }[] }) => {
      // A mean price outside of the day's range.
      const outside = records.filter(({ market, baseVolume, quoteVolume }) => {
        const row = data.find(({ symbol }) => symbol === market)!;
        const mean = quoteVolume! / baseVolume!;
        return mean < row.low || mean > row.high;
      });
      expect(outside.length).toBeGreaterThan(0);
      expect(records.every(({ open24h }) => open24h === null)).toBe(true);
    },
  },
  {
    ...at(htx, "htx", "tickers", "huobi-indonesia_market_tickers.2020-02-19.json", 34, "6 rows without trades"),
    now: Date.UTC(2020, 1, 19, 6, 56),
    listing: listBy("symbol", (body: { data: object[] }) => body.data),
    check: (records: Ticker[]) => {
      const dead = records.filter(({ trades }) => trades === 0);
      expect(dead).toHaveLength(6);
      expect(dead.every(({ baseVolume, quoteVolume }) => baseVolume === 0 && quoteVolume === 0)).toBe(true);
      expect(records.every(({ bid, ask }) => bid === null && ask === null)).toBe(true);
    },
  },
  {
    ...at(bitget, "bitget", "listing", "spot_public_symbols.2026-06-09.full.json", 889, "250 of 257 marked are shares"),
    check: (records: Listing[], { data }: { data: { symbol: string; areaSymbol: string }[] }) => {
      expect(count(records, ({ trading }) => trading)).toBe(888);
      const marked = new Set(data.flatMap(({ symbol, areaSymbol }) => (areaSymbol === "yes" ? symbol : [])));
      expect(marked.size).toBe(257);
      const tokenised = records.filter(({ type }) => type === "tokenised");
      expect(tokenised).toHaveLength(250);
      expect(tokenised.every(({ market }) => marked.has(market))).toBe(true);
      const rest = records.filter(({ market, type }) => marked.has(market) && type === "spot");
      expect(rest.map(({ market }) => market).sort()).toEqual(
        "PIUSDT SOPHUSDT USDCUSD USDGOUSD USDGOUSDC USDGOUSDT USDTUSD".split(" "),
      );
    },
  },
  {
    ...at(bitget, "bitget", "tickers", "v2_spot_tickers.2026-09-27.trimmed.json", 7, "coherent rows"),
    now: RECORDED_AT_MS,
    listing: listing(bitget, "bitget/spot_public_symbols.2026-06-09.full.json"),
    tolerance: 0.05,
  },
  {
    ...at(gemini, "gemini", "listing", "symbols_details_all.2023.json", 111, "3 perpetuals, 2 closed symbols"),
    check: (records: Listing[]) => {
      expect(count(records, ({ type }) => type === "derivative")).toBe(3);
      expect(count(records, ({ trading }) => !trading)).toBe(2);
      expect(count(records, ({ trading, type }) => trading && type === "spot")).toBe(106);
      expect(byMarket(records).get("BTCGUSD")).toMatchObject({ base: "BTC", quote: "GUSD" });
      expect(byMarket(records).get("EFILFIL")).toMatchObject({ base: "EFIL", quote: "FIL" });
    },
  },
  {
    ...at(upbit, "upbit", "listing", "market_all.2022-11-30.full.json", 289, "quotes in won, bitcoin and tether"),
    check: (records: Listing[]) => {
      expect(new Set(records.map(({ quote }) => quote))).toEqual(new Set(["KRW", "BTC", "USDT"]));
      expect(byMarket(records).get("BTC-ETH")).toMatchObject({ base: "ETH", baseName: "Ethereum" });
    },
  },
  ...(
    [
      ["ticker_KRW-BTC.2018-07-09.json", 1],
      ["ticker_KRW-BTC_KRW-ETH.2022-11-30.json", 2],
    ] as const
  ).map(
    ([file, records]): Case => ({
      ...at(upbit, "upbit", "tickers", file, records, "rows requested by market"),
      listing: listing(upbit, "upbit/market_all.2022-11-30.full.json"),
      tolerance: 0.05,
      check: (tickers: Ticker[], body: { trade_timestamp: number }[]) => {
        for (const [index, ticker] of tickers.entries()) {
          expect(ticker).toMatchObject({ quote: "KRW", priced: false, tradeTimeMs: body[index]?.trade_timestamp });
        }
      },
    }),
  ),
  {
    ...at(okx, "okx", "listing", "instruments_spot.2026-06.full.json", 1260, "287 instruments in USD"),
    check: (records: Listing[]) => {
      expect(count(records, ({ trading }) => trading)).toBe(1259);
      expect(records.every(({ type }) => type === "spot")).toBe(true);
      expect(count(records, ({ quote }) => quote === "USD")).toBe(287);
    },
  },
  {
    ...at(okx, "okx", "tickers", "tickers_spot.2026-09-27.trimmed.json", 9, "a share that was listed later"),
    now: RECORDED_AT_MS,
    listing: listing(okx, "okx/instruments_spot.2026-06.full.json"),
    dropped: { "not in the listing": 1 },
    tolerance: 0.06,
    check: (records: Ticker[]) => expect(records.some(({ base }) => base === "XASTS")).toBe(false),
  },
  {
    ...at(okx, "okx", "tickers", "tickers_spot.2022-11-30.two.json", 2, "volumes of two rows of 2022"),
    now: Date.UTC(2022, 10, 30, 8, 1, 10),
    listing: () => listMarkets(["BCD-BTC", "MDT-USDT"]),
    match: [
      { last: 0.00000776, quoteVolume: 14.7112 },
      { last: 0.0238, quoteVolume: 103685.550205 },
    ],
  },
  {
    ...at(okx, "okx", "tickers", "tickers_spot.2022-11-30.two.json", 0, "two rows that are gone from the listing"),
    now: Date.UTC(2022, 10, 30, 8, 1, 10),
    listing: listing(okx, "okx/instruments_spot.2026-06.full.json"),
    dropped: { "not in the listing": 2 },
  },
  {
    ...at(gate, "gate", "listing", "currency_pairs.2026-06.full.json", 2208, "358 leveraged pairs, each with a name"),
    check: (records: Listing[]) => {
      expect(count(records, ({ trading }) => trading)).toBe(2205);
      expect(count(records, ({ type }) => type === "leveraged")).toBe(358);
      expect(records.every(({ baseName }) => baseName !== null)).toBe(true);
      const named = records.filter(({ baseName }) => /\dx(Long|Short)$/.test(baseName ?? ""));
      expect(named.length).toBeGreaterThan(300);
      expect(named.every(({ type }) => type === "leveraged")).toBe(true);
      const typeOf = new Map(records.map(({ base, type }) => [base, type]));
      for (const code of ["AAPLON", "TSLAX"]) expect(typeOf.get(code)).toBe("tokenised");
      for (const code of ["ONDO", "BTS", "JUP", "TRX"]) expect(typeOf.get(code)).toBe("spot");
    },
  },
  {
    ...at(gate, "gate", "tickers", "spot_tickers.2026-09-27.trimmed.json", 6, "the open lies in the day's range"),
    listing: listing(gate, "gate/currency_pairs.2026-06.full.json"),
    dropped: { leveraged: 1 },
    check: (records: Ticker[], body: { currency_pair: string; high_24h: string; low_24h: string }[]) => {
      for (const { market, last, open24h, baseVolume, quoteVolume } of records) {
        expect(Math.abs(quoteVolume! / baseVolume! / last - 1)).toBeLessThan(0.05);
        const row = body.find(({ currency_pair }) => currency_pair === market);
        // Two decimals of a percentage: half of the last one is 0.005 %.
        expect(open24h!).toBeGreaterThanOrEqual(Number(row?.low_24h) * 0.9999);
        expect(open24h!).toBeLessThanOrEqual(Number(row?.high_24h) * 1.0001);
      }
    },
  },
  {
    ...at(gate, "gate", "tickers", "spot_tickers.2023-06-12.two.json", 2, "several changes, one of them rolling"),
    listing: listing(gate, "gate/currency_pairs.2026-06.full.json"),
    check: ([first]: Ticker[]) => expect(first?.open24h).toBeCloseTo(first!.last / 1.0109, 6),
  },
];

const mexcNames = ["Bitcoin", "USDCoin", "Metal Blockchain", "Nexus", "Pyth Network"];
const cryptoComRows = (body: { result: { data: { i: string; t: number }[] } }) => body.result.data;
/** Spot markets are `BASE_QUOTE`; a dash means a perpetual, a future or a lending rate. */
const listCryptoCom = (body: unknown): Listing[] =>
  listMarkets(
    cryptoComRows(body as never).map(({ i }) => i),
    (name) => name.split(/[-_]/)[0] ?? name,
  ).map((each) => (each.market.includes("-") ? { ...each, type: "derivative" } : each));

const moreFlatVenueCases: readonly Case[] = [
  {
    ...at(mexc, "mexc", "listing", "exchangeInfo.2026-09-27.trimmed.json", 5, "names of five symbols"),
    match: ["BTC", "USDC", "METAL", "NEX", "PYTH"].map((base, index) => ({
      base,
      baseName: mexcNames[index],
      trading: true,
      type: "spot",
    })),
  },
  {
    ...at(mexc, "mexc", "tickers", "ticker_24hr.2026-09-27.trimmed.json", 5, "two rows without a symbol"),
    now: RECORDED_AT_MS,
    listing: listing(mexc, "mexc/exchangeInfo.2026-09-27.trimmed.json"),
    dropped: { "not in the listing": 2 },
  },
  {
    ...at(mexc, "mexc", "tickers", "ticker_24hr.2026-09-27.trimmed.json", 7, "the printed change is a ratio"),
    now: RECORDED_AT_MS,
    listing: listBy("symbol"),
    check: (records: Ticker[], body: { priceChangePercent: string }[]) => {
      for (const [index, { last, open24h, baseVolume, quoteVolume, tradeTimeMs }] of records.entries()) {
        expect(last / open24h! - 1).toBeCloseTo(Number(body[index]?.priceChangePercent), 3);
        expect(Math.abs(quoteVolume! / baseVolume! / last - 1)).toBeLessThan(0.05);
        expect(tradeTimeMs).toBeNull();
      }
    },
  },
  {
    ...at(bybit, "bybit", "listing", "instruments-info_spot_xstocks.example.json", 1, "a share is tokenised"),
    match: { base: "AAPL", quote: "USDT", trading: true, type: "tokenised" },
  },
  {
    ...at(bybit, "bybit", "tickers", "tickers_spot.2023-08-16.full.json", 385, "opens and turnovers of 2023"),
    now: Date.UTC(2023, 7, 16, 5, 19, 30),
    listing: (body) =>
      listMarkets(
        (body as { result: { list: { symbol: string }[] } }).result.list.map(({ symbol }) => symbol),
        (market) => market.replace(/(USDT|USDC|BTC|BRZ|DAI|EUR)$/, ""),
      ).map((each) => (isLeveragedCode(each.base) ? { ...each, type: "leveraged" } : each)),
    dropped: { leveraged: 34 },
    check: (records: Ticker[], { result }: { result: { list: { symbol: string; price24hPcnt: string }[] } }) => {
      const idle = records.filter(({ baseVolume }) => baseVolume === 0);
      expect(idle.map(({ base }) => base)).toEqual(["TRIBE", "DASH"]);
      const ratioOf = new Map(result.list.map((row) => [row.symbol, Number(row.price24hPcnt)]));
      for (const { market, last, open24h, baseVolume, quoteVolume } of records) {
        // Four decimals, and coarse ticks of cheap coins.
        expect(last / open24h! - 1).toBeCloseTo(ratioOf.get(market)!, 3);
        if (baseVolume !== 0) expect(Math.abs(Math.log2(quoteVolume! / baseVolume! / last)), market).toBeLessThan(1);
      }
    },
  },
  {
    ...at(
      cryptoCom,
      "cryptocom",
      "listing",
      "get-instruments.2026-06.full.json",
      895,
      "spot, derivatives, a duplicate",
    ),
    check: (records: Listing[]) => {
      const of = (type: string) => count(records, (each) => each.type === type);
      expect([of("spot"), of("derivative"), of("duplicate")]).toEqual([591, 303, 1]);
      expect(records.every(({ trading }) => trading)).toBe(true);
    },
  },
  {
    ...at(cryptoCom, "cryptocom", "tickers", "get-tickers.2022-11-30.full.json", 503, "turnover in USD, trade times"),
    listing: listCryptoCom,
    dropped: { derivative: 319 },
    check: (records: Ticker[], body) => {
      const perp = records.filter(({ base }) => base === "PERP").map(({ market }) => market);
      expect(perp.sort()).toEqual(["PERP_USD", "PERP_USDT"]);
      // Where "PERP" counts as well: two more, the markets of the coin PERP.
      const found = [...records, ...listCryptoCom(body)].filter(({ market }) => /-|PERP/.test(market));
      expect(new Set(found.map(({ market }) => market)).size).toBe(321);
      const ratio = ({ usdVolume, last, baseVolume }: Ticker) => usdVolume! / (last * baseVolume!);
      expect(ratio(byMarket(records).get("QNT_USDT")!)).toBeCloseTo(1, 1);
      // One CRO was 6 cents.
      expect(ratio(byMarket(records).get("ETH_CRO")!)).toBeLessThan(0.1);
      expect(records.every(({ quoteVolume }) => quoteVolume === null)).toBe(true);
      const times = new Map(cryptoComRows(body).map(({ i, t }) => [i, t]));
      for (const { market, tradeTimeMs } of records) expect(tradeTimeMs).toBe(times.get(market) || null);
    },
  },
  {
    ...at(cryptoCom, "cryptocom", "tickers", "get-tickers.2022-11-30.full.json", 265, "with the listing of 2026"),
    listing: listing(cryptoCom, "cryptocom/get-instruments.2026-06.full.json"),
    dropped: { "not in the listing": 482, derivative: 75 },
    check: (_records, _body, dropped) => expect(dropped.some(({ fault }) => fault)).toBe(false),
  },
];

const venueCases: readonly Case[] = [...flatVenueCases, ...moreFlatVenueCases, ...keyedVenueCases];

testBodies("recorded bodies of venues", venueCases, venueRefusals);

it("every venue that is read by default has a recorded body", () => {
  const covered = new Set(venueCases.map(({ source }) => source.id));
  const read = sources.filter(({ venue, offByDefault }) => venue !== undefined && offByDefault === undefined);
  expect(read.flatMap(({ id }) => (covered.has(id) ? [] : id))).toEqual([]);
});
