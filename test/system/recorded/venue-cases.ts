import { expect } from "vitest";
import type { Listing, Ticker } from "../../../build/crypto/normalise/record.ts";
import { binance } from "../../../build/crypto/sources/exchanges/binance.ts";
import { bitget } from "../../../build/crypto/sources/exchanges/bitget.ts";
import { bybit } from "../../../build/crypto/sources/exchanges/bybit.ts";
import { cryptoCom } from "../../../build/crypto/sources/exchanges/crypto-com.ts";
import { gate } from "../../../build/crypto/sources/exchanges/gate.ts";
import { gemini } from "../../../build/crypto/sources/exchanges/gemini.ts";
import { htx } from "../../../build/crypto/sources/exchanges/htx.ts";
import { kucoin } from "../../../build/crypto/sources/exchanges/kucoin.ts";
import { mexc } from "../../../build/crypto/sources/exchanges/mexc.ts";
import { okx } from "../../../build/crypto/sources/exchanges/okx.ts";
import { upbit } from "../../../build/crypto/sources/exchanges/upbit.ts";
import { isLeveragedCode } from "../../../build/crypto/sources/kit/venue-feeds.ts";
import type { Source } from "../../../build/crypto/sources/source.ts";
import { HOUR_MS } from "../../../build/lib/time.ts";
import { type Case, listBy, listMarkets, readListing } from "./case.ts";
import { keyedVenueCases } from "./keyed-venue-cases.ts";

/** The start of a case: source, folder, feed, file, number of records, title. */
export const at = (source: Source, folder: string, feed: string, file: string, records: number, title: string) => ({
  source,
  feed,
  records,
  title,
  file: `exchanges/${folder}/${file}`,
});
export const count = <Row>(rows: readonly Row[], test: (row: Row) => unknown): number => rows.filter(test).length;
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
    listing: listing(kucoin, "kucoin/symbols.2026-06.full.json"),
    tolerance: 0.15,
  },
  {
    ...at(kucoin, "kucoin", "tickers", "allTickers.2019-02-21.full.json", 394, "10 dead rows of 2019 have no open"),
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
    listing: listing(okx, "okx/instruments_spot.2026-06.full.json"),
    dropped: { "not in the listing": 1 },
    tolerance: 0.06,
    check: (records: Ticker[]) => expect(records.some(({ base }) => base === "XASTS")).toBe(false),
  },
  {
    ...at(okx, "okx", "tickers", "tickers_spot.2022-11-30.two.json", 2, "volumes of two rows of 2022"),
    listing: () => listMarkets(["BCD-BTC", "MDT-USDT"]),
    match: [
      { last: 0.00000776, quoteVolume: 14.7112 },
      { last: 0.0238, quoteVolume: 103685.550205 },
    ],
  },
  {
    ...at(okx, "okx", "tickers", "tickers_spot.2022-11-30.two.json", 0, "two rows that are gone from the listing"),
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
    listing: listing(mexc, "mexc/exchangeInfo.2026-09-27.trimmed.json"),
    dropped: { "not in the listing": 2 },
  },
  {
    ...at(mexc, "mexc", "tickers", "ticker_24hr.2026-09-27.trimmed.json", 7, "the printed change is a ratio"),
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

export const venueCases: readonly Case[] = [...flatVenueCases, ...moreFlatVenueCases, ...keyedVenueCases];
