import { describe, expect, it } from "vitest";
import { candleVenues } from "../../../build/crypto/sources/candle-venues.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../build/lib/time.ts";
import { getCandleFeed, readCandles } from "./read-candles.ts";

const FROM = Date.UTC(2026, 10, 10);
const TO = FROM + 3 * DAY_MS;
const NOW = FROM + 10 * DAY_MS;
const context = { now: NOW, fromMs: FROM, toMs: TO };
const days = [0, 1, 2].map((index) => FROM + index * DAY_MS);
const S = FROM / SECOND_MS;
const TO_S = TO / SECOND_MS;

/** Open 100, high 130, low 90 everywhere; closes 111, 122 and 113: reading a wrong column fails. */
const CLOSES = ["111.0000", "122.0000", "113.0000"] as const;

/** Three days in the venue's shape, a market, and the addresses of minutes, hours and days. */
const cases: Record<string, { body: unknown; quoteVolume?: number; market: string; urls: [string, string, string] }> = {
  coinbase: {
    body: days.map((timeMs, index) => [timeMs / SECOND_MS, 90, 130, 100, Number(CLOSES[index]), 5]).reverse(),
    market: "AAA-USD",
    urls: [
      "https://api.exchange.coinbase.com/products/AAA-USD/candles?granularity=300&start=2026-11-10T00:00:00.000Z&end=2026-11-12T23:55:00.000Z",
      "https://api.exchange.coinbase.com/products/AAA-USD/candles?granularity=3600&start=2026-11-10T00:00:00.000Z&end=2026-11-12T23:00:00.000Z",
      "https://api.exchange.coinbase.com/products/AAA-USD/candles?granularity=86400&start=2026-11-10T00:00:00.000Z&end=2026-11-12T00:00:00.000Z",
    ],
  },
  binance: {
    body: days.map((timeMs, index) => {
      return [timeMs, "100", "130", "90", CLOSES[index], "5", timeMs + DAY_MS - 1, "600", 9, "2", "3", "0"];
    }),
    quoteVolume: 600,
    market: "AAAUSDT",
    urls: [
      `https://data-api.binance.vision/api/v3/klines?symbol=AAAUSDT&interval=5m&startTime=${FROM}&endTime=${TO - 1}&limit=1000`,
      `https://data-api.binance.vision/api/v3/klines?symbol=AAAUSDT&interval=1h&startTime=${FROM}&endTime=${TO - 1}&limit=1000`,
      `https://data-api.binance.vision/api/v3/klines?symbol=AAAUSDT&interval=1d&startTime=${FROM}&endTime=${TO - 1}&limit=1000`,
    ],
  },
  kraken: {
    body: {
      error: [],
      result: {
        last: S,
        XAAAZUSD: days.map((timeMs, at) => [timeMs / SECOND_MS, "100", "130", "90", CLOSES[at], "105", "5", 9]),
      },
    },
    market: "BTC/USD",
    urls: [
      `https://api.kraken.com/0/public/OHLC?pair=XBTUSD&interval=5&since=${S - 1}`,
      `https://api.kraken.com/0/public/OHLC?pair=XBTUSD&interval=60&since=${S - 1}`,
      `https://api.kraken.com/0/public/OHLC?pair=XBTUSD&interval=1440&since=${S - 1}`,
    ],
  },
  okx: {
    body: {
      code: "0",
      msg: "",
      data: days
        .map((timeMs, index) => [String(timeMs), "100", "130", "90", CLOSES[index], "5", "600", "601", "1"])
        .reverse(),
    },
    quoteVolume: 600,
    market: "AAA-USDT",
    urls: [
      `https://www.okx.com/api/v5/market/history-candles?instId=AAA-USDT&bar=5m&after=${TO}&before=${FROM - 1}&limit=300`,
      `https://www.okx.com/api/v5/market/history-candles?instId=AAA-USDT&bar=1H&after=${TO}&before=${FROM - 1}&limit=300`,
      `https://www.okx.com/api/v5/market/history-candles?instId=AAA-USDT&bar=1Dutc&after=${TO}&before=${FROM - 1}&limit=300`,
    ],
  },
  kucoin: {
    body: {
      code: "200000",
      data: days
        .map((timeMs, at) => [String(timeMs / SECOND_MS), "100", CLOSES[at], "130", "90", "5", "600"])
        .reverse(),
    },
    quoteVolume: 600,
    market: "AAA-USDT",
    urls: [
      `https://api.kucoin.com/api/v1/market/candles?symbol=AAA-USDT&type=5min&startAt=${S}&endAt=${TO_S}`,
      `https://api.kucoin.com/api/v1/market/candles?symbol=AAA-USDT&type=1hour&startAt=${S}&endAt=${TO_S}`,
      `https://api.kucoin.com/api/v1/market/candles?symbol=AAA-USDT&type=1day&startAt=${S}&endAt=${TO_S}`,
    ],
  },
  bitstamp: {
    body: {
      data: {
        ohlc: days.map((timeMs, index) => ({
          timestamp: String(timeMs / SECOND_MS),
          open: "100",
          high: "130",
          low: "90",
          close: CLOSES[index],
          volume: "5",
        })),
      },
    },
    market: "AAA/USD",
    urls: [
      `https://www.bitstamp.net/api/v2/ohlc/aaausd/?step=300&start=${S}&end=${TO_S - 300}&limit=1000`,
      `https://www.bitstamp.net/api/v2/ohlc/aaausd/?step=3600&start=${S}&end=${TO_S - 3600}&limit=1000`,
      `https://www.bitstamp.net/api/v2/ohlc/aaausd/?step=86400&start=${S}&end=${TO_S - 86_400}&limit=1000`,
    ],
  },
};

