import { CENTRAL_BANK_CODES } from "../../normalise/central-bank-codes.ts";

/** Currencies that answers may be in. No dependencies: it also runs in workers. */

/** The form of an answer that can be converted. */
export type QuoteKind = "rows" | "coin" | "history" | "global" | "trending" | "sparklines";

/** The European Central Bank's list. USD is missing: it is the base of all answers. */
export const CENTRAL_BANK_CURRENCIES = CENTRAL_BANK_CODES.map((code) => code.toLowerCase());

/** A coin as a currency: its code, and the id and key of the coin. */
export const COIN_CURRENCIES: Readonly<Record<string, { id: string; key: string }>> = {
  btc: { id: "bitcoin", key: "btc" },
  eth: { id: "ethereum", key: "eth" },
};

/** Every currency that can be configured. */
export const CURRENCIES: readonly string[] = [...CENTRAL_BANK_CURRENCIES, ...Object.keys(COIN_CURRENCIES)].sort();

/** Those that a site is built for, unless its settings say otherwise. */
export const DEFAULT_CURRENCIES: readonly string[] = ["eur", "btc"];
