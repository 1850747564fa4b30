import type { Endpoint, World } from "../../api/endpoint.ts";
import type { CoinRow } from "../../api/rows/coin-row.ts";
import { findAnswer } from "./data-page.ts";

export interface MarketPage {
  /** The first page of the list, by market cap rank. */
  coins: readonly ListedCoin[];
  /** Number of coins on all pages. */
  total: number;
  /** Coins per page: the API has a file for every page of this length. */
  pageLength: number;
}

/** A coin and its prices of 7 days in 4-hour steps. */
export interface ListedCoin extends CoinRow {
  sparkline: readonly (number | null)[];
}

const PAGE_LENGTH = 100;

export function computeMarketPage(endpoints: readonly Endpoint[], world: World): MarketPage {
  return {
    coins: listCoins(endpoints, world, PAGE_LENGTH),
    total: world.market.coins.length,
    pageLength: PAGE_LENGTH,
  };
}

/** The largest coins. */
export function listCoins(endpoints: readonly Endpoint[], world: World, limit: number): ListedCoin[] {
  const rows = findAnswer<CoinRow[]>(endpoints, world, "coins", { limit })?.data ?? [];
  return rows.map((row, at) => {
    // Rows are in the market's order.
    const { key } = world.market.coins[at]!;
    const answer = findAnswer<Record<string, (number | null)[]>>(endpoints, world, "sparklines", { symbols: key });
    return { ...row, sparkline: Object.values(answer?.data ?? {})[0] ?? [] };
  });
}
