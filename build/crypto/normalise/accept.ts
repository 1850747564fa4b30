import { DAY_MS, HOUR_MS } from "../../lib/time.ts";
import {
  acceptAmount,
  acceptCode,
  acceptId,
  acceptName,
  acceptPrice,
  acceptTime,
  acceptTitle,
  acceptUsd,
  acceptVolumes,
  keepCap,
  keepDifference,
  keepPercentage,
  keepPrice,
  keepRank,
  keepSupply,
  keepText,
  keepTime,
  keepUsd,
} from "./plausible.ts";
import type { RecordKind, RecordKinds } from "./record.ts";
import { type Dropped, ignored, rejected } from "./record.ts";

/** Bitcoin that one exchange may trade in a day: the maximum supply. */
const MAX_VOLUME_BTC = 21e6;
/** Seven days have 167 to 169 hourly prices; a longer series is not hourly. */
const MAX_SPARKLINE_POINTS = 200;
/** Units of one currency per unit of another: from the dinar to the rial there are seven digits. */
const LEAST_RATE = 1e-8;
const MOST_RATE = 1e8;

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

  global: (record, { now }) =>
    acceptUsd(record.totalMarketCapUsd) && record.totalMarketCapUsd > 0 && acceptUsd(record.totalVolumeUsd)
      ? {
          ...record,
          ...keep(record, keepPercentage, "marketCapChangePercentage24h", "volumeChangePercentage24h"),
          updatedAtMs: keepTime(record.updatedAtMs, now),
        }
      : rejected("implausible total"),

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

/** Above this share of faulty rows the whole response is refused. */
export const MAX_FAULT_SHARE = 0.2;
