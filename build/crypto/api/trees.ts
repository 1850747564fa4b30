import type * as kit from "../../kit/api/world.ts";
import { LARGEST_COINS } from "../history/kept-hours.ts";

/**
 * Optional files, the most useful first. A host with less room lacks the last ones: first the files
 * of some coins, then the whole tree.
 */
export const TREES = [
  "price",
  "currencies",
  "compat",
  "prices",
  "exchanges",
  "candles",
  "hours",
  "days",
  "ids",
  "parquet",
] as const;

export type TreeName = (typeof TREES)[number];

export const TREE_TITLES: Readonly<Record<TreeName, string>> = {
  price: "Single prices",
  currencies: "Other currencies",
  compat: "CoinGecko's response shape",
  prices: "Price files (CSV, ledger, Beancount)",
  exchanges: "Exchanges",
  candles: "Candles",
  hours: "Hours of all years",
  days: "Prices of days and months",
  ids: "Ids, codes and contracts of coins",
  parquet: "Archives as Parquet",
};

/** How many of the largest coins have files of their own in optional trees; fewer where needed. */
export const COVERED_COINS = [100, 50] as const;

/** The coins that a tree covers: as planned, then fewer where a host has less room. */
export function listCoverage(tree: TreeName): readonly [number, ...number[]] {
  return tree === "candles" ? [LARGEST_COINS, ...COVERED_COINS] : COVERED_COINS;
}

/** `covered`: coins. */
export interface LeftOut extends kit.LeftOut {
  tree: TreeName;
}
