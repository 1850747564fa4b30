import type { StateStore } from "../../../kit/platform/platform.ts";
import { groupThousands } from "../../../lib/text-layout.ts";
import { HOUR_MS, startOfMonth } from "../../../lib/time.ts";
import { closeMonths, findHourlyStart, LARGEST_COINS } from "../../history/kept-hours.ts";
import { findFirstTime } from "../../history/partition.ts";
import { DAILY, listNames, PENDING_DAYS, readPartition } from "../../history/partition-document.ts";
import {
  nameDone,
  PAST_HOURS,
  type PastHours,
  readCursors,
  renderPastHours,
} from "../../history/past-hours-document.ts";
import { candleVenues } from "../../sources/candle-venues.ts";
import { applyAnswer } from "../apply-answer.ts";
import { type Attempt, fetchAll } from "../fetch-series.ts";
import { isInShard, isPart, USDT, WHOLE } from "../plan.ts";
import { findReferenceMarkets } from "../reference-market.ts";
import { nameRetry, readRetries, recordOutcome, writeRetries } from "../retry-memory.ts";
import { type BackfillInput, passCandles } from "../run-backfill.ts";
import { openMonthStore, type SeriesStore } from "../series-store.ts";
import {
  findDoneTime,
  findNewestMonth,
  listPastSeries,
  noteAbsent,
  type PastProposal,
  type PastWork,
  planMonth,
} from "./plan-past-hours.ts";

export interface PastHoursReport {
  requests: number;
  failed: number;
  /** Hours added. */
  points: number;
}

/** A build reads so many months at most: those that have nothing to request cost time, too. */
const MONTHS_PER_BUILD = 3;
/** A venue without a candle in so many requested hours did not list the coin in that month. */
const SILENT_HOURS = 14 * 24;
/**
 * Most such months are before the first candle of a venue, so the months before them are skipped,
 * but not all: a market may have been suspended, or an answer empty by mistake.
 */
const SKIPPED_MONTHS = 11;

/**
 * Fills the hours of years before those that builds keep, of the largest coins, back to their first
 * known day: month by month from the newest one on, within the budget. A month is requested from a
 * coin's venues by rank, until no hour is missing. A part of the manual backfill repeats this until
 * its budget or its time is used up.
 *
 * A failed request is repeated later, with growing delays. Writes to the state without a commit.
 */
export async function fillPastHours(input: BackfillInput): Promise<PastHoursReport> {
  const { market, datasets, state, budget, progress, shard = WHOLE, elapsedMs = () => 0 } = input;
  const { asOfMs, coins } = market;
  const largest = coins.slice(0, LARGEST_COINS).map(({ id }) => id);
  const priced = new Set(coins.flatMap(({ id, price }) => (price === null ? [] : id)));
  // The rate of USDT before the markets in USDT. Every shard needs it.
  const ids = [USDT, ...largest.filter((id) => id !== USDT && isInShard(id, shard))].filter((id) => priced.has(id));
  const document = await state.read<PastHours>(PAST_HOURS);
  const markets = findReferenceMarkets(datasets, input.identification, candleVenues);
  const firstDays = await findFirstDays(state, ids);
  const work: PastWork = {
    series: listPastSeries(ids, markets, firstDays),
    reachedMs: readCursors(document),
    retries: await readRetries(state),
    borderMs: findHourlyStart(state, asOfMs),
    asOfMs,
  };
  const report: PastHoursReport = { requests: 0, failed: 0, points: 0 };
  const task = findNewestMonth(work) === undefined ? undefined : progress.start("old hours");
  const startMs = elapsedMs();
  const monthLimit = isPart(shard) ? Number.POSITIVE_INFINITY : MONTHS_PER_BUILD;
  for (let months = 0; months < monthLimit; months += 1) {
    const timeLeftMs = budget.timeLimitMs - (elapsedMs() - startMs);
    const requestsLeft = budget.requests - report.requests;
    const monthMs = findNewestMonth(work);
    if (monthMs === undefined || requestsLeft <= 0 || timeLeftMs <= 0) break;
    const store = await openMonthStore(state, monthMs, asOfMs);
    const proposals = planMonth(work, store, monthMs, requestsLeft);
    const requests = proposals.flatMap((one) => one.requests);
    const update = (done: number) => task?.update(`${report.requests + done} requests`);
    const attempts = await fetchAll(requests, input.http, timeLeftMs, update);
    for (const proposal of proposals) applyProposal(proposal, attempts, input, { work, store, monthMs, report });
    store.save();
  }
  for (const id of firstDays.keys()) {
    noteAbsent(work, id);
    const done = nameDone(id);
    const doneMs = findDoneTime(work, id);
    if (doneMs !== undefined) work.reachedMs.set(done, Math.min(doneMs, work.reachedMs.get(done) ?? doneMs));
  }
  const doneFromMs = isPart(shard) ? document?.doneFromMs : await closeYears(state, work, document);
  const isLargest = (key: string) => largest.includes(key.slice(0, key.lastIndexOf(" ")));
  // A coin that comes back among the largest is looked through again: its hours have a gap.
  const kept = new Map([...work.reachedMs].filter(([key]) => isLargest(key)));
  state.write(PAST_HOURS, renderPastHours(kept, doneFromMs ?? null), { rows: kept.size });
  writeRetries(state, work.retries, new Set(coins.map(({ id }) => id)), asOfMs);
  const failed = report.failed > 0 ? `, ${report.failed} failed` : "";
  task?.done(`${groupThousands(report.points)} hours from ${report.requests} requests${failed}`);
  return report;
}

