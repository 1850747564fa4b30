import { describe, expect, it } from "vitest";
import { gemini } from "../../../build/sources/exchanges/gemini.ts";
import { readFeed } from "../../sources/read-feed.ts";
import { samples } from "./samples.ts";

const read = (file: string) => samples.readJson(`exchanges/gemini/${file}`);

describe.skipIf(!samples.available)("recorded answers of Gemini (skipped without the recorded bodies)", () => {
  it("reads 111 symbols: 106 spot books that trade, 3 perpetuals, 2 closed (no price feed was recorded)", () => {
    const { records, dropped } = readFeed<"listing">(gemini, "listing", read("symbols_details_all.2023.json"));
    expect(dropped).toEqual([]);
    expect(records).toHaveLength(111);
    expect(records.filter(({ type }) => type === "derivative")).toHaveLength(3);
    expect(records.filter(({ trading }) => !trading)).toHaveLength(2);
    expect(records.filter(({ trading, type }) => trading && type === "spot")).toHaveLength(106);
    expect(records.find(({ market }) => market === "BTCGUSD")).toMatchObject({ base: "BTC", quote: "GUSD" });
    expect(records.find(({ market }) => market === "EFILFIL")).toMatchObject({ base: "EFIL", quote: "FIL" });
  });

  it("recognises the recorded error", () => {
    for (const feed of ["listing", "tickers"])
      expect(() => readFeed(gemini, feed, read("error_bad_symbol.json"))).toThrow("Supplied value 'bla'");
  });

  it("refuses every row of symbols, the older list of bare names", () => {
    const { records, dropped } = readFeed(gemini, "listing", read("symbols.json"));
    expect(records).toEqual([]);
    expect(dropped.filter(({ fault }) => fault)).toHaveLength(50);
  });

  it("refuses pubticker_BTCUSD.2019 and v2_ticker_BTCUSD, one symbol each", () => {
    for (const file of ["pubticker_BTCUSD.2019.json", "v2_ticker_BTCUSD.json"])
      expect(() => readFeed(gemini, "tickers", read(file))).toThrow();
  });
});
