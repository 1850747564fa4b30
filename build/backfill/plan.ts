import type { MarketCoin } from "../market/market.ts";
import { defillamaChart } from "../sources/defillama-chart.ts";
import { type BackfillMemory, findCoinBackfill } from "./backfill-memory.ts";
import type { KnownSeries } from "./known-series.ts";
import { type Origin, planRequest, sourceOf } from "./plan-request.ts";
import type { ReferenceMarket } from "./reference-market.ts";
import type { ChartRequest, SeriesRequest } from "./series-request.ts";
import { findReach, STEPS, type Step } from "./step.ts";
import { findMissing, type Window } from "./window.ts";

/** The coin whose series is the dollar rate of every book in USDT: without it those tell nothing. */
export const USDT = "tether";

export interface PlanInput {
  coins: readonly Pick<MarketCoin, "id" | "price" | "priceSource">[];
  markets: ReadonlyMap<string, readonly ReferenceMarket[]>;
  /** Whether charts may be asked for at all. */
  chart: boolean;
  memory: BackfillMemory;
  known: KnownSeries;
  asOfMs: number;
}

export interface Plan {
  /** Everything that could be asked for now, the most valuable first, at most one request per coin and step. */
  requests: SeriesRequest[];
  /** Coins and steps with the first one that is missing. */
  settled: { coinId: string; step: Step; untilMs: number }[];
}

/**
 * What to ask for: in turn a chart (ten coins' days in one call) and the candles of the next coin by market cap, first
 * prices before what is missing, and that before anything older. Days come from the chart and from venues only where it has none or does not fit;
 * hours the other way round. Budget and shards take their share of the result. Deterministic.
 */
export async function planBackfill(input: PlanInput): Promise<Plan> {
  const { memory, known, asOfMs } = input;
  const coins = input.coins.filter(({ price, priceSource }) => price !== null && priceSource !== "stale");
  const plan: Plan = { requests: [], settled: [] };
  const wanted: SeriesRequest[] = [];
  const wantedAgain: SeriesRequest[] = [];
  for (const step of STEPS) {
    const reach = findReach(step, asOfMs);
    const untils = coins.flatMap(({ id }) => findCoinBackfill(memory, id)?.[step]?.untilMs ?? []);
    if (untils.length > 0) await known.load(step, Math.max(reach.startMs, Math.min(...untils)), reach.endMs);
  }
  for (const { id } of [...coins].sort((a, b) => Number(b.id === USDT) - Number(a.id === USDT))) {
    for (const step of STEPS) {
      const { request, again } = planStep(input, id, step, plan);
      if (request !== undefined) wanted.push(request);
      if (again !== undefined) wantedAgain.push(again);
    }
  }
  plan.requests = [...putInTurns(wanted), ...putInTurns(wantedAgain)];
  return plan;
}

/** `again`: what all of them were asked for, and is missing still. */
function planStep(
  input: PlanInput,
  coinId: string,
  step: Step,
  plan: Plan,
): { request?: SeriesRequest | undefined; again?: SeriesRequest | undefined } {
  const { memory, known, asOfMs } = input;
  const reach = findReach(step, asOfMs);
  const coin = findCoinBackfill(memory, coinId);
  const progress = coin?.[step];
  const coveredMs = Math.max(reach.startMs, progress?.untilMs ?? reach.endMs);
  const isKnown = (timeMs: number) => known.find(step, coinId, timeMs) !== undefined;
  const missing = findMissing(step, coveredMs, reach.endMs, isKnown);
  const completeMs = missing?.fromMs ?? reach.endMs;
  if (progress !== undefined && completeMs > progress.untilMs) plan.settled.push({ coinId, step, untilMs: completeMs });

  const books = input.markets.get(coinId) ?? [];
  const chart = input.chart ? (["chart"] as const) : [];
  const origins: Origin[] = step === "daily" ? [...chart, ...books] : [...books, ...chart];
  const usable = origins.filter((origin) => (coin?.refused[`${step}:${sourceOf(origin)}`]?.untilMs ?? 0) <= asOfMs);
  const ask = (from: readonly Origin[], gap: typeof missing) =>
    planRequest({ coinId, step, reach, progress, missing: gap }, from, asOfMs);

  if (progress === undefined) return { request: ask(usable, undefined) };
  const askedOf = (origin: Origin) => progress.asked?.[sourceOf(origin)];
  if (missing !== undefined) {
    for (const origin of usable) {
      const fromMs = Math.max(missing.fromMs, askedOf(origin)?.toMs ?? 0);
      const unasked = findMissing(step, fromMs, reach.endMs, isKnown);
      const request = unasked && ask([origin], unasked);
      if (request !== undefined) return { request };
    }
  }
  const older = ask(usable, undefined);
  if (older !== undefined) return { request: older };
  if (missing === undefined) return {};
  // Never given up, because nobody can tell who will have it: somebody is asked now and then, once nothing else is left to ask for.
  const due = usable.filter((origin) => (askedOf(origin)?.againMs ?? 0) <= asOfMs);
  const longestAgo = due.sort((a, b) => (askedOf(a)?.againMs ?? 0) - (askedOf(b)?.againMs ?? 0));
  return { again: ask(longestAgo, missing) };
}

/** A chart and the candles of a coin in turn. */
function putInTurns(requests: readonly SeriesRequest[]): SeriesRequest[] {
  const candles: SeriesRequest[] = [];
  const charts: ChartRequest[] = [];
  for (const request of requests) {
    if (request.kind === "candles") candles.push(request);
    else addToChart(charts, request);
  }
  return interleave(sortByKind(charts), sortByKind(candles));
}

/** Puts the coin into the newest request for the same stretch that has room, else into one of its own. */
function addToChart(charts: ChartRequest[], request: ChartRequest): void {
  const { step, window } = request;
  const at = charts.findLastIndex(
    (chart) =>
      chart.step === step &&
      chart.window.kind === window.kind &&
      chart.window.fromMs === window.fromMs &&
      chart.window.toMs === window.toMs,
  );
  const open = charts[at];
  if (open === undefined || open.coinIds.length >= defillamaChart.maxCoins) charts.push(request);
  else charts[at] = { ...open, coinIds: [...open.coinIds, ...request.coinIds] };
}

/** What is missing of the largest coins can wait until every coin has its last weeks, and their years until nothing is missing of any. */
function sortByKind<Request extends SeriesRequest>(requests: readonly Request[]): Request[] {
  const kinds: readonly Window["kind"][] = ["first", "gap", "older"];
  return kinds.flatMap((kind) => requests.filter(({ window }) => window.kind === kind));
}

function interleave(charts: readonly SeriesRequest[], candles: readonly SeriesRequest[]): SeriesRequest[] {
  const turns = Math.max(charts.length, candles.length);
  return Array.from({ length: turns }, (_, turn) => [charts[turn], candles[turn]])
    .flat()
    .filter((request) => request !== undefined);
}