/** Adds a coin's hours of a month. Its cursor moves on unless a request failed or was not sent. */
function applyProposal(
  { series, requests }: PastProposal,
  attempts: readonly Attempt[],
  input: BackfillInput,
  { work, store, monthMs, report }: { work: PastWork; store: SeriesStore; monthMs: number; report: PastHoursReport },
): void {
  const { coinId, source, key } = series;
  const own = attempts.filter(({ request }) => requests.includes(request));
  const answered = own.filter(({ answer }) => answer !== undefined);
  let candles = 0;
  for (const { request, answer } of answered) {
    const points = answer?.get(coinId) ?? [];
    candles += points.length;
    const applied = applyAnswer(request, coinId, points, store, () => undefined);
    report.points += applied.points;
    passCandles(input, request, coinId, applied, store);
  }
  const sent = own.filter(({ isSent }) => isSent).length;
  report.requests += sent;
  report.failed += sent - answered.length;
  const retry = nameRetry(coinId, "past", source.id);
  if (answered.length < own.length) recordOutcome(work.retries, retry, "none", work.asOfMs);
  if (answered.length < requests.length) return;
  recordOutcome(work.retries, retry, "complete", work.asOfMs);
  const hours = requests.reduce((sum, { fromMs, toMs }) => sum + (toMs - fromMs) / HOUR_MS, 0);
  work.reachedMs.set(key, candles === 0 && hours >= SILENT_HOURS ? startOfMonth(monthMs, -SKIPPED_MONTHS) : monthMs);
}

/**
 * Closes the years whose hours were requested of every coin, newest first: a later repair raises
 * their revision. Returns the start of the oldest such year. A venue that fails does not keep a
 * year open.
 */
async function closeYears(state: StateStore, work: PastWork, before: PastHours | undefined): Promise<number | null> {
  let doneFromMs = before?.doneFromMs ?? null;
  const pendingMs = findNewestMonth(work) ?? Number.NEGATIVE_INFINITY;
  const firstMs = Math.min(...work.series.map((series) => series.firstMs));
  const currentYear = new Date(work.borderMs).getUTCFullYear();
  for (let year = currentYear; Date.UTC(year + 1, 0, 1) > firstMs && pendingMs < Date.UTC(year, 0, 1); year -= 1) {
    await closeMonths(state, work.borderMs, year);
    doneFromMs = Math.min(doneFromMs ?? Number.POSITIVE_INFINITY, Date.UTC(year, 0, 1));
  }
  return doneFromMs;
}

/** By coin: the start of its first UTC day with a price. */
async function findFirstDays(state: StateStore, coinIds: readonly string[]): Promise<Map<string, number>> {
  const first = new Map<string, number>();
  for (const name of [DAILY, PENDING_DAYS].flatMap((folder) => listNames(state, folder))) {
    const days = await readPartition(state, name);
    for (const coinId of coinIds) {
      const dayMs = findFirstTime(days, coinId) ?? Number.POSITIVE_INFINITY;
      if (dayMs < (first.get(coinId) ?? Number.POSITIVE_INFINITY)) first.set(coinId, dayMs);
    }
  }
  return first;
}
