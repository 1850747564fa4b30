import { describe, expect, it } from "vitest";
import { bitstamp } from "../../../../build/crypto/sources/exchanges/bitstamp.ts";
import { coinbase } from "../../../../build/crypto/sources/exchanges/coinbase.ts";
import { kraken } from "../../../../build/crypto/sources/exchanges/kraken.ts";
import type { Source } from "../../../../build/crypto/sources/source.ts";
import { brokenNumbers } from "../broken-values.ts";
import { countReasons, readFeed } from "../read-feed.ts";
import { closed, describeVenue, ofType, type Row, spot, type VenueCase } from "./describe-venue.ts";

const keyed = (rows: readonly Row[]) => Object.fromEntries(rows.map(({ key, ...row }) => [key, row]));
const wrapKraken = (rows: readonly Row[]) => ({ error: [], result: keyed(rows) });

const coinbaseCase: VenueCase = {
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
};
describeVenue(coinbaseCase);

const bitstampCase: VenueCase = {
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
    timestamp: "1795166000",
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
};
describeVenue(bitstampCase);

const krakenCase: VenueCase = {
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
};
describeVenue(krakenCase);

describe("venues whose rows do more than rename fields", () => {
  const listed = (market: string) => ({
    market,
    base: "NEW",
    quote: "USD",
    trading: true,
    type: "spot" as const,
    baseName: null,
  });
  const read = (source: Source, body: unknown) =>
    readFeed<"ticker">(source, "tickers", body, { records: { listing: ["OLD/USD", "ETH/EUR"].map(listed) } });
  const coinbaseRow = (last: unknown = "2.5") => ({ stats_24hour: { open: "2", last, volume: "1" } });
  const { key: _, ...krakenRow } = krakenCase.ticker;
  const bitstampRow = bitstampCase.ticker;
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
        const listing = [{ ...listed("OLD/USD"), ...change }];
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
