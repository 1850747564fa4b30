import { describe, expect, it } from "vitest";
import { kucoin } from "../../../build/sources/exchanges/kucoin.ts";
import { readFeed } from "../../sources/read-feed.ts";
import { listMarkets } from "./list-markets.ts";
import { samples } from "./samples.ts";

interface SymbolsBody {
  data: { symbol: string; name: string }[];
}
interface TickersBody {
  data: { ticker: { symbol: string; changePrice?: string }[] };
}

const read = (file: string) => samples.readJson(`exchanges/kucoin/${file}`);
const readListing = () => readFeed<"listing">(kucoin, "listing", read("symbols.2026-06.full.json"));

describe.skipIf(!samples.available)("recorded answers of kucoin (skipped without the bodies)", () => {
  it("reads all 1063 symbols of June 2026, none leveraged", () => {
    const { records, dropped } = readListing();
    expect([records.length, dropped.length]).toEqual([1063, 0]);
    expect(records.every((book) => book.trading && book.type === "spot")).toBe(true);
  });

  it("gives the 8 renamed symbols today's code", () => {
    const renamed = (read("symbols.2026-06.full.json") as SymbolsBody).data.filter((row) => row.symbol !== row.name);
    expect(renamed).toHaveLength(8);
    const baseOf = new Map(readListing().records.map((book) => [book.market, book.base]));
    for (const { symbol, name } of renamed) expect(baseOf.get(symbol)).toBe(name.split("-")[0]?.toUpperCase());
  });

  it("reads every row of the trimmed tickers of September 2026 with that listing", () => {
    const listing = readListing().records;
    const { records, dropped } = readFeed<"ticker">(kucoin, "tickers", read("allTickers.2026-09-27.trimmed.json"), {
      records: { listing },
    });
    expect([records.length, dropped.length]).toEqual([7, 0]);
    for (const { last, bid, ask, open24h, baseVolume, quoteVolume } of records) {
      expect(Math.abs(quoteVolume! / baseVolume! / last - 1)).toBeLessThan(0.15);
      expect(Math.abs(open24h! / last - 1)).toBeLessThan(0.15);
      expect(ask!).toBeGreaterThan(bid!);
    }
  });

  it("reads all 394 rows of February 2019, 10 of them dead and without an open, with a listing made from their names", () => {
    const body = read("allTickers.2019-02-21.full.json") as TickersBody;
    const listing = listMarkets(body.data.ticker.map((row) => row.symbol));
    const { records, dropped } = readFeed<"ticker">(kucoin, "tickers", body, { records: { listing } });
    expect([records.length, dropped.length]).toEqual([394, 0]);
    const dead = new Set(body.data.ticker.filter((row) => row.changePrice === undefined).map((row) => row.symbol));
    expect(dead.size).toBe(10);
    for (const record of records.filter((ticker) => dead.has(ticker.market))) {
      expect(record).toMatchObject({ open24h: null, baseVolume: 0 });
    }
    expect(records.filter((ticker) => ticker.open24h === null)).toHaveLength(10);
  });

  it("refuses candles_1min.json: candles are another endpoint's rows", () => {
    const body = read("candles_1min.json");
    expect(() => readFeed(kucoin, "tickers", body)).toThrow();
    expect(readFeed(kucoin, "listing", body)).toMatchObject({ records: [], dropped: [{ fault: true }] });
  });
});
