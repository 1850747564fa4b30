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
import { type CandlePartition, listRanges } from "../candles/candle-partition.ts";
import { type CandleSeries, joinCandles } from "../candles/join-candles.ts";
import { readHours } from "../candles/read-hours.ts";
import type { Partition } from "../history/partition.ts";
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
import type { Change } from "./correction.ts";

/** The close of a candle is the price of its hour or day, which has a correction of its own. */
const FIELDS = [
  ["open", "opens"],
  ["high", "highs"],
  ["low", "lows"],
] as const;

/** A document of candles, and what they are joined with. */
interface Source {
  dataset: string;
  /** The document. */
  name: string;
  /** Every document that the candles rest on. */
  names: readonly string[];
  /** Candles from this time on are of the document. */
  startMs: number;
  stepMs: number;
  readPrices(state: StateReader): Promise<Partition>;
}

/**
 * The changed candles that were final. The open is the price before, so a filled gap changes the
 * candle after it.
 */
export async function compareCandles(comparison: Comparison): Promise<Change[]> {
  const { before, after, moves, reasonOf } = comparison;
  const changes: Change[] = [];
  for (const source of listSources(comparison)) {
    const { dataset, name, names, startMs } = source;
    if (before.state.find(name) === undefined || after.state.find(name) === undefined) continue;
    const old = await openCandles(before.state, source);
    const current = await openCandles(after.state, source);
    for (const id of old.coinIds) {
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
            changes.push({ dataset, coinId, field, timeMs, old: value, new: now, reason: reasonOf(names) });
        }
      }
    }
  }
  return changes;
}

function listSources({ pending, after }: Comparison): Source[] {
  const names = pending.map(({ name }) => name);
  const startsOf = (prefix: string) =>
    names.flatMap((name) => (name.startsWith(prefix) ? (findCandleSpan(name)?.startMs ?? []) : []));
  // The last hour of a day is the open of the next one.
  const changed = [...startsOf(CANDLES), ...listDays({ pending })].flatMap((dayMs) => [dayMs, dayMs + DAY_MS]);
  // Older candles are not published, and lose the hour before them when it expires.
  const days = [...new Set(changed)].filter((dayMs) => dayMs > after.asOfMs - HOUR_CANDLES_MS);
  const years = names.flatMap((name) => (name.startsWith(DAILY) ? parsePartitionName(name).startMs : []));
  return [...days.map(describeHours), ...[...new Set([...startsOf(DAY_CANDLES), ...years])].map(describeDays)];
}

/** The hourly candles of a UTC day. */
function describeHours(dayMs: number): Source {
  const name = nameCandles(dayMs);
  return {
    dataset: "hour-candles",
    name,
    names: [name, nameHourly(dayMs), nameCandles(dayMs - DAY_MS), nameHourly(dayMs - DAY_MS)],
    startMs: dayMs,
    stepMs: HOUR_MS,
    readPrices: (state) => readHours(state, dayMs),
  };
}

/** The daily candles of a UTC year. */
function describeDays(yearMs: number): Source {
  const name = nameDayCandles(yearMs);
  const days = nameDaily(yearMs);
  return {
    dataset: "day-candles",
    name,
    names: [name, days],
    startMs: yearMs,
    stepMs: DAY_MS,
    readPrices: (state) => readPartition(state, days),
  };
}

/** The candles of a document, joined with prices as `/api/coins/{symbol}/ohlc` does it. */
async function openCandles(state: StateReader, { name, names, stepMs, readPrices }: Source) {
  const documents: CandlePartition[] = [];
  for (const one of names) if (findCandleSpan(one) !== undefined) documents.push(await readCandleDocument(state, one));
  const own = await readCandleDocument(state, name);
  const prices = await readPrices(state);
  return {
    coinIds: Object.keys(own.coins),
    read(coinId: string): CandleSeries {
      const ranges = new Map(
        documents.flatMap((candles) => listRanges(candles, coinId)).map((range) => [range.timeMs, range]),
      );
      const series = readSeries([prices], coinId, 0, Number.POSITIVE_INFINITY);
      if (stepMs === HOUR_MS) return joinCandles(series, stepMs, (timeMs) => ranges.get(timeMs));
      // A closing price alone is no candle.
      const rows = [...series.times.keys()].filter((row) => ranges.has(series.times[row] ?? 0));
      const times = rows.map((row) => series.times[row] ?? 0);
      const closes = rows.map((row) => series.prices[row] ?? 0);
      return joinCandles({ times, prices: closes }, stepMs, (timeMs) => ranges.get(timeMs));
    },
  };
}
