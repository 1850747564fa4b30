import pLimit, { type LimitFunction } from "p-limit";
import { describeError } from "../lib/operational-error.ts";
import type { Market, MarketCoin } from "../market/market.ts";
import type { Identification } from "../normalise/identify.ts";
import type { Dataset } from "../normalise/record.ts";
import type { Http, Progress, StateStore } from "../platform/platform.ts";
import { candleVenues } from "../sources/candles/registry.ts";
import { defillamaChart } from "../sources/defi/defillama-chart.ts";
import { sources } from "../sources/registry.ts";
import type { Pacing } from "../sources/source.ts";
import { applySeries } from "./apply-series.ts";
import {
  type BackfillMemory,
  findCoinBackfill,
  forgetCoins,
  readBackfillMemory,
  setCoinBackfill,
  writeBackfillMemory,
} from "./backfill-memory.ts";
import type { Budget } from "./budget.ts";
import { createFindAnchor } from "./find-anchor.ts";
import { openKnownSeries } from "./known-series.ts";
import { createIsRatePending } from "./pending-rate.ts";
import { type Plan, planBackfill, USDT } from "./plan.ts";
import { type ReadSeries, readSeries } from "./read-series.ts";
import { type CoinOutcome, recordOutcome } from "./record-outcome.ts";
import { findReferenceMarkets } from "./reference-market.ts";
import { describeRequest, originOf, type SeriesRequest } from "./series-request.ts";
import { type Shard, WHOLE } from "./shard.ts";

export interface BackfillInput {
  market: Pick<Market, "asOfMs" | "coins">;
  /** Which coin every venue's code means, of this build. */
  identification: Pick<Identification, "find">;
  /** Everything that this build read: listings and tickers of the venues, and the reference. A source without datasets is not asked. */
  datasets: readonly Dataset[];
  /** The documents of this build: series and memory are read from it and written to it. */
  state: StateStore;
  http: Http;
  budget: Budget;
  shard?: Shard;
  /** Nothing is asked of a source whose terms restrict redistribution. */
  openOnly?: boolean;
  progress: Progress;
}

export interface BackfillReport {
  requests: number;
  failed: number;
  /** Points added to the series. */
  points: number;
  /** Requests that remain for later builds, as far as can be said now. */
  remaining: number;
}

/** Hosts pace themselves; this only bounds what is under way at each, so that one that is silent holds up nobody else. */
const PER_ORIGIN = 2;

type Answer = { series: ReadSeries } | { error: string };

/**
 * Fills missing history within the budget: seeds of days from DefiLlama's chart, hours from the venues' candles, and whatever has gone
 * missing since (a missed day of builds). Each coin's points are joined to our own price or not used; points of our own stay.
 * What was asked, found, refused and why is remembered in the document `backfill`.
 *
 * Writes to the state and commits nothing. Resolves in little more than the budget's time limit, whatever the hosts do. A request that
 * fails costs only itself; damage of the state throws.
 */
