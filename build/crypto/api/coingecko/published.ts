import type { Need } from "../../../kit/api/derived.ts";
import type { CoinDetail } from "../endpoints/coin.ts";
import type { Candle } from "../endpoints/coin-ohlc.ts";
import type { Status } from "../endpoints/status.ts";
import type { AnswerMeta, Points } from "../quote/quote.ts";
import type { CoinRow } from "../rows/coin-row.ts";
import type { OriginRun } from "../rows/origin-run.ts";

/*
 * The published answers, all in USD, that CoinGecko's form is made from, and where it is published.
 * No dependencies: it also runs in workers.
 */

/** Below it are the paths that a client of CoinGecko requests. */
export const BASE_PATH = "/compat/coingecko/{currency}/api/v3";

export interface RowsAnswer {
  data: CoinRow[];
}

export interface HistoryAnswer {
  data: { period: string } & Record<"prices" | "market_caps" | "total_volumes", Points>;
  meta: AnswerMeta & { origins: OriginRun[]; updated_at: string };
}

/** One price per hour from `from`. */
export interface HoursAnswer {
  data: { from: string; prices: (number | null)[] };
  meta: AnswerMeta & { origins: OriginRun[]; updated_at: string };
}

export interface CandlesAnswer {
  data: { period: string; candles: readonly Candle[] };
  meta: AnswerMeta;
}

export interface StatusAnswer {
  data: Pick<Status, "sources">;
  meta: { sample?: boolean };
}

export interface SparklinesAnswer {
  data: Readonly<Record<string, (number | null)[]>>;
  meta: AnswerMeta & { restricted: Readonly<Record<string, number[]>> };
}

/** Points of 5 minutes, hours, hours, closed days, closed days. */
export type ChartPeriod = "24h" | "7d" | "30d" | "1y" | "all";

export const status: Need<StatusAnswer> = { endpoint: "status", values: {} };

/** All coins, by market cap. */
export const allRows: Need<RowsAnswer> = { endpoint: "coins", values: { limit: "all" } };

/** The largest coins, in a tenth of the bytes. */
export const firstRows: Need<RowsAnswer> = { endpoint: "coins", values: {} };

export const trending: Need<{ data: { top_gainers: CoinRow[] } }> = { endpoint: "trending", values: {} };

/** The lines of all coins. */
export const sparklines: Need<SparklinesAnswer> = { endpoint: "sparklines", values: {} };

export const rates: Need<{ data: { rates: Readonly<Record<string, number>> } }> = {
  endpoint: "exchange-rates",
  values: {},
};

export const detailOf = (key = ""): Need<{ data: CoinDetail }> => ({ endpoint: "coin", values: { symbol: key } });

export const historyOf = (key: string, period: ChartPeriod): Need<HistoryAnswer> => ({
  endpoint: "coin-history",
  values: { symbol: key, ...(period !== "7d" && { period }) },
});

/** Candles of hours or of closed days; not of every coin. */
export const candlesOf = (key: string, period: "30d" | "all"): Need<CandlesAnswer> => ({
  endpoint: "coin-ohlc",
  values: { symbol: key, period },
});

/** Hours that are kept for good; not of every coin. */
export const hoursOf = (key: string, year: number): Need<HoursAnswer | undefined> => ({
  endpoint: "coin-hours",
  values: { symbol: key, year },
  optional: true,
});
