/** Currencies that answers may be in. No dependencies: it also runs in workers. */

/** The form of an answer that can be converted. */
export type QuoteKind = "rows" | "coin" | "history" | "hours" | "candles" | "global" | "trending" | "sparklines";

/** A coin as a currency: its code, and the id and key of the coin. */
export const COIN_CURRENCIES: Readonly<Record<string, { id: string; key: string }>> = {
  btc: { id: "bitcoin", key: "btc" },
  eth: { id: "ethereum", key: "eth" },
};
