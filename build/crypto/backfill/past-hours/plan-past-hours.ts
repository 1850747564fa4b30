import { DAY_MS, HOUR_MS, startOfMonth } from "../../../lib/time.ts";
import { nameCursor, nameDone } from "../../history/past-hours-document.ts";
import type { ReferenceMarket } from "../reference-market.ts";
import { nameRetry, type RetryMemory, recordOutcome } from "../retry-memory.ts";
import { listRequests, type SeriesRequest, type SeriesSource } from "../series-request.ts";
import type { SeriesStore } from "../series-store.ts";
import type { StepRange } from "../step.ts";

/** A coin's hours at one venue, requested month by month from the newest one on. */
export interface PastSeries {
  coinId: string;
  source: Extract<SeriesSource, { kind: "candles" }>;
  /** The name of its cursor. */
  key: string;
  /** The start of the coin's first day with a price: older hours could not be compared. */
  firstMs: number;
}

/** The state of the work, which the plan and its answers change. */
export interface PastWork {
  series: readonly PastSeries[];
  /** By key: hours from this time on were requested. */
  reachedMs: Map<string, number>;
  retries: RetryMemory;
  /** The hours before it are in the months that are kept for good. */
  borderMs: number;
  asOfMs: number;
}

/** The requests for a month of one coin at one venue. */
export interface PastProposal {
  series: PastSeries;
  requests: readonly SeriesRequest[];
}

/**
 * By coin in the order of `coinIds`, then by rank of the venue. Venues without old hours are left
 * out.
 */
export function listPastSeries(
  coinIds: readonly string[],
  markets: ReadonlyMap<string, readonly ReferenceMarket[]>,
  firstDays: ReadonlyMap<string, number>,
): PastSeries[] {
  return coinIds.flatMap((coinId) => {
    const firstMs = firstDays.get(coinId);
    if (firstMs === undefined) return [];
    const usable = (markets.get(coinId) ?? []).filter(({ feeds }) => feeds.hourly.reach === undefined);
    return usable.map((market): PastSeries => {
      const source = { kind: "candles", id: market.source, market } as const;
      return { coinId, source, key: nameCursor(coinId, market.source), firstMs };
    });
  });
}

/**
 * The start of the month that comes next; `undefined`: all that the coin can have was requested.
 */
function findNextMonth({ reachedMs, borderMs }: PastWork, { key, firstMs }: PastSeries): number | undefined {
  const reached = Math.min(reachedMs.get(key) ?? borderMs, borderMs);
  return reached <= firstMs ? undefined : startOfMonth(reached - HOUR_MS);
}

/** A venue that failed so often, or was absent, over two days, is not waited for. */
const MOST_FAILURES = 4;
const STEPS = ["past", "absent"] as const;

/**
 * The venues of the coin were asked for the hours from this time on: those of this build and of
 * earlier ones, except the lost ones. If all are lost, the one that was read furthest tells. 0:
 * there never was one to ask. `undefined`: none ever answered.
 */
export function findDoneTime(work: PastWork, coinId: string): number | undefined {
  const { reachedMs, borderMs, retries } = work;
  const listed = work.series.filter((one) => one.coinId === coinId).map(({ source }) => source.id);
  const sources = [...new Set([...listed, ...listCursors(reachedMs, coinId)])];
  if (sources.length === 0) return 0;
  const failuresOf = (source: string) =>
    Math.max(...STEPS.map((step) => retries.get(nameRetry(coinId, step, source))?.failures ?? 0));
  const awaited = sources.filter((source) => failuresOf(source) < MOST_FAILURES);
  const timesOf = (some: readonly string[]) =>
    some.flatMap((source) => reachedMs.get(nameCursor(coinId, source)) ?? []);
  if (awaited.some((source) => !reachedMs.has(nameCursor(coinId, source)))) return borderMs;
  const known = timesOf(sources);
  if (known.length === 0) return undefined;
  return Math.min(borderMs, awaited.length > 0 ? Math.max(...timesOf(awaited)) : Math.min(...known));
}

/** The sources that the coin has a cursor at. */
function listCursors(reachedMs: PastWork["reachedMs"], coinId: string): string[] {
  const prefix = `${coinId} `;
  return [...reachedMs.keys()].flatMap((key) =>
    key.startsWith(prefix) && key !== nameDone(coinId) ? key.slice(prefix.length) : [],
  );
}

/**
 * Counts absences like failures, but apart from them: a venue that comes back is asked at once, and
 * one that stopped to trade the coin is not waited for.
 */
export function noteAbsent({ series, reachedMs, retries, asOfMs }: PastWork, coinId: string): void {
  const listed = new Set(series.flatMap((one) => (one.coinId === coinId ? one.source.id : [])));
  for (const source of listCursors(reachedMs, coinId)) {
    const name = nameRetry(coinId, "absent", source);
    const retryAt = retries.get(name)?.retryAt ?? 0;
    if (listed.has(source)) retries.delete(name);
    else if (retryAt <= asOfMs) recordOutcome(retries, name, "none", asOfMs);
  }
}

/** The newest month that any series needs, of those that do not wait after a failure. */
export function findNewestMonth(work: PastWork): number | undefined {
  const months = work.series.filter((one) => !isWaiting(work, one)).map((one) => findNextMonth(work, one));
  return months.reduce((newest, month) => (newest === undefined || (month ?? 0) > newest ? month : newest), undefined);
}

/**
 * What to request of a month. Each coin asks its first venue that has not been asked, for the hours
 * that are missing. Where none is missing, its venues have nothing to do in this month: their
 * cursors move on. A venue gets all requests of a coin's month or none; the first one exceeds
 * `limit` rather than to wait for good.
 */
export function planMonth(work: PastWork, store: SeriesStore, monthMs: number, limit: number): PastProposal[] {
  const proposals: PastProposal[] = [];
  const proposed = new Set<string>();
  let requests = 0;
  for (const series of work.series) {
    const { coinId, source, firstMs, key } = series;
    if (findNextMonth(work, series) !== monthMs || proposed.has(coinId)) continue;
    const endMs = Math.min(startOfMonth(monthMs, 1), work.borderMs);
    const gaps = store.findGaps("hourly", coinId, { fromMs: Math.max(monthMs, firstMs), toMs: endMs });
    if (gaps.length === 0) work.reachedMs.set(key, monthMs);
    if (gaps.length === 0 || isWaiting(work, series)) continue;
    const own = listMonthRequests(source, coinId, gaps, { fromMs: monthMs, toMs: endMs }, work.asOfMs);
    if (proposals.length > 0 && requests + own.length > limit) return proposals;
    proposals.push({ series, requests: own });
    proposed.add(coinId);
    requests += own.length;
  }
  return proposals;
}

/** The requests for the missing hours of a month, with a day on both sides. */
export function listMonthRequests(
  source: SeriesSource,
  coinId: string,
  gaps: readonly StepRange[],
  { fromMs, toMs }: StepRange,
  asOfMs: number,
): SeriesRequest[] {
  const around = { fromMs: fromMs - DAY_MS, toMs: toMs + DAY_MS };
  return listRequests(source, { coinId, step: "hourly", asOfMs, isAnchored: true }, gaps, around);
}

function isWaiting({ retries, asOfMs }: PastWork, { coinId, source }: PastSeries): boolean {
  const retry = retries.get(nameRetry(coinId, "past", source.id));
  return retry !== undefined && retry.retryAt > asOfMs;
}
