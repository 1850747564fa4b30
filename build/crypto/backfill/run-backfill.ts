import type { Http, Progress, StateStore } from "../../kit/platform/platform.ts";
import { groupThousands } from "../../lib/text-layout.ts";
import type { Market } from "../market/model/market.ts";
import type { Identification } from "../normalise/identify.ts";
import type { Dataset } from "../normalise/record.ts";
import { candleVenues, priceChart } from "../sources/candle-venues.ts";
import { type Applied, applyAnswer } from "./apply-answer.ts";
import type { Budget } from "./budget.ts";
import { fetchAll } from "./fetch-series.ts";
import { planBackfill, type Shard, WHOLE } from "./plan.ts";
import { findReferenceMarkets } from "./reference-market.ts";
import { nameRetry, readRetries, recordOutcome, writeRetries } from "./retry-memory.ts";
import type { SeriesRequest } from "./series-request.ts";
import { openSeriesStore, type SeriesPoint, type SeriesStore } from "./series-store.ts";
import { createFindSpot } from "./spot-reference.ts";
import type { Step, StepRange } from "./step.ts";

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
  /** Milliseconds since the run began. Absent: the time of requests is not limited together. */
  elapsedMs?: () => number;
  /** Gets the candles of every answer: the series hold no highs and lows. */
  keepCandles?: ((answer: CandleAnswer) => void) | undefined;
  progress: Progress;
}

/** The candles of a coin at one venue, in USD; requested were `fromMs <= start < toMs`. */
export interface CandleAnswer extends StepRange {
  coinId: string;
  source: string;
  step: Step;
  points: readonly SeriesPoint[];
  /** The coin's own prices, with those of this answer. */
  findPrice(step: Step, timeMs: number): number | undefined;
}

export interface BackfillReport {
  requests: number;
  failed: number;
  /** Points added to the series. */
  points: number;
  /** Planned requests that were not sent in this build. */
  remaining: number;
}

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
  const markets = findReferenceMarkets(datasets, input.identification, candleVenues);
  const chart = datasets.some(({ source }) => source === priceChart.source) ? priceChart : undefined;
  const planned = planBackfill({ coins, markets, chart, retries, series, asOfMs, shard: input.shard ?? WHOLE });
  report.remaining = planned.length;
  const requests = planned.slice(0, budget.requests);
  if (requests.length > 0) {
    const task = progress.start("history");
    const update = (done: number) => task.update(`${done} of ${requests.length} requests`);
    const attempts = await fetchAll(requests, input.http, budget.timeLimitMs, update);
    const findSpot = createFindSpot(coins, datasets, asOfMs);
    // In the order of the plan: the rate of USDT before the markets in USDT.
    for (const { request, answer, isSent } of attempts) {
      if (isSent) report.requests += 1;
      if (isSent && answer === undefined) report.failed += 1;
      for (const coinId of request.coinIds) {
        const applied = answer && applyAnswer(request, coinId, answer.get(coinId) ?? [], series, findSpot);
        report.points += applied?.points ?? 0;
        if (applied !== undefined) passCandles(input, request, coinId, applied, series);
        const key = nameRetry(coinId, request.step, request.source.id);
        recordOutcome(retries, key, applied?.outcome ?? "none", asOfMs);
      }
    }
    report.remaining -= report.requests;
    const failed = report.failed > 0 ? `, ${report.failed} failed` : "";
    task.done(`${groupThousands(report.points)} points from ${report.requests} requests${failed}`);
  }
  series.save();
  writeRetries(state, retries, new Set(coins.map(({ id }) => id)), asOfMs);
  return report;
}

/** Hands the candles of an answer on, once the series hold its prices. */
export function passCandles(
  { keepCandles }: Pick<BackfillInput, "keepCandles">,
  { source, step, fromMs, toMs }: SeriesRequest,
  coinId: string,
  { usd: points }: Applied,
  series: SeriesStore,
): void {
  if (keepCandles === undefined || source.kind !== "candles" || points.length === 0) return;
  const findPrice = (of: Step, timeMs: number) => series.findPrice(of, coinId, timeMs);
  keepCandles({ coinId, source: source.id, step, fromMs, toMs, points, findPrice });
}
