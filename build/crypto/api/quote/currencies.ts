/** Currencies that answers may be in. No dependencies: it also runs in workers. */

/** The endpoints whose answers are converted to other currencies, by the form of their answer. */
export const QUOTED = {
  rows: "coins",
  coin: "coin",
  history: "coin-history",
  hours: "coin-hours",
  candles: "coin-ohlc",
  global: "global",
  trending: "trending",
  sparklines: "sparklines",
} as const;

/** The form of an answer that can be converted. */
export type QuoteKind = keyof typeof QUOTED;

/**
 * The endpoints whose own conversion makes the answer from answers in the currency. Only the
 * handler answers them in currencies other than USD.
 */
export const QUOTED_CONVERSIONS = ["coin-at", "day-prices"] as const;

/** A coin as a currency: its code, and the id and key of the coin. */
export const COIN_CURRENCIES: Readonly<Record<string, { id: string; key: string }>> = {
  btc: { id: "bitcoin", key: "btc" },
  eth: { id: "ethereum", key: "eth" },
};
