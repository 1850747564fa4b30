import { describe, expect, it } from "vitest";
import type { DemoBook, DemoMarket } from "../../../../build/crypto/demo/demo-market.ts";
import { simulateFlatVenue } from "../../../../build/crypto/demo/venues/flat-venue.ts";
import type { Listing } from "../../../../build/crypto/normalise/record.ts";
import { findCodeAndMessage } from "../../../../build/crypto/sources/kit/error-body.ts";
import { defineFlatVenue } from "../../../../build/crypto/sources/kit/flat-venue.ts";
import { defineTerms } from "../../../../build/crypto/sources/kit/terms.ts";
import { isLeveragedCode } from "../../../../build/crypto/sources/kit/venue-feeds.ts";
import { sources } from "../../../../build/crypto/sources/registry.ts";
import type { Source } from "../../../../build/crypto/sources/source.ts";
import type { FlatVenue } from "../../../../build/crypto/sources/venue.ts";
import { HOUR_MS } from "../../../../build/lib/time.ts";
import { brokenNumbers } from "../broken-values.ts";
import { countReasons, readFeed } from "../read-feed.ts";

const NOW = Date.UTC(2026, 10, 20, 10, 15);
const book: DemoBook = {
  venue: "x",
  coinId: null,
  base: "ABC",
  quote: "USD",
  type: "spot",
  trading: true,
  last: 50,
  bid: 49,
  ask: 51,
  open24h: 40,
  vwap: 45,
  baseVolume: 10,
  quoteVolume: 450,
  trades: 7,
  lastTradeMs: NOW - 1_000,
};

/** A new venue, whose declaration is all that there is of it. */
const invented = defineFlatVenue(
  {
    id: "invented",
    name: "Invented",
    homepage: "https://invented.example",
    license: "none",
    terms: defineTerms({ url: "https://invented.example/terms", says: "Invented." }),
    pacing: { concurrency: 1, intervalMs: 100, reason: "none" },
    findError: findCodeAndMessage,
    venue: { trust: 0.4, usdFiat: true, geckoId: "invented" },
  },
  {
    form: "{QUOTE}-{BASE}",
    numbers: "number",
    unpricedQuotes: ["KRW"],
    listing: { url: "https://invented.example/a", rows: "x.y", market: "n", trading: { s: ["open"] } },
    tickers: {
      url: "https://invented.example/b",
      rows: "list",
      beside: { page: "all" },
      madeAt: { path: "list.{row}.z", unitMs: 1_000 },
      fields: { market: "m", last: "l", bid: "b", vwap: "w", quoteVolume: "v", trades: "t" },
      change: { field: "c", unit: "ratio" },
    },
  },
);

/** The same rows as objects by market. */
const byMarket = defineFlatVenue(
  { ...invented, id: "by-market", name: "Invented by market", venue: invented.venue! },
  {
    ...invented.flat!,
    listing: { ...invented.flat!.listing, rows: "x.{market}", market: "{market}" },
    tickers: {
      ...invented.flat!.tickers,
      rows: "list.{market}",
      madeAt: { path: "z", unitMs: 1 },
      fields: { ...invented.flat!.tickers.fields, market: "{market}" },
    },
  },
);

const venues = [...sources, invented, byMarket].flatMap((source) =>
  source.flat === undefined ? [] : [{ ...source, flat: source.flat }],
);

function simulate(id: string, flat: FlatVenue, url: string, books: readonly DemoBook[]): unknown {
  const demo = { now: NOW, coins: [], books: () => books, quoteUsd: () => 1 } as unknown as DemoMarket;
  return simulateFlatVenue(id, flat).answer({ url: new URL(url), headers: {} }, demo)?.body;
}

