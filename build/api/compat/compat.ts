import type { Values } from "../query.ts";

/** Answers in the form of CoinGecko's API. No dependencies: it also runs in workers. */

/** The names of the endpoints: their paths with `-`. */
export type CompatKind =
  | "ping"
  | "simple-price"
  | "simple-supported-vs-currencies"
  | "coins-list"
  | "coins-markets"
  | "coins-id"
  | "coins-id-market-chart"
  | "coins-id-market-chart-range"
  | "coins-id-history"
  | "exchange-rates"
  | "global"
  | "search-trending"
  | "search";

/** What an endpoint answers: in which form, and in which currency (lower-case code). */
export interface Compat {
  kind: CompatKind;
  currency: string;
}

/** One request. `id` and `key` are those of the coin in the path. */
export interface CompatRequest extends Compat {
  values: Values;
  id?: string | undefined;
  key?: string | undefined;
}

/** An answer of this API that others are made from. */
export interface Need {
  endpoint: string;
  values: Values;
}

/** The answers that a request is made from. If one is missing, there is no answer. */
export function listNeeds({ kind, currency, key, values }: CompatRequest): Need[] {
  const inCurrency = (base: string, values: Values = {}): Need => ({
    endpoint: currency === "usd" ? base : `in-${currency}-${base}`,
    values,
  });
  const status: Need = { endpoint: "status", values: {} };
  const rows = inCurrency("coins", { limit: "all" });
  const usdRows: Need = { endpoint: "coins", values: { limit: "all" } };
  const symbol = key ?? "";
  const history = (period: string) => inCurrency("coin-history", { symbol, ...(period !== "7d" && { period }) });
  switch (kind) {
    case "ping":
      return [status];
    case "simple-supported-vs-currencies":
    case "simple-price":
    case "coins-list":
    case "coins-markets":
    case "search":
      return [rows];
    case "coins-id":
      return [inCurrency("coin", { symbol })];
    case "coins-id-market-chart":
    case "coins-id-market-chart-range":
      return [status, ...listChartPeriods(kind, values).map(history)];
    case "coins-id-history":
      return [status, inCurrency("coin", { symbol }), history("all")];
    case "exchange-rates":
      return [usdRows, { endpoint: "exchange-rates", values: {} }];
    case "global":
      return [rows, usdRows, { endpoint: "global", values: {} }];
    case "search-trending":
      return [rows, inCurrency("trending")];
  }
}

/** Points per build, hours, hours, closed days, closed days. */
export type ChartPeriod = "24h" | "7d" | "30d" | "1y" | "all";

const DAY_MS = 86_400_000;

/**
 * The histories that a chart is made from, finest first; of two, the second fills the time before
 * the first. Without a question about time: the last
 * year by closed days, and the last 7 days by hours. A host of files has one answer for all
 * queries, and charts and tables of days can use both.
 */
export function listChartPeriods(kind: CompatKind, values: Values): readonly ChartPeriod[] {
  const { days, interval, from, to } = values;
  const isDaily = interval === "daily";
  if (kind === "coins-id-market-chart-range") {
    if (from === undefined && to === undefined) return ["7d", "1y"];
    return isDaily ? ["all"] : ["24h", "30d", "all"];
  }
  if (days === undefined) return ["7d", "1y"];
  const lengthMs = Number(days) * DAY_MS;
  if (!isDaily && lengthMs <= DAY_MS) return ["24h", "7d"];
  if (!isDaily && lengthMs <= 30 * DAY_MS) return ["30d", "1y"];
  return lengthMs <= 365 * DAY_MS ? ["1y"] : ["all"];
}
