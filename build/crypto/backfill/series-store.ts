import type { StateStore } from "../../kit/platform/platform.ts";
import { groupBy } from "../../lib/collections.ts";
import { DAY_MS, floorTo, HOUR_MS } from "../../lib/time.ts";
import { writeHours } from "../history/kept-hours.ts";
import {
  createPartition,
  fillPartition,
  findColumns,
  mergePartitions,
  type Partition,
  type PartitionPoint,
  pickPrices,
} from "../history/partition.ts";
import {
  BACKFILLED,
  DAILY,
  HOURLY,
  HOURS,
  listNames,
  nameDaily,
  nameHourly,
  nameHours,
  namePendingDays,
  nameSamples,
  PENDING_DAYS,
  readPartition,
  SAMPLES,
  writePartition,
} from "../history/partition-document.ts";
import { rollUp } from "../history/roll-up.ts";
import { indexDocuments, type KnownPrice, type Layout, type OpenDocument, openDocument } from "./series-documents.ts";
import { STEP_MS, STEPS, type Step, type StepRange } from "./step.ts";

/** A price in USD at the end of the step that starts at `timeMs`. */
export interface UsdPoint {
  timeMs: number;
  price: number;
}

/** A point of an answer, before or after its conversion to USD. Points of candles have a range. */
export interface SeriesPoint extends UsdPoint {
  range?: Readonly<Record<"open" | "high" | "low", number>>;
}

/** The series as the backfill reads and fills them. */
export interface SeriesStore {
  findPrice(step: Step, coinId: string, timeMs: number): number | undefined;
  /** The steps of a range without a price, as ascending ranges. */
  findGaps(step: Step, coinId: string, range: StepRange): StepRange[];
  /** Whether a step has no price; `findPrice` may have one to compare with. */
  isMissing(step: Step, coinId: string, timeMs: number): boolean;
  /**
   * Adds points with the id of their source where there is no price. Returns how many.
   *
   * A day and its last hour are one value: that of the hour, which was traded at its end, while
   * the point of a chart may be hours away. A day that builds observed gets the price of a filled
   * hour that is newer than all that they observed.
   */
  fill(step: Step, coinId: string, points: readonly UsdPoint[], source: string): number;
  /** Writes what was filled. */
  save(): void;
}

/** Filled days wait apart until the first build of the next UTC day publishes them. */
const RECENT: Layout = { hourly: [nameSamples, nameHourly], daily: [nameSamples, nameDaily, namePendingDays] };
const PAST: Layout = { hourly: [nameHours], daily: [nameDaily, namePendingDays] };

/**
 * Opens the hourly series of the last days, and the daily series. Samples count before they are
 * rolled up, so that no hour of today is taken for missing.
 */
export async function openSeriesStore(state: StateStore, asOfMs: number): Promise<SeriesStore> {
  const opened: OpenDocument[] = [];
  for (const name of listNames(state, SAMPLES)) {
    const samples = await readPartition(state, name);
    for (const step of STEPS) opened.push(openDocument(step, name, rollUp(samples, STEP_MS[step])));
  }
  for (const name of listNames(state, HOURLY))
    opened.push(openDocument("hourly", name, await readPartition(state, name)));
  for (const name of [DAILY, PENDING_DAYS].flatMap((folder) => listNames(state, folder)))
    opened.push(openDocument("daily", name, await readPartition(state, name)));
  return createSeriesStore(state, opened, RECENT, asOfMs);
}

/**
 * Opens the hours of one month that are kept for good, and the days of its year and of the day
 * before it. The price of a day counts as that of its last hour: it shows where the candles of
 * another source belong.
 */
export async function openMonthStore(state: StateStore, monthMs: number, asOfMs: number): Promise<SeriesStore> {
  const month = nameHours(monthMs);
  const opened = [openDocument("hourly", month, await readPartition(state, month))];
  const days = [monthMs - DAY_MS, monthMs];
  for (const name of new Set(PAST.daily.flatMap((nameOf) => days.map(nameOf))))
    opened.push(openDocument("daily", name, await readPartition(state, name)));
  const store = createSeriesStore(state, opened, PAST, asOfMs);
  const findDay = (coinId: string, timeMs: number) => store.findPrice("daily", coinId, floorTo(timeMs, DAY_MS));
  return {
    ...store,
    findPrice: (step, coinId, timeMs) =>
      store.findPrice(step, coinId, timeMs) ??
      (step === "hourly" && isLastHour(timeMs) ? findDay(coinId, timeMs) : undefined),
    // Steps around a window may lie in another month, which is not open.
    fill: (step, coinId, points, source) =>
      store.fill(
        step,
        coinId,
        points.filter(({ timeMs }) => step === "daily" || nameHours(timeMs) === month),
        source,
      ),
  };
}

