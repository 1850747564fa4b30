import { describe, expect, it } from "vitest";
import { coinlore } from "../../../build/sources/reference/coinlore.ts";
import { countReasons, readFeed } from "../../sources/read-feed.ts";
import { samples } from "./samples.ts";

const load = (file: string) => samples.readJson(`metadata/coinlore/${file}`);

describe.skipIf(!samples.available)("recorded answers of CoinLore (skipped without the recorded bodies)", () => {
  it("gives 99 of the 100 coins of 2024-12-07: one stands there under its old and its new ticker, 5 are too cheap for six decimals", () => {
    const now = 1_733_573_523_000;
    const { records, dropped } = readFeed<"coin">(
      coinlore,
      "tickers",
      load("tickers.start0.limit100.2024-12-07.json"),
      { now },
    );
    expect(countReasons(dropped)).toEqual({ "a second id of the same coin": 1 });
    expect(records).toHaveLength(99);
    expect(records.filter(({ id }) => id === "render-token")).toMatchObject([
      { symbol: expect.stringMatching(/^RE?NDE?R$/) },
    ]);
    expect(records.filter(({ priceUsd }) => priceUsd === null).map(({ symbol }) => symbol)).toEqual([
      "SHIB",
      "PEPE",
      "BONK",
      "FLOKI",
      "MOG",
    ]);
    expect(records.filter(({ maxSupply }) => maxSupply === null).length).toBeGreaterThanOrEqual(36);
    expect(records[0]).toMatchObject({ id: "bitcoin", rank: 1, priceUsd: 99_584.59, updatedAtMs: now });
    const page = samples.readJson("metadata/coingecko/coins_markets.usd.p1.per250.2026-07-07.json") as { id: string }[];
    const gecko = new Set(page.map(({ id }) => id));
    expect(records.filter(({ id }) => gecko.has(id)).length).toBeGreaterThanOrEqual(75);
  });

  it.each([
    ["global.2026.json", { activeCoins: 14_993, marketCapPercentage: { btc: 59.5, eth: 11.3 } }],
    ["global.2024.json", { activeCoins: 12_189, volumeChangePercentage24h: -25.82 }],
  ])("reads %s", (file, expected) => {
    expect(readFeed(coinlore, "global", load(file)).records).toMatchObject([expected]);
  });

  it("refuses the exchanges as coins: another endpoint, keyed by id", () => {
    expect(() => readFeed(coinlore, "tickers", load("exchanges.truncated.json"))).toThrow();
  });
});
