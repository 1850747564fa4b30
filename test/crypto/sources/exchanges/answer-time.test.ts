import { describe, expect, it } from "vitest";
import { bitget } from "../../../../build/crypto/sources/exchanges/bitget.ts";
import { bithumb } from "../../../../build/crypto/sources/exchanges/bithumb.ts";
import { bitmart } from "../../../../build/crypto/sources/exchanges/bitmart.ts";
import { bitstamp } from "../../../../build/crypto/sources/exchanges/bitstamp.ts";
import { bitvavo } from "../../../../build/crypto/sources/exchanges/bitvavo.ts";
import { bybit } from "../../../../build/crypto/sources/exchanges/bybit.ts";
import { htx } from "../../../../build/crypto/sources/exchanges/htx.ts";
import { kucoin } from "../../../../build/crypto/sources/exchanges/kucoin.ts";
import { mexc } from "../../../../build/crypto/sources/exchanges/mexc.ts";
import { okx } from "../../../../build/crypto/sources/exchanges/okx.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../../build/lib/time.ts";
import { readFeed } from "../read-feed.ts";
import { spot } from "./describe-venue.ts";

const NOW = Date.UTC(2026, 10, 20, 9, 15);

/** The field of a time; `null`: the field is missing. */
const field = (name: string, timeMs: number | null, render: (timeMs: number) => unknown = Number) =>
  timeMs === null ? {} : { [name]: render(timeMs) };
const seconds = (timeMs: number) => String(timeMs / SECOND_MS);

/** Venues with one time for the whole answer. */
const WHOLE = [
  {
    source: kucoin,
    body: (timeMs: number | null) => ({
      code: "200000",
      data: { ...field("time", timeMs), ticker: [{ symbol: "A", last: "2" }] },
    }),
  },
  {
    source: htx,
    body: (timeMs: number | null) => ({ status: "ok", ...field("ts", timeMs), data: [{ symbol: "A", close: 2 }] }),
  },
  {
    source: bybit,
    body: (timeMs: number | null) => ({
      retCode: 0,
      result: { category: "spot", list: [{ symbol: "A", lastPrice: "2" }] },
      ...field("time", timeMs),
    }),
  },
  {
    source: bithumb,
    body: (timeMs: number | null) => ({
      status: "0000",
      data: { A: { closing_price: "2" }, ...field("date", timeMs, String) },
    }),
  },
];

/** Columns 2 to 11 of a row of BitMart. */
const NO_NUMBERS = new Array<string>(10).fill("");

/** Venues with a time in each row. */
const BY_ROW = [
  {
    source: okx,
    body: (times: readonly (number | null)[]) => ({
      code: "0",
      data: times.map((timeMs) => ({ instId: "A", last: "2", ...field("ts", timeMs, String) })),
    }),
  },
  {
    source: bitget,
    // The time of the request is of today also where a cache gave the rows.
    body: (times: readonly (number | null)[]) => ({
      code: "00000",
      requestTime: NOW,
      data: times.map((timeMs) => ({ symbol: "A", lastPr: "2", ...field("ts", timeMs, String) })),
    }),
  },
  {
    source: bitstamp,
    body: (times: readonly (number | null)[]) =>
      times.map((timeMs) => ({ pair: "A", last: "2", ...field("timestamp", timeMs, seconds) })),
  },
  {
    source: mexc,
    body: (times: readonly (number | null)[]) =>
      times.map((timeMs) => ({ symbol: "A", lastPrice: "2", ...field("closeTime", timeMs) })),
  },
  {
    source: bitmart,
    body: (times: readonly (number | null)[]) => ({
      code: 1000,
      data: times.map((timeMs) => ["A", "2", ...NO_NUMBERS, ...(timeMs === null ? [] : [String(timeMs)])]),
    }),
  },
  {
    source: bitvavo,
    body: (times: readonly (number | null)[]) =>
      times.map((timeMs) => ({ market: "A", last: "2", ...field("timestamp", timeMs) })),
  },
];

const ALL = [...WHOLE, ...BY_ROW.map(({ source, body }) => ({ source, body: (ms: number | null) => body([ms]) }))];

function read(source: (typeof ALL)[number]["source"], body: unknown) {
  const { records } = readFeed<"ticker">(source, "tickers", body, {
    now: NOW,
    records: { listing: [spot("A", "A", "USD"), spot("KRW-A", "A", "KRW")] },
  });
  return records.map(({ last, tradeTimeMs }) => [last, tradeTimeMs]);
}

describe.each(ALL)("an answer of $source.name", ({ source, body }) => {
  it("is refused where the venue made it more than ten minutes before it arrived", () => {
    expect(() => read(source, body(NOW - 3 * DAY_MS))).toThrow(
      "the answer is 3 d old: the venue made it at 2026-11-17T09:15:00Z",
    );
    expect(() => read(source, body(NOW - 10 * MINUTE_MS - SECOND_MS))).toThrow("the answer is 10 min old");
  });

  it("is read where it is younger, without a time of a trade", () => {
    for (const ageMs of [0, 10 * MINUTE_MS, -5 * MINUTE_MS])
      expect(read(source, body(NOW - ageMs))).toEqual([[2, null]]);
  });

  it("is read where its time is missing, zero or in the future", () => {
    for (const timeMs of [null, 0, NOW + HOUR_MS]) expect(read(source, body(timeMs))).toEqual([[2, null]]);
  });
});

describe.each(BY_ROW)("the rows of $source.name", ({ source, body }) => {
  it("may be of hours ago where one is new: only the newest counts", () => {
    expect(read(source, body([NOW - 5 * HOUR_MS, NOW - MINUTE_MS, null]))).toHaveLength(3);
    expect(() => read(source, body([NOW - 5 * HOUR_MS, NOW - 2 * HOUR_MS, null]))).toThrow("the answer is 2 h old");
  });

  it("are not made new by one row in the future", () => {
    expect(() => read(source, body([NOW - 2 * HOUR_MS, NOW + DAY_MS]))).toThrow("the answer is 2 h old");
  });
});
