import { describe, expect, it } from "vitest";
import { bitfinex } from "../../../../build/crypto/sources/exchanges/bitfinex.ts";
import { countReasons, createContext, readFeed } from "../read-feed.ts";
import { describeVenue, spot, type VenueCase } from "./describe-venue.ts";

const bitfinexCase: VenueCase = {
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
};
describeVenue(bitfinexCase);

describe("Bitfinex", () => {
  const SYMBOLS = [["QQQ", "QUARK"]];
  const row = Object.values(bitfinexCase.ticker);
  const change = (index: number, value: unknown) => row.with(index, value);
  const listing = [
    bitfinexCase.lists,
    { ...bitfinexCase.lists, market: "tDER", type: "derivative" as const },
    { ...bitfinexCase.lists, market: "tTST", type: "test" as const },
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
