import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../../build/lib/time.ts";
import { binanceCandles } from "../../../build/sources/candles/binance.ts";
import { bitstampCandles } from "../../../build/sources/candles/bitstamp.ts";
import { coinbaseCandles } from "../../../build/sources/candles/coinbase.ts";
import { krakenCandles } from "../../../build/sources/candles/kraken.ts";
import { kucoinCandles } from "../../../build/sources/candles/kucoin.ts";
import { okxCandles } from "../../../build/sources/candles/okx.ts";
import { candleVenues } from "../../../build/sources/candles/registry.ts";
import type { CandleFeed } from "../../../build/sources/kit/candle-feed.ts";
import { sources } from "../../../build/sources/registry.ts";
import { getCandleFeed, readCandles } from "../read-candles.ts";

const DAY = Date.UTC(2026, 10, 10);
const FROM = DAY;
const TO = DAY + 3 * DAY_MS;
const NOW = DAY + 10 * DAY_MS;
const days = [0, 1, 2].map((index) => DAY + index * DAY_MS);
const seconds = days.map((timeMs) => timeMs / SECOND_MS);

/** Open 100, high 130, low 90 everywhere; closes 111, 122 and 113: reading a wrong column fails. */
const CLOSES = [111, 122, 113] as const;
const text = (value: number) => value.toFixed(4);

interface Case {
  feeds: readonly CandleFeed[];
  /** Three days in the venue's shape and order. */
  body: unknown;
  quoteVolume: number | null;
  market: string;
  urls: { hourly: string; daily: string };
  error: { body: unknown; message: string };
}

const cases: Record<string, Case> = {
  coinbase: {
    feeds: coinbaseCandles,
    body: seconds.map((second, index) => [second, 90, 130, 100, CLOSES[index], 5]).reverse(),
    quoteVolume: null,
    market: "AAA-USD",
    urls: {
      hourly:
        "https://api.exchange.coinbase.com/products/AAA-USD/candles?granularity=3600&start=2026-11-10T00:00:00.000Z&end=2026-11-12T23:00:00.000Z",
      daily:
        "https://api.exchange.coinbase.com/products/AAA-USD/candles?granularity=86400&start=2026-11-10T00:00:00.000Z&end=2026-11-12T00:00:00.000Z",
    },
    error: { body: { message: "NotFound" }, message: "NotFound" },
  },
  binance: {
    feeds: binanceCandles,
    body: days.map((timeMs, index) => {
      const prices = [100, 130, 90, CLOSES[index] ?? 0].map(text);
      return [timeMs, ...prices, "5", timeMs + DAY_MS - 1, "600", 9, "2", "3", "0"];
    }),
    quoteVolume: 600,
    market: "AAAUSDT",
    urls: {
      hourly: `https://data-api.binance.vision/api/v3/klines?symbol=AAAUSDT&interval=1h&startTime=${FROM}&endTime=${TO - 1}&limit=1000`,
      daily: `https://data-api.binance.vision/api/v3/klines?symbol=AAAUSDT&interval=1d&startTime=${FROM}&endTime=${TO - 1}&limit=1000`,
    },
    error: { body: { code: -1121, msg: "Invalid symbol." }, message: "Invalid symbol" },
  },
  kraken: {
    feeds: krakenCandles,
    body: {
      error: [],
      result: {
        last: seconds[1],
        XAAAZUSD: seconds.map((second, index) => [second, "100", "130", "90", text(CLOSES[index] ?? 0), "105", "5", 9]),
      },
    },
    quoteVolume: null,
    market: "BTC/USD",
    urls: {
      hourly: `https://api.kraken.com/0/public/OHLC?pair=XBTUSD&interval=60&since=${FROM / SECOND_MS - 1}`,
      daily: `https://api.kraken.com/0/public/OHLC?pair=XBTUSD&interval=1440&since=${FROM / SECOND_MS - 1}`,
    },
    error: { body: { error: ["EQuery:Unknown asset pair"] }, message: "Unknown asset pair" },
  },
  okx: {
    feeds: okxCandles,
    body: {
      code: "0",
      msg: "",
      data: days
        .map((timeMs, index) => {
          const prices = [100, 130, 90, CLOSES[index] ?? 0].map(text);
          return [String(timeMs), ...prices, "5", "600", "601", "1"];
        })
        .reverse(),
    },
    quoteVolume: 600,
    market: "AAA-USDT",
    urls: {
      hourly: `https://www.okx.com/api/v5/market/history-candles?instId=AAA-USDT&bar=1H&after=${TO}&before=${FROM - 1}&limit=300`,
      daily: `https://www.okx.com/api/v5/market/history-candles?instId=AAA-USDT&bar=1Dutc&after=${TO}&before=${FROM - 1}&limit=300`,
    },
    error: { body: { code: "51001", msg: "Instrument ID does not exist", data: [] }, message: "Instrument ID" },
  },
  kucoin: {
    feeds: kucoinCandles,
    body: {
      code: "200000",
      data: seconds
        .map((second, index) => [String(second), "100", text(CLOSES[index] ?? 0), "130", "90", "5", "600"])
        .reverse(),
    },
    quoteVolume: 600,
    market: "AAA-USDT",
    urls: {
      hourly: `https://api.kucoin.com/api/v1/market/candles?symbol=AAA-USDT&type=1hour&startAt=${FROM / SECOND_MS}&endAt=${TO / SECOND_MS}`,
      daily: `https://api.kucoin.com/api/v1/market/candles?symbol=AAA-USDT&type=1day&startAt=${FROM / SECOND_MS}&endAt=${TO / SECOND_MS}`,
    },
    error: { body: { code: "400100", msg: "This pair is not provided" }, message: "not provided" },
  },
  bitstamp: {
    feeds: bitstampCandles,
    body: {
      data: {
        pair: "AAA/USD",
        ohlc: seconds.map((second, index) => {
          return {
            timestamp: String(second),
            open: "100",
            high: "130",
            low: "90",
            close: text(CLOSES[index] ?? 0),
            volume: "5",
          };
        }),
      },
    },
    quoteVolume: null,
    market: "AAA/USD",
    urls: {
      hourly: `https://www.bitstamp.net/api/v2/ohlc/aaausd/?step=3600&start=${FROM / SECOND_MS}&end=${(TO - HOUR_MS) / SECOND_MS}&limit=1000`,
      daily: `https://www.bitstamp.net/api/v2/ohlc/aaausd/?step=86400&start=${FROM / SECOND_MS}&end=${(TO - DAY_MS) / SECOND_MS}&limit=1000`,
    },
    error: { body: { code: "404.002", reason: "Currency pair not found." }, message: "not found" },
  },
};

