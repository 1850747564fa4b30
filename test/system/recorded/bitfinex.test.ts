import { describe, expect, it } from "vitest";
import { bitfinex } from "../../../build/sources/exchanges/bitfinex.ts";
import { countReasons, readFeed } from "../../sources/read-feed.ts";
import { samples } from "./samples.ts";

const read = (file: string) => samples.readJson(`exchanges/bitfinex/${file}`) as unknown[];

/** Each list was recorded alone, as `[[…]]`; one call for three lists answers `[[…], […], […]]`. */
const readListing = (pairsFile: string) =>
  readFeed<"listing">(bitfinex, "listing", [
    read(pairsFile)[0],
    read("conf_pub_map_currency_sym.json")[0],
    read("conf_pub_map_currency_label.json")[0],
  ]);

describe.skipIf(!samples.available)("recorded answers of bitfinex (skipped without the bodies)", () => {
  it("reads all 422 pairs of the older list, translated and named", () => {
    const { records, dropped } = readListing("conf_pub_list_pair_exchange.json");
    expect([records.length, dropped.length]).toEqual([422, 0]);
    const bookOf = new Map(records.map((book) => [book.market, book]));
    expect(bookOf.get("tUSTUSD")).toMatchObject({ base: "USDT", quote: "USD", baseName: "Tether USDt" });
    expect(bookOf.get("tDSHUSD")).toMatchObject({ base: "DASH", baseName: "Dash" });
    expect(bookOf.get("tDUSK:USD")).toMatchObject({ base: "DUSK", quote: "USD" });
    expect(records.every((book) => book.type === "spot")).toBe(true);
  });

  it("reads all 293 pairs of 2021, three of them for tests", () => {
    const { records, dropped } = readListing("conf_pub_list_pair_exchange.2021.json");
    expect([records.length, dropped.length]).toEqual([293, 0]);
    expect(records.filter((book) => book.type === "test").map((book) => book.market)).toEqual([
      "tAAABBB",
      "tTESTBTC:TESTUSD",
      "tTESTBTC:TESTUSDT",
    ]);
  });

  it("reads the 450 rows of November 2019 with the older list: 421 books, 2 derivatives, 27 of funding", () => {
    const body = read("tickers_ALL.2019-11-01.full.json");
    const listing = readListing("conf_pub_list_pair_exchange.json").records;
    const { records, dropped } = readFeed<"ticker">(bitfinex, "tickers", body, { records: { listing } });
    expect(body).toHaveLength(450);
    expect(records).toHaveLength(421);
    expect(countReasons(dropped)).toEqual({ "not in the listing": 2 });
    expect(body.length - records.length - dropped.length).toBe(27);
  });

  it("finds the venue's own ratio from the open, except under 0.0001, where that ratio is divided by 0.0001 instead", () => {
    const body = read("tickers_ALL.2019-11-01.full.json") as [string, ...number[]][];
    const listing = readListing("conf_pub_list_pair_exchange.json").records;
    const { records } = readFeed<"ticker">(bitfinex, "tickers", body, { records: { listing } });
    const ratioOf = new Map(body.map((row) => [row[0], row[6]]));
    const withOpen = records.filter(({ open24h }) => open24h !== null);
    expect(withOpen.length).toBeGreaterThan(400);
    for (const { market, last, open24h } of withOpen) {
      const stated = ratioOf.get(market)!;
      expect((last - open24h!) / Math.max(open24h!, 0.0001)).toBeCloseTo(stated, 3);
    }
  });

  it.each(["conf_pub_list_currency.2021.json", "conf_pub_list_pair_exchange.json", "conf_pub_map_currency_undl.json"])(
    "refuses %s as a listing: it is one list and not the three that are asked for",
    (file) => {
      expect(() => readFeed(bitfinex, "listing", read(file))).toThrow();
    },
  );
});
