import { DAY_MS, HOUR_MS } from "../lib/time.ts";
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

/** The context of the plausibility rules. */
interface AcceptContext {
  now: number;
}

/** Bitcoin that one exchange may trade in a day: the maximum supply. */
const MAX_VOLUME_BTC = 21e6;
/** Seven days have 167 to 169 hourly prices; a longer series is not hourly. */
const MAX_SPARKLINE_POINTS = 200;
/** Units of one currency per unit of another: from the dinar to the rial there are seven digits. */
const LEAST_RATE = 1e-8;
const MOST_RATE = 1e8;

type Acceptors = { [K in RecordKind]: (record: RecordKinds[K], context: AcceptContext) => RecordKinds[K] | Dropped };

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
    return {
      ...record,
      bid: keepPrice(record.bid),
      ask: keepPrice(record.ask),
      open24h: keepPrice(record.open24h),
      vwap: keepPrice(record.vwap),
    };
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
      priceUsd: keepPrice(record.priceUsd),
      marketCapUsd: keepCap(record.marketCapUsd),
      fullyDilutedValuationUsd: keepCap(record.fullyDilutedValuationUsd),
      volumeUsd: keepUsd(record.volumeUsd),
      high24hUsd: keepPrice(record.high24hUsd),
      low24hUsd: keepPrice(record.low24hUsd),
      change24hUsd: keepDifference(record.change24hUsd),
      changePercentage1h: keepPercentage(record.changePercentage1h),
      changePercentage24h: keepPercentage(record.changePercentage24h),
      changePercentage7d: keepPercentage(record.changePercentage7d),
      changePercentage30d: keepPercentage(record.changePercentage30d),
      changePercentage1y: keepPercentage(record.changePercentage1y),
      circulatingSupply: keepSupply(record.circulatingSupply),
      totalSupply: keepSupply(record.totalSupply),
      maxSupply: keepSupply(record.maxSupply),
      athUsd: keepPrice(record.athUsd),
      athTimeMs: keepTime(record.athTimeMs, now),
      atlUsd: keepPrice(record.atlUsd),
      atlTimeMs: keepTime(record.atlTimeMs, now),
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
          marketCapChangePercentage24h: keepPercentage(record.marketCapChangePercentage24h),
          volumeChangePercentage24h: keepPercentage(record.volumeChangePercentage24h),
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
      symbol: keepText(record.symbol),
      category: keepText(record.category),
      chains: record.chains.filter(acceptName),
      geckoId: keepText(record.geckoId),
      chainTvlsUsd: keepNamed(record.chainTvlsUsd, acceptUsd),
      changePercentage1h: keepPercentage(record.changePercentage1h),
      changePercentage1d: keepPercentage(record.changePercentage1d),
      changePercentage7d: keepPercentage(record.changePercentage7d),
      marketCapUsd: keepCap(record.marketCapUsd),
      listedAtMs: keepTime(record.listedAtMs, now),
    };
  },

  chain: (record) => {
    if (!acceptName(record.name)) return rejected("implausible name");
    if (!acceptUsd(record.tvlUsd)) return rejected("implausible TVL");
    return { ...record, tokenSymbol: keepText(record.tokenSymbol), geckoId: keepText(record.geckoId) };
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
    const dayMs = /^\d{4}-\d{2}-\d{2}$/.test(record.date) ? Date.parse(`${record.date}T00:00:00Z`) : Number.NaN;
    // The date may already be tomorrow's in the east.
    if (!acceptTime(dayMs, now + 14 * HOUR_MS)) return rejected("implausible date");
    const isCode = /^[A-Z]{3}$/.test(record.quote) && /^[A-Z]{3}$/.test(record.base);
    return isCode && record.rate >= LEAST_RATE && record.rate <= MOST_RATE ? record : rejected("implausible rate");
  },

  article: (record, { now }) => {
    if (!acceptTitle(record.title) || !/^https?:\/\//.test(record.url)) return rejected("no title or link");
    // A day ahead is a publisher's time zone error; more is a wrong time.
    return acceptTime(record.publishedAtMs, now + DAY_MS) ? record : rejected("implausible time");
  },
};

function keepNamed<Value>(values: Record<string, Value>, accept: (value: Value) => boolean): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => acceptName(name) && accept(value)));
}

/** Checks one record of a kind. */
export function acceptRecord<K extends RecordKind>(
  kind: K,
  record: RecordKinds[K],
  context: AcceptContext,
): RecordKinds[K] | Dropped {
  return ACCEPTORS[kind](record, context);
}

/** Above this share of faulty rows the whole response is refused. */
export const MAX_FAULT_SHARE = 0.2;
