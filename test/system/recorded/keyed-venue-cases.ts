import { expect } from "vitest";
import type { Listing, Ticker } from "../../../build/crypto/normalise/record.ts";
import { bitfinex } from "../../../build/crypto/sources/exchanges/bitfinex.ts";
import { bitstamp } from "../../../build/crypto/sources/exchanges/bitstamp.ts";
import { coinbase } from "../../../build/crypto/sources/exchanges/coinbase.ts";
import { kraken } from "../../../build/crypto/sources/exchanges/kraken.ts";
import { readFeed } from "../../crypto/sources/read-feed.ts";
import { type Case, joinBitfinex, listBy, load, readListing, wrapKrakenListing } from "./case.ts";

const file = (path: string) => ({ file: `exchanges/${path}` });
const count = <Row>(rows: readonly Row[], test: (row: Row) => unknown): number => rows.filter(test).length;

const listBitfinex = () =>
  readFeed<"listing">(bitfinex, "listing", joinBitfinex(load("exchanges/bitfinex/conf_pub_list_pair_exchange.json")))
    .records;

const listKraken = (body: unknown): Listing[] =>
  readFeed<"listing">(kraken, "listing", wrapKrakenListing(body)).records;
const asSpot = (body: unknown): Listing[] => listKraken(body).map((each) => ({ ...each, type: "spot" }));

