import { DAY_MS, HOUR_MS } from "../../lib/time.ts";
import {
  CANDLES,
  DAY_CANDLES,
  findCandleSpan,
  findFinalMs,
  HOUR_CANDLES_MS,
  nameCandles,
  nameDayCandles,
  readCandleDocument,
} from "../candles/candle-document.ts";
import { listRanges } from "../candles/candle-partition.ts";
import { type CandleSeries, type FindSamples, joinCandles } from "../candles/join-candles.ts";
import {
  DAILY,
  nameDaily,
  nameHourly,
  parsePartitionName,
  readPartition,
  type StateReader,
} from "../history/partition-document.ts";
import { readSeries } from "../history/series.ts";
import { listDays } from "./compare-series.ts";
import type { Comparison } from "./comparison.ts";
import type { CorrectedDatasetName } from "./corrected-datasets.ts";
import type { Change } from "./correction.ts";

/** The close of a candle is the price of its hour or day, which has a correction of its own. */
const FIELDS = [
  ["open", "opens"],
  ["high", "highs"],
  ["low", "lows"],
] as const;

/** Names of documents: of the time before the first candle, and of that of the candles. */
type Documents = readonly [before: string, own: string];

interface Source {
  dataset: CorrectedDatasetName;
  /** Candles from this time on are of this source; the ones before only give the first open. */
  startMs: number;
  stepMs: number;
  /** The documents of highs and lows, and those of prices. */
  ranges: Documents;
  prices: Documents;
  /** Of a step without a stored range, as in `/api/coins/{symbol}/ohlc`. */
  findSamples: FindSamples;
}

/**
 * The changed candles that were final. The open is the price before, so a filled gap changes the
 * candle after it.
 */
export async function compareCandles(comparison: Comparison): Promise<Change[]> {
  const { before, after, moves, candleCoins, reasonOf } = comparison;
  const moved = [...moves].flatMap(([from, to]) => (candleCoins.includes(to) ? from : []));
  const changes: Change[] = [];
  for (const source of listSources(comparison)) {
    const { dataset, startMs, ranges, prices } = source;
    const reason = reasonOf([ranges[1], prices[1], ranges[0], prices[0]]);
    const old = await openCandles(before.state, source);
    const current = await openCandles(after.state, source);
    for (const id of new Set([...old.coinIds, ...candleCoins, ...moved])) {
      const coinId = moves.get(id) ?? id;
      const was = old.read(id);
      const is = current.read(coinId);
      const rows = new Map(is.times.map((time, row) => [time, row]));
      for (const [row, timeMs] of was.times.entries()) {
        if (timeMs < startMs || findFinalMs(timeMs) > before.asOfMs) continue;
        for (const [field, column] of FIELDS) {
          const value = was[column][row];
          const now = is[column][rows.get(timeMs) ?? -1] ?? null;
          if (value !== undefined && value !== now)
            changes.push({ dataset, coinId, field, timeMs, old: value, new: now, reason });
        }
      }
    }
  }
  return changes;
}

/** Those with a final candle: the running day changes with every build. */
function listSources({ pending, before, after }: Comparison): Source[] {
  const names = pending.map(({ name }) => name);
  const spansOf = (prefix: string) =>
    names.flatMap((name) => (name.startsWith(prefix) ? (findCandleSpan(name) ?? []) : []));
  // The last price of a day or year is the open of the next one.
  const ranged = spansOf(CANDLES).map(({ startMs }) => startMs);
  const changed = [...ranged, ...listDays({ pending })].flatMap((dayMs) => [dayMs, dayMs + DAY_MS]);
  // Older candles are not published, and lose the hour before them when it expires.
  const days = [...new Set(changed)].filter((dayMs) => dayMs + DAY_MS > after.asOfMs - HOUR_CANDLES_MS);
  const priced = names.flatMap((name) => (name.startsWith(DAILY) ? parsePartitionName(name) : []));
  const years = [...spansOf(DAY_CANDLES), ...priced].flatMap(({ startMs, endMs }) => [startMs, endMs]);
  const sources = [...days.map(describeHours), ...[...new Set(years)].map(describeDays)];
  return sources.filter(({ startMs }) => findFinalMs(startMs) <= before.asOfMs);
}

/** The hourly candles of a UTC day. */
function describeHours(dayMs: number): Source {
  const beforeMs = dayMs - DAY_MS;
  return {
    dataset: "hour-candles",
    startMs: dayMs,
    stepMs: HOUR_MS,
    ranges: [nameCandles(beforeMs), nameCandles(dayMs)],
    prices: [nameHourly(beforeMs), nameHourly(dayMs)],
    // The samples of a final candle do not count.
    findSamples: () => [],
  };
}

/** The daily candles of a UTC year. */
function describeDays(yearMs: number): Source {
  const beforeMs = yearMs - DAY_MS;
  return {
    dataset: "day-candles",
    startMs: yearMs,
    stepMs: DAY_MS,
    ranges: [nameDayCandles(beforeMs), nameDayCandles(yearMs)],
    prices: [nameDaily(beforeMs), nameDaily(yearMs)],
    findSamples: () => undefined,
  };
}

async function openCandles(state: StateReader, { startMs, stepMs, ranges, prices, findSamples }: Source) {
  const documents = await Promise.all(ranges.map((name) => readCandleDocument(state, name)));
  const partitions = await Promise.all(prices.map((name) => readPartition(state, name)));
  return {
    coinIds: documents.flatMap(({ coins }) => Object.keys(coins)),
    read(coinId: string): CandleSeries {
      const all = documents.flatMap((candles) => listRanges(candles, coinId));
      const byTime = new Map(all.map((range) => [range.timeMs, range]));
      const series = readSeries(partitions, coinId, startMs - stepMs, Number.POSITIVE_INFINITY);
      return joinCandles(series, stepMs, (timeMs) => byTime.get(timeMs), findSamples);
    },
  };
}
