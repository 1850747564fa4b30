import { isPlainLine, isVisibleLine } from "../../lib/plain-text.ts";
import { isPositiveInteger } from "../../lib/shape.ts";
import { DAY_MS, HOUR_MS } from "../../lib/time.ts";
import { type Dropped, ignored, type RecordKind, type RecordKinds, rejected, type Ticker } from "./record.ts";

/** Bitcoin that one exchange may trade in a day: the maximum supply. */
const MAX_VOLUME_BTC = 21e6;
/** Seven days have 167 to 169 hourly prices; a longer series is not hourly. */
const MAX_SPARKLINE_POINTS = 200;
/** Units of one currency per unit of another: from the dinar to the rial there are seven digits. */
const LEAST_RATE = 1e-8;
const MOST_RATE = 1e8;
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

type Acceptors = { [K in RecordKind]: (record: RecordKinds[K], context: { now: number }) => RecordKinds[K] | Dropped };

/**
 * The check per kind: returns the usable record (implausible extras become `null`), or the reason
 * why its core (identity, price, time) is implausible.
 */
const ACCEPTORS: Acceptors = {
  listing: (record) =>
    acceptCode(record.base) && acceptCode(record.quote) && acceptName(record.market)
      ? { ...record, baseName: keepText(record.baseName) }
      : rejected("implausible code"),

  ticker: (record, { now }) => {
    if (!acceptCode(record.base) || !acceptCode(record.quote) || !acceptName(record.market))
      return rejected("implausible code");
    // Zero is the price of a listing without trades: no price, but no fault either.
    if (record.last !== 0 && !acceptPrice(record.last)) return rejected("implausible price");
    if (record.tradeTimeMs !== null && !acceptTime(record.tradeTimeMs, now)) return rejected("implausible time");
    for (const volume of [record.baseVolume, record.quoteVolume, record.usdVolume]) {
      if (volume !== null && !acceptAmount(volume)) return rejected("implausible volume");
    }
    // No fault: a coin that multiplied within the day must not cost its venue all other listings.
    if (!acceptVolumes(record)) return ignored("volumes contradict the price");
    const { bid, ask, open24h, vwap } = record;
    return { ...record, bid: keepPrice(bid), ask: keepPrice(ask), open24h: keepPrice(open24h), vwap: keepPrice(vwap) };
  },

  coin: (record, { now }) => {
    if (!acceptId(record.id) || !acceptCode(record.symbol)) return rejected("implausible code");
    if (!acceptName(record.name)) return rejected("implausible name");
    if (record.priceUsd !== null && record.priceUsd !== 0 && !acceptPrice(record.priceUsd))
      return rejected("implausible price");
    if (record.updatedAtMs !== null && !acceptTime(record.updatedAtMs, now)) return rejected("implausible time");
    return {
      ...record,
      symbol: record.symbol.toUpperCase(),
      rank: keepRank(record.rank),
      ...keep(record, keepPrice, "priceUsd", "high24hUsd", "low24hUsd", "athUsd", "atlUsd"),
      ...keep(record, keepCap, "marketCapUsd"),
      volumeUsd: keepUsd(record.volumeUsd),
      change24hUsd: keepDifference(record.change24hUsd),
      ...keep(record, keepPercentage, "changePercentage1h", "changePercentage24h", "changePercentage7d"),
      ...keep(record, keepPercentage, "changePercentage30d", "changePercentage1y"),
      ...keep(record, keepSupply, "circulatingSupply", "totalSupply", "maxSupply"),
      ...keep(record, (timeMs: number | null) => keepTime(timeMs, now), "athTimeMs", "atlTimeMs"),
      // One implausible point makes the whole series useless.
      sparklineUsd:
        record.sparklineUsd.length <= MAX_SPARKLINE_POINTS && record.sparklineUsd.every(acceptPrice)
          ? record.sparklineUsd
          : [],
    };
  },

  "coin-detail": (record) =>
    acceptId(record.id)
      ? {
          ...record,
          categories: record.categories.filter(acceptName),
          platforms: keepNamed(record.platforms, acceptName),
        }
      : rejected("implausible code"),

  global: (record, { now }) => {
    const { totalMarketCapUsd: total, totalVolumeUsd, activeCoins, updatedAtMs } = record;
    if (!acceptUsd(total) || total <= 0 || !acceptUsd(totalVolumeUsd)) return rejected("implausible total");
    // It is published as a whole number.
    if (!isPositiveInteger(activeCoins)) return rejected("implausible number of coins");
    return {
      ...record,
      ...keep(record, keepPercentage, "marketCapChangePercentage24h", "volumeChangePercentage24h"),
      updatedAtMs: keepTime(updatedAtMs, now),
    };
  },

  exchange: (record) => {
    if (!acceptId(record.id) || !acceptName(record.name)) return rejected("implausible name");
    const { volume24hBtc } = record;
    const plausible = volume24hBtc !== null && volume24hBtc >= 0 && volume24hBtc <= MAX_VOLUME_BTC;
    return { ...record, country: keepText(record.country), volume24hBtc: plausible ? volume24hBtc : null };
  },

  protocol: (record, { now }) => {
    if (!acceptId(record.id) || !acceptName(record.name) || !acceptId(record.slug)) return rejected("implausible name");
    if (!acceptUsd(record.tvlUsd)) return rejected("implausible TVL");
    return {
      ...record,
      ...keep(record, keepText, "symbol", "category", "geckoId"),
      chains: record.chains.filter(acceptName),
      chainTvlsUsd: keepNamed(record.chainTvlsUsd, acceptUsd),
      ...keep(record, keepPercentage, "changePercentage1h", "changePercentage1d", "changePercentage7d"),
      marketCapUsd: keepCap(record.marketCapUsd),
      listedAtMs: keepTime(record.listedAtMs, now),
    };
  },

  chain: (record) => {
    if (!acceptName(record.name)) return rejected("implausible name");
    if (!acceptUsd(record.tvlUsd)) return rejected("implausible TVL");
    return { ...record, ...keep(record, keepText, "tokenSymbol", "geckoId") };
  },

  tvl: (record, { now }) => {
    if (!acceptTime(record.timeMs, now)) return rejected("implausible time");
    return acceptUsd(record.tvlUsd) ? record : rejected("implausible TVL");
  },

  "dex-volume": (record) =>
    acceptUsd(record.total24hUsd)
      ? { ...record, changePercentage1d: keepPercentage(record.changePercentage1d) }
      : rejected("implausible volume"),

  index: (record, { now }) => {
    if (!acceptTime(record.timeMs, now)) return rejected("implausible time");
    return record.value >= 0 && record.value <= 100 && acceptName(record.classification)
      ? record
      : rejected("value outside 0 to 100");
  },

  rate: (record, { now }) => {
    if (!acceptDay(record.date, now)) return rejected("implausible date");
    const isCode = CURRENCY.test(record.quote) && CURRENCY.test(record.base);
    return isCode && acceptRate(record.rate) ? record : rejected("implausible rate");
  },

  fixing: (record, { now }) => {
    if (!acceptDay(record.date, now)) return rejected("implausible date");
    const rates = Object.entries(record.rates).filter(([code, rate]) => CURRENCY.test(code) && acceptRate(rate));
    return rates.length > 0 ? { ...record, rates: Object.fromEntries(rates) } : rejected("no plausible rate");
  },

  article: (record, { now }) => {
    if (!acceptTitle(record.title) || !/^https?:\/\//.test(record.url)) return rejected("no title or link");
    // A day ahead is a publisher's time zone error; more is a wrong time.
    return acceptTime(record.publishedAtMs, now + DAY_MS) ? record : rejected("implausible time");
  },
};

const CURRENCY = /^[A-Z]{3}$/;

/** The date may already be tomorrow's in the east. */
function acceptDay(date: string, now: number): boolean {
  const dayMs = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  return acceptTime(dayMs, now + 14 * HOUR_MS);
}

function acceptRate(rate: number): boolean {
  return rate >= LEAST_RATE && rate <= MOST_RATE;
}

/** These fields of a record, `null` where they are implausible. */
function keep<Value, Field extends string>(
  record: Readonly<Record<Field, Value | null>>,
  keepValue: (value: Value | null) => Value | null,
  ...fields: Field[]
): Record<Field, Value | null> {
  return Object.fromEntries(fields.map((field) => [field, keepValue(record[field])])) as Record<Field, Value | null>;
}

function keepNamed<Value>(values: Record<string, Value>, accept: (value: Value) => boolean): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => acceptName(name) && accept(value)));
}

