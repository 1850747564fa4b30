import type { Endpoint, World } from "../../api/endpoint.ts";
import type { CoinRow } from "../../api/rows/coin-row.ts";
import { findAnswer } from "./find-answer.ts";

/** A coin and its prices of 7 days in 4-hour steps. */
export interface ListedCoin extends CoinRow {
  sparkline: readonly (number | null)[];
}

/** The largest coins, as the list of coins with that limit has them. */
export function listCoins(endpoints: readonly Endpoint[], world: World, limit: number): ListedCoin[] {
  const rows = findAnswer<CoinRow[]>(endpoints, world, "coins", { limit })?.data ?? [];
  return rows.map((row, at) => {
    // Rows are in the market's order.
    const { key } = world.market.coins[at]!;
    const answer = findAnswer<Record<string, (number | null)[]>>(endpoints, world, "sparklines", { symbols: key });
    return { ...row, sparkline: Object.values(answer?.data ?? {})[0] ?? [] };
  });
}
