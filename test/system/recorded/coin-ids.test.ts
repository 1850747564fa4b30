import { describe, expect, it } from "vitest";
import { REVIEWED_IDS, translateCoinpaprikaId } from "../../../build/crypto/sources/reference/coin-ids.ts";
import { samples } from "./samples.ts";

const ids = (file: string) =>
  new Map((samples.readJson(file) as { id: string; symbol: string }[]).map((row) => [row.id, row]));

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