/** Checks one record of a kind. */
export function acceptRecord<K extends RecordKind>(
  kind: K,
  record: RecordKinds[K],
  context: { now: number },
): RecordKinds[K] | Dropped {
  return ACCEPTORS[kind](record, context);
}

/** Zero is no price. */
function acceptPrice(price: number): boolean {
  return price >= MIN_PRICE && price <= MAX_PRICE;
}

/** An amount of coins or of a quote currency. */
function acceptAmount(amount: number): boolean {
  return amount >= 0 && amount <= MAX_AMOUNT;
}

function acceptUsd(amount: number): boolean {
  return amount >= 0 && amount <= MAX_USD;
}

/** A time of observation in unix milliseconds is not in the future. */
function acceptTime(timeMs: number, now: number): boolean {
  return timeMs > 0 && timeMs <= now + CLOCK_TOLERANCE_MS;
}

function keepPrice(price: number | null): number | null {
  return price !== null && acceptPrice(price) ? price : null;
}

function keepUsd(amount: number | null): number | null {
  return amount !== null && acceptUsd(amount) ? amount : null;
}

/** A market cap; zero means unknown. */
function keepCap(amount: number | null): number | null {
  return amount === 0 ? null : keepUsd(amount);
}

function keepSupply(supply: number | null): number | null {
  return supply !== null && supply > 0 && acceptAmount(supply) ? supply : null;
}

