import { describe, expect, it } from "vitest";
import type { Listing } from "../../../build/normalise/record.ts";
import { kraken } from "../../../build/sources/exchanges/kraken.ts";
import { countReasons, readFeed } from "../../sources/read-feed.ts";
import { samples } from "./samples.ts";

const read = (file: string) => samples.readJson(`exchanges/kraken/${file}`);

/**
 * The listing of the ticker's day was not recorded: its rows are made of the ticker's keys, in the
 * shape of `AssetPairs`.
 */
function listByKey(body: unknown): Listing[] {
  const pairs = Object.keys((body as { result: object }).result).map((key) => {
    const [base, quote] = key.replace(/:.*/, "").split("/");
    return [key, { base, quote, status: "online", aclass_base: "currency" }];
  });
  return readFeed<"listing">(kraken, "listing", { error: [], result: Object.fromEntries(pairs) }).records;
}

describe.skipIf(!samples.available)("recorded answers of Kraken (skipped without the recorded bodies)", () => {
  it("reads 1530 rows of 2026, 25 second books and 108 books without trades (listing made of the names)", () => {
    const body = read("Ticker_assetVersion1.2026-06-24.full.json");
    const listing = listByKey(body);
    const { records, dropped } = readFeed<"ticker">(kraken, "tickers", body, { records: { listing } });
    expect(records).toHaveLength(1505);
    expect(countReasons(dropped)).toEqual({ duplicate: 25 });
    const spot = listing.map((row): Listing => ({ ...row, type: "spot" }));
    const all = readFeed<"ticker">(kraken, "tickers", body, { records: { listing: spot } }).records;
    expect(all).toHaveLength(1530);
    expect(all.filter(({ trades }) => trades === 0)).toHaveLength(108);
    expect(all.filter(({ last }) => last === 0)).toHaveLength(108);
  });

  it("reads the prices and averages of that day", () => {
    const body = read("Ticker_assetVersion1.2026-06-24.full.json");
    const { records } = readFeed<"ticker">(kraken, "tickers", body, { records: { listing: listByKey(body) } });
    const find = (market: string) => records.find((ticker) => ticker.market === market);
    expect(find("USDT/USD")?.last).toBeCloseTo(0.9985, 3);
    expect(find("EUR/USD")?.last).toBeCloseTo(1.1338, 3);
    expect(Math.abs((find("BTC/USD")?.last ?? 0) / 61_000 - 1)).toBeLessThan(0.005);
    expect(Math.abs((find("BTC/USD")?.vwap ?? 0) / 61_000 - 1)).toBeLessThan(0.05);
    expect(records.every(({ open24h }) => open24h === null)).toBe(true);
  });

  it("reads 304 classic pairs of 2021 by their public names, 11 dark pools left out", () => {
    const { records, dropped } = readFeed<"listing">(kraken, "listing", read("AssetPairs.2021-04-17.full.json"));
    expect(records).toHaveLength(293);
    expect(countReasons(dropped)).toEqual({ "no public name": 11 });
    expect(records.every(({ trading, type }) => trading && type === "spot")).toBe(true);
    const markets = new Set(records.map(({ base, quote }) => `${base}/${quote}`));
    for (const market of ["BTC/USD", "ETH/BTC", "DOGE/USD", "USDT/USD", "EUR/USD"]) expect(markets).toContain(market);
    expect(records.some(({ base, quote }) => [base, quote].some((code) => code === "XBT" || code === "XDG"))).toBe(
      false,
    );
  });

  it("reads the tokenised stock of AssetPairs_tokenized_asset by its type", () => {
    const { records } = readFeed<"listing">(kraken, "listing", read("AssetPairs_tokenized_asset.example.json"));
    expect(records).toMatchObject([{ base: "AAPLX", quote: "USD", type: "tokenised" }]);
  });

  it("joins a ticker and a listing that both have classic keys, should Kraken ignore the parameter", () => {
    const listing = readFeed<"listing">(kraken, "listing", read("AssetPairs.2021-04-17.full.json")).records;
    const { records } = readFeed<"ticker">(kraken, "tickers", read("Ticker_single.old.json"), { records: { listing } });
    expect(records).toMatchObject([{ market: "XXBTZEUR", base: "BTC", quote: "EUR", last: 560.87711 }]);
  });

  it("refuses every row of Assets.2019 and OHLC_XXBTZUSD_1m, other endpoints in the same envelope", () => {
    for (const file of ["Assets.2019.json", "OHLC_XXBTZUSD_1m.2017-08.full.json"]) {
      for (const feed of ["listing", "tickers"]) {
        const { records, dropped } = readFeed(kraken, feed, read(file));
        expect(records).toEqual([]);
        expect(dropped.length > 0 && dropped.every(({ fault }) => fault)).toBe(true);
      }
    }
  });
});
