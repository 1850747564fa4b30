import { describe, expect, it } from "vitest";
import { bitget } from "../../../build/sources/exchanges/bitget.ts";
import { readFeed } from "../../sources/read-feed.ts";
import { samples } from "./samples.ts";

interface SymbolsBody {
  data: { symbol: string; areaSymbol: string }[];
}

const read = (file: string) => samples.readJson(`exchanges/bitget/${file}`);
const readListing = () => readFeed<"listing">(bitget, "listing", read("spot_public_symbols.2026-06-09.full.json"));

describe.skipIf(!samples.available)("recorded answers of bitget (skipped without the bodies)", () => {
  it("reads all 889 symbols of June 2026, 888 of them online", () => {
    const { records, dropped } = readListing();
    expect([records.length, dropped.length]).toEqual([889, 0]);
    expect(records.filter((book) => book.trading)).toHaveLength(888);
  });

  it("takes 250 of the 257 books with an area mark for tokenised, the rest being coins and dollars", () => {
    const body = read("spot_public_symbols.2026-06-09.full.json") as SymbolsBody;
    const marked = new Set(body.data.filter((row) => row.areaSymbol === "yes").map((row) => row.symbol));
    expect(marked.size).toBe(257);
    const { records } = readListing();
    const tokenised = records.filter((book) => book.type === "tokenised");
    expect(tokenised).toHaveLength(250);
    expect(tokenised.every((book) => marked.has(book.market))).toBe(true);
    const rest = records.filter((book) => marked.has(book.market) && book.type === "spot");
    expect(rest.map((book) => book.market).sort()).toEqual([
      "PIUSDT",
      "SOPHUSDT",
      "USDCUSD",
      "USDGOUSD",
      "USDGOUSDC",
      "USDGOUSDT",
      "USDTUSD",
    ]);
  });

  it("reads every row of the trimmed tickers of September 2026 with that listing", () => {
    const { records, dropped } = readFeed<"ticker">(
      bitget,
      "tickers",
      read("v2_spot_tickers.2026-09-27.trimmed.json"),
      { records: { listing: readListing().records } },
    );
    expect([records.length, dropped.length]).toEqual([7, 0]);
    for (const { last, open24h, baseVolume, quoteVolume } of records) {
      expect(Math.abs(quoteVolume! / baseVolume! / last - 1)).toBeLessThan(0.05);
      expect(Math.abs(open24h! / last - 1)).toBeLessThan(0.05);
    }
  });

  it("refuses all 442 rows of v1_spot_tickers.2022-12-07: the retired version has other field names", () => {
    const { records, dropped } = readFeed(bitget, "tickers", read("v1_spot_tickers.2022-12-07.full.json"));
    expect(records).toEqual([]);
    expect(dropped.filter((row) => row.fault)).toHaveLength(442);
  });

  it("refuses v2_candles_1min.2024.json: candles are another endpoint's rows", () => {
    for (const feed of ["listing", "tickers"]) {
      expect(readFeed(bitget, feed, read("v2_candles_1min.2024.json"))).toMatchObject({
        records: [],
        dropped: [{ fault: true }],
      });
    }
  });
});