/** A difference in USD, of either sign. */
function keepDifference(difference: number | null): number | null {
  return difference !== null && Math.abs(difference) <= MAX_PRICE ? difference : null;
}

function keepPercentage(percentage: number | null): number | null {
  return percentage !== null && percentage >= -100 && percentage <= MAX_PERCENTAGE ? percentage : null;
}

function keepTime(timeMs: number | null, now: number): number | null {
  return timeMs !== null && acceptTime(timeMs, now) ? timeMs : null;
}

function keepRank(rank: number | null): number | null {
  return isPositiveInteger(rank) ? rank : null;
}

/** Longest code of any upstream. Ids, names and titles are longer. */
const MAX_CODE_LENGTH = 64;
const MAX_ID_LENGTH = 128;
const MAX_NAME_LENGTH = 200;
const MAX_TITLE_LENGTH = 1_000;

/**
 * Whether the text may be a code. Unusual ones (`$ANRX`, emoji, `../x`) are real tickers: file
 * names encode them.
 */
function acceptCode(code: string): boolean {
  return isPlainLine(code, MAX_CODE_LENGTH);
}

/** Whether the text may be an id. Properties of every object (`constructor`) may not. */
function acceptId(id: string): boolean {
  return isPlainLine(id, MAX_ID_LENGTH) && !(id in Object.prototype);
}

function acceptName(name: string): boolean {
  return isVisibleLine(name, MAX_NAME_LENGTH);
}

function acceptTitle(title: string): boolean {
  return isVisibleLine(title, MAX_TITLE_LENGTH);
}

/** The text (a country, a category) where it may be shown; otherwise `null`. */
function keepText(text: string | null): string | null {
  return text !== null && acceptName(text) ? text : null;
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
function acceptVolumes({ last, open24h, baseVolume, quoteVolume }: Ticker): boolean {
  if (baseVolume === null || quoteVolume === null || baseVolume <= 0 || quoteVolume <= 0 || last <= 0) return true;
  const average = quoteVolume / baseVolume;
  const open = open24h !== null && open24h > 0 ? open24h : last;
  return average <= Math.max(last, open) * MAX_FACTOR && average >= Math.min(last, open) / MAX_FACTOR;
}
