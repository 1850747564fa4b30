import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Ticker } from "../../../../build/crypto/normalise/record.ts";
import { bitfinex } from "../../../../build/crypto/sources/exchanges/bitfinex.ts";
import { bitstamp } from "../../../../build/crypto/sources/exchanges/bitstamp.ts";
import { bybit } from "../../../../build/crypto/sources/exchanges/bybit.ts";
import { coinbase } from "../../../../build/crypto/sources/exchanges/coinbase.ts";
import { kraken } from "../../../../build/crypto/sources/exchanges/kraken.ts";
import { upbit } from "../../../../build/crypto/sources/exchanges/upbit.ts";
import { sources } from "../../../../build/crypto/sources/registry.ts";
import { brokenNumbers } from "../broken-values.ts";
import { countReasons, createContext, readFeed } from "../read-feed.ts";
import { type VenueCase, venueCases } from "./venue-cases.ts";

const empty: Omit<Ticker, "market" | "base" | "quote" | "last"> = {
  bid: null,
  ask: null,
  baseVolume: null,
  quoteVolume: null,
  usdVolume: null,
  vwap: null,
  open24h: null,
  tradeTimeMs: null,
  trades: null,
  priced: true,
};
type Rows = Parameters<NonNullable<VenueCase["listingBody"]>>[0];
const asBody = (rows: Rows): unknown => rows;

it.each(sources.filter(({ venue }) => venue !== undefined))("$id has a case or a test of its own", ({ id }) => {
  const isTested =
    venueCases.some(({ source }) => source.id === id) || existsSync(new URL(`${id}.test.ts`, import.meta.url));
  expect(isTested, `write test/crypto/sources/exchanges/${id}.test.ts with one real row of each response`).toBe(true);
});

describe.each(venueCases)("$source.name", (venue) => {
  const { source, listingBody = asBody, tickersBody = asBody, lists, listed = [], changed = [], errors } = venue;
  const listing = readFeed<"listing">(
    source,
    "listing",
    listingBody([venue.listing, ...listed.map(([change]) => ({ ...venue.listing, ...change }))]),
  );
  const { market, base, quote } = lists;
  const reads = { ...empty, market, base, quote, ...venue.reads };

  it("lists codes, states, types and names", () => {
    expect(listing.records).toEqual([lists, ...listed.map(([, expected]) => ({ ...lists, ...expected }))]);
    expect(listing.dropped).toEqual([]);
  });

  it.each([[{}, {}] as const, ...changed])("reads a ticker changed by %j", (change, expected) => {
    // Further rows of the same market are copies in another state.
    const markets = [lists, ...listing.records.filter((each) => each.market !== lists.market)];
    const body = tickersBody([{ ...venue.ticker, ...change }]);
    const { records } = readFeed<"ticker">(source, "tickers", body, { records: { listing: markets } });
    expect(records).toEqual([{ ...reads, ...expected }]);
  });

  it("recognises its errors, which neither schema accepts", () => {
    for (const [body, words] of errors) expect(source.findError?.(body)).toBe(words);
    for (const feed of source.feeds) {
      for (const body of [...errors.map(([error]) => error), ...(venue.refused ?? [])]) {
        expect(feed.schema.safeParse(body).success, JSON.stringify(body)).toBe(false);
      }
    }
    expect(source.findError?.(tickersBody([venue.ticker]))).toBeUndefined();
  });
});

const getCase = (id: string) => venueCases.find(({ source }) => source.id === id)!;

