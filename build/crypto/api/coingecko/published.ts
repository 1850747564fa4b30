import type { Need } from "../../../kit/api/derived.ts";
import type { CoinDetail } from "../endpoints/coin.ts";
import type { Status } from "../endpoints/status.ts";
import { inCurrency } from "../quote/in-currency.ts";
import type { Points } from "../quote/quote.ts";
import type { CoinRow } from "../rows/coin-row.ts";
import type { OriginRun } from "../rows/origin-run.ts";

/*
 * The published answers that CoinGecko's form is made from, and where it is published. No
 * dependencies: it also runs in workers.
 */

/** Below it are the paths that a client of CoinGecko requests. */
export const BASE_PATH = "/compat/coingecko/{currency}/api/v3";

export interface RowsAnswer {
  data: CoinRow[];
}

export interface HistoryAnswer {
  data: Record<"prices" | "market_caps" | "total_volumes", Points>;
  meta: { origins: OriginRun[] };
}

export interface StatusAnswer {
  data: Pick<Status, "sources">;
  meta: { sample?: boolean };
}

/** Points per build, hours, hours, closed days, closed days. */
export type ChartPeriod = "24h" | "7d" | "30d" | "1y" | "all";

export const status: Need<StatusAnswer> = { endpoint: "status", values: {} };

/** What every answer in a currency needs: without it, the currency has no answers. */
export const needsOfAll = (currency: string): readonly Need[] => [rowsIn(currency)];

/** All coins, by market cap. */
export const rowsIn = (currency: string): Need<RowsAnswer> => inCurrency("coins", currency, { limit: "all" });

export const detailIn = (currency: string, key = ""): Need<{ data: CoinDetail }> =>
  inCurrency("coin", currency, { symbol: key });

export const trendingIn = (currency: string): Need<{ data: { top_gainers: CoinRow[] } }> =>
  inCurrency("trending", currency, {});

export const historyIn = (currency: string, key = "", period: ChartPeriod): Need<HistoryAnswer> =>
  inCurrency("coin-history", currency, { symbol: key, ...(period !== "7d" && { period }) });