function createSeriesStore(
  state: StateStore,
  documents: readonly OpenDocument[],
  layout: Layout,
  asOfMs: number,
): SeriesStore {
  const { findPoint, merge, listPoints, listFilled } = indexDocuments(documents, layout);

  function fill(step: Step, coinId: string, points: readonly UsdPoint[], source: string): number {
    const nameOf = layout[step].at(-1)!;
    const missing = points
      .filter(({ timeMs }) => findPoint(step, coinId, timeMs) === undefined)
      .map(({ timeMs, price }): UsdPoint & KnownPrice => ({
        timeMs,
        price,
        origin: source,
        isFilled: true,
        ...findOther(step, coinId, timeMs),
      }));
    for (const [name, ofName] of groupBy(missing, ({ timeMs }) => nameOf(timeMs)))
      for (const [origin, group] of groupBy(ofName, ({ origin }) => origin))
        merge(step, name, coinId, (before) => fillPartition(before, coinId, group.map(addUnknown), origin));
    if (step === "hourly") closeDays(coinId, missing, source);
    return missing.length;
  }

  /** The price that counts instead: that of the last hour for a day. */
  function findOther(step: Step, coinId: string, timeMs: number): KnownPrice | undefined {
    return step === "daily" ? findPoint("hourly", coinId, timeMs + DAY_MS - HOUR_MS) : undefined;
  }

  /**
   * Gives days the price of their newest hour, if it was filled. They wait like all days that are
   * filled.
   */
  function closeDays(coinId: string, hours: readonly UsdPoint[], source: string): void {
    const closes = [...groupBy(hours, ({ timeMs }) => floorTo(timeMs, DAY_MS))].flatMap(([dayMs, ofDay]) => {
      const newest = ofDay.reduce((a, b) => (a.timeMs > b.timeMs ? a : b));
      return isClose(coinId, dayMs, newest.timeMs) ? [addUnknown({ timeMs: dayMs, price: newest.price })] : [];
    });
    for (const [name, group] of groupBy(closes, ({ timeMs }) => namePendingDays(timeMs)))
      merge("daily", name, coinId, (before) => mergePartitions(before, createPartition(coinId, group, source)));
  }

  /**
   * Whether the price of a filled hour is that of its day. A day that is not known yet gets its
   * last hour when it is filled, unless that hour is old. The price of a chart is nearer to the end
   * of its day than any hour but the last. The price of a build has the age of its newest observed
   * hour. Without such an hour its age is unknown, and it stays.
   */
  function isClose(coinId: string, dayMs: number, hourMs: number): boolean {
    const day = findPoint("daily", coinId, dayMs);
    if (day === undefined) return layout === PAST && isLastHour(hourMs);
    if (day.isFilled) return isLastHour(hourMs);
    if (dayMs + DAY_MS > asOfMs) return false;
    for (let timeMs = dayMs + DAY_MS - HOUR_MS; timeMs > hourMs; timeMs -= HOUR_MS)
      if (findPoint("hourly", coinId, timeMs) !== undefined) return false;
    for (let timeMs = hourMs - HOUR_MS; timeMs >= dayMs; timeMs -= HOUR_MS)
      if (findPoint("hourly", coinId, timeMs)?.isFilled === false) return true;
    return false;
  }

  return {
    findPrice: (step, coinId, timeMs) => findPoint(step, coinId, timeMs)?.price,
    isMissing: (step, coinId, timeMs) => findPoint(step, coinId, timeMs) === undefined,
    findGaps: (step, coinId, range) => findGaps(listPoints(step, coinId), coinId, range, STEP_MS[step]),
    fill,
    save() {
      for (const { name, partition } of listFilled()) saveDocument(state, name, partition, asOfMs);
    },
  };
}

function findGaps(
  partitions: readonly Partition[],
  coinId: string,
  { fromMs, toMs }: StepRange,
  stepMs: number,
): StepRange[] {
  const isKnown = new Uint8Array(Math.max(0, (toMs - fromMs) / stepMs));
  for (const partition of partitions) {
    const prices = findColumns(partition, coinId)?.prices ?? [];
    // An index out of bounds or between two steps is ignored by a typed array.
    for (let row = 0; row < prices.length; row += 1)
      if (prices[row] !== null) isKnown[(partition.times[row]! - fromMs) / stepMs] = 1;
  }
  return listGaps(isKnown, fromMs, stepMs);
}

function saveDocument(state: StateStore, name: string, partition: Partition, asOfMs: number): void {
  if (name.startsWith(HOURS)) {
    const prices = pickPrices(partition, () => true);
    writeHours(state, name, prices, { closed: state.find(name)?.closed === true, reopen: BACKFILLED });
  } else {
    writePartition(state, name, partition, { asOfMs, reopen: BACKFILLED });
  }
}

/** Market cap and volume of a filled point are unknown. */
function addUnknown({ timeMs, price }: UsdPoint): PartitionPoint {
  return { timeMs, price, marketCap: null, totalVolume: null };
}

function isLastHour(timeMs: number): boolean {
  return timeMs % DAY_MS === DAY_MS - HOUR_MS;
}

function listGaps(isKnown: Uint8Array, fromMs: number, stepMs: number): StepRange[] {
  const gaps: StepRange[] = [];
  for (let start = isKnown.indexOf(0); start !== -1; ) {
    const next = isKnown.indexOf(1, start);
    const end = next === -1 ? isKnown.length : next;
    gaps.push({ fromMs: fromMs + start * stepMs, toMs: fromMs + end * stepMs });
    start = next === -1 ? -1 : isKnown.indexOf(0, end);
  }
  return gaps;
}
