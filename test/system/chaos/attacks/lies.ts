import type { Dataset, RecordKind, RecordKinds, Ticker } from "../../../../build/crypto/normalise/record.ts";
import type { Moment } from "./stage.ts";

/** What a liar makes of a book; `null` takes it away. */
export type BookLie = (ticker: Ticker, coinId: string | undefined) => Ticker | null;

export const PRICE_FACTORS = [
  0.5, 0.75, 0.9, 0.95, 0.96, 0.97, 1.025, 1.03, 1.05, 1.075, 1.1, 1.28, 1.29, 1.31, 1.5, 2,
] as const;
export const VOLUME_FACTORS = [0.001, 1, 1, 100, 10_000, 1_000_000] as const;
export const STABLECOINS: Readonly<Record<string, string>> = { USDT: "tether", USDC: "usd-coin" };
export const ANCHOR_IDS: readonly string[] = ["bitcoin", "ethereum", "tether"];

export function lieInBooks(moment: Moment, liars: readonly string[], lie: BookLie): readonly Dataset[] {
  return editRecords(moment.datasets, "ticker", liars, (ticker, source) => {
    const told = lie(ticker, moment.codes.get(`${source}:${ticker.base}`));
    return told === null ? [] : [told];
  });
}

export function editRecords<K extends RecordKind>(
  datasets: readonly Dataset[],
  kind: K,
  sources: readonly string[] | null,
  edit: (record: RecordKinds[K], source: string, feed: string) => RecordKinds[K][],
): readonly Dataset[] {
  return datasets.map((dataset) => {
    if (dataset.kind !== kind || (sources !== null && !sources.includes(dataset.source))) return dataset;
    const records = (dataset as Dataset<K>).records.flatMap((record) => edit(record, dataset.source, dataset.feed));
    return { ...dataset, records } as Dataset;
  });
}

/**
 * All prices of a book by one factor and its volume by another, so that the row agrees with itself.
 */
export function scaleTicker(ticker: Ticker, price: number, volume = 1): Ticker {
  const times = (value: number | null, factor: number) => (value === null ? null : value * factor);
  return {
    ...ticker,
    last: ticker.last * price,
    bid: times(ticker.bid, price),
    ask: times(ticker.ask, price),
    vwap: times(ticker.vwap, price),
    open24h: times(ticker.open24h, price),
    baseVolume: times(ticker.baseVolume, volume),
    quoteVolume: times(ticker.quoteVolume, price * volume),
    usdVolume: times(ticker.usdVolume, price * volume),
  };
}

export interface Scaling {
  price: number;
  volume: number;
}

export function scaleCoins(coinIds: ReadonlySet<string> | null, { price, volume }: Scaling): BookLie {
  return (ticker, coinId) =>
    coinId !== undefined && (coinIds === null || coinIds.has(coinId)) ? scaleTicker(ticker, price, volume) : ticker;
}

/** One book of a coin on each venue, the first of its books. */
export function scaleOneBook(coinId: string, quote: string, { price, volume }: Scaling): BookLie {
  return (ticker, id) => (id === coinId && ticker.quote === quote ? scaleTicker(ticker, price, volume) : ticker);
}

/** As if a quote were worth `factor` of what it is: its own books, and all books against it. */
export function shiftQuote(code: string, factor: number, volume: number): BookLie {
  return (ticker, coinId) => {
    if (ticker.quote === code) return scaleTicker(ticker, 1 / factor, volume);
    return ticker.base === code || coinId === STABLECOINS[code] ? scaleTicker(ticker, factor, volume) : ticker;
  };
}

/**
 * Books that the venue does not have, of coins that others trade, at `price` times the honest price
 * in USDT.
 */
export function inventBooks(
  moment: Moment,
  datasets: readonly Dataset[],
  liars: readonly string[],
  coinIds: readonly string[],
  { price, volumeUsd }: { price: number; volumeUsd: number },
): readonly Dataset[] {
  const { honest, codes } = moment;
  return datasets.map((dataset) => {
    if (dataset.kind !== "ticker" || !liars.includes(dataset.source)) return dataset;
    const invented = coinIds.flatMap((id): Ticker[] => {
      const row = honest.rows.get(id);
      const usdt = honest.quoteUsd("USDT");
      if (row?.price == null || usdt === null) return [];
      const known = [...codes].find(([name, coinId]) => coinId === id && name.startsWith(`${dataset.source}:`));
      const base = known?.[0].slice(dataset.source.length + 1) ?? row.symbol;
      const last = (row.price * price) / usdt;
      return [
        {
          market: `${base}-INVENTED`,
          base,
          quote: "USDT",
          last,
          bid: last * 0.9999,
          ask: last * 1.0001,
          baseVolume: volumeUsd / last,
          quoteVolume: volumeUsd,
          usdVolume: null,
          vwap: last,
          open24h: last,
          tradeTimeMs: null,
          trades: null,
          priced: true,
        },
      ];
    });
    const own = new Set(invented.map(({ base, quote }) => `${base}/${quote}`));
    const records = (dataset as Dataset<"ticker">).records.filter(({ base, quote }) => !own.has(`${base}/${quote}`));
    return { ...dataset, records: [...records, ...invented] };
  });
}

/** Venues that do not answer: their last good answers, or nothing. */
export function silence(datasets: readonly Dataset[], venues: readonly string[], kept: boolean): readonly Dataset[] {
  return datasets.flatMap((dataset) => {
    if (dataset.kind !== "ticker" || !venues.includes(dataset.source)) return [dataset];
    return kept ? [{ ...dataset, stale: true }] : [];
  });
}

export function forgetReferences(datasets: readonly Dataset[], coinIds: ReadonlySet<string>): readonly Dataset[] {
  return editRecords(datasets, "coin", null, (row) => [coinIds.has(row.id) ? { ...row, priceUsd: null } : row]);
}

/** Changes a reference's row of a coin. */
export function lieInReference(
  datasets: readonly Dataset[],
  sources: readonly string[],
  coinId: string,
  lie: (row: RecordKinds["coin"]) => RecordKinds["coin"] | null,
): readonly Dataset[] {
  return editRecords(datasets, "coin", sources, (row) => {
    if (row.id !== coinId) return [row];
    const told = lie(row);
    return told === null ? [] : [told];
  });
}

/** The whole row in another unit, so that it agrees with itself. */
export function scaleReference(row: RecordKinds["coin"], factor: number): RecordKinds["coin"] {
  const times = (value: number | null) => (value === null ? null : value * factor);
  return {
    ...row,
    priceUsd: times(row.priceUsd),
    marketCapUsd: times(row.marketCapUsd),
    high24hUsd: times(row.high24hUsd),
    low24hUsd: times(row.low24hUsd),
    change24hUsd: times(row.change24hUsd),
    athUsd: times(row.athUsd),
    atlUsd: times(row.atlUsd),
    sparklineUsd: row.sparklineUsd.map((price) => price * factor),
  };
}
