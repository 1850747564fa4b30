import type { Endpoint, World } from "../../api/endpoint.ts";
import { type ListedCoin, listCoins } from "./list-coins.ts";

export interface MarketPage {
  /** The first page of the list, by market cap rank. */
  coins: readonly ListedCoin[];
  /** Coins in all. */
  total: number;
  /** Coins on a page: the interface has a file for every page of this length. */
  pageLength: number;
}

const PAGE_LENGTH = 100;

export function computeMarketPage(endpoints: readonly Endpoint[], world: World): MarketPage {
  return {
    coins: listCoins(endpoints, world, PAGE_LENGTH),
    total: world.market.coins.length,
    pageLength: PAGE_LENGTH,
  };
}
