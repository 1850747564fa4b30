import { describe, expect, it } from "vitest";
import { upbit } from "../../../build/sources/exchanges/upbit.ts";
import { readFeed } from "../../sources/read-feed.ts";
import { samples } from "./samples.ts";

const read = (file: string) => samples.readJson(`exchanges/upbit/${file}`);
const readListing = () => readFeed<"listing">(upbit, "listing", read("market_all.2022-11-30.full.json"));

describe.skipIf(!samples.available)("recorded answers of Upbit (skipped without the recorded bodies)", () => {
  it("reads 289 markets, all of them quoted in won, bitcoin or tether", () => {
    const { records, dropped } = readListing();
    expect(dropped).toEqual([]);
    expect(records).toHaveLength(289);
    expect(new Set(records.map(({ quote }) => quote))).toEqual(new Set(["KRW", "BTC", "USDT"]));
    expect(records.find(({ market }) => market === "BTC-ETH")).toMatchObject({ base: "ETH", baseName: "Ethereum" });
  });

  it.each([
    ["ticker_KRW-BTC.2018-07-09.json", 1],
    ["ticker_KRW-BTC_KRW-ETH.2022-11-30.json", 2],
  ])("reads %s, the same rows asked for by market", (file, count) => {
    const body = read(file) as { trade_timestamp: number; trade_price: number }[];
    const { records, dropped } = readFeed<"ticker">(upbit, "tickers", body, {
      records: { listing: readListing().records },
    });
    expect(dropped).toEqual([]);
    expect(records).toHaveLength(count);
    for (const [index, ticker] of records.entries()) {
      expect(ticker).toMatchObject({ quote: "KRW", priced: false, tradeTimeMs: body[index]?.trade_timestamp });
      expect(Math.abs((ticker.quoteVolume ?? 0) / (ticker.baseVolume ?? 0) / ticker.last - 1)).toBeLessThan(0.05);
    }
  });
});