describe.each(Object.entries(cases))("candles of %s", (venue, { feeds, body, quoteVolume, market, urls, error }) => {
  const daily = getCandleFeed(feeds, DAY_MS);
  const hourly = getCandleFeed(feeds, HOUR_MS);
  const context = { now: NOW, fromMs: FROM, toMs: TO };

  it("takes time, close and volumes from their places, oldest first", () => {
    expect(readCandles(daily, body, context)).toEqual(
      days.map((timeMs, index) => ({ timeMs, close: CLOSES[index], baseVolume: 5, quoteVolume })),
    );
  });

  it("leaves out the running day and days that were not asked for", () => {
    const running = readCandles(daily, body, { ...context, now: TO - 1 });
    expect(running.map(({ timeMs }) => timeMs)).toEqual(days.slice(0, 2));
    const between = readCandles(daily, body, { ...context, fromMs: days[1]!, toMs: days[2]! });
    expect(between.map(({ timeMs }) => timeMs)).toEqual([days[1]]);
  });

  it("asks for a stretch of UTC hours or days by the venue's own name of the book", () => {
    expect(hourly.request(market, FROM, TO).url).toBe(urls.hourly);
    expect(daily.request(market, FROM, TO).url).toBe(urls.daily);
  });

  it("keeps a hostile name of a book inside of its parameter", () => {
    const { origin, hash } = new URL(daily.request("A/../B&limit=1#?x", FROM, TO).url);
    expect(origin).toBe(new URL(urls.daily).origin);
    expect(hash).toBe("");
    expect(new URL(daily.request("A&limit=7", FROM, TO).url).searchParams.getAll("limit")).not.toContain("7");
  });

  it("throws the upstream's own words, and on a body of another shape", () => {
    expect(() => readCandles(daily, error.body, context)).toThrow(error.message);
    expect(() => readCandles(daily, { surprise: true }, context)).toThrow();
  });

  it("belongs to a source whose pacing is known", () => {
    expect(sources.some(({ id }) => id === daily.source)).toBe(true);
    expect(daily.source).toBe(venue);
  });
});

describe("the order of venues", () => {
  it("is that of the methodology, with dollars where a venue has them", () => {
    expect(candleVenues.map(({ source, quote }) => `${source} ${quote}`)).toEqual([
      "coinbase USD",
      "binance USDT",
      "kraken USD",
      "okx USDT",
      "kucoin USDT",
      "bitstamp USD",
    ]);
  });

  it("drops OKX's candle that is not confirmed whatever the clock says", () => {
    const row = [String(DAY), "1", "1", "1", "1", "1", "1", "1", "0"];
    const body = { code: "0", data: [row] };
    const context = { now: NOW, fromMs: FROM, toMs: TO };
    expect(readCandles(getCandleFeed(okxCandles, DAY_MS), body, context)).toEqual([]);
  });
});
