import { describe, expect, it } from "vitest";
import { mexc } from "../../../build/sources/exchanges/mexc.ts";
import { countReasons, readFeed } from "../../sources/read-feed.ts";
import { listMarkets } from "./list-markets.ts";
import { samples } from "./samples.ts";

const read = (file: string) => samples.readJson(`exchanges/mexc/${file}`);

describe.skipIf(!samples.available)("recorded answers of MEXC (skipped without the recorded bodies)", () => {
  it("reads the 5 symbols and 7 rows that the recorder kept; two rows lost their symbols", () => {
    const { records: listing } = readFeed<"listing">(mexc, "listing", read("exchangeInfo.2026-09-27.trimmed.json"));
    expect(listing.map(({ base, baseName, trading, type }) => [base, baseName, trading, type])).toEqual([
      ["BTC", "Bitcoin", true, "spot"],
      ["USDC", "USDCoin", true, "spot"],
      ["METAL", "Metal Blockchain", true, "spot"],
      ["NEX", "Nexus", true, "spot"],
      ["PYTH", "Pyth Network", true, "spot"],
    ]);
    const body = read("ticker_24hr.2026-09-27.trimmed.json");
    const { records, dropped } = readFeed<"ticker">(mexc, "tickers", body, { records: { listing } });
    expect(records).toHaveLength(5);
    expect(countReasons(dropped)).toEqual({ "not in the listing": 2 });
  });

  it("opens every row so that the printed change is a ratio (listing made of the names: the recorded one is cut)", () => {
    const body = read("ticker_24hr.2026-09-27.trimmed.json") as { symbol: string; priceChangePercent: string }[];
    const listing = listMarkets(body.map(({ symbol }) => symbol));
    const { records } = readFeed<"ticker">(mexc, "tickers", body, { records: { listing } });
    expect(records).toHaveLength(7);
    for (const [index, { last, open24h, baseVolume, quoteVolume, tradeTimeMs }] of records.entries()) {
      expect(last / (open24h ?? Number.NaN) - 1).toBeCloseTo(Number(body[index]?.priceChangePercent), 3);
      expect(Math.abs((quoteVolume ?? 0) / (baseVolume ?? 0) / last - 1)).toBeLessThan(0.05);
      expect(tradeTimeMs).toBeNull();
    }
  });

  it("refuses defaultSymbols, another endpoint: the symbols open to API orders, without base and quote", () => {
    const body = read("defaultSymbols.2026-06.full.json") as { data: string[] };
    expect(body.data).toHaveLength(2112);
    expect(() => readFeed(mexc, "listing", body)).toThrow();
  });
});
