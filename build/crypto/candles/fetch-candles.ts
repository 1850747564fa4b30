import type { Http, Progress, StateStore } from "../../kit/platform/platform.ts";
import { groupBy } from "../../lib/collections.ts";
import { groupThousands } from "../../lib/text-layout.ts";
import { convertToUsd } from "../backfill/apply-answer.ts";
import { computeTimeLimitMs } from "../backfill/budget.ts";
import { type Attempt, fetchAll } from "../backfill/fetch-series.ts";
import { findReferenceMarkets } from "../backfill/reference-market.ts";
import { nameRetry, type RetryMemory, readRetries, recordOutcome, writeRetries } from "../backfill/retry-memory.ts";
import type { Step } from "../backfill/step.ts";
import { LARGEST_COINS } from "../history/kept-hours.ts";
import { findColumns, type Partition } from "../history/partition.ts";
import { listNames, nameSamples, readPartition, SAMPLES } from "../history/partition-document.ts";
import type { Market } from "../market/model/market.ts";
import type { Identification } from "../normalise/identify.ts";
import type { Dataset } from "../normalise/record.ts";
import { candleVenues } from "../sources/candle-venues.ts";
import { computeCandleRequests } from "./candle-budget.ts";
import { nameCandles, readCandleDocument, writeCandleDocument } from "./candle-document.ts";
import { type CandleRange, createCandlePartition, mergeCandles } from "./candle-partition.ts";
import { CANDLE_STEP, listOpenDays, type OpenDay, planCandles } from "./plan-candles.ts";
import { readHours } from "./read-hours.ts";
import { observeRanges } from "./update-candles.ts";
import { computeRanges, countHours, isRead, readPrices } from "./venue-ranges.ts";

export interface CandleInput {
  market: Pick<Market, "asOfMs" | "coins">;
  /** Which coin each venue's code means in this build. */
  identification: Pick<Identification, "find">;
  /** All records of this build. Sources without any are not used. */
  datasets: readonly Dataset[];
  /** Series, candles and memory are read from it and written to it. */
  state: StateStore;
  http: Http;
  progress: Progress;
}

export interface CandleReport {
  requests: number;
  failed: number;
  /** Hours whose high and low are now those of venues. */
  candles: number;
}

/**
 * Reads the hourly candles of the days that closed in the last 48 hours, of the largest coins, from
 * up to two venues each, within the budget. They are kept in the documents of their days, from
 * which the first build of the next UTC day makes the candles of days.
 *
 * Writes to the state without a commit. A failed request affects only itself.
 */
export async function fetchCandles(input: CandleInput): Promise<CandleReport> {
  const { market, state, datasets, progress } = input;
  const { asOfMs, coins } = market;
  const report: CandleReport = { requests: 0, failed: 0, candles: 0 };
  const days: OpenDay[] = [];
  for (const dayMs of listOpenDays(asOfMs)) {
    const candles = await readCandleDocument(state, nameCandles(dayMs));
    days.push({ dayMs, hours: await readHours(state, dayMs), candles });
  }
  const retries = await readRetries(state);
  const requests = planCandles({
    coinIds: coins.slice(0, LARGEST_COINS).map(({ id }) => id),
    days,
    markets: findReferenceMarkets(datasets, input.identification, candleVenues),
    retries,
    asOfMs,
    requests: computeCandleRequests(await findPreviousBuild(state, asOfMs), asOfMs),
  });
  if (requests.length === 0) return report;
  const task = progress.start("candles");
  const update = (done: number) => task.update(`${done} of ${requests.length} requests`);
  const attempts = await fetchAll(requests, input.http, computeTimeLimitMs(requests.length), update);
  report.requests = attempts.filter(({ isSent }) => isSent).length;
  report.failed = attempts.filter(({ isSent, answer }) => isSent && answer === undefined).length;
  for (const day of days) {
    const ofDay = attempts.filter(({ request }) => request.window.fromMs === day.dayMs);
    const samples = await readPartition(state, nameSamples(day.dayMs));
    const added = applyAttempts({ ...day, samples }, ofDay, retries, asOfMs);
    report.candles += [...added.values()].flat().length;
    if (added.size === 0) continue;
    const merged = mergeCandles(day.candles, createCandlePartition(added));
    writeCandleDocument(state, nameCandles(day.dayMs), merged, asOfMs);
  }
  writeRetries(state, retries, new Set(coins.map(({ id }) => id)), asOfMs);
  const failed = report.failed > 0 ? `, ${report.failed} failed` : "";
  task.done(`${groupThousands(report.candles)} hours from ${report.requests} requests${failed}`);
  return report;
}

/** The ranges of a day by coin. A venue whose candles are not usable waits before the next try. */
function applyAttempts(
  { dayMs, hours, samples }: OpenDay & { samples: Partition },
  attempts: readonly Attempt[],
  retries: RetryMemory,
  asOfMs: number,
): Map<string, CandleRange[]> {
  // The rate of USDT in the hour, and no other: it is unknown when USDT is off its peg.
  const findPrice = (step: Step, coinId: string, timeMs: number) =>
    step === "hourly" ? (findColumns(hours, coinId)?.prices[hours.times.indexOf(timeMs)] ?? undefined) : undefined;
  const added = new Map<string, CandleRange[]>();
  for (const [coinId = "", ofCoin] of groupBy(attempts, ({ request }) => request.coinIds[0])) {
    const answers = ofCoin.map(({ request: { source, step }, answer }) => ({
      source: source.id,
      points: convertToUsd(answer?.get(coinId) ?? [], source, step, { findPrice }),
    }));
    // Stored ranges may be of venues already. Samples are kept for longer than days are open.
    const known = { dayMs, prices: readPrices(hours, coinId), ranges: observeRanges(samples, hours, coinId) };
    const ranges = computeRanges(known, answers);
    if (ranges.length > 0) added.set(coinId, ranges);
    const used = new Set(ranges.flatMap(({ origin }) => origin.split("+")));
    // A market that seldom trades lacks most hours: the day is not requested again in each build.
    const success = isRead(ranges, countHours(hours, coinId, dayMs)) ? "complete" : "partial";
    for (const { source } of answers) {
      const outcome = used.has(source) ? success : "none";
      recordOutcome(retries, nameRetry(coinId, CANDLE_STEP, source), outcome, asOfMs);
    }
  }
  return added;
}

/** The time of the newest sample before this build. */
async function findPreviousBuild(state: StateStore, asOfMs: number): Promise<number | undefined> {
  for (const name of listNames(state, SAMPLES).reverse()) {
    const { times }: Partition = await readPartition(state, name);
    const before = times.findLast((timeMs) => timeMs < asOfMs);
    if (before !== undefined) return before;
  }
  return undefined;
}
