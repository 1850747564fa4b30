import type { RecordKind, RecordKinds } from "./record.ts";
import { type Dropped, rejected } from "./record.ts";

/** What the plausibility rules need to know besides the record. */
export interface AcceptContext {
  now: number;
}

/** An upstream clock may run ahead by this much before its times are held to be wrong. */
const CLOCK_TOLERANCE_MS = 10 * 60_000;
/** Longest code, symbol or id that any upstream is known to use is 64 characters; names go further. */
const MAX_CODE_LENGTH = 64;
const MAX_NAME_LENGTH = 200;
/** More than all money on earth: USD amounts above are a unit error of the upstream. */
const MAX_USD = 1e15;
/** Dearest sane price of one unit in any quote currency (a bitcoin in a weak currency is 1e15 at most). */
const MAX_PRICE = 1e18;
/** Percent changes beyond this come from a division by almost nothing. */
const MAX_PERCENTAGE = 1e6;
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

/** May this text be a code, symbol or id? Odd ones (`$ANRX`, emoji, `../x`) are real tickers and stay: file names encode them. */
export function acceptCode(code: string): boolean {
  return (
    code !== "" && code.length <= MAX_CODE_LENGTH && !CONTROL.test(code) && code.trim() === code && code.isWellFormed()
  );
}

/** May this text be shown as a name? */
export function acceptName(name: string): boolean {
  return name.trim() !== "" && name.length <= MAX_NAME_LENGTH && !CONTROL.test(name) && name.isWellFormed();
}

/** May this be the price of something that trades? Zero is not a price. */
export function acceptPrice(price: number): boolean {
  return Number.isFinite(price) && price > 0 && price <= MAX_PRICE;
}

/** May this be an amount of money, coins or units? */
export function acceptAmount(amount: number): boolean {
  return Number.isFinite(amount) && amount >= 0;
}

/** May this be a time of observation? The future is not. */
export function acceptTime(timeMs: number, now: number): boolean {
  return Number.isFinite(timeMs) && timeMs > 0 && timeMs <= now + CLOCK_TOLERANCE_MS;
}

const keepAmount = (amount: number | null): number | null =>
  amount !== null && acceptAmount(amount) && amount <= MAX_USD ? amount : null;
const keepSupply = (amount: number | null): number | null =>
  amount !== null && acceptAmount(amount) && amount > 0 ? amount : null;
const keepPrice = (price: number | null): number | null => (price !== null && acceptPrice(price) ? price : null);
const keepPercentage = (percentage: number | null): number | null =>
  percentage !== null && Number.isFinite(percentage) && percentage >= -100 && percentage <= MAX_PERCENTAGE
    ? percentage
    : null;

type Acceptors = { [K in RecordKind]: (record: RecordKinds[K], context: AcceptContext) => RecordKinds[K] | Dropped };

/**
 * The judgement per kind: the record as it may be used (implausible extras become `null`), or the reason why its core
 * (identity, price, time) cannot be believed.
 */
