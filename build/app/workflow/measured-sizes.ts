import { COVERED_COINS, type TreeName } from "../../crypto/api/trees.ts";
import { LARGEST_COINS } from "../../crypto/history/kept-hours.ts";
import type { HostFile } from "../../kit/hosts/host.ts";

/*
 * What a site takes, as it was measured. `estimate-site.ts` computes sizes from it.
 */

export interface SiteSize {
  files: number;
  bytes: number;
}

/** Bytes of a point (price, market cap, volume) in a packed state, measured on random walks. */
export const PACKED_POINT = 18.5;
/**
 * Bytes of an hour that is kept for good, the price alone, measured on random walks: our own price
 * in a state and in the JSON of its year, and a filled one, which has fewer digits.
 */
export const OWN_HOUR = { packed: 6.3, json: 14 };
export const FILLED_HOUR = { packed: 4.5, json: 11 };
/** Bytes of an hour in the archive of its year, as CSV and Parquet, measured on the demo market. */
export const HOUR_ROW = 9.3;
export const HOUR_PARQUET_ROW = 12.3;
/** Bytes of a row: in archives as CSV and Parquet, in a coin's archive, measured over two years. */
export const ARCHIVE_ROW = 20;
export const PARQUET_ROW = 15;
export const HISTORY_ROW = 20;
/** Bytes of a point in the JSON history of a coin. */
export const JSON_POINT = 82;
/**
 * The same of a day that the backfill filled, which has a price alone: in the state, in archives as
 * CSV and Parquet, in a coin's archive and in JSON, measured on the demo market.
 */
export const FILLED_DAY = { packed: 6, row: 9, parquetRow: 7, historyRow: 8.5, json: 72 };
/** Bytes of the last responses of upstreams, and per coin besides its series. */
export const LAST_GOOD = { flat: 200_000, coin: 3_000 };
export const MEMORY_COIN = 500;
/** Most headlines per day from ten publishers, and bytes per headline in state and archive. */
export const ARTICLES = { perDay: 300, state: 90, archive: 65 };
/** Days of backfilled history: two requests of candles or charts. */
export const HISTORY_DAYS = 1_000;
/** Most documents of a state, and bytes of each in its manifest. */
export const DOCUMENTS = { count: 180, bytes: 420 };

/** Files of a coin with all of its history: from a site of 200 coins of the demo market. */
const COIN = "api/coins/a-coin";
const POINTS = { "1h": 2, "24h": 48, "7d": 168, "30d": 720, "1y": 365 };
export const COIN_FILES: readonly HostFile[] = [
  { path: `${COIN}.json`, bytes: 8_000 },
  { path: `${COIN}/history.json`, bytes: 168 * JSON_POINT },
  ...Object.entries(POINTS).map(([period, points]) => ({
    path: `${COIN}/history/${period}.json`,
    bytes: 600 + points * JSON_POINT,
  })),
  { path: `${COIN}/history/all.json`, bytes: 600 + HISTORY_DAYS * FILLED_DAY.json },
  { path: "api/sparklines/a-coin.json", bytes: 1_600 },
  { path: "api/coins/search/a-coin.json", bytes: 6_000 },
  { path: "api/coins/search/coin.json", bytes: 6_000 },
  { path: "api/price/a-coin.json", bytes: 3_600 },
  { path: "coins/a-coin/index.html", bytes: 38_000 },
  // Its archive, and its part of common archives and of the state: they have no copies.
  {
    path: "api/data/download/history-a-coin.csv.gz",
    bytes: LAST_GOOD.coin + MEMORY_COIN + sumFilledDay() * HISTORY_DAYS,
  },
];
/** Documents, pages, schemas, past rates, totals and the state, which every site has. */
export const FIXED: SiteSize = { files: 720, bytes: 17_000_000 };
/**
 * Files of each of the largest coins in the optional trees, which cover no others, without hours by
 * year, and its picture: from a site of 250 coins of the demo market; the bytes with the copies of
 * GitHub Pages.
 */
export const COVERED = { coins: COVERED_COINS[0], files: 18, bytes: 515_000 };
/** Those of them that are made from others and change with hours: in other currencies and forms. */
export const CONVERTED = { files: 25, bytes: 700_000 };
/** Candles cover more coins. */
export const CANDLES = { coins: LARGEST_COINS - COVERED_COINS[0], files: 2, bytes: 110_000 };

/**
 * Bytes that a closed day adds to the files of a coin in an optional tree, and of how many coins:
 * from a site of 250 coins of the demo market in two currencies.
 */
export const TREE_DAYS: Readonly<Partial<Record<TreeName, { coins: number; bytes: number }>>> = {
  currencies: { coins: COVERED_COINS[0], bytes: 296 },
  prices: { coins: COVERED_COINS[0], bytes: 210 },
  candles: { coins: LARGEST_COINS, bytes: 66 },
  days: { coins: Number.POSITIVE_INFINITY, bytes: 14 },
};

function sumFilledDay(): number {
  const { packed, row, parquetRow, historyRow } = FILLED_DAY;
  return packed + row + parquetRow + historyRow;
}
