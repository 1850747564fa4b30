import { describe, expect, it } from "vitest";
import { createDemoMarket } from "../../../build/crypto/demo/create-demo-market.ts";
import type { DemoBook } from "../../../build/crypto/demo/demo-market.ts";
import { DEMO_VENUES } from "../../../build/crypto/demo/demo-venues.ts";
import { simulators } from "../../../build/crypto/demo/simulators.ts";
import { findTicker } from "../../../build/crypto/demo/venue-codes.ts";
import { findCodeException } from "../../../build/crypto/normalise/code-exception.ts";
import type { Ticker } from "../../../build/crypto/normalise/record.ts";
import { sources } from "../../../build/crypto/sources/registry.ts";
import { DAY_MS } from "../../../build/lib/time.ts";
import type { ReadResult } from "../sources/read-feed.ts";
import { readSource } from "./reference/read-simulated.ts";

const NOW = Date.UTC(2026, 10, 20, 10, 15);
const demo = createDemoMarket({ seed: 7, coins: 250, now: NOW });

function read(venue: string) {
  const feeds = readSource(sources.find(({ id }) => id === venue)!, demo);
  return {
    listings: feeds.get("listing") as ReadResult<"listing">,
    tickers: feeds.get("tickers") as ReadResult<"ticker">,
  };
}

/** The book that a ticker describes: the listing tells the codes after the venue's own renames. */
function findBook(venue: string, ticker: Ticker): DemoBook | undefined {
  const plain = (code: string) => ({ XBT: "BTC", XDG: "DOGE" })[code] ?? code;
  const renamed = venue === "kucoin" || venue === "bitfinex" ? (code: string) => findTicker(venue, code) : plain;
  return demo
    .books(venue)
    .find((book) => book.type === "spot" && renamed(book.base) === ticker.base && book.quote === ticker.quote);
}

function findUnits(venue: string, code: string): number {
  const exception = findCodeException(venue, code);
  return exception !== undefined && "units" in exception ? (exception.units ?? 1) : 1;
}

const readable = DEMO_VENUES.map(({ id }) => id).filter((id) => id !== "bybit");

describe.each(readable)("the simulator of %s", (venue) => {
  const { listings, tickers } = read(venue);
  const pairs = tickers.records.map((ticker) => ({ ticker, book: findBook(venue, ticker) }));
  const live = pairs.filter(({ book }) => book !== undefined && isLive(book));

  it("answers in the shape that the real source reads, without a single fault", () => {
    expect([...listings.dropped, ...tickers.dropped].filter(({ fault }) => fault)).toEqual([]);
    expect(live.length).toBeGreaterThan(40);
    expect(pairs.filter(({ book }) => book === undefined)).toEqual([]);
  });

  it("lists every live book, and only spot books get a price", () => {
    const expected = demo.books(venue).filter((book) => book.type === "spot" && isLive(book));
    const found = new Set(pairs.map(({ book }) => book));
    expect(expected.filter((book) => !found.has(book))).toEqual([]);
    for (const { book } of pairs) expect(book).toMatchObject({ type: "spot", trading: true });
  });

  it("quotes live books within 1 % of the true price in USD, where prices are comparable", () => {
    for (const { ticker, book } of live.filter(({ ticker }) => ticker.priced)) {
      const usd = (ticker.last * demo.quoteUsd(ticker.quote, NOW)) / findUnits(venue, ticker.base);
      const truth = book!.coinId === null ? demo.quoteUsd(ticker.base, NOW) : demo.priceUsd(book!.coinId, NOW)!;
      expect(Math.abs(usd / truth - 1), `${ticker.market} ${usd} ${truth}`).toBeLessThan(0.01);
    }
  });

  it("tells volumes, opens, sides and times in the units of the record", () => {
    for (const { ticker, book } of live) {
      const near = (value: number | null, truth: number, tolerance: number, what: string) => {
        if (value !== null) expect(Math.abs(value / truth - 1), `${what} of ${ticker.market}`).toBeLessThan(tolerance);
      };
      const quoteUsd = demo.quoteUsd(ticker.quote, NOW);
      near(ticker.baseVolume, book!.baseVolume, 1e-3, "base volume");
      near(ticker.quoteVolume, book!.quoteVolume, 1e-3, "quote volume");
      near(ticker.usdVolume, book!.quoteVolume * quoteUsd, 1e-2, "USD volume");
      near(ticker.vwap, book!.vwap, 1e-3, "vwap");
      near(ticker.open24h, book!.open24h, 5e-3, "open");
      near(ticker.bid, book!.bid!, 5e-3, "bid");
      near(ticker.ask, book!.ask!, 5e-3, "ask");
      if (ticker.tradeTimeMs !== null) expect(NOW - ticker.tradeTimeMs).toBeLessThan(10 * 60_000);
    }
  });

  it("answers only the URLs that the upstream has", () => {
    const simulator = simulators.find(({ source }) => source === venue)!;
    const url = new URL(`https://${simulator.hosts[0]}/no/such/thing`);
    expect(simulator.answer({ url, headers: {} }, demo)).toBeUndefined();
  });
});

function isLive(book: DemoBook): boolean {
  return book.trading && book.trades > 0 && NOW - book.lastTradeMs < 10 * 60_000;
}

describe("peculiarities of venues", () => {
  it("Bybit refuses with a page of HTML, as it does from the United States", () => {
    expect(() => read("bybit")).toThrow("answered with 403");
  });

  it("Binance keeps rows of ended books, some with their last day's price and volume and an old time", () => {
    const simulator = simulators.find(({ source }) => source === "binance")!;
    const url = new URL("https://data-api.binance.vision/api/v3/ticker/24hr");
    const rows = simulator.answer({ url, headers: {} }, demo)!.body as Record<string, string | number>[];
    const old = rows.filter((row) => NOW - Number(row["closeTime"]) > DAY_MS);
    expect(old.length).toBeGreaterThan(rows.length / 6);
    expect(old.some((row) => Number(row["lastPrice"]) > 0 && Number(row["volume"]) > 0)).toBe(true);
    expect(old.some((row) => row["count"] === 0 && row["lastPrice"] === "0.00000000")).toBe(true);
  });

  it("includes markets that are not spot markets of a coin", () => {
    const dropped = (venue: string) => new Set(read(venue).tickers.dropped.map(({ reason }) => reason));
    expect(dropped("crypto-com")).toContain("derivative");
    expect(dropped("gate")).toContain("leveraged");
    expect(dropped("bitget")).toContain("tokenised");
    expect(dropped("kraken")).toContain("duplicate");
    expect(dropped("bitfinex")).toContain("test");
  });
});
