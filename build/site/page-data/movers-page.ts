import { listMovers, MIN_VOLUME_USD, UNIVERSE_RANK } from "../../api/endpoints/trending.ts";
import type { CoinRow } from "../../api/rows/coin-row.ts";
import type { MarketCoin } from "../../market/market.ts";
import { type Built, findAnswer } from "./data-page.ts";

const WINDOWS = [
  ["1h", "1 hour"],
  ["24h", "24 hours"],
  ["7d", "7 days"],
  ["30d", "30 days"],
] as const;
/** The window of the page in the navigation. */
const FIRST = "24h";
/** Coins in each list. */
const LENGTH = 20;
/** The API has files of lists of these lengths. */
const FILE_LENGTHS = [100, 250, 500, 1000];

/** Gainers and losers: one page for each window. */
export function computeMoversPages(built: Built) {
  const { coins } = built.world.market;
  const rows = findAnswer<CoinRow[]>(built, "coins", { limit: "all" })?.data ?? [];
  const ranks = new Map(coins.map((coin, at) => [coin, at]));
  return WINDOWS.map(([id, title]) => {
    const { gainers, losers } = listMovers(coins, id, LENGTH);
    const last = Math.max(...[...gainers, ...losers].map((coin) => ranks.get(coin)!), 0);
    const select = (list: readonly MarketCoin[]) => list.map((coin) => rows[ranks.get(coin)!]!);
    return {
      ...{ id, title, path: id === FIRST ? "movers/" : `movers/${id}/` },
      criteria: { coins: UNIVERSE_RANK, minVolumeUsd: MIN_VOLUME_USD },
      gainers: select(gainers),
      losers: select(losers),
      /** The shortest list with all of them. */
      answer: `coins/limit/${FILE_LENGTHS.find((length) => length > last) ?? "all"}`,
    };
  });
}
