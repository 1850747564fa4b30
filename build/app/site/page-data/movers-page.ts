import { listMovers, MIN_VOLUME_USD, UNIVERSE_RANK } from "../../../crypto/api/endpoints/trending.ts";
import type { CoinRow } from "../../../crypto/api/rows/coin-row.ts";
import type { MarketCoin } from "../../../crypto/market/model/market.ts";
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
  // Rows are in the order of the market.
  const entries = new Map(rows.map((row, at) => [coins[at], { row, at }]));
  return WINDOWS.map(([id, title]) => {
    const { gainers, losers } = listMovers(coins, id, LENGTH);
    const find = (coin: MarketCoin) => entries.get(coin) ?? [];
    const last = Math.max(...[...gainers, ...losers].flatMap(find).map(({ at }) => at), 0);
    const select = (list: readonly MarketCoin[]) => list.flatMap(find).map(({ row }) => row);
    return {
      id,
      title,
      path: id === FIRST ? "movers/" : `movers/${id}/`,
      criteria: { coins: UNIVERSE_RANK, minVolumeUsd: MIN_VOLUME_USD },
      gainers: select(gainers),
      losers: select(losers),
      /** The shortest list with all of them. */
      answer: `coins/limit/${FILE_LENGTHS.find((length) => length > last) ?? "all"}`,
    };
  });
}