const ACCEPTORS: Acceptors = {
  listing: (record) => (acceptCode(record.base) && acceptCode(record.quote) ? record : rejected("implausible code")),

  ticker: (record, { now }) => {
    if (!acceptCode(record.base) || !acceptCode(record.quote)) return rejected("implausible code");
    if (!Number.isFinite(record.last) || record.last < 0 || record.last > MAX_PRICE)
      return rejected("implausible price");
    if (record.tradeTimeMs !== null && !acceptTime(record.tradeTimeMs, now)) return rejected("time in the future");
    for (const volume of [record.baseVolume, record.quoteVolume, record.usdVolume]) {
      if (volume !== null && !acceptAmount(volume)) return rejected("negative volume");
    }
    return {
      ...record,
      bid: keepPrice(record.bid),
      ask: keepPrice(record.ask),
      open24h: keepPrice(record.open24h),
      vwap: keepPrice(record.vwap),
    };
  },

  coin: (record, { now }) => {
    if (!acceptCode(record.id) || !acceptCode(record.symbol)) return rejected("implausible code");
    if (!acceptName(record.name)) return rejected("implausible name");
    if (record.priceUsd !== null && record.priceUsd !== 0 && !acceptPrice(record.priceUsd))
      return rejected("implausible price");
    if (record.updatedAtMs !== null && !acceptTime(record.updatedAtMs, now)) return rejected("time in the future");
    return {
      ...record,
      symbol: record.symbol.toUpperCase(),
      priceUsd: keepPrice(record.priceUsd),
      marketCapUsd: keepSupply(keepAmount(record.marketCapUsd)),
      fullyDilutedValuationUsd: keepSupply(keepAmount(record.fullyDilutedValuationUsd)),
      volumeUsd: keepAmount(record.volumeUsd),
      high24hUsd: keepPrice(record.high24hUsd),
      low24hUsd: keepPrice(record.low24hUsd),
      changePercentage1h: keepPercentage(record.changePercentage1h),
      changePercentage24h: keepPercentage(record.changePercentage24h),
      changePercentage7d: keepPercentage(record.changePercentage7d),
      changePercentage30d: keepPercentage(record.changePercentage30d),
      changePercentage1y: keepPercentage(record.changePercentage1y),
      circulatingSupply: keepSupply(record.circulatingSupply),
      totalSupply: keepSupply(record.totalSupply),
      maxSupply: keepSupply(record.maxSupply),
      athUsd: keepPrice(record.athUsd),
      atlUsd: keepPrice(record.atlUsd),
      // One implausible point would draw a false history, and which one is wrong cannot be told.
      sparklineUsd: record.sparklineUsd.every(acceptPrice) ? record.sparklineUsd : [],
    };
  },

  "coin-detail": (record) => (acceptCode(record.id) ? record : rejected("implausible code")),

  global: (record) =>
    acceptAmount(record.totalMarketCapUsd) &&
    record.totalMarketCapUsd > 0 &&
    record.totalMarketCapUsd <= MAX_USD &&
    acceptAmount(record.totalVolumeUsd)
      ? record
      : rejected("implausible total"),

  exchange: (record) => {
    if (!acceptCode(record.id) || !acceptName(record.name)) return rejected("implausible name");
    return {
      ...record,
      volume24hBtc: record.volume24hBtc !== null && acceptAmount(record.volume24hBtc) ? record.volume24hBtc : null,
    };
  },

  protocol: (record) => {
    if (!acceptName(record.name) || !acceptCode(record.slug)) return rejected("implausible name");
    if (!acceptAmount(record.tvlUsd) || record.tvlUsd > MAX_USD) return rejected("implausible TVL");
    return {
      ...record,
      changePercentage1h: keepPercentage(record.changePercentage1h),
      changePercentage1d: keepPercentage(record.changePercentage1d),
      changePercentage7d: keepPercentage(record.changePercentage7d),
      marketCapUsd: keepSupply(keepAmount(record.marketCapUsd)),
    };
  },

  chain: (record) => {
    if (!acceptName(record.name)) return rejected("implausible name");
    return acceptAmount(record.tvlUsd) && record.tvlUsd <= MAX_USD ? record : rejected("implausible TVL");
  },

  tvl: (record, { now }) => {
    if (!acceptTime(record.timeMs, now)) return rejected("time in the future");
    return acceptAmount(record.tvlUsd) && record.tvlUsd <= MAX_USD ? record : rejected("implausible TVL");
  },

  "dex-volume": (record) =>
    acceptAmount(record.total24hUsd) && record.total24hUsd <= MAX_USD
      ? { ...record, changePercentage1d: keepPercentage(record.changePercentage1d) }
      : rejected("implausible volume"),

  index: (record, { now }) => {
    if (!acceptTime(record.timeMs, now)) return rejected("time in the future");
    return record.value >= 0 && record.value <= 100 && acceptName(record.classification)
      ? record
      : rejected("value outside 0 to 100");
  },

  rate: (record) =>
    /^[A-Z]{3}$/.test(record.quote) && /^[A-Z]{3}$/.test(record.base) && acceptPrice(record.rate)
      ? record
      : rejected("implausible rate"),

  article: (record, { now }) => {
    if (record.title === "" || !/^https?:\/\//.test(record.url)) return rejected("no title or link");
    // A day ahead is a publisher's time zone error; more is a lie about being newest.
    return acceptTime(record.publishedAtMs, now + 24 * 3_600_000) ? record : rejected("time in the future");
  },
};

/** Judges one record of a kind. */
export function acceptRecord<K extends RecordKind>(
  kind: K,
  record: RecordKinds[K],
  context: AcceptContext,
): RecordKinds[K] | Dropped {
  return ACCEPTORS[kind](record, context);
}

/** Above this share of faulty rows the whole answer is distrusted. */
export const MAX_FAULT_SHARE = 0.2;