describe("venues whose rows do more than rename fields", () => {
  const spot = (market: string) => ({
    market,
    base: "NEW",
    quote: "USD",
    trading: true,
    type: "spot" as const,
    baseName: null,
  });
  const read = (source: typeof kraken, body: unknown) =>
    readFeed<"ticker">(source, "tickers", body, { records: { listing: ["OLD/USD", "ETH/EUR"].map(spot) } });
  const coinbaseRow = (last: unknown = "2.5") => ({ stats_24hour: { open: "2", last, volume: "1" } });
  const { key: _, ...krakenRow } = getCase("kraken").ticker;
  const bitstampRow = getCase("bitstamp").ticker;
  const krakenBody = (result: object) => ({ error: [], result });

  /** A market of two with this last price. */
  const sendLast = [
    [coinbase, (last: unknown) => ({ "OLD/USD": coinbaseRow(last), "ETH/EUR": coinbaseRow(7) })],
    [
      kraken,
      (last: unknown) => krakenBody({ "OLD/USD": { ...krakenRow, c: [last] }, "ETH/EUR": { ...krakenRow, c: [7] } }),
    ],
    [
      bitstamp,
      (last: unknown) => [
        { ...bitstampRow, last },
        { ...bitstampRow, pair: "ETH/EUR", last: 7 },
      ],
    ],
  ] as const;
  it.each(brokenNumbers)("reject only the row whose last price is %s", (_name, last) => {
    for (const [source, send] of sendLast) {
      const { records, dropped } = read(source, send(last));
      expect(records.map(({ market, last }) => [market, last])).toEqual([["ETH/EUR", 7]]);
      expect(dropped).toMatchObject([{ fault: true, reason: expect.stringMatching(/last|row: c:/) }]);
    }
  });

  it.each([
    [coinbase, { "OLD/USD": { stats_30day: {} }, "ETH/EUR": coinbaseRow(), "X-USD": "gone" }, 2],
    [
      kraken,
      krakenBody({
        "OLD/USD": { ...krakenRow, v: undefined },
        "OLD/EUR": { ...krakenRow, p: [] },
        "OLD/GBP": null,
        NULL: { ...krakenRow, c: [null, "1"] },
        "ETH/EUR": krakenRow,
      }),
      4,
    ],
    [bitstamp, [...["pair", "last"].map((field) => ({ ...bitstampRow, [field]: undefined })), [], bitstampRow], 3],
    [bitstamp, [{ ...bitstampRow, last: null }, bitstampRow], 1],
  ] as const)("reject only rows that lack a field", (source, body, faults) => {
    const { records, dropped } = read(source, body);
    expect(records).toHaveLength(1);
    expect(dropped.map(({ fault }) => fault)).toEqual(new Array(faults).fill(true));
  });

  it.each([
    [coinbase, { "OLD/USD": coinbaseRow(), "NEW/USD": coinbaseRow() }],
    [kraken, krakenBody({ "OLD/USD": krakenRow, "NEW/USD": krakenRow })],
    [bitstamp, [bitstampRow, { ...bitstampRow, pair: "NEW/USD" }]],
  ] as const)(
    "leave out what is not listed, does not trade or is no spot market, which is no fault",
    (source, body) => {
      for (const [change, reason] of [
        [{ trading: false }, "not trading"],
        [{ type: "derivative" as const }, "derivative"],
      ] as const) {
        const listing = [{ ...spot("OLD/USD"), ...change }];
        const { records, dropped } = readFeed<"ticker">(source, "tickers", body, { records: { listing } });
        expect(records).toEqual([]);
        expect(countReasons(dropped)).toEqual({ [reason]: 1, "not in the listing": 1 });
        expect(dropped.some(({ fault }) => fault)).toBe(false);
      }
    },
  );

  it("take a row of Coinbase without a last price for no fault", () => {
    const { records, dropped } = read(coinbase, { "OLD/USD": { stats_30day: {}, stats_24hour: {} } });
    expect([records, dropped]).toMatchObject([[], [{ reason: "no last price", fault: false }]]);
  });

  it("leave out the perpetuals of Bitstamp by the ticker too, and a pair whose name has no slash", () => {
    const { records, dropped } = read(bitstamp, [{ ...bitstampRow, market_type: "PERPETUAL" }]);
    expect([records, dropped]).toMatchObject([[], [{ reason: "derivative", fault: false }]]);
    const pair = { name: "NOSLASH", trading: "Enabled", description: "Example coin / U.S. dollar" };
    expect(readFeed(bitstamp, "listing", [pair]).dropped).toMatchObject([{ fault: true }]);
  });

  it("keep Kraken's classic keys, as the tickers then have them, and read XBT and XDG as the usual codes", () => {
    const pair = (base: string, quote: string, wsname?: string) => ({
      base,
      quote,
      wsname,
      aclass_base: "currency",
      status: "online",
    });
    const body = krakenBody({
      XXBTZUSD: pair("XXBT", "ZUSD", "XBT/USD"),
      XDGEUR: pair("XXDG", "ZEUR", "XDG/EUR"),
      "XXBTZUSD.d": pair("XXBT", "ZUSD"),
      "XBT/GBP": pair("XBT", "GBP", "XBT/GBP"),
    });
    const { records: listing, dropped } = readFeed<"listing">(kraken, "listing", body);
    expect(listing.map(({ market, base, quote }) => [market, base, quote])).toEqual([
      ["XXBTZUSD", "BTC", "USD"],
      ["XDGEUR", "DOGE", "EUR"],
      ["XBT/GBP", "BTC", "GBP"],
    ]);
    expect(dropped).toMatchObject([{ reason: "no public name", fault: false }]);
    const tickers = readFeed<"ticker">(kraken, "tickers", krakenBody({ XXBTZUSD: krakenRow }), {
      records: { listing },
    });
    expect(tickers.records).toMatchObject([{ market: "XXBTZUSD", base: "BTC" }]);
  });
});