export async function runBackfill(input: BackfillInput): Promise<BackfillReport> {
  const { market, state, datasets, budget, progress } = input;
  const report: BackfillReport = { requests: 0, failed: 0, points: 0, remaining: 0 };
  if (budget.requests <= 0) return report;
  const { asOfMs, coins } = market;
  const memory = await readBackfillMemory(state);
  const known = await openKnownSeries(state, asOfMs);
  const plan = await planBackfill({
    coins,
    markets: findReferenceMarkets(datasets, input.identification, candleVenues),
    chart: mayAskChart(input),
    memory,
    known,
    asOfMs,
    shard: input.shard ?? WHOLE,
  });
  settle(memory, plan);
  const share = plan.requests.slice(0, budget.requests);
  report.remaining = plan.requests.length;
  if (share.length > 0) {
    const task = progress.start("history");
    const answers = await askAll(share, input, (done) => task.update(`${done} of ${share.length} requests`));
    const findAnchor = createFindAnchor(coins, datasets, asOfMs);
    const isRatePending = createIsRatePending(memory, plan.requests, asOfMs, coins.some(isUsdtPriced));
    // In the order of the plan: the rate of USDT before the books that are quoted in it.
    for (const { request, answer, isSent } of answers) {
      if (isSent) report.requests += 1;
      if (isSent && "error" in answer) report.failed += 1;
      for (const coinId of request.coinIds) {
        const outcome: CoinOutcome =
          "error" in answer
            ? { kind: "failed", reason: answer.error }
            : await applySeries(request, coinId, answer.series.get(coinId) ?? [], known, findAnchor, isRatePending);
        if (outcome.kind === "joined" || outcome.kind === "waiting") report.points += outcome.points;
        setCoinBackfill(memory, coinId, recordOutcome(findCoinBackfill(memory, coinId), request, outcome, asOfMs));
      }
    }
    report.remaining -= report.requests;
    const failed = report.failed > 0 ? `, ${report.failed} failed` : "";
    task.done(`${report.points.toLocaleString("en-US")} points from ${report.requests} requests${failed}`);
  }
  forgetCoins(memory, new Set(coins.map(({ id }) => id)), asOfMs);
  known.save();
  writeBackfillMemory(state, memory);
  return report;
}

function mayAskChart({ datasets, openOnly = false }: BackfillInput): boolean {
  if (openOnly && defillamaChart.redistribution === "restricted") return false;
  return datasets.some(({ source }) => source === defillamaChart.source);
}

interface Attempt {
  request: SeriesRequest;
  answer: Answer;
  isSent: boolean;
}

/**
 * What came of the requests within the time limit, in their order: an answer, or that there was none. What an origin did not get to is left out,
 * but where it told nothing at all: then every request to it has failed, sent or not.
 */
async function askAll(
  requests: readonly SeriesRequest[],
  { http, budget }: BackfillInput,
  update: (done: number) => void,
): Promise<Attempt[]> {
  const limits = new Map<string, LimitFunction>();
  const answers = new Map<SeriesRequest, Answer | undefined>();
  let done = 0;
  let over = false;
  const limitOf = (origin: string) => {
    const limit = limits.get(origin) ?? pLimit(PER_ORIGIN);
    limits.set(origin, limit);
    return limit;
  };
  const ask = async (request: SeriesRequest): Promise<void> => {
    if (over) return;
    answers.set(request, undefined);
    const answer = await read(request, http);
    if (over) return;
    answers.set(request, answer);
    done += 1;
    update(done);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, budget.timeLimitMs);
  });
  await Promise.race([Promise.all(requests.map((request) => limitOf(originOf(request))(ask, request))), timeUp]);
  clearTimeout(timer);
  over = true;
  const told = new Set([...answers].flatMap(([request, answer]) => (answer === undefined ? [] : originOf(request))));
  const silent = new Set([...answers.keys()].map(originOf).filter((origin) => !told.has(origin)));
  return requests.flatMap((request): Attempt[] => {
    const isSent = answers.has(request);
    if (!isSent && !silent.has(originOf(request))) return [];
    const answer = answers.get(request) ?? { error: `${describeRequest(request)}: no answer in time` };
    return [{ request, answer, isSent }];
  });
}

/** Never throws: one failing host is nobody else's problem. */
async function read(request: SeriesRequest, http: Http): Promise<Answer> {
  try {
    return { series: await readSeries(request, http, getPacing(originOf(request))) };
  } catch (error) {
    return { error: describeError(error) };
  }
}

function getPacing(id: string): Pacing {
  const source = sources.find((candidate) => candidate.id === id);
  if (source === undefined) throw new Error(`there is no source ${id}`);
  return source.pacing;
}

function isUsdtPriced({ id, price, priceSource }: MarketCoin): boolean {
  return id === USDT && price !== null && priceSource !== "stale";
}

/** Remembers what the plan saw of the series. */
export function settle(memory: BackfillMemory, { settled }: Pick<Plan, "settled">): void {
  for (const { coinId, step, progress } of settled) {
    const coin = findCoinBackfill(memory, coinId);
    if (coin !== undefined) coin[step] = progress;
  }
}