function replaceRows(body: unknown, path: string | undefined, change: (rows: Row[]) => unknown[]): unknown {
  if (path === undefined) return change(body as Row[]);
  const [key = "", ...rest] = path.split(".");
  const fields = body as Record<string, unknown>;
  if (key === "{market}") {
    const rows = change(Object.entries(fields).map(([market, row]) => ({ ...(row as Row), "{market}": market })));
    // A market is once in an object: of rows with one name, the last one keeps it.
    const names = rows.map((row) => (row as Row | null)?.["{market}"]);
    return Object.fromEntries(
      rows.map((row, at) => [names.lastIndexOf(names[at]) === at ? names[at] : `${names[at]} ${at}`, row]),
    );
  }
  return { ...fields, [key]: replaceRows(fields[key], rest.length === 0 ? undefined : rest.join("."), change) };
}
type Row = Record<string, unknown>;

describe.each(venues)("the declaration of $name", (venue) => {
  const { id, flat } = venue as Source & { flat: FlatVenue };
  const fields = { ...flat.tickers.fields };
  const tickers = simulate(id, flat, flat.tickers.url, [book]);
  const name = simulateName(flat, tickers);
  const listing: Listing[] = [{ market: name, base: "NEW", quote: "EUR", trading: true, type: "spot", baseName: null }];
  const read = (change: (row: Row) => unknown[], records = listing) =>
    readFeed<"ticker">(
      venue,
      "tickers",
      replaceRows(tickers, flat.tickers.rows, ([row]) => change(row ?? {})),
      { records: { listing: records } },
    );

  it("reads the simulated row by the names of the fields, the codes from the listing", () => {
    const known = (key: keyof typeof fields, value: number) => (fields[key] === undefined ? null : value);
    const [ticker] = read((row) => [row]).records;
    expect(ticker).toMatchObject({
      market: name,
      base: "NEW",
      quote: "EUR",
      last: 50,
      bid: known("bid", 49),
      ask: known("ask", 51),
      baseVolume: known("baseVolume", 10),
      quoteVolume: known("quoteVolume", 450),
      priced: true,
      usdVolume: known("usdVolume", 450),
      vwap: known("vwap", 45),
      trades: known("trades", 7),
      tradeTimeMs: known("tradeTimeMs", NOW - 1_000),
    });
    if (fields.open24h === undefined && flat.tickers.change === undefined) expect(ticker?.open24h).toBeNull();
    else expect(ticker?.open24h).toBeCloseTo(40, 6);
  });

  it("reads numbers as well as their texts", () => {
    const convert = (to: (value: unknown) => unknown) => (row: Row) => [
      Object.fromEntries(Object.entries(row).map(([key, value]) => [key, key === fields.market ? value : to(value)])),
    ];
    expect(read(convert(String)).records).toEqual(read((row) => [row]).records);
    expect(read(convert(Number)).records).toEqual(read((row) => [row]).records);
  });

  it.each(brokenNumbers)("rejects only the row whose price or volume is %s", (_name, value) => {
    for (const field of [fields.last, fields.bid, fields.baseVolume, fields.quoteVolume]) {
      if (field === undefined) continue;
      const { records, dropped } = read((row) => [{ ...row, [field]: value }, null, row]);
      expect(records).toHaveLength(1);
      expect(dropped.map(({ fault }) => fault)).toEqual([true, true]);
    }
  });

  it("takes zero, empty and absent sides as unknown, and keeps the zeros of a dead market", () => {
    const dead = [fields.last, fields.bid, fields.ask, fields.baseVolume].flatMap((field) => field ?? []);
    const [ticker] = read((row) => [{ ...row, ...Object.fromEntries(dead.map((field) => [field, "0"])) }]).records;
    const baseVolume = fields.baseVolume === undefined ? null : 0;
    expect(ticker).toMatchObject({ last: 0, bid: null, ask: null, baseVolume });
    for (const value of ["", null, undefined]) {
      const sides = [fields.bid, fields.ask].flatMap((field) => field ?? []);
      const without = Object.fromEntries(sides.map((field) => [field, value]));
      expect(read((row) => [{ ...row, ...without }]).records[0]).toMatchObject({ bid: null, ask: null });
    }
  });

  it("leaves out what is unlisted, does not trade or is no spot market, which is no fault", () => {
    const [market] = listing as [Listing];
    for (const [records, reason] of [
      [[], "not in the listing"],
      [[{ ...market, trading: false }], "not trading"],
      [[{ ...market, type: "leveraged" as const }], "leveraged"],
    ] as const) {
      const { dropped } = read((row) => [row], [...records]);
      expect(countReasons(dropped)).toEqual({ [reason]: 1 });
      expect(dropped[0]?.fault).toBe(false);
    }
    const { records, dropped } = read((row) => [{ ...row, [fields.last]: null }]);
    expect(records).toEqual([]);
    expect(dropped[0]?.fault).toBe(flat.tickers.mayLackLast !== true);
  });

  it("rejects only the malformed row of a listing", () => {
    const body = simulate(id, flat, flat.listing.url, [book]);
    const required = [flat.listing.market, flat.listing.base, flat.listing.quote, ...Object.keys(flat.listing.trading)];
    for (const field of required.flatMap((each) => each ?? [])) {
      const broken = replaceRows(body, flat.listing.rows, ([row]) => [{ ...row, [field]: undefined }, row]);
      const { records, dropped } = readFeed<"listing">(venue, "listing", broken);
      expect(records).toMatchObject([{ base: "ABC", quote: "USD", trading: true }]);
      expect(dropped.map(({ fault }) => fault)).toEqual([true]);
    }
  });

  if (flat.tickers.madeAt !== undefined)
    it("refuses the simulated answer an hour after it was made", () => {
      const readAt = (now: number) => readFeed(venue, "tickers", tickers, { now, records: { listing } });
      expect(readAt(NOW).records).toHaveLength(1);
      expect(() => readAt(NOW + HOUR_MS)).toThrow(
        "the answer is 60 min old: the venue made it at 2026-11-20T10:15:00Z",
      );
    });

  it("lists a market that does not trade as such", () => {
    if (Object.keys(flat.listing.trading).length === 0) return;
    const body = simulate(id, flat, flat.listing.url, [{ ...book, trading: false }]);
    expect(readFeed<"listing">(venue, "listing", body).records).toMatchObject([{ trading: false }]);
  });
});

