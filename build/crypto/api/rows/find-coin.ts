import type { RowLookup } from "../../../kit/api/parameter.ts";

/** How a request names a coin. No dependencies: it also runs in workers. */

/** The file of every coin. */
export const ALL_COINS = "coins/limit/all.json";

export const byId: RowLookup = { from: ALL_COINS, id: "id" };

export const bySymbol: RowLookup = { from: ALL_COINS, id: "id", name: "symbol" };

/** What a search looks at. */
export const SEARCHED = ["symbol", "name", "id"] as const;
