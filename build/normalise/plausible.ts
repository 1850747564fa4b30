import type { Ticker } from "./record.ts";

/** Percent; beyond, a change comes from a division by almost nothing. */
const MAX_PERCENTAGE = 1e6;
/** More than all money on earth: USD amounts above are a unit error of the upstream. */
const MAX_USD = 1e15;
/** Dearest sane price of one unit in any quote currency (a bitcoin in a weak currency is 1e15 at most). */
const MAX_PRICE = 1e18;
/** Cheapest one: a coin of 1e-12 USD is 1e-17 BTC. Far below, products lose their digits. */
const MIN_PRICE = 1e-30;
/** Coins; the largest supplies of real ones are a few times 1e18. Times the dearest price it is still a finite number. */
const MAX_AMOUNT = 1e30;
/** An upstream clock may run ahead by this much before its times are held to be wrong. */
const CLOCK_TOLERANCE_MS = 10 * 60_000;

/** May this be the price of something that trades? Zero is not a price. */
export function acceptPrice(price: number): boolean {
  return price >= MIN_PRICE && price <= MAX_PRICE;
}

/** May this be an amount of coins or units? */
export function acceptAmount(amount: number): boolean {
  return amount >= 0 && amount <= MAX_AMOUNT;
}

/** May this be an amount in USD? */
export function acceptUsd(amount: number): boolean {
  return amount >= 0 && amount <= MAX_USD;
}

/** May this be a time of observation (unix milliseconds)? The future is not. */
export function acceptTime(timeMs: number, now: number): boolean {
  return timeMs > 0 && timeMs <= now + CLOCK_TOLERANCE_MS;
}

/** An extra as it may be used: the implausible is unknown, and costs no more than itself. */
export function keepPrice(price: number | null): number | null {
  return price !== null && acceptPrice(price) ? price : null;
}

export function keepUsd(amount: number | null): number | null {
  return amount !== null && acceptUsd(amount) ? amount : null;
}

/** A market cap; zero stands for unknown. */
export function keepCap(amount: number | null): number | null {
  return amount === 0 ? null : keepUsd(amount);
}

export function keepSupply(supply: number | null): number | null {
  return supply !== null && supply > 0 && acceptAmount(supply) ? supply : null;
}

/** A difference in USD, of either sign. */
export function keepDifference(difference: number | null): number | null {
  return difference !== null && Math.abs(difference) <= MAX_PRICE ? difference : null;
}

export function keepPercentage(percentage: number | null): number | null {
  return percentage !== null && percentage >= -100 && percentage <= MAX_PERCENTAGE ? percentage : null;
}

export function keepTime(timeMs: number | null, now: number): number | null {
  return timeMs !== null && acceptTime(timeMs, now) ? timeMs : null;
}

/** A place in a ranking, from 1. */
export function keepRank(rank: number | null): number | null {
  return rank !== null && Number.isSafeInteger(rank) && rank > 0 ? rank : null;
}

/** Longest code or symbol that any upstream is known to use. Ids, names and titles go further. */
const MAX_CODE_LENGTH = 64;
const MAX_ID_LENGTH = 128;
const MAX_NAME_LENGTH = 200;
const MAX_TITLE_LENGTH = 1_000;
/** Control characters, invisible ones, those that turn the direction of a text, and line breaks of every alphabet. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** Invisible too, but emoji and some alphabets are written with them; in a code they would make two of one. */
const JOINERS = /[\u200c\u200d]/g;

/** May this text be a code or symbol? Odd ones (`$ANRX`, emoji, `../x`) are real tickers and stay: file names encode them. */
export function acceptCode(code: string): boolean {
  return isPlain(code, MAX_CODE_LENGTH);
}

/** May this text name a record? Not what every object knows under that name already (`constructor`). */
export function acceptId(id: string): boolean {
  return isPlain(id, MAX_ID_LENGTH) && !(id in Object.prototype);
}

/** May this text be shown as a name? */
export function acceptName(name: string): boolean {
  return isVisible(name, MAX_NAME_LENGTH);
}

/** May this text be shown as a headline? */
export function acceptTitle(title: string): boolean {
  return isVisible(title, MAX_TITLE_LENGTH);
}

/** A text beside a record (a country, a category) where it may be shown; else unknown, which costs nothing but itself. */
export function keepText(text: string | null): string | null {
  return text !== null && acceptName(text) ? text : null;
}

function isPlain(text: string, maxLength: number): boolean {
  return isVisible(text, maxLength) && text.trim() === text && !HIDDEN.test(text);
}

function isVisible(text: string, maxLength: number): boolean {
  if (text.trim() === "" || text.length > maxLength || !text.isWellFormed()) return false;
  return !HIDDEN.test(text.replace(JOINERS, ""));
}

/**
 * How far a day's average price may lie outside of the range between its open and its last price. In 2,700 recorded books of four venues
 * none is outside by 1.5; exchanged units are off by the square of the price, so that what goes unnoticed is off by 1.4 at most.
 */
const MAX_FACTOR = 2;

/**
 * May these volumes belong to this price? Where a book tells both, quote over base is the day's average price: base and quote exchanged,
 * or one given for the other, make something else of it. True where there is nothing to compare.
 */
export function acceptVolumes({ last, open24h, baseVolume, quoteVolume }: Ticker): boolean {
  if (baseVolume === null || quoteVolume === null || baseVolume <= 0 || quoteVolume <= 0 || last <= 0) return true;
  const average = quoteVolume / baseVolume;
  const open = open24h !== null && open24h > 0 ? open24h : last;
  return average <= Math.max(last, open) * MAX_FACTOR && average >= Math.min(last, open) / MAX_FACTOR;
}