it("prefers venues in the order of the methodology, with dollars where a venue has them", () => {
  const order = candleVenues.map(({ source, quote }) => `${source} ${quote}`);
  expect(order).toEqual(["coinbase USD", "binance USDT", "kraken USD", "okx USDT", "kucoin USDT", "bitstamp USD"]);
  expect(Object.keys(cases).sort()).toEqual(candleVenues.map(({ source }) => source).sort());
});

describe.each(Object.entries(cases))("candles of %s", (venue, { body, quoteVolume = null, market, urls }) => {
  const daily = getCandleFeed(venue, DAY_MS);

  it("takes time, prices and volumes from their places, oldest first", () => {
    const same = { open: 100, high: 130, low: 90, baseVolume: 5, quoteVolume };
    expect(readCandles(daily, body, context)).toEqual(
      days.map((timeMs, index) => ({ timeMs, close: Number(CLOSES[index]), ...same })),
    );
  });

  it("requests minutes, UTC hours or days by the venue's own name of the book", () => {
    const feeds = [5 * MINUTE_MS, HOUR_MS, DAY_MS].map((lengthMs) => getCandleFeed(venue, lengthMs));
    expect(feeds.map((feed) => feed.request(market, FROM, TO).url)).toEqual(urls);
  });

  it("keeps a hostile name of a book inside of its parameter", () => {
    const { origin, hash } = new URL(daily.request("A/../B&limit=1#?x", FROM, TO).url);
    expect([origin, hash]).toEqual([new URL(urls[2]).origin, ""]);
    expect(new URL(daily.request("A&limit=7", FROM, TO).url).searchParams.getAll("limit")).not.toContain("7");
  });

  it("refuses a body of another shape", () => {
    expect(() => readCandles(daily, { surprise: true }, context)).toThrow();
  });
});

it.each([
  ["coinbase", { message: "NotFound" }, "NotFound"],
  ["binance", { code: -1121, msg: "Invalid symbol." }, "-1121 Invalid symbol."],
  ["kraken", { error: ["EQuery:Unknown asset pair"] }, "EQuery:Unknown asset pair"],
  ["okx", { code: "51001", msg: "Instrument ID does not exist", data: [] }, "51001 Instrument ID does not exist"],
  ["kucoin", { code: "400100", msg: "This pair is not provided" }, "400100 This pair is not provided"],
  ["bitstamp", { code: "404.002", reason: "Currency pair not found." }, "404.002 Currency pair not found."],
])("throws the error message of %s", (venue, body, message) => {
  expect(() => readCandles(getCandleFeed(venue, DAY_MS), body, context)).toThrow(message);
});

it("drops a candle of OKX that is not confirmed, whatever the clock says", () => {
  const body = { code: "0", data: [[String(FROM), "1", "1", "1", "1", "1", "1", "1", "0"]] };
  expect(readCandles(getCandleFeed("okx", DAY_MS), body, context)).toEqual([]);
});

it.each(["", "2"])('refuses a candle of OKX that says "%s" where others say whether they are confirmed', (confirm) => {
  const body = { code: "0", data: [[String(FROM), "1", "1", "1", "1", "1", "1", "1", confirm]] };
  expect(() => readCandles(getCandleFeed("okx", DAY_MS), body, context)).toThrow("1 of 1 candles are at fault");
});

it.each(Object.keys(cases))("leaves out candles of %s that are not in the requested range", (venue) => {
  const later = { ...context, fromMs: FROM - 30 * DAY_MS, toMs: FROM - 20 * DAY_MS };
  expect(readCandles(getCandleFeed(venue, DAY_MS), cases[venue]?.body, later)).toEqual([]);
});
