import pLimit, { type LimitFunction } from "p-limit";
import { describeError } from "../lib/operational-error.ts";
import type { Market } from "../market/market.ts";
import type { Identification } from "../normalise/identify.ts";
import type { Dataset } from "../normalise/record.ts";
import type { Http, Progress, StateStore } from "../platform/platform.ts";
import { candleVenues, priceChart } from "../sources/candle-venues.ts";
import { applyAnswer } from "./apply-answer.ts";
import type { Budget } from "./budget.ts";
import { fetchSeries } from "./fetch-series.ts";
import { planBackfill, type Shard, WHOLE } from "./plan.ts";
import { findReferenceMarkets } from "./reference-market.ts";
import { nameRetry, readRetries, recordOutcome, writeRetries } from "./retry-memory.ts";
import { describeRequest, type SeriesRequest } from "./series-request.ts";
import { openSeriesStore } from "./series-store.ts";
import { createFindSpot } from "./spot-reference.ts";

export interface BackfillInput {
  market: Pick<Market, "asOfMs" | "coins">;
  /** Which coin each venue's code means in this build. */
  identification: Pick<Identification, "find">;
  /** All records of this build. Sources without any are not used. */
  datasets: readonly Dataset[];
  /** Series and memory are read from it and written to it. */
  state: StateStore;
  http: Http;
  budget: Budget;
  shard?: Shard;
  /** Sends no request to a source whose terms restrict redistribution. */
  openOnly?: boolean;
  progress: Progress;
}

export interface BackfillReport {
  requests: number;
  failed: number;
  /** Points added to the series. */
  points: number;
  /** Planned requests that were not sent in this build. */
  remaining: number;
}

/** Bounds the open requests per source, so that a silent host does not delay the others. */
const PER_SOURCE = 2;

/**
 * Fills missing history within the budget: days from the chart, hours from the venues' candles.
 * What is missing follows from the series; the memory only holds when to ask a source again.
 *
 * Writes to the state without a commit. Resolves soon after the time limit, whatever the hosts do.
 * A failed request affects only itself; a damaged state throws.
 */
export async function runBackfill(input: BackfillInput): Promise<BackfillReport> {
  const { market, state, datasets, budget, progress } = input;
  const report: BackfillReport = { requests: 0, failed: 0, points: 0, remaining: 0 };
  if (budget.requests <= 0) return report;
  const { asOfMs, coins } = market;
  const retries = await readRetries(state);
  const series = await openSeriesStore(state, asOfMs);
  const planned = planBackfill({
    coins,
    markets: findReferenceMarkets(datasets, input.identification, candleVenues),
    chart: mayUseChart(input) ? priceChart : undefined,
    retries,
    series,
    asOfMs,
    shard: input.shard ?? WHOLE,
  });
  report.remaining = planned.length;
  const requests = planned.slice(0, budget.requests);
  if (requests.length > 0) {
    const task = progress.start("history");
    const attempts = await fetchAll(requests, input, (done) => task.update(`${done} of ${requests.length} requests`));
    const findSpot = createFindSpot(coins, datasets, asOfMs);
    // In the order of the plan: the rate of USDT before the markets in USDT.
    for (const { request, answer, isSent } of attempts) {
      if (isSent) report.requests += 1;
      if (isSent && "error" in answer) report.failed += 1;
      for (const coinId of request.coinIds) {
        const { outcome, points } =
          "error" in answer
            ? { outcome: "none" as const, points: 0 }
            : applyAnswer(request, coinId, answer.series.get(coinId) ?? [], series, findSpot);
        report.points += points;
        recordOutcome(retries, nameRetry(coinId, request.step, request.source.id), outcome, asOfMs);
      }
    }
    report.remaining -= report.requests;
    const failed = report.failed > 0 ? `, ${report.failed} failed` : "";
    task.done(`${report.points.toLocaleString("en-US")} points from ${report.requests} requests${failed}`);
  }
  series.save();
  writeRetries(state, retries, new Set(coins.map(({ id }) => id)), asOfMs);
  return report;
}

function mayUseChart({ datasets, openOnly = false }: BackfillInput): boolean {
  if (openOnly && priceChart.redistribution === "restricted") return false;
  return datasets.some(({ source }) => source === priceChart.source);
}

type Answer = { series: Awaited<ReturnType<typeof fetchSeries>> } | { error: string };

interface Attempt {
  request: SeriesRequest;
  answer: Answer;
  isSent: boolean;
}

/**
 * Sends the requests and returns the attempts in their order. Requests that the time limit prevents
 * are left out. A source without any answer in time counts as failed in all its requests.
 */
async function fetchAll(
  requests: readonly SeriesRequest[],
  { http, budget }: BackfillInput,
  update: (done: number) => void,
): Promise<Attempt[]> {
  const limits = new Map<string, LimitFunction>();
  const answers = new Map<SeriesRequest, Answer | undefined>();
  let done = 0;
  let isOver = false;
  const send = async (request: SeriesRequest): Promise<void> => {
    if (isOver) return;
    answers.set(request, undefined);
    const answer = await fetchSeries(request, http).then(
      (series) => ({ series }),
      (error: unknown) => ({ error: describeError(error) }),
    );
    if (isOver) return;
    answers.set(request, answer);
    done += 1;
    update(done);
  };
  const sendInTurn = (request: SeriesRequest) => {
    const limit = limits.get(request.source.id) ?? pLimit(PER_SOURCE);
    limits.set(request.source.id, limit);
    return limit(send, request);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, budget.timeLimitMs);
  });
  await Promise.race([Promise.all(requests.map(sendInTurn)), timeUp]);
  clearTimeout(timer);
  isOver = true;
  const answered = new Set(requests.filter((request) => answers.get(request)).map(({ source }) => source.id));
  return requests.flatMap((request): Attempt[] => {
    const isSent = answers.has(request);
    if (!isSent && answered.has(request.source.id)) return [];
    const answer = answers.get(request) ?? { error: `${describeRequest(request)}: no answer in time` };
    return [{ request, answer, isSent }];
  });
}
