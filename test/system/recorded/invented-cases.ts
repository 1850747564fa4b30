import { cryptoCom } from "../../../build/sources/exchanges/crypto-com.ts";
import { kraken } from "../../../build/sources/exchanges/kraken.ts";
import { okx } from "../../../build/sources/exchanges/okx.ts";
import { frankfurter } from "../../../build/sources/fiat/frankfurter.ts";
import { coingecko } from "../../../build/sources/reference/coingecko.ts";
import { alternativeMe } from "../../../build/sources/sentiment/alternative-me.ts";
import { type Case, listBy, listMarkets } from "./case.ts";

/** Invented bodies of one or two rows, so that the table also runs without samples. */
export const inventedCases: readonly Case[] = [
  {
    ...{ title: "a live and a suspended market", source: okx, feed: "listing", records: 2 },
    body: {
      code: "0",
      data: ["live", "suspend"].map((state) => ({
        ...{ instType: "SPOT", instId: `ABC-${state}`, baseCcy: "ABC", quoteCcy: "USDT", instCategory: "1", state },
      })),
    },
    match: [{ trading: true }, { trading: false }],
  },
  {
    ...{ title: "a traded market and one that never traded", source: okx, feed: "tickers", records: 1 },
    body: {
      code: "0",
      data: [
        { instId: "ABC-USDT", last: "2", bidPx: "1.99", askPx: "2.01", open24h: "2", vol24h: "5", volCcy24h: "10" },
        { instId: "NEW-USDT", last: "", bidPx: "", askPx: "", open24h: "", vol24h: "0", volCcy24h: "0" },
      ],
    },
    listing: listBy("instId", (body: { data: object[] }) => body.data),
    dropped: { "no last price": 1 },
    tolerance: 0.01,
  },
  {
    ...{ title: "a market keyed by its name", source: kraken, feed: "tickers", records: 1, tolerance: 0.01 },
    body: {
      error: [],
      result: {
        "ABC/USD": { a: ["2.02"], b: ["1.98"], c: ["2"], v: ["1", "7"], p: ["1", "2"], t: [1, 9], o: "3" },
      },
    },
    listing: () => listMarkets(["ABC/USD"]),
    match: { last: 2, baseVolume: 7, vwap: 2, trades: 9, open24h: null },
  },
  {
    ...{ title: "a change as a ratio and a turnover in USD", source: cryptoCom, feed: "tickers", records: 1 },
    body: {
      code: 0,
      result: { data: [{ i: "ABC_BTC", a: "5", b: null, k: "5.1", v: "2", vv: "9", c: "0.25", t: 8 }] },
    },
    listing: () => listMarkets(["ABC_BTC"]),
    match: { last: 5, bid: null, usdVolume: 9, open24h: 4, tradeTimeMs: 8 },
  },
  {
    ...{ title: "a coin with unknown supplies", source: coingecko, feed: "markets", records: 1 },
    body: [{ id: "abc", symbol: "abc", name: "Abc", current_price: 2, market_cap: 0, total_volume: 0 }],
    match: { id: "abc", symbol: "ABC", priceUsd: 2, marketCapUsd: null, volumeUsd: 0, maxSupply: null },
  },
  {
    ...{ title: "a rate of one unit", source: frankfurter, feed: "latest", records: 1 },
    body: { amount: 1, base: "USD", date: "2026-11-19", rates: { EUR: 0.9 } },
    match: { base: "USD", quote: "EUR", rate: 0.9, date: "2026-11-19" },
  },
  {
    ...{ title: "a value as text", source: alternativeMe, feed: "latest", records: 1 },
    body: { data: [{ value: "40", value_classification: "Fear", timestamp: "1795046400" }], metadata: { error: null } },
    match: { timeMs: 1_795_046_400_000, value: 40, classification: "Fear", nextUpdateMs: null },
  },
];
