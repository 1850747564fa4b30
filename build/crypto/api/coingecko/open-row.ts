import { roundNumber } from "../../../lib/json/significant-digits.ts";
import type { ChangeWindow } from "../../normalise/change-window.ts";
import { quoteRow } from "../quote/quote-answer.ts";
import type { CoinRow } from "../rows/coin-row.ts";
import type { Worth } from "./currency.ts";
import type { RowsAnswer } from "./published.ts";

/*
 * Keeps what this project computes. Prices of a reference, supplies, images, ranges of a day and
 * all-time highs are copies of sources whose terms restrict redistribution. No dependencies: it
 * also runs in workers.
 */

/** A row whose price is one of this build from exchanges. */
export type PricedRow = CoinRow & { current_price: number };

/** Numbers of a coin in one currency, as published: 12 significant digits. */
export interface OpenRow {
  id: string;
  /** Lower-case. */
  symbol: string;
  name: string;
  rank: number | null;
  price: number;
  marketCap: number | null;
  fullyDilutedValuation: number | null;
  volume: number | null;
  change24h: number | null;
  changes: Readonly<Record<ChangeWindow, number | null>>;
  /** ISO 8601. */
  updatedAt: string | null;
}

/** Windows of CoinGecko's lists and details over which no change is known. */
export const UNKNOWN_WINDOWS = { list: ["14d", "200d"], detail: ["14d", "60d", "200d"] } as const;

/**
 * Whether the coin's price is one of this build from exchanges. A held price counts as a copy: it
 * may be an earlier one of a reference.
 */
export function isOpen(row: CoinRow): row is PricedRow {
  return row.price_source === "aggregated" && row.current_price !== null;
}

/** By market cap, in USD. */
export function listOpen({ data }: RowsAnswer): PricedRow[] {
  return data.filter(isOpen);
}

/** The row in a currency, with the digits of published numbers. */
export function openRow(row: PricedRow, worth: Worth): OpenRow {
  const quoted = worth === null ? row : quoteRow(row, worth);
  return {
    id: row.id,
    symbol: row.symbol.toLowerCase(),
    name: row.name,
    rank: row.market_cap_rank,
    price: roundNumber(quoted.current_price),
    marketCap: round(quoted.market_cap),
    fullyDilutedValuation: round(quoted.fully_diluted_valuation),
    volume: round(quoted.total_volume),
    change24h: round(quoted.price_change_24h),
    changes: {
      "1h": round(quoted.price_change_percentage_1h),
      "24h": round(quoted.price_change_percentage_24h),
      "7d": round(quoted.price_change_percentage_7d),
      "30d": round(quoted.price_change_percentage_30d),
      "1y": round(quoted.price_change_percentage_1y),
    },
    updatedAt: row.last_updated,
  };
}

/** A published number has 12 significant digits; an unknown one stays unknown. */
export function round(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : roundNumber(value);
}

/** Seconds since 1970. */
export function toSeconds(time: string | null): number | null {
  return time === null ? null : Date.parse(time) / 1000;
}
