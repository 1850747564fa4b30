import { groupThousands } from "../../../lib/text-layout.ts";
import { SECOND_MS } from "../../../lib/time.ts";
import { convertToUsd } from "../../backfill/apply-answer.ts";
import { fetchAll } from "../../backfill/fetch-series.ts";
import { joinSeries } from "../../backfill/join.ts";
import { findReferenceMarkets } from "../../backfill/reference-market.ts";
import { nameRetry, readRetries, recordOutcome, writeRetries } from "../../backfill/retry-memory.ts";
import { createFindSpot } from "../../backfill/spot-reference.ts";
import { type CandleStep, STEP_MS } from "../../backfill/step.ts";
import { candleVenues } from "../../sources/candle-venues.ts";
import { sources } from "../../sources/registry.ts";
import type { CandleInput } from "../fetch-candles.ts";
import { computeVenueBudget, DENSE_RULES } from "./dense-rules.ts";
import { openDenseSeries } from "./dense-series.ts";
import { planDense } from "./plan-dense.ts";

export interface DenseReport {
  requests: number;
  failed: number;
  /** Prices that were added. */
  points: number;
}

/** Nothing is published before: a silent exchange delays a build no longer than this. */
const TIME_LIMIT_MS = 20 * SECOND_MS;

/**
 * Reads what the largest coins cost between the last build and this one, from candles of five
 * minutes: one request per coin. A price is scaled to our samples by the rule that joins the
 * backfill's series, and labelled with its exchange. The prices have documents of their own, so
 * that hours, days and candles are never made of them. Call it after this build's sample is added.
 *
 * Writes to the state without a commit. A failed request affects only itself.
 */
export async function fetchDense(input: CandleInput): Promise<DenseReport> {
  const { market, state, datasets, progress } = input;
  const { asOfMs, coins } = market;
  const report: DenseReport = { requests: 0, failed: 0, points: 0 };
  // A price that is held is in doubt, and so is what leads to it.
  const fresh = coins.filter(({ price, priceSource }) => price !== null && priceSource !== "stale");
  const largest = new Set(coins.slice(0, DENSE_RULES.coins));
  const series = await openDenseSeries(state, asOfMs);
  const retries = await readRetries(state);
  const planned = planDense({
    coinIds: fresh.filter((coin) => largest.has(coin)).map(({ id }) => id),
    markets: findReferenceMarkets(datasets, input.identification, candleVenues),
    retries,
    findNewest: series.findNewest,
    budgetOf,
    asOfMs,
  });
  if (planned.length === 0) return report;
  const task = progress.start("5-minute prices");
  const update = (done: number) => task.update(`${done} of ${planned.length} requests`);
  const attempts = await fetchAll(planned, input.http, TIME_LIMIT_MS, update);
  const findSpot = createFindSpot(coins, datasets, asOfMs);
  // The rate of USDT of the last hour, and no older one: it is unknown when USDT is off its peg.
  const rates = {
    findPrice: (step: CandleStep, _coinId: string, timeMs: number) =>
      step === "5m" ? series.findRate(timeMs) : undefined,
  };
  // In the order of the plan: the rate of USDT before the markets in USDT.
  for (const { request, answer, isSent } of attempts) {
    const { source, step } = request;
    const [coinId = ""] = request.coinIds;
    if (isSent) report.requests += 1;
    if (isSent && answer === undefined) report.failed += 1;
    const usd = convertToUsd(answer?.get(coinId) ?? [], source, step, rates);
    const findSample = (timeMs: number) => series.findSample(coinId, timeMs);
    const joined = joinSeries(usd, findSample, findSpot(source, coinId), STEP_MS[step]);
    const points = series.add(coinId, joined, source.id);
    report.points += points;
    recordOutcome(retries, nameRetry(coinId, step, source.id), points > 0 ? "complete" : "none", asOfMs);
  }
  series.save();
  writeRetries(state, retries, new Set(coins.map(({ id }) => id)), asOfMs);
  const failed = report.failed > 0 ? `, ${report.failed} failed` : "";
  task.done(`${groupThousands(report.points)} prices from ${report.requests} requests${failed}`);
  return report;
}

const BUDGETS = new Map(sources.map(({ id, pacing }) => [id, computeVenueBudget(pacing)]));

function budgetOf(source: string): number {
  return BUDGETS.get(source) ?? 0;
}
