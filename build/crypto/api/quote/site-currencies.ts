import { CENTRAL_BANK_CODES } from "../../normalise/central-bank-codes.ts";
import { ISO_4217 } from "../../normalise/iso-4217.ts";
import { COIN_CURRENCIES } from "./currencies.ts";

/*
 * The currencies that a site can be built for: lower-case codes. The handler does not need them: it
 * reads those of a site from its routes.
 */

/** The European Central Bank's list. USD is missing: it is the base of all answers. */
export const CENTRAL_BANK_CURRENCIES = CENTRAL_BANK_CODES.map((code) => code.toLowerCase());

/** Every currency that can be configured. */
export const CURRENCIES: readonly string[] = [...CENTRAL_BANK_CURRENCIES, ...Object.keys(COIN_CURRENCIES)].sort();

/** The fiat currencies that sources may have a rate for, and USD. */
export const FIAT_CURRENCIES: readonly string[] = [...ISO_4217].map((code) => code.toLowerCase());

/** Those that sources may have a rate for, and USD. */
export const RATED_CURRENCIES: readonly string[] = [...FIAT_CURRENCIES, ...Object.keys(COIN_CURRENCIES)];

/** Those that a site is built for, unless its settings say otherwise. */
export const DEFAULT_CURRENCIES: readonly string[] = ["eur", "btc"];
