import { describe, expect, it } from "vitest";
import type { Listing } from "../../../build/normalise/record.ts";
import { cryptoCom } from "../../../build/sources/exchanges/crypto-com.ts";
import { countReasons, readFeed } from "../../sources/read-feed.ts";
import { listMarkets } from "./list-markets.ts";
import { samples } from "./samples.ts";

interface TickersBody {
  result: { data: { i: string; t: number; vv: string }[] };
}

const read = (file: string) => samples.readJson(`exchanges/cryptocom/${file}`);
const readListing = () => readFeed<"listing">(cryptoCom, "listing", read("get-instruments.2026-06.full.json"));
const readTickers = (listing: unknown[]) =>
  readFeed<"ticker">(cryptoCom, "tickers", read("get-tickers.2022-11-30.full.json"), { records: { listing } });

/**
 * Spot books are `BASE_QUOTE`; everything with a dash is a perpetual, a future or a lending rate.
 */
function listAllByName(): Listing[] {
  const names = (read("get-tickers.2022-11-30.full.json") as TickersBody).result.data.map((row) => row.i);
  return listMarkets(names, (name) => name.split(/[-_]/)[0] ?? name).map((book) =>
    book.market.includes("-") ? { ...book, type: "derivative" } : book,
  );
}

describe.skipIf(!samples.available)("recorded answers of crypto-com (skipped without the bodies)", () => {
  it("reads all 895 instruments of June 2026: 591 spot books, 303 derivatives, one book of another company", () => {
    const { records, dropped } = readListing();
    expect([records.length, dropped.length]).toEqual([895, 0]);
    const count = (type: string) => records.filter((book) => book.type === type).length;
    expect([count("spot"), count("derivative"), count("duplicate")]).toEqual([591, 303, 1]);
    expect(records.every((book) => book.trading)).toBe(true);
  });

  it("reads the 822 tickers of November 2022 with a listing made from their names: 503 spot books", () => {
    const { records, dropped } = readTickers(listAllByName());
    expect(records).toHaveLength(503);
    expect(countReasons(dropped)).toEqual({ derivative: 319 });
    // The count of derivatives by name is 321 where "PERP" is searched for: two more, the books of
    // the coin PERP.
    const found = [...records, ...listAllByName()].filter(({ market }) => /-|PERP/.test(market));
    expect(new Set(found.map(({ market }) => market)).size).toBe(321);
    const perp = records.filter(({ base }) => base === "PERP").map(({ market }) => market);
    expect(perp.sort()).toEqual(["PERP_USD", "PERP_USDT"]);
  });

  it("joins the tickers of 2022 with the listing of 2026: names that are gone are left out without a fault", () => {
    const { records, dropped } = readTickers(readListing().records);
    expect(records).toHaveLength(265);
    expect(countReasons(dropped)).toEqual({ "not in the listing": 482, derivative: 75 });
    expect(dropped.some((row) => row.fault)).toBe(false);
  });

  it("holds the turnover for USD: in a book quoted in CRO or BTC it is far from price times volume", () => {
    const { records } = readTickers(listAllByName());
    const ratio = (market: string) => {
      const ticker = records.find((record) => record.market === market);
      return ticker!.usdVolume! / (ticker!.last * ticker!.baseVolume!);
    };
    expect(ratio("QNT_USDT")).toBeCloseTo(1, 1);
    // One CRO was 6 cents.
    expect(ratio("ETH_CRO")).toBeLessThan(0.1);
    expect(records.every(({ quoteVolume }) => quoteVolume === null)).toBe(true);
  });

  it("knows a trade time wherever the row has one and none where it is 0", () => {
    const times = new Map((read("get-tickers.2022-11-30.full.json") as TickersBody).result.data.map((r) => [r.i, r.t]));
    const { records } = readTickers(listAllByName());
    for (const { market, tradeTimeMs } of records) expect(tradeTimeMs).toBe(times.get(market) || null);
  });

  it("refuses get-candlestick_1m.2023.json: candles are another endpoint's rows", () => {
    for (const feed of ["listing", "tickers"]) {
      expect(readFeed(cryptoCom, feed, read("get-candlestick_1m.2023.json"))).toMatchObject({
        records: [],
        dropped: [{ fault: true }],
      });
    }
  });
});