/** Venues whose rows do more than rename fields. */
export const keyedVenueCases: readonly Case[] = [
  {
    title: "second markets are duplicates",
    source: kraken,
    feed: "tickers",
    records: 1505,
    ...file("kraken/Ticker_assetVersion1.2026-06-24.full.json"),
    listing: listKraken,
    dropped: { duplicate: 25 },
    check: (records: Ticker[]) => {
      const find = (market: string) => records.find((ticker) => ticker.market === market);
      expect(find("USDT/USD")?.last).toBeCloseTo(0.9985, 3);
      expect(find("EUR/USD")?.last).toBeCloseTo(1.1338, 3);
      expect(Math.abs(find("BTC/USD")!.last / 61_000 - 1)).toBeLessThan(0.005);
      expect(Math.abs(find("BTC/USD")!.vwap! / 61_000 - 1)).toBeLessThan(0.05);
      expect(records.every(({ open24h }) => open24h === null)).toBe(true);
    },
  },
  {
    title: "108 markets without trades",
    source: kraken,
    feed: "tickers",
    records: 1530,
    ...file("kraken/Ticker_assetVersion1.2026-06-24.full.json"),
    listing: asSpot,
    check: (records: Ticker[]) => {
      expect(count(records, ({ trades }) => trades === 0)).toBe(108);
      expect(count(records, ({ last }) => last === 0)).toBe(108);
    },
  },
  {
    title: "classic pairs by public name",
    source: kraken,
    feed: "listing",
    records: 293,
    ...file("kraken/AssetPairs.2021-04-17.full.json"),
    dropped: { "no public name": 11 },
    check: (records: Listing[]) => {
      expect(records.every(({ trading, type }) => trading && type === "spot")).toBe(true);
      const markets = new Set(records.map(({ base, quote }) => `${base}/${quote}`));
      for (const market of ["BTC/USD", "ETH/BTC", "DOGE/USD", "USDT/USD", "EUR/USD"]) expect(markets).toContain(market);
      expect([...markets].filter((market) => /\b(XBT|XDG)\b/.test(market))).toEqual([]);
    },
  },
  {
    title: "a tokenised share",
    source: kraken,
    feed: "listing",
    records: 1,
    ...file("kraken/AssetPairs_tokenized_asset.example.json"),
    match: { base: "AAPLX", quote: "USD", type: "tokenised" },
  },
  {
    title: "classic keys in both calls",
    source: kraken,
    feed: "tickers",
    records: 1,
    ...file("kraken/Ticker_single.old.json"),
    listing: () => readListing(kraken, "exchanges/kraken/AssetPairs.2021-04-17.full.json"),
    match: { market: "XXBTZEUR", base: "BTC", quote: "EUR", last: 560.87711 },
  },
  {
    title: "521 trading products",
    source: coinbase,
    feed: "listing",
    records: 824,
    ...file("coinbase/products.2026-06.full.json"),
    check: (records: Listing[]) => {
      expect(count(records, ({ trading }) => trading)).toBe(521);
      expect(count(records, ({ quote }) => quote === "USD")).toBe(475);
    },
  },
  {
    title: "six products of September 2026",
    source: coinbase,
    feed: "tickers",
    records: 6,
    tolerance: 0.01,
    ...file("coinbase/products_stats.2026-09-27.trimmed.json"),
    listing: () => readListing(coinbase, "exchanges/coinbase/products.2026-06.full.json"),
    match: [
      { market: "BTC-EUR", last: 74190.31 },
      { market: "BTC-USD", last: 84432.48 },
      { market: "BTC-USDT", last: 84435.46 },
      { market: "ETH-USD", last: 2687.09 },
      { market: "SOL-USD", last: 121.92 },
      { market: "USDT-USD", last: 0.99975 },
    ],
  },
  {
    title: "22 rows without trades",
    source: bitstamp,
    feed: "tickers",
    records: 171,
    ...file("bitstamp/ticker_all.2022-12-16.full.json"),
    listing: listBy("pair"),
    check: (records: Ticker[], body: { percent_change_24: string | null }[]) => {
      const dead = records.filter(({ baseVolume }) => baseVolume === 0);
      expect(dead).toHaveLength(22);
      expect(dead.every(({ open24h, vwap, last }) => open24h === null && vwap === null && last > 0)).toBe(true);
      const live = records.filter(({ baseVolume }) => (baseVolume ?? 0) > 0);
      expect(live.every(({ open24h, vwap }) => open24h !== null && vwap !== null)).toBe(true);
      // The printed change is in percent against `open_24`.
      for (const [index, { open24h, last }] of records.entries()) {
        if (open24h === null) continue;
        expect(Math.abs((last / open24h - 1) * 100 - Number(body[index]?.percent_change_24))).toBeLessThan(0.011);
      }
    },
  },
  {
    title: "with an older listing",
    source: bitstamp,
    feed: "tickers",
    records: 120,
    ...file("bitstamp/ticker_all.2022-12-16.full.json"),
    listing: () => readListing(bitstamp, "exchanges/bitstamp/trading-pairs-info.2022-01-04.full.json"),
    dropped: { "not in the listing": 51 },
  },
  {
    title: "pairs with names",
    source: bitstamp,
    feed: "listing",
    records: 140,
    ...file("bitstamp/trading-pairs-info.2022-01-04.full.json"),
    match: { market: "BTC/USD", base: "BTC", quote: "USD", baseName: "Bitcoin" },
    check: (records: Listing[]) => expect(count(records, ({ trading }) => trading)).toBe(140),
  },
  {
    title: "a disabled pair",
    source: bitstamp,
    feed: "listing",
    records: 103,
    ...file("bitstamp/trading-pairs-info.2021.json"),
    check: (records: Listing[]) => expect(count(records, ({ trading }) => trading)).toBe(102),
  },
  {
    title: "codes are translated and named",
    source: bitfinex,
    feed: "listing",
    records: 422,
    ...file("bitfinex/conf_pub_list_pair_exchange.json"),
    wrap: joinBitfinex,
    check: (records: Listing[]) => {
      const find = (market: string) => records.find((each) => each.market === market);
      expect(find("tUSTUSD")).toMatchObject({ base: "USDT", quote: "USD", baseName: "Tether USDt" });
      expect(find("tDSHUSD")).toMatchObject({ base: "DASH", baseName: "Dash" });
      expect(find("tDUSK:USD")).toMatchObject({ base: "DUSK", quote: "USD" });
      expect(records.every(({ type }) => type === "spot")).toBe(true);
    },
  },
  {
    title: "three pairs for tests",
    source: bitfinex,
    feed: "listing",
    records: 293,
    ...file("bitfinex/conf_pub_list_pair_exchange.2021.json"),
    wrap: joinBitfinex,
    check: (records: Listing[]) => {
      const tests = records.filter(({ type }) => type === "test").map(({ market }) => market);
      expect(tests).toEqual(["tAAABBB", "tTESTBTC:TESTUSD", "tTESTBTC:TESTUSDT"]);
    },
  },
  {
    title: "27 funding rows are left out",
    source: bitfinex,
    feed: "tickers",
    records: 421,
    ...file("bitfinex/tickers_ALL.2019-11-01.full.json"),
    listing: listBitfinex,
    dropped: { "not in the listing": 2 },
    check: (records: Ticker[], body: [string, ...number[]][], dropped) => {
      expect(body.length - records.length - dropped.length).toBe(27);
      // The stated ratio has a divisor of 0.0001 at least.
      const ratioOf = new Map(body.map((row) => [row[0], row[6]]));
      const withOpen = records.filter(({ open24h }) => open24h !== null);
      expect(withOpen.length).toBeGreaterThan(400);
      for (const { market, last, open24h } of withOpen) {
        expect((last - open24h!) / Math.max(open24h!, 0.0001)).toBeCloseTo(ratioOf.get(market)!, 3);
      }
    },
  },
];
