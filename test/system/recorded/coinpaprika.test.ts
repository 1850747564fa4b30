import { describe, expect, it } from "vitest";
import { parseJson } from "../../../build/lib/json/parse-json.ts";
import { REVIEWED_IDS, translateCoinpaprikaId } from "../../../build/sources/reference/coin-ids.ts";
import { coinpaprika } from "../../../build/sources/reference/coinpaprika.ts";
import { readFeed } from "../../sources/read-feed.ts";
import { samples } from "./samples.ts";

const load = (file: string) => samples.readJson(`metadata/coinpaprika/${file}`);
const ids = (file: string) =>
  new Map((samples.readJson(file) as { id: string; symbol: string }[]).map((row) => [row.id, row]));

// Nobody kept a body of all tickers: the single ones have the same rows, so each is read as a list
// of one.
describe.skipIf(!samples.available)("recorded answers of CoinPaprika (skipped without the recorded bodies)", () => {
  it.each([
    [
      "tickers_btc-bitcoin.2026-10-09.json",
      Date.UTC(2026, 9, 9, 3),
      { id: "bitcoin", rank: 1, maxSupply: 21e6, changePercentage24h: -1.27, changePercentage30d: null },
    ],
    [
      "tickers_sol-solana.2026-10-04.json",
      Date.UTC(2026, 9, 4, 23),
      { id: "solana", rank: 7, maxSupply: null, changePercentage24h: 1.69, changePercentage1y: null },
    ],
    [
      "v1_tickers_usdt-tether.2024-10.json",
      Date.UTC(2024, 9, 31),
      { id: "tether", maxSupply: null, changePercentage30d: 0.04, changePercentage1y: -0.05 },
    ],
    [
      "v1_tickers_btc-bitcoin.2022-06-23.json",
      Date.UTC(2022, 5, 23, 13),
      { id: "bitcoin", circulatingSupply: 19_074_906, changePercentage1y: -39.04 },
    ],
  ])("reads %s", (file, now, expected) => {
    const { records, dropped } = readFeed<"coin">(coinpaprika, "tickers", [load(file)], { now });
    expect(dropped).toEqual([]);
    expect(records).toMatchObject([expected]);
    expect(records[0]?.updatedAtMs).toBeLessThanOrEqual(now);
  });

  it("derives a supply within a tenth of a percent of the one that the answer of 2022 states", () => {
    const body = load("v1_tickers_btc-bitcoin.2022-06-23.json") as Record<string, unknown>;
    const { circulating_supply: stated, ...rest } = body;
    const derived = readFeed<"coin">(coinpaprika, "tickers", [rest]).records[0]?.circulatingSupply ?? 0;
    expect(Math.abs(derived / Number(stated) - 1)).toBeLessThan(0.001);
  });

  it("recognises the refusal of a paid endpoint", () => {
    expect(() => readFeed(coinpaprika, "tickers", load("error_402_plan.json"))).toThrow("not allowed in this plan");
  });

  it("refuses the page of HTML that a trailing slash is answered with before it reaches the source", () => {
    const html = samples.readText("metadata/coinpaprika/error_301_trailing_slash.html");
    expect(() => parseJson(html)).toThrow("markup");
  });

  it("refuses the coin page of 2022-06-23 and the candles of 2022-01-30: other endpoints without quotes", () => {
    for (const file of [
      "v1_coins_btc-bitcoin.2022-06-23.json",
      "v1_coins_eth-ethereum_ohlcv_historical.2022-01-30.json",
    ]) {
      const { records, dropped } = readFeed(coinpaprika, "tickers", [load(file)]);
      expect([records.length, dropped.length]).toEqual([0, 1]);
    }
  });
});

describe.skipIf(!samples.available)(
  "ids, against both sides' recorded lists (skipped without the recorded bodies)",
  () => {
    const geckoCoins = () => {
      const page = ids("metadata/coingecko/coins_markets.usd.p1.per250.2026-07-07.json");
      return new Map([...ids("metadata/coingecko/coins_list.2022-05-30.json"), ...page]);
    };

    const reviewed = REVIEWED_IDS.flatMap(({ ids }) => Object.entries(ids));

    it("map to coins that exist", () => {
      const gecko = geckoCoins();
      // Listed after the first recording, and below the 250 largest coins of the second.
      expect(reviewed.flatMap(([, id]) => (gecko.has(id) ? [] : [id])).sort()).toEqual([
        "harrypotterobamasonic10in",
        "memecoin-2",
        "neiro-3",
        "solv-btc",
        "sonic-3",
        "story-2",
        "walrus-2",
      ]);
    });

    it("map coins to coins of the same ticker, where both lists have them", () => {
      const gecko = geckoCoins();
      const paprika = ids("metadata/coinpaprika/v1_coins.2022-06-23.json");
      const different = reviewed.flatMap(([id, geckoId]) => {
        const symbol = paprika.get(id)?.symbol.toLowerCase();
        const other = gecko.get(geckoId)?.symbol;
        return symbol === undefined || other === undefined || symbol === other ? [] : [`${id} ${symbol} ${other}`];
      });
      expect(different.sort()).toEqual([
        // Both lists have the old and the new coin, and disagree about which one is called BTT.
        "btt-bittorrent btt bttold",
        "bttc-bittorrent-chain bttc btt",
        "ohmv2-olympus-v2 ohmv2 ohm",
        // Renamed, ticker included, between the two recordings.
        "stpt-stpt stpt awe",
      ]);
    });

    it("find 95 % of the 250 largest coins of January 2022 without CoinGecko, a fifth of them by review", () => {
      const largest = ids("metadata/coingecko/coins_markets.usd.p1.per250.allchanges.2022-01-29.json");
      const rows = [...ids("metadata/coinpaprika/v1_coins.2022-06-23.json")];
      const translated = rows.map(([id, { symbol }]) => translateCoinpaprikaId(id, symbol));
      const found = new Set(translated.flatMap(({ id }) => (largest.has(id) ? [id] : [])));
      expect(largest.size).toBe(250);
      expect(found.size).toBeGreaterThanOrEqual(238);
      const derived = new Set(translated.flatMap(({ id, reviewed }) => (!reviewed && largest.has(id) ? [id] : [])));
      expect(derived.size).toBeLessThan(200);
    });

    it("find at least 300 of the 350 best ranked coins of 2022 under the same ticker", () => {
      const gecko = geckoCoins();
      const rows = samples.readJson("metadata/coinpaprika/v1_coins.2022-06-23.json") as {
        id: string;
        symbol: string;
        rank: number;
        is_active: boolean;
      }[];
      const top = rows.filter((row) => row.is_active && row.rank > 0).sort((a, b) => a.rank - b.rank);
      const found = top.slice(0, 350).filter((row) => {
        const coin = gecko.get(translateCoinpaprikaId(row.id, row.symbol).id);
        return coin?.symbol === row.symbol.toLowerCase();
      });
      expect(found.length).toBeGreaterThan(300);
    });
  },
);
