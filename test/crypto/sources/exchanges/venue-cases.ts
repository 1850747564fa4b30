import type { Listing, Ticker } from "../../../../build/crypto/normalise/record.ts";
import { binance } from "../../../../build/crypto/sources/exchanges/binance.ts";
import { bitfinex } from "../../../../build/crypto/sources/exchanges/bitfinex.ts";
import { bitget } from "../../../../build/crypto/sources/exchanges/bitget.ts";
import { bitstamp } from "../../../../build/crypto/sources/exchanges/bitstamp.ts";
import { bybit } from "../../../../build/crypto/sources/exchanges/bybit.ts";
import { coinbase } from "../../../../build/crypto/sources/exchanges/coinbase.ts";
import { cryptoCom } from "../../../../build/crypto/sources/exchanges/crypto-com.ts";
import { gate } from "../../../../build/crypto/sources/exchanges/gate.ts";
import { gemini } from "../../../../build/crypto/sources/exchanges/gemini.ts";
import { htx } from "../../../../build/crypto/sources/exchanges/htx.ts";
import { kraken } from "../../../../build/crypto/sources/exchanges/kraken.ts";
import { kucoin } from "../../../../build/crypto/sources/exchanges/kucoin.ts";
import { mexc } from "../../../../build/crypto/sources/exchanges/mexc.ts";
import { okx } from "../../../../build/crypto/sources/exchanges/okx.ts";
import { upbit } from "../../../../build/crypto/sources/exchanges/upbit.ts";
import type { Source } from "../../../../build/crypto/sources/source.ts";

type Row = Readonly<Record<string, unknown>>;
type Changes<Expected> = readonly (readonly [change: Row, expected: Partial<Expected>])[];

/** Rows as a venue sends them, and what they must be read as. */
export interface VenueCase {
  source: Source;
  /** The body around the rows of a listing: a plain array by default. */
  listingBody?(rows: readonly Row[]): unknown;
  tickersBody?(rows: readonly Row[]): unknown;
  listing: Row;
  lists: Listing;
  /** Further rows of the same listing. */
  listed?: Changes<Listing>;
  ticker: Row;
  /** Fields that are not named are null. */
  reads: Partial<Ticker>;
  changed?: Changes<Ticker>;
  /** Bodies that both feeds refuse, with the words that they find in them. */
  errors: readonly (readonly [body: unknown, words: string])[];
  /** Bodies without such words that both schemas refuse. */
  refused?: readonly unknown[];
}

const spot = (market: string, base: string, quote: string, baseName: string | null = null): Listing => ({
  market,
  base,
  quote,
  trading: true,
  type: "spot",
  baseName,
});
const keyed = (rows: readonly Row[]) => Object.fromEntries(rows.map(({ key, ...row }) => [key, row]));
const closed = { trading: false } as const;
const ofType = (type: Listing["type"]): Partial<Listing> => ({ type });
const base = (code: string, type: Listing["type"] = "spot"): Partial<Listing> => ({ base: code, type });

const wrapHtx = (data: readonly Row[]) => ({ status: "ok", ts: 1_790_000_000_500, data });
const wrapBitget = (data: readonly Row[] | null, code = "00000") => ({ code, msg: "success", requestTime: 1, data });
const wrapBybit = (list: readonly Row[], retCode = 0) => ({
  retCode,
  retMsg: "OK",
  result: { category: "spot", list },
  retExtInfo: {},
  time: 1_790_000_000_500,
});
const wrapCryptoCom = (data: readonly Row[]) => ({ id: -1, method: "public/get", code: 0, result: { data } });
const wrapOkx = (data: readonly Row[]) => ({ code: "0", msg: "", data });
const wrapKraken = (rows: readonly Row[]) => ({ error: [], result: keyed(rows) });