function simulateName({ tickers, ignoreCase }: FlatVenue, body: unknown): string {
  let name = "";
  replaceRows(body, tickers.rows, ([row]) => {
    name = String(row?.[tickers.fields.market]);
    return [];
  });
  return ignoreCase === true ? name.toUpperCase() : name;
}

it("an object of rows by market reads as a list of rows with the name in a field", () => {
  const { listing, tickers } = invented.flat!;
  const books = [book, { ...book, base: "DEF", last: 60 }];
  const readAll = (source: Source & { flat?: FlatVenue }) => {
    const [listed, priced] = [listing.url, tickers.url].map((url) => simulate(source.id, source.flat!, url, books));
    const markets = readFeed<"listing">(source, "listing", listed).records;
    return [markets, readFeed<"ticker">(source, "tickers", priced, { records: { listing: markets } }).records];
  };
  expect(simulate("x", byMarket.flat!, tickers.url, books)).toMatchObject({
    page: "all",
    list: { "USD-DEF": { l: 60 } },
  });
  expect(readAll(byMarket)).toEqual(readAll(invented));
  expect(readAll(byMarket)[1]).toHaveLength(2);
  const broken = { page: "all", list: { "USD-ABC": null, "USD-DEF": { l: "x" } } };
  expect(readFeed(byMarket, "tickers", broken).dropped.map(({ fault }) => fault)).toEqual([true, true]);
});

it.each(["BTC3L", "ETH5S", "1INCH2L", "SUSHI3S"])("recognises the leveraged token %s", (code) => {
  expect(isLeveragedCode(code)).toBe(true);
});

it.each(["JUP", "SYRUP", "UP", "SOL", "ATLAS", "L3", "3L", "BTC3", "BTC3LX"])("takes %s for a coin", (code) => {
  expect(isLeveragedCode(code)).toBe(false);
});
