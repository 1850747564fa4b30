import type { StateStore } from "../../kit/platform/platform.ts";
import { groupBy } from "../../lib/collections.ts";
import { DAY_MS, floorTo } from "../../lib/time.ts";
import { fillHistory, type HistoryInput } from "../backfill/fill-history.ts";
import type { CandleAnswer } from "../backfill/run-backfill.ts";
import { HOURLY_KEPT_MS } from "../history/kept-hours.ts";
import { listNames } from "../history/partition-document.ts";
import { computeVenueDays, type VenueDay } from "./backfilled-days.ts";
import {
  findCandleSpan,
  nameCandles,
  nameDayCandles,
  namePendingCandles,
  PENDING_CANDLES,
  readCandleDocument,
  writeCandleDocument,
} from "./candle-document.ts";
import {
  type CandleRange,
  countCandles,
  countVenues,
  createCandlePartition,
  listRanges,
  mergeCandles,
  OBSERVED,
} from "./candle-partition.ts";
import { decideRange, type PriceRange } from "./range-rules.ts";
import { readHours } from "./read-hours.ts";
import { computeRanges, readPrices } from "./venue-ranges.ts";

/** Highs and lows of the candles that the backfill reads. */
export interface BackfilledCandles {
  keep(answer: CandleAnswer): void;
  /** Writes to the state without a commit. */
  save(): Promise<void>;
}

/** Fills history and keeps the highs and lows of these coins. Writes without a commit. */
export async function fillWithCandles(input: HistoryInput, coinIds: readonly string[]): Promise<void> {
  const backfilled = collectBackfilled(input.state, new Set(coinIds), input.market.asOfMs);
  await fillHistory({ ...input, keepCandles: backfilled.keep });
  await backfilled.save();
}

/**
 * Collects the candles of the coins that have some. Of the last weeks hours are kept, from which
 * the first build of the next UTC day makes those of days; of earlier years the days alone.
 */
export function collectBackfilled(state: StateStore, coinIds: ReadonlySet<string>, asOfMs: number): BackfilledCandles {
  const oldestMs = floorTo(asOfMs - HOURLY_KEPT_MS, DAY_MS) + DAY_MS;
  const recent: CandleAnswer[] = [];
  const days: VenueDay[] = [];
  return {
    keep(answer) {
      if (!coinIds.has(answer.coinId)) return;
      days.push(...computeVenueDays(answer, oldestMs));
      const points = answer.points.filter(({ timeMs }) => timeMs >= oldestMs);
      if (answer.step === "hourly" && points.length > 0) recent.push({ ...answer, points });
    },
    async save() {
      await saveHours(state, recent);
      for (const [name, ofYear] of groupBy(days, ({ timeMs }) => namePendingCandles(timeMs)))
        await saveDays(state, name, ofYear, asOfMs);
    },
  };
}

/** Where no candle of a venue is known. The days are opened again. */
async function saveHours(state: StateStore, answers: readonly CandleAnswer[]): Promise<void> {
  const byDay = new Map<number, Map<string, CandleAnswer>>();
  for (const answer of answers) {
    for (const [dayMs, points] of groupBy(answer.points, ({ timeMs }) => floorTo(timeMs, DAY_MS))) {
      const ofDay = byDay.get(dayMs) ?? new Map<string, CandleAnswer>();
      byDay.set(dayMs, ofDay);
      if (!ofDay.has(answer.coinId)) ofDay.set(answer.coinId, { ...answer, points });
    }
  }
  for (const [dayMs, ofDay] of byDay) {
    const name = nameCandles(dayMs);
    const candles = await readCandleDocument(state, name);
    const hours = await readHours(state, dayMs);
    const added = new Map<string, CandleRange[]>();
    for (const [coinId, answer] of ofDay) {
      const ranges = listRanges(candles, coinId);
      const known = new Set(ranges.flatMap((range) => (range.origin === OBSERVED ? [] : range.timeMs)));
      const computed = computeRanges({ dayMs, prices: readPrices(hours, coinId), ranges }, [answer]);
      const missing = computed.filter(({ timeMs }) => !known.has(timeMs));
      if (missing.length > 0) added.set(coinId, missing);
    }
    if (added.size === 0) continue;
    const merged = mergeCandles(candles, createCandlePartition(added));
    const reopen = "candles of exchanges were read after the hours were published";
    state.write(name, merged, { rows: countCandles(merged), closed: false, reopen });
  }
}

/** Adds days to the document where they wait for publication. */
async function saveDays(state: StateStore, name: string, days: readonly VenueDay[], asOfMs: number): Promise<void> {
  const pending = await readCandleDocument(state, name);
  const published = await readCandleDocument(state, nameDayCandles(days[0]?.timeMs ?? 0));
  const added = new Map<string, CandleRange[]>();
  for (const [coinId, ofCoin] of groupBy(days, (day) => day.coinId)) {
    const stored = [published, pending].flatMap((one) => listRanges(one, coinId));
    const known = new Map(stored.map((range): [number, KnownDay] => [range.timeMs, { range, venue: range }]));
    const changed = new Map<number, CandleRange>();
    for (const day of ofCoin) {
      const joined = joinDay(known.get(day.timeMs), day);
      if (joined === undefined) continue;
      known.set(day.timeMs, joined);
      changed.set(day.timeMs, joined.range);
    }
    added.set(coinId, [...changed.values()]);
  }
  const merged = mergeCandles(pending, createCandlePartition(added));
  if (merged.times.length > 0) writeCandleDocument(state, name, merged, asOfMs);
}

interface KnownDay {
  range: CandleRange;
  /** As one venue has it. What an earlier build stored is bounded, and confirms no further one. */
  venue: PriceRange;
}

/**
 * The range of a day with that of one more venue. Of a venue, its hours replace its candle of the
 * day, because more of our own prices bound them. `undefined`: the known range stays, because it
 * is that of two venues or of our own samples.
 */
function joinDay(known: KnownDay | undefined, day: VenueDay): KnownDay | undefined {
  const { timeMs, source, own, venue, bounded, open, isOfHours } = day;
  const alone = { range: { timeMs, ...bounded, open, origin: source }, venue };
  if (known === undefined) return alone;
  if (known.range.origin === source) return isOfHours ? alone : undefined;
  if (countVenues(known.range) !== 1) return undefined;
  const origin = [known.range.origin, source].sort().join("+");
  const decided = decideRange(own, [known.venue, venue], [known.range, bounded]);
  return { range: { timeMs, ...decided, open: known.range.open, origin }, venue };
}

/** Moves candles that wait into the published ones. Call it where days that wait are published. */
export async function publishBackfilledCandles(state: StateStore, asOfMs: number): Promise<void> {
  for (const name of listNames(state, PENDING_CANDLES)) {
    const year = nameDayCandles(findCandleSpan(name)?.startMs ?? 0);
    const merged = mergeCandles(await readCandleDocument(state, year), await readCandleDocument(state, name));
    writeCandleDocument(state, year, merged, asOfMs);
    state.write(name, undefined);
  }
}
