import type { Ticker } from "./record.ts";

/** Percent; a larger change is a division by almost zero. */
const MAX_PERCENTAGE = 1e6;
/** More than all money on earth: USD amounts above are a unit error of the upstream. */
const MAX_USD = 1e15;
/** Highest plausible price in any quote currency (a bitcoin in a weak currency is at most 1e15). */
const MAX_PRICE = 1e18;
/** Cheapest one: a coin of 1e-12 USD is 1e-17 BTC. Far below, products lose their digits. */
const MIN_PRICE = 1e-30;
/** Coins; the largest real supplies are a few times 1e18. Times the highest price it is finite. */
const MAX_AMOUNT = 1e30;
/** An upstream clock may be ahead by this much. */
const CLOCK_TOLERANCE_MS = 10 * 60_000;

/** Zero is no price. */
export function acceptPrice(price: number): boolean {
  return price >= MIN_PRICE && price <= MAX_PRICE;
}

/** An amount of coins or of a quote currency. */
export function acceptAmount(amount: number): boolean {
  return amount >= 0 && amount <= MAX_AMOUNT;
}

export function acceptUsd(amount: number): boolean {
  return amount >= 0 && amount <= MAX_USD;
}

/** A time of observation in unix milliseconds is not in the future. */
export function acceptTime(timeMs: number, now: number): boolean {
  return timeMs > 0 && timeMs <= now + CLOCK_TOLERANCE_MS;
}

export function keepPrice(price: number | null): number | null {
  return price !== null && acceptPrice(price) ? price : null;
}

export function keepUsd(amount: number | null): number | null {
  return amount !== null && acceptUsd(amount) ? amount : null;
}

/** A market cap; zero means unknown. */
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

export function keepRank(rank: number | null): number | null {
  return rank !== null && Number.isSafeInteger(rank) && rank > 0 ? rank : null;
}

/** Longest code of any upstream. Ids, names and titles are longer. */
const MAX_CODE_LENGTH = 64;
const MAX_ID_LENGTH = 128;
const MAX_NAME_LENGTH = 200;
const MAX_TITLE_LENGTH = 1_000;
/** Control characters, invisible and direction-changing characters, and all line breaks. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** Emoji and some alphabets need these; in a code they would make two codes of one. */
const JOINERS = /[\u200c\u200d]/g;

/**
 * Whether the text may be a code. Unusual ones (`$ANRX`, emoji, `../x`) are real tickers: file
 * names encode them.
 */
export function acceptCode(code: string): boolean {
  return isPlain(code, MAX_CODE_LENGTH);
}

/** Whether the text may be an id. Properties of every object (`constructor`) may not. */
export function acceptId(id: string): boolean {
  return isPlain(id, MAX_ID_LENGTH) && !(id in Object.prototype);
}

export function acceptName(name: string): boolean {
  return isVisible(name, MAX_NAME_LENGTH);
}

export function acceptTitle(title: string): boolean {
  return isVisible(title, MAX_TITLE_LENGTH);
}

/** The text (a country, a category) where it may be shown; otherwise `null`. */
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
 * Factor by which a day's average price may lie outside of the range between open and last price.
 * In 2,700 recorded listings of four venues none is outside by 1.5. Exchanged units are off by the
 * square of the price, so only prices up to 1.4 stay unnoticed.
 */
const MAX_FACTOR = 2;

/**
 * Whether the volumes fit the price. Quote over base volume is the day's average price: with
 * exchanged units it is something else. True where there is nothing to compare.
 */
export function acceptVolumes({ last, open24h, baseVolume, quoteVolume }: Ticker): boolean {
  if (baseVolume === null || quoteVolume === null || baseVolume <= 0 || quoteVolume <= 0 || last <= 0) return true;
  const average = quoteVolume / baseVolume;
  const open = open24h !== null && open24h > 0 ? open24h : last;
  return average <= Math.max(last, open) * MAX_FACTOR && average >= Math.min(last, open) / MAX_FACTOR;
}