/** Names of markets that could be split otherwise come with the codes of the listing. */
export const venueCases: readonly VenueCase[] = [
  {
    source: binance,
    listingBody: (symbols) => ({ timezone: "UTC", serverTime: 1, symbols }),
    listing: {
      symbol: "GALAEUR",
      status: "TRADING",
      baseAsset: "gal",
      quoteAsset: "aeur",
      isSpotTradingAllowed: true,
    },
    lists: spot("GALAEUR", "GAL", "AEUR"),
    listed: [
      [{ status: "BREAK" }, closed],
      [{ isSpotTradingAllowed: false }, closed],
      [{ baseAsset: "BTCUP", permissions: ["LEVERAGED"] }, base("BTCUP", "leveraged")],
      [{ baseAsset: "JUP", permissions: [] }, base("JUP")],
    ],
    ticker: {
      symbol: "GALAEUR",
      priceChange: "0.5",
      priceChangePercent: "25.000",
      weightedAvgPrice: "2.2",
      prevClosePrice: "1.9",
      lastPrice: "2.50000000",
      bidPrice: "2.49",
      askPrice: "2.51",
      openPrice: "2.00",
      volume: "1000.00",
      quoteVolume: "2200.00",
      openTime: 1,
      closeTime: 1_795_086_400_000,
      count: 77,
    },
    reads: {
      last: 2.5,
      bid: 2.49,
      ask: 2.51,
      baseVolume: 1000,
      quoteVolume: 2200,
      open24h: 2,
      tradeTimeMs: 1_795_086_400_000,
      trades: 77,
    },
    errors: [
      [{ code: -1121, msg: "Invalid symbol." }, "-1121 Invalid symbol."],
      [{ code: 0, msg: "Service unavailable" }, "0 Service unavailable"],
    ],
  },
  {
    source: bitget,
    listingBody: wrapBitget,
    tickersBody: wrapBitget,
    listing: { symbol: "AUSDEUR", baseCoin: "a", quoteCoin: "usdeur", status: "online", areaSymbol: "no" },
    lists: spot("AUSDEUR", "A", "USDEUR"),
    listed: [
      ...["halt", "gray", "offline"].map((status) => [{ status }, closed] as const),
      ...["rMEGA", "preMEGA", "MEGAON"].map((baseCoin) => {
        return [{ baseCoin, areaSymbol: "yes" }, base(baseCoin.toUpperCase(), "tokenised")] as const;
      }),
      ...["PI", "USDT"].map((baseCoin) => [{ baseCoin, areaSymbol: "yes" }, base(baseCoin)] as const),
      ...["rMEGA", "TON", "REP"].map((baseCoin) => [{ baseCoin }, base(baseCoin.toUpperCase())] as const),
    ],
    ticker: {
      symbol: "AUSDEUR",
      high24h: "41",
      open: "32",
      low24h: "31",
      lastPr: "40",
      quoteVolume: "3600",
      baseVolume: "100",
      usdtVolume: "3601",
      bidPr: "39.9",
      askPr: "40.1",
      openUtc: "38",
      ts: "1790000000123",
      changeUtc24h: "0.0526",
      change24h: "0.25",
    },
    // Neither the open of the UTC day, nor USD from `usdtVolume`, nor the time of the answer.
    reads: { last: 40, bid: 39.9, ask: 40.1, baseVolume: 100, quoteVolume: 3600, open24h: 32 },
    errors: [[{ code: "429", msg: "Too Many Requests", requestTime: 1, data: null }, "429 Too Many Requests"]],
    refused: [wrapBitget([], "40034"), wrapBitget(null)],
  },
  {
    source: bybit,
    listingBody: wrapBybit,
    tickersBody: wrapBybit,
    listing: {
      symbol: "USDTEUR",
      baseCoin: "USD",
      quoteCoin: "TEUR",
      innovation: "0",
      status: "Trading",
      symbolType: "",
    },
    lists: spot("USDTEUR", "USD", "TEUR"),
    listed: [
      [{ status: "PreLaunch" }, closed],
      [{ symbolType: undefined }, {}],
      [{ symbolType: "innovation" }, {}],
      [{ baseCoin: "MEGA", symbolType: "xstocks" }, base("MEGA", "tokenised")],
      [{ baseCoin: "AAA3L" }, base("AAA3L", "leveraged")],
    ],
    ticker: {
      symbol: "USDTEUR",
      bid1Price: "59.9",
      bid1Size: "2",
      ask1Price: "60.1",
      ask1Size: "3",
      lastPrice: "60",
      prevPrice24h: "48",
      price24hPcnt: "0.25",
      highPrice24h: "61",
      lowPrice24h: "47",
      turnover24h: "2750",
      volume24h: "50",
      usdIndexPrice: "59.5",
    },
    reads: { last: 60, bid: 59.9, ask: 60.1, baseVolume: 50, quoteVolume: 2750, open24h: 48 },
    errors: [[{ retCode: 10006, retMsg: "Too many visits!", result: {}, time: 1 }, "10006 Too many visits!"]],
    refused: [wrapBybit([], 10006)],
  },
  {
    source: cryptoCom,
    listingBody: wrapCryptoCom,
    tickersBody: wrapCryptoCom,
    listing: {
      symbol: "ODD_NAME",
      inst_type: "CCY_PAIR",
      display_name: "AAA/BTC",
      base_ccy: "AAA",
      quote_ccy: "BTC",
      tradable: true,
      product_type: "DIGITAL_CURRENCIES",
    },
    lists: spot("ODD_NAME", "AAA", "BTC"),
    listed: [
      [{ tradable: false }, closed],
      [{ product_type: "CURRENCIES" }, {}],
      [{ product_type: undefined }, {}],
      [{ inst_type: "PERPETUAL_SWAP" }, ofType("derivative")],
      [{ inst_type: "FUTURE" }, ofType("derivative")],
      [{ product_type: "EQUITY" }, ofType("tokenised")],
      [
        { symbol: "AAA_BTC@ELSEWHERE", product_type: undefined },
        { market: "AAA_BTC@ELSEWHERE", type: "duplicate" },
      ],
    ],
    ticker: {
      i: "ODD_NAME",
      h: "0.0021",
      l: "0.0014",
      a: "0.002",
      v: "500",
      vv: "60000",
      c: "0.25",
      b: "0.0019",
      k: "0.0022",
      t: 1_790_000_000_123,
    },
    // `vv` is in USD even in a book against BTC.
    reads: {
      last: 0.002,
      bid: 0.0019,
      ask: 0.0022,
      baseVolume: 500,
      usdVolume: 60_000,
      open24h: 0.0016,
      tradeTimeMs: 1_790_000_000_123,
    },
    changed: [
      ...[0, null, undefined].map((t) => [{ t }, { tradeTimeMs: null }] as const),
      [{ c: "-0.5" }, { open24h: 0.004 }],
      [{ c: "0" }, { open24h: 0.002 }],
      [{ c: "-1" }, { open24h: null }],
      [{ c: null }, { open24h: null }],
    ],
    errors: [[{ id: -1, method: "public/get-tickers", code: 42901, message: "RATE_LIMIT" }, "42901 RATE_LIMIT"]],
    refused: [{ ...wrapCryptoCom([]), code: 42901 }, { code: 0 }],
  },
  {
    source: gate,
    listing: {
      id: "ODD_NAME",
      base: "aaa",
      base_name: " Triple A ",
      quote: "usdt",
      trade_status: "tradable",
      type: "normal",
      st_tag: false,
    },
    lists: spot("ODD_NAME", "AAA", "USDT", "Triple A"),
    listed: [
      ...["untradable", "buyable", "sellable"].map((trade_status) => [{ trade_status }, closed] as const),
      ...(
        [
          ["AAA3L", "AAA3xLong", "leveraged"],
          ["AAA5S", "三倍", "leveraged"],
          ["MEGAX", "Megacorp xStock", "tokenised"],
          ["MEGAON", "Megacorp Ondo Tokenized", "tokenised"],
          ["ONDO", "Ondo Finance", "spot"],
          ["TRX", "TRON", "spot"],
          ["BTS", "BitShares", "spot"],
        ] as const
      ).map(
        ([code, name, type]) =>
          [
            { base: code, base_name: name },
            { ...base(code, type), baseName: name },
          ] as const,
      ),
    ],
    ticker: {
      currency_pair: "ODD_NAME",
      last: "30",
      lowest_ask: "30.3",
      highest_bid: "29.7",
      change_percentage: "25",
      base_volume: "200",
      quote_volume: "5400",
      high_24h: "31",
      low_24h: "23",
    },
    reads: { last: 30, bid: 29.7, ask: 30.3, baseVolume: 200, quoteVolume: 5400, open24h: 24 },
    changed: [
      [{ change_percentage: "-40" }, { open24h: 50 }],
      [{ change_percentage: "0" }, { open24h: 30 }],
      [{ change_percentage: "-100" }, { open24h: null }],
      [{ change_percentage: "" }, { open24h: null }],
    ],
    errors: [[{ label: "TOO_MANY_REQUESTS", message: "Slow down" }, "TOO_MANY_REQUESTS Slow down"]],
  },
  {
    source: gemini,
    listing: {
      symbol: "abcdef",
      base_currency: "ab",
      quote_currency: "cdef",
      status: "open",
      product_type: "spot",
      contract_type: "vanilla",
    },
    lists: spot("ABCDEF", "AB", "CDEF"),
    listed: [
      [{ status: "limit_only" }, {}],
      [{ status: "closed" }, closed],
      [{ status: "cancel_only" }, closed],
      [{ product_type: "swap" }, ofType("derivative")],
      [{ product_type: undefined }, {}],
    ],
    ticker: { pair: "ABCDEF", price: "2.50", percentChange24h: "0.25" },
    // The unit of the change is unclear.
    reads: { last: 2.5 },
    changed: [[{ pair: "abcdef" }, {}]],
    errors: [
      [{ result: "error", reason: "Maintenance", message: "Down until noon" }, "Maintenance Down until noon"],
      [{ result: "error" }, "error"],
    ],
  },
  {
    source: htx,
    listingBody: wrapHtx,
    tickersBody: wrapHtx,
    listing: { sc: "btcusdtx", bc: "btcu", qc: "sdtx", state: "online", te: true, elr: null },
    lists: spot("btcusdtx", "BTCU", "SDTX"),
    listed: [
      ...["offline", "suspend", "pre-online"].map((state) => [{ state }, closed] as const),
      [{ te: false }, closed],
      [{ bc: "btc3l" }, base("BTC3L", "leveraged")],
      [{ elr: "3" }, ofType("leveraged")],
      [{ elr: undefined }, {}],
    ],
    ticker: {
      symbol: "btcusdtx",
      open: 49,
      high: 52,
      low: 48,
      close: 50,
      amount: 10,
      vol: 480,
      count: 77,
      bid: 49.9,
      bidSize: 3,
      ask: 50.1,
      askSize: 4,
    },
    // The open is of the day of another time zone.
    reads: { last: 50, bid: 49.9, ask: 50.1, baseVolume: 10, quoteVolume: 480, trades: 77 },
    errors: [
      [{ status: "error", "err-code": "invalid", "err-msg": "invalid symbol", data: null }, "invalid invalid symbol"],
      [{ status: "maintenance" }, "maintenance"],
    ],
    refused: [{ ...wrapHtx([]), status: "error" }],
  },
  {
    source: kucoin,
    listingBody: (data) => ({ code: "200000", data }),
    tickersBody: (ticker) => ({ code: "200000", data: { time: 1_790_000_000_000, ticker } }),
    // A renamed coin keeps the symbol of its market.
    listing: {
      symbol: "OLD-BTC",
      name: "kNew-BTC",
      baseCurrency: "kNew",
      quoteCurrency: "BTC",
      enableTrading: true,
      st: false,
    },
    lists: spot("OLD-BTC", "KNEW", "BTC"),
    listed: [
      [{ enableTrading: false }, closed],
      ...["AAA3L", "AAA3S"].map((baseCurrency) => [{ baseCurrency }, base(baseCurrency, "leveraged")] as const),
      ...["JUP", "SYRUP", "UP"].map((baseCurrency) => [{ baseCurrency }, base(baseCurrency)] as const),
    ],
    ticker: {
      symbol: "OLD-BTC",
      symbolName: "kNew-BTC",
      buy: "19.9",
      bestBidSize: "7",
      sell: "20.1",
      bestAskSize: "8",
      changeRate: "0.25",
      changePrice: "4",
      high: "21",
      low: "15",
      vol: "1000",
      volValue: "18000",
      last: "20",
      open: "16",
      averagePrice: "17.5",
    },
    reads: { last: 20, bid: 19.9, ask: 20.1, baseVolume: 1000, quoteVolume: 18_000, open24h: 16 },
    // From the change of the price instead of the coarse rate.
    changed: [
      [{ open: undefined, changePrice: "-5", changeRate: "0.9" }, { open24h: 25 }],
      [{ open: undefined, changePrice: "20" }, { open24h: null }],
      [{ open: undefined, changePrice: null }, { open24h: null }],
    ],
    errors: [[{ code: "429000", msg: "Too Many Requests" }, "429000 Too Many Requests"]],
    refused: [
      { code: "200000", data: null },
      { code: "429000", data: { time: 1, ticker: [] } },
    ],
  },
  {
    source: mexc,
    listingBody: (symbols) => ({ symbols }),
    listing: {
      symbol: "IRONTRX",
      status: "1",
      baseAsset: "IR",
      quoteAsset: "ONTRX",
      isSpotTradingAllowed: true,
      fullName: "IR coin",
    },
    lists: spot("IRONTRX", "IR", "ONTRX", "IR coin"),
    // A code like that of a leveraged token is one where its underlying is listed.
    listed: [
      [{ baseAsset: "BTC" }, base("BTC")],
      [{ baseAsset: "BTC3L" }, base("BTC3L", "leveraged")],
      [{ baseAsset: "ZZ3S" }, base("ZZ3S")],
      [{ fullName: "Acme xStock" }, { type: "tokenised", baseName: "Acme xStock" }],
      [{ status: "2" }, closed],
      [{ status: 1 }, {}],
    ],
    ticker: {
      symbol: "IRONTRX",
      priceChangePercent: "0.25",
      prevClosePrice: "2.00",
      lastPrice: "2.50",
      bidPrice: "2.49",
      askPrice: "2.51",
      openPrice: "2.00",
      volume: "1000.5",
      quoteVolume: "2200.5",
      openTime: 1_795_086_390_000,
      closeTime: 1_795_086_400_000,
      count: null,
    },
    // `closeTime` is always now.
    reads: { last: 2.5, bid: 2.49, ask: 2.51, baseVolume: 1000.5, quoteVolume: 2200.5, open24h: 2 },
    changed: [
      [
        { volume: null, quoteVolume: null },
        { baseVolume: null, quoteVolume: null },
      ],
    ],
    errors: [[{ code: -1121, msg: "Invalid symbol." }, "-1121 Invalid symbol."]],
  },
  {
    source: okx,
    listingBody: wrapOkx,
    tickersBody: wrapOkx,
    listing: {
      instType: "SPOT",
      instId: "OLD-USDT",
      baseCcy: "new",
      quoteCcy: "USDT",
      instCategory: "1",
      state: "live",
    },
    lists: spot("OLD-USDT", "NEW", "USDT"),
    listed: [
      [{ instCategory: undefined }, {}],
      [{ instCategory: "" }, {}],
      [{ instCategory: "3" }, ofType("tokenised")],
      [{ state: "test" }, { type: "test", trading: false }],
      [{ state: "preopen" }, closed],
      [{ state: "suspend" }, closed],
      [{ instType: "SWAP" }, ofType("derivative")],
    ],
    ticker: {
      instType: "SPOT",
      instId: "OLD-USDT",
      last: "2.50",
      lastSz: "9",
      askPx: "2.51",
      askSz: "3",
      bidPx: "2.49",
      bidSz: "4",
      open24h: "2.00",
      high24h: "2.60",
      low24h: "1.90",
      volCcy24h: "2200.5",
      vol24h: "1000.5",
      ts: "1795086400000",
      sodUtc0: "2.10",
      sodUtc8: "2.15",
    },
    reads: { last: 2.5, bid: 2.49, ask: 2.51, baseVolume: 1000.5, quoteVolume: 2200.5, open24h: 2 },
    errors: [[{ code: "50011", msg: "Too Many Requests", data: [] }, "50011 Too Many Requests"]],
  },
  {
    source: upbit,
    // The quote comes first.
    listing: { market: "BTC-ABC", korean_name: "예", english_name: "Example", market_event: { warning: false } },
    lists: spot("BTC-ABC", "ABC", "BTC", "Example"),
    listed: [
      [{ market: "KRW-ABC" }, { market: "KRW-ABC", quote: "KRW" }],
      [
        { market: "USDT-BTC", english_name: null },
        { market: "USDT-BTC", base: "BTC", quote: "USDT", baseName: null },
      ],
    ],
    ticker: {
      market: "BTC-ABC",
      trade_timestamp: 1_795_086_400_000,
      opening_price: 2100,
      high_price: 2600,
      low_price: 1900,
      trade_price: 2500,
      prev_closing_price: 2000,
      signed_change_price: 500,
      signed_change_rate: 0.25,
      acc_trade_price: 99_000,
      acc_trade_price_24h: 2_200_500,
      acc_trade_volume: 44,
      acc_trade_volume_24h: 1000.5,
      timestamp: 1_795_086_499_999,
    },
    // The open is of the UTC day.
    reads: { last: 2500, baseVolume: 1000.5, quoteVolume: 2_200_500, tradeTimeMs: 1_795_086_400_000 },
    changed: [
      [{ market: "KRW-ABC" }, { market: "KRW-ABC", quote: "KRW", priced: false }],
      [{ market: "USDT-BTC" }, { market: "USDT-BTC", base: "BTC", quote: "USDT" }],
    ],
    errors: [
      [{ error: { name: 404, message: "Code not found" } }, "404 Code not found"],
      [{ error: "too many" }, "too many"],
    ],
  },
  {
    source: coinbase,
    tickersBody: keyed,
    listing: {
      id: "CELO-USD",
      base_currency: "CGLD",
      quote_currency: "USD",
      status: "online",
      trading_disabled: false,
      cancel_only: false,
      limit_only: false,
      post_only: false,
      auction_mode: false,
    },
    lists: spot("CELO-USD", "CGLD", "USD"),
    listed: [
      [{ limit_only: true }, {}],
      [{ status: "delisted" }, closed],
      ...["trading_disabled", "cancel_only", "post_only", "auction_mode"].map(
        (field) => [{ [field]: true }, closed] as const,
      ),
    ],
    ticker: {
      key: "CELO-USD",
      stats_30day: { volume: "30000", rfq_volume: "300" },
      stats_24hour: { open: "2.00", high: "2.60", low: "1.90", last: "2.50", volume: "1000.5", rfq_volume: "40" },
    },
    reads: { last: 2.5, baseVolume: 1000.5, open24h: 2 },
    changed: [[{ stats_24hour: { open: "0", last: "0", volume: "0" } }, { last: 0, open24h: null, baseVolume: 0 }]],
    errors: [[{ message: "NotFound" }, "NotFound"]],
  },
  {
    source: bitstamp,
    listing: {
      name: "OLD/USD",
      url_symbol: "oldusd",
      base_decimals: 8,
      counter_decimals: 2,
      trading: "Enabled",
      description: "Example coin / U.S. dollar",
      base_currency: "new",
      counter_currency: "usd",
    },
    lists: spot("OLD/USD", "NEW", "USD", "Example coin"),
    listed: [
      [{ trading: "Disabled" }, closed],
      [{ market_type: "PERPETUAL" }, ofType("derivative")],
      [{ market_type: "SPOT" }, {}],
      [
        { name: "eth/eur", base_currency: undefined, counter_currency: undefined },
        { market: "eth/eur", base: "ETH", quote: "EUR" },
      ],
    ],
    ticker: {
      timestamp: "1795086400",
      open: "2.10",
      high: "2.60",
      low: "1.90",
      last: "2.50",
      volume: "1000.5",
      vwap: "2.20",
      bid: "2.49",
      ask: "2.51",
      side: "0",
      open_24: "2.00",
      percent_change_24: "25.00",
      pair: "OLD/USD",
    },
    reads: { last: 2.5, bid: 2.49, ask: 2.51, baseVolume: 1000.5, vwap: 2.2, open24h: 2 },
    changed: [
      // Without trades.
      [
        { open: "0", volume: "0.00000000", vwap: "0", open_24: "0", percent_change_24: null },
        { open24h: null, vwap: null, baseVolume: 0 },
      ],
    ],
    errors: [
      [{ status: "error", reason: "Rate limit exceeded", code: "400.002" }, "400.002 Rate limit exceeded"],
      [{ status: "error", reason: { __all__: ["Nope"] } }, '{"__all__":["Nope"]}'],
      [{ status: "error" }, "error"],
    ],
  },
  {
    source: kraken,
    listingBody: wrapKraken,
    tickersBody: wrapKraken,
    listing: {
      key: "OLD/USD",
      altname: "IGNORED",
      wsname: "NEW/USD",
      aclass_base: "currency",
      base: "NEW",
      aclass_quote: "currency",
      quote: "USD",
      status: "online",
    },
    lists: spot("OLD/USD", "NEW", "USD"),
    listed: [
      [{ key: "ETH/USD:BTNL" }, { market: "ETH/USD:BTNL", type: "duplicate" }],
      [
        { key: "ACMEx/USD", aclass_base: "tokenized_asset" },
        { market: "ACMEx/USD", type: "tokenised" },
      ],
      [{ key: "AAA/USD", status: "limit_only" }, { market: "AAA/USD" }],
      ...["cancel_only", "post_only", "reduce_only"].map(
        (status) =>
          [
            { key: status, status },
            { market: status, trading: false },
          ] as const,
      ),
    ],
    ticker: {
      key: "OLD/USD",
      a: ["2.510", "3", "3.000"],
      b: ["2.490", "4", "4.000"],
      c: ["2.500", "0.5"],
      v: ["111.0", "1000.5"],
      p: ["2.300", "2.200"],
      t: [7, 77],
      l: ["1.95", "1.90"],
      h: ["2.55", "2.60"],
      o: "2.100",
    },
    // The last 24 hours instead of today; the open is of midnight.
    reads: { last: 2.5, bid: 2.49, ask: 2.51, baseVolume: 1000.5, vwap: 2.2, trades: 77 },
    changed: [
      // Without trades.
      [
        { b: ["0.000", "0"], c: ["0.00000", "0"], v: ["0", "0"], p: ["0", "0"], t: [0, 0] },
        { last: 0, bid: null, baseVolume: 0, vwap: null, trades: 0 },
      ],
    ],
    errors: [[{ error: ["EAPI:Rate limit", "EGeneral:Lockout"], result: {} }, "EAPI:Rate limit EGeneral:Lockout"]],
    refused: [{ error: [] }],
  },
  {
    source: bitfinex,
    // The pairs, the usual codes and the names.
    listingBody: (rows) => [
      rows.map(({ pair }) => pair),
      [
        ["QQQ", "QUARK"],
        ["UST", "USDt"],
      ],
      [
        ["QQQ", "Quark Coin"],
        ["UST", "Tether USDt"],
      ],
    ],
    tickersBody: (rows) => rows.map(Object.values),
    listing: { pair: "QQQUST" },
    lists: spot("tQQQUST", "QUARK", "USDT", "Quark Coin"),
    // A colon splits names with codes of more than three characters.
    listed: [
      [{ pair: "LONG:UST" }, { market: "tLONG:UST", base: "LONG", baseName: null }],
      [{ pair: "AB:CDEFG" }, { market: "tAB:CDEFG", base: "AB", quote: "CDEFG", baseName: null }],
      [
        { pair: "TESTBTC:TESTUSD" },
        { market: "tTESTBTC:TESTUSD", base: "TESTBTC", quote: "TESTUSD", baseName: null, type: "test" },
      ],
      [{ pair: "AAABBB" }, { market: "tAAABBB", base: "AAA", quote: "BBB", baseName: null, type: "test" }],
      [
        { pair: "BTCF0:USTF0" },
        { market: "tBTCF0:USTF0", base: "BTCF0", quote: "USTF0", baseName: null, type: "derivative" },
      ],
    ],
    ticker: {
      symbol: "tQQQUST",
      bid: 69.9,
      bidSize: 5,
      ask: 70.1,
      askSize: 6,
      change: 14,
      ratio: 0.25,
      last: 70,
      volume: 30,
      high: 71,
      low: 55,
      firstTrade: 1_500_000_000_000,
    },
    reads: { last: 70, bid: 69.9, ask: 70.1, baseVolume: 30, open24h: 56 },
    changed: [
      [
        { bid: null, ask: 0, change: 0, last: 0, volume: 0 },
        { last: 0, bid: null, ask: null, baseVolume: 0, open24h: null },
      ],
      [{ change: null }, { open24h: null }],
      [{ bid: "69.9", last: "70", volume: "3e1" }, {}],
    ],
    errors: [
      [["error", 11010, "ratelimit: error"], "11010 ratelimit: error"],
      [{ error: "ERR_RATE_LIMIT" }, "ERR_RATE_LIMIT"],
    ],
  },
];