it("refuses the tickers of another category of Bybit", () => {
  const body = { retCode: 0, retMsg: "OK", result: { category: "linear", list: [getCase("bybit").ticker] } };
  expect(() => readFeed(bybit, "tickers", body)).toThrow(/category/);
});

describe("Upbit", () => {
  it("is off by default, with the reason", () => {
    expect(upbit.offByDefault).toContain("premium");
  });

  it("lists no name that is not two codes", () => {
    const rows = ["KRWABC", "KRW-A-B", "KRW-"].map((market) => ({ ...getCase("upbit").listing, market }));
    const { records, dropped } = readFeed(upbit, "listing", rows);
    expect(records).toEqual([]);
    expect(dropped.map(({ fault }) => fault)).toEqual([true, true, true]);
  });
});

describe("Bitfinex", () => {
  const SYMBOLS = [["QQQ", "QUARK"]];
  const row = Object.values(getCase("bitfinex").ticker);
  const change = (index: number, value: unknown) => row.with(index, value);
  const listing = [
    getCase("bitfinex").lists,
    { ...getCase("bitfinex").lists, market: "tDER", type: "derivative" as const },
    { ...getCase("bitfinex").lists, market: "tTST", type: "test" as const },
  ];
  const readTickers = (...body: unknown[]) => readFeed<"ticker">(bitfinex, "tickers", body, { records: { listing } });

  it("asks for the pairs, the usual codes and the names in one call", () => {
    const names = "pub:list:pair:exchange,pub:map:currency:sym,pub:map:currency:label";
    expect(bitfinex.feeds[0]?.requests(createContext())).toEqual([
      { url: `https://api-pub.bitfinex.com/v2/conf/${names}` },
    ]);
  });

  it("rejects only unreadable pairs and translations", () => {
    const pairs = ["AAAAUSD", "AAA", "A:B:C", ":USD", 5, null, "QQQUST"];
    const { records, dropped } = readFeed<"listing">(bitfinex, "listing", [pairs, [["UST"], SYMBOLS[0]], []]);
    expect(records).toMatchObject([{ market: "tQQQUST", base: "QUARK", quote: "UST" }]);
    expect(dropped.map(({ fault }) => fault)).toEqual(new Array(7).fill(true));
    expect(() => readFeed(bitfinex, "listing", [["AAAUSD"], SYMBOLS])).toThrow();
  });

  it("reads rows of eleven elements and of more than twelve alike, and leaves out funding rows uncounted", () => {
    const funding = ["fUSD", 0.0004, 0.0002, 30, 2_000_000, 0.0002, 2, 400_000, 0.000003, 0.01, 0.0002, 1e8];
    expect(readTickers(row.slice(0, 11), [...row, null, "new"], funding)).toEqual(readTickers(row, row));
  });

  it("leaves out derivatives, test books and unlisted ones without calling them faults", () => {
    const { records, dropped } = readTickers(...["tDER", "tTST", "tZZZUSD"].map((market) => change(0, market)));
    expect(records).toEqual([]);
    expect(countReasons(dropped)).toEqual({ derivative: 1, test: 1, "not in the listing": 1 });
    expect(dropped.some(({ fault }) => fault)).toBe(false);
  });

  it.each([
    ["null as last price", change(7, null)],
    ["a NaN text", change(7, "NaN")],
    ["a negative price", change(7, -70)],
    ["a negative volume", change(8, -30)],
    ["too few elements", row.slice(0, 10)],
    ["a symbol of an unknown kind", change(0, "xAAAUSD")],
    ["no symbol", change(0, null)],
  ])("rejects only the row with %s", (_, broken) => {
    const { records, dropped } = readTickers(broken, {}, row);
    expect(records.map(({ last }) => last)).toEqual([70]);
    expect(dropped.map(({ fault }) => fault)).toEqual([true, true]);
  });
});
