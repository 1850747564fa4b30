import { DAY_MS } from "../../lib/time.ts";
import type { DatasetSeries } from "../history/datasets/dataset-series.ts";
import {
  type ExchangeRateDay,
  exchangeRateSeries,
  type FearGreedDay,
  fearGreedSeries,
  fixingSeries,
  type GlobalDay,
  globalSeries,
} from "../history/datasets/datasets.ts";
import { readFixings } from "../history/datasets/fixings.ts";
import { listNames, type StateReader } from "../history/partition-document.ts";
import type { Comparison } from "./comparison.ts";
import type { CorrectedDatasetName } from "./corrected-datasets.ts";
import type { Change } from "./correction.ts";

/** The published numbers of a day by field. */
type Numbers = Readonly<Record<string, number>>;
/** By the start of the UTC day, ascending. */
type Days = ReadonlyMap<number, Numbers>;

interface DayRows {
  dataset: CorrectedDatasetName;
  prefix: string;
  /** A rate is set for its day until the next one, so the newest day stays open. */
  isNewestOpen: boolean;
  read(state: StateReader, asOfMs: number): Promise<Days>;
}

/**
 * The series of days whose values are closed. The total value locked is not among them: its source
 * revises all past days, and it is published as that source's series. The description of
 * `/api/corrections` says so.
 */
const SERIES: readonly DayRows[] = [
  {
    ...describeRows<ExchangeRateDay>("exchange-rates", exchangeRateSeries, ({ rates }) => rates),
    isNewestOpen: true,
  },
  describeRows<GlobalDay>("global", globalSeries, readGlobal),
  describeRows<FearGreedDay>("fear-greed", fearGreedSeries, ({ value }) => ({ value })),
  { dataset: "fixings", prefix: fixingSeries.prefix, isNewestOpen: true, read: readFixingDays },
];

/** The changed values of days that are over. */
export async function compareRows({ before, after, pending, reasonOf }: Comparison): Promise<Change[]> {
  const changes: Change[] = [];
  for (const { dataset, prefix, isNewestOpen, read } of SERIES) {
    const names = pending.map(({ name }) => name).filter((name) => name.startsWith(prefix));
    if (names.length === 0) continue;
    const old = await read(before.state, before.asOfMs);
    const current = await read(after.state, after.asOfMs);
    const openMs = isNewestOpen ? [...old.keys()].at(-1) : undefined;
    for (const [timeMs, numbers] of old) {
      if (timeMs === openMs || timeMs + DAY_MS > before.asOfMs) continue;
      for (const [field, value] of Object.entries(numbers)) {
        const now = current.get(timeMs)?.[field] ?? null;
        if (now !== value)
          changes.push({ dataset, coinId: null, field, timeMs, old: value, new: now, reason: reasonOf(names) });
      }
    }
  }
  return changes;
}

function describeRows<Row extends { date: string }>(
  dataset: CorrectedDatasetName,
  { prefix }: DatasetSeries<Row>,
  readNumbers: (row: Row) => Numbers,
): DayRows {
  return {
    dataset,
    prefix,
    isNewestOpen: false,
    async read(state) {
      const days = new Map<number, Numbers>();
      for (const name of listNames(state, prefix))
        for (const row of (await state.read<Row[]>(name)) ?? []) days.set(Date.parse(row.date), readNumbers(row));
      return days;
    },
  };
}

function readGlobal({ totalMarketCap, totalVolume, activeCoins, markets, marketCapPercentage }: GlobalDay): Numbers {
  const { btc, eth } = marketCapPercentage;
  return {
    total_market_cap: totalMarketCap,
    total_volume: totalVolume,
    ...(btc !== undefined && { btc_market_cap_percentage: btc }),
    ...(eth !== undefined && { eth_market_cap_percentage: eth }),
    active_cryptocurrencies: activeCoins,
    markets,
  };
}

/** As published: rates that the days around contradict are left out. */
async function readFixingDays(state: StateReader, asOfMs: number): Promise<Days> {
  const { days, rates } = await readFixings(state, asOfMs);
  const numbersOf = (row: number): Numbers =>
    Object.fromEntries(
      Object.entries(rates).flatMap(([code, column]) => {
        const rate = column[row] ?? null;
        return rate === null ? [] : [[code, rate] as const];
      }),
    );
  return new Map(days.map((day, row) => [Date.parse(day), numbersOf(row)]));
}
