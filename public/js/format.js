/**
 * Numbers and times for people, in templates and in the browser. Without `Intl`, because both must
 * give the same text in every version. `null` and missing values become a dash.
 */

export const NONE = "–";
const MINUS = "−";
/** Symbols that mean one currency; others are named by their code. */
const SIGNS = { usd: "$", eur: "€", gbp: "£", jpy: "¥" };
/** Coins as currencies. */
const COINS = new Set(["btc", "eth"]);

export function isCoinCode(currency) {
  return COINS.has(currency);
}

/** 1234567.8 → `1,234,567.80`: a fixed number of decimals, thousands separated. */
export function group(value, decimals = 0) {
  const [whole, part] = Math.abs(value).toFixed(decimals).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${value < 0 ? MINUS : ""}${part === undefined ? grouped : `${grouped}.${part}`}`;
}

/** Below, prices have four decimals: a pegged coin has as many above one unit as below. */
export const NEAR_ONE = 1.1;

/**
 * A price: cents from 1.1 units on, none from a million on, billions from there on; four decimals
 * near one, four significant digits below; in BTC and ETH up to eight significant digits. `beside`:
 * a price next to it. Two prices of similar size have the same number of decimals.
 */
export function formatPrice(value, currency = "usd", beside = value) {
  if (!isNumber(value)) return NONE;
  const size = Math.abs(value);
  if (isCoinCode(currency)) return withSign(value, formatCoins(size), currency);
  if (size >= 1e9) return withSign(value, `${group(size / 1e9, 3)}B`, currency);
  const isSimilar = isNumber(beside) && beside > 0 && size < 2 * beside && beside < 2 * size;
  const decimals = Math.max(countPriceDecimals(size), isSimilar ? countPriceDecimals(beside) : 0);
  return withSign(value, group(size, decimals), currency);
}

/** Decimals of a price of this size, without sign. */
export function countPriceDecimals(size) {
  if (size >= 1e6) return 0;
  if (size >= NEAR_ONE || size === 0) return 2;
  return size >= 1 ? 4 : countDecimals(size, 4);
}

/** An amount of a coin: up to eight significant digits, without zeros at the end. */
export function formatCoins(size) {
  if (size === 0) return "0";
  const text = group(size, countDecimals(size, 8));
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** A price without decimals, for axes. */
export function formatWhole(value, currency = "usd") {
  return withSign(value, group(Math.abs(value)), currency);
}

/** @type {readonly [size: number, letter: string][]} */
const AMOUNT_UNITS = [
  [1e12, "T"],
  [1e9, "B"],
  [1e6, "M"],
  [1e3, "K"],
];
/** @type {readonly [size: number, name: string][]} */
const BYTE_UNITS = [
  [1e9, "GB"],
  [1e6, "MB"],
  [1e3, "kB"],
];

/** A sum, short: `$3.03T`, `$27.4B`, `$512`. */
export function formatMoney(value, currency = "usd") {
  if (!isNumber(value)) return NONE;
  const size = Math.abs(value);
  for (const [unit, letter] of AMOUNT_UNITS) {
    // 999.95 would round to 1000, so it uses the next unit.
    if (size >= unit * 0.9995) {
      const amount = size / unit;
      return withSign(value, `${amount.toFixed(amount >= 99.95 ? 0 : amount >= 9.995 ? 1 : 2)}${letter}`, currency);
    }
  }
  if (size < 1 && isCoinCode(currency)) return formatPrice(value, currency);
  return withSign(value, group(size, size >= 100 ? 0 : 2), currency);
}

/** Percent units: 2.5 → `+2.50%` with a sign, or `2.50%`. */
export function formatPercent(value, { signed = false, decimals = 2 } = {}) {
  if (!isNumber(value)) return NONE;
  const text = group(Math.abs(value), decimals);
  const isNothing = Number(text.replaceAll(",", "")) === 0;
  const sign = isNothing ? "" : value < 0 ? MINUS : signed ? "+" : "";
  return `${sign}${text}%`;
}

export function formatCount(value) {
  return isNumber(value) ? group(value, 0) : NONE;
}

/** The exact number, thousands separated. */
export function formatExact(value) {
  if (!isNumber(value)) return "unknown";
  const text = String(value);
  if (text.includes("e")) return text;
  const [whole, part] = text.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return part === undefined ? grouped : `${grouped}.${part}`;
}

/** An exchange rate: 4 decimals, or 4 significant digits below 0.1. */
export function formatRate(value) {
  if (!isNumber(value)) return NONE;
  const size = Math.abs(value);
  const decimals = size === 0 || size >= 0.1 ? 4 : countDecimals(size, 4);
  return group(value, decimals);
}

/** ISO 8601 → `2026-11-20 09:15 UTC`. */
export function formatTime(iso) {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** ISO 8601 → `09:15 UTC`. */
export function formatClock(iso) {
  return `${iso.slice(11, 16)} UTC`;
}

/** Unix milliseconds → `2026-11-20 09:15 UTC`, or only the day for midnight. */
export function formatMoment(timeMs) {
  const iso = new Date(timeMs).toISOString();
  return timeMs % 86_400_000 === 0 ? iso.slice(0, 10) : formatTime(iso);
}

/**
 * The hour that begins at unix milliseconds, whose price is that of its end: `2026-11-20
 * 09:00–10:00 UTC`. `newestMs`: when the price of the running hour was observed, which ends it.
 */
export function formatHour(startMs, newestMs = Number.POSITIVE_INFINITY) {
  const fullMs = startMs + 3_600_000;
  const endMs = newestMs > startMs && newestMs < fullMs ? newestMs : fullMs;
  const end = endMs % 86_400_000 === 0 ? "24:00" : new Date(endMs).toISOString().slice(11, 16);
  return `${new Date(startMs).toISOString().slice(0, 16).replace("T", " ")}–${end} UTC`;
}

/** Milliseconds → `3 minutes`, `5 hours`, `2 days`. */
export function formatAge(ms) {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  if (minutes === 0) return "less than a minute";
  if (minutes < 60) return plural(minutes, "minute");
  if (minutes < 48 * 60) return plural(Math.round(minutes / 60), "hour");
  return plural(Math.round(minutes / 1440), "day");
}

/** `1 day`, `3 days`, `1,200 rows`. */
export function plural(count, unit) {
  return `${formatCount(count)} ${unit}${count === 1 ? "" : "s"}`;
}

/** The symbol of the currency, or its code, precedes the number. */
export function withSign(value, text, currency) {
  const sign = SIGNS[currency] ?? `${currency.toUpperCase()}\u00a0`;
  return `${value < 0 ? MINUS : ""}${sign}${text}`;
}

/** Decimals of a number with so many significant digits. */
function countDecimals(size, digits) {
  return Math.min(20, Math.max(0, digits - 1 - Math.floor(Math.log10(size))));
}

function isNumber(value) {
  return typeof value === "number" && Number.isFinite(value);
}

/** Bytes in powers of 1000: `4.2 kB`. */
export function formatBytes(bytes) {
  if (!isNumber(bytes)) return NONE;
  for (const [unit, name] of BYTE_UNITS) {
    if (bytes >= unit * 0.9995) return `${(bytes / unit).toFixed(bytes >= unit * 99.95 ? 0 : 1)} ${name}`;
  }
  return `${group(bytes)} bytes`;
}

/** A text as it begins a line or a sentence. */
export function capitalise(text) {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
