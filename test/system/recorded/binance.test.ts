import { describe, expect, it } from "vitest";
import { HOUR_MS } from "../../../build/lib/time.ts";
import { binance } from "../../../build/sources/exchanges/binance.ts";
import { countReasons, readFeed } from "../../sources/read-feed.ts";
import { listMarkets } from "./list-markets.ts";
import { samples } from "./samples.ts";

const read = (file: string) => samples.readJson(`exchanges/binance/${file}`);
const readListing = (file: string) => readFeed<"listing">(binance, "listing", read(file));

describe.skipIf(!samples.available)("recorded answers of Binance (skipped without the recorded bodies)", () => {
  it("reads 786 symbols of 2020, 602 of them trading, and every one of these has trades", () => {
    const { records: listing, dropped } = readListing("exchangeInfo.2020.full.json");
    expect(dropped).toEqual([]);
    expect(listing).toHaveLength(786);
    expect(listing.filter(({ trading }) => trading)).toHaveLength(602);

    const tickers = readFeed<"ticker">(binance, "tickers", read("ticker_24hr.2020.full.json"), {
      records: { listing },
    });
    expect(tickers.records.filter(({ trades }) => (trades ?? 0) > 0)).toHaveLength(602);
    expect(countReasons(tickers.dropped)).toEqual({ "not trading": 184 });
  });

  it("reads 2429 rows of 2024, half dead, 46 frozen with a volume (listing made of the names: none was recorded)", () => {
    const body = read("ticker_24hr.2024-01-05.full.json") as { symbol: string }[];
    const listing = listMarkets(body.map(({ symbol }) => symbol));
    const { records, dropped } = readFeed<"ticker">(binance, "tickers", body, { records: { listing } });
    expect(dropped).toEqual([]);
    expect(records).toHaveLength(2429);
    expect(records.filter(({ trades }) => trades === 0)).toHaveLength(1235);
    expect(records.filter(({ last }) => last === 0)).toHaveLength(1235);
    const newest = Math.max(...records.map(({ tradeTimeMs }) => tradeTimeMs ?? 0));
    const old = records.filter(({ tradeTimeMs }) => newest - (tradeTimeMs ?? 0) > HOUR_MS);
    expect(old).toHaveLength(1281);
    expect(old.filter(({ baseVolume }) => (baseVolume ?? 0) > 0)).toHaveLength(46);
  });

  it("reads quoteVolume in quote units: volume times the printed average price", () => {
    const body = read("ticker_24hr.2024-01-05.full.json") as { symbol: string; weightedAvgPrice: string }[];
    const average = new Map(body.map(({ symbol, weightedAvgPrice }) => [symbol, Number(weightedAvgPrice)]));
    const listing = listMarkets(average.keys());
    const { records } = readFeed<"ticker">(binance, "tickers", body, { records: { listing } });
    const big = records.filter(({ quoteVolume }) => (quoteVolume ?? 0) > 1_000_000);
    expect(big.length).toBeGreaterThan(200);
    for (const { market, baseVolume, quoteVolume } of big) {
      // Cheap coins have few printed digits.
      const ratio = (quoteVolume ?? 0) / (baseVolume ?? 0) / (average.get(market) ?? 0);
      expect(Math.abs(ratio - 1)).toBeLessThan(0.01);
    }
  });

  it("reads 25 symbols of 2025, where the recorder cut the list off", () => {
    const { records, dropped } = readListing("exchangeInfo.2025.truncated.json");
    expect(dropped).toEqual([]);
    expect(records).toHaveLength(25);
    expect(records.filter(({ trading }) => trading)).toHaveLength(12);
    expect(records.find(({ market }) => market === "BTCUSDT")).toMatchObject({ base: "BTC", quote: "USDT" });
  });

  it("reads two rows of 2024, asked for by symbol, with the listing of 2020", () => {
    const { records: listing } = readListing("exchangeInfo.2020.full.json");
    const body = read("ticker_24hr_symbols_param.2025.json");
    const { records, dropped } = readFeed<"ticker">(binance, "tickers", body, { records: { listing } });
    expect(dropped).toEqual([]);
    expect(records.map(({ base, quote }) => `${base}/${quote}`)).toEqual(["BTC/USDT", "ETH/USDT"]);
  });

  it("recognises the recorded error", () => {
    const error = read("error_invalid_symbol.json");
    expect(() => readFeed(binance, "tickers", error)).toThrow("-1121 Invalid symbol.");
    expect(() => readFeed(binance, "listing", error)).toThrow("-1121 Invalid symbol.");
  });

  it("refuses avgPrice_BTCUSDT, another endpoint's object, and every row of klines_BTCUSDT_5m, which are candles", () => {
    expect(() => readFeed(binance, "tickers", read("avgPrice_BTCUSDT.json"))).toThrow();
    const { records, dropped } = readFeed(binance, "tickers", read("klines_BTCUSDT_5m.json"));
    expect(records).toEqual([]);
    expect(dropped.filter(({ fault }) => fault)).toHaveLength(24);
  });
});
