import { DAY_MS } from "../lib/time.ts";
import type { MarketCoin } from "../market/market.ts";
import { defillamaChart } from "../sources/defillama-chart.ts";
import { askAgain, askNext, type Origin, sourceOf } from "./ask-next.ts";
import type { BackfillMemory, StepBackfill } from "./backfill-memory.ts";
import type { KnownSeries } from "./known-series.ts";
import type { ReferenceMarket } from "./reference-market.ts";
import type { ChartRequest, SeriesRequest, Window } from "./series-request.ts";
import { openSeriesStates, type SeriesState } from "./series-state.ts";
import { findReach, STEPS, type Step } from "./step.ts";

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
  /** What is remembered of series that have prices, with what has gone missing since. */
  settled: { coinId: string; step: Step; progress: StepBackfill }[];
}

/**
 * What to ask for: in turn a chart (ten coins' days in one call) and the candles of the next coin by market cap, first
 * prices before what is missing, that before anything older, and what was asked for in vain after all else. Days come from the chart and from
 * venues only where it has none or does not fit; hours the other way round. Budget and shards take their share of the result. Deterministic.
 */
export async function planBackfill(input: PlanInput): Promise<Plan> {
  const { memory, known, asOfMs } = input;
  const coins = input.coins.filter(({ price, priceSource }) => price !== null && priceSource !== "stale");
  const ids = coins.map(({ id }) => id);
  const stateOf = await openSeriesStates(memory, known, ids, asOfMs);
  const isRated = (await isUsdtKnown(input)) || (ids.includes(USDT) && mayBeFilled(input, stateOf(USDT, "daily")));
  const plan: Plan = { requests: [], settled: [] };
  const next: SeriesRequest[] = [];
  const again: SeriesRequest[] = [];
  for (const coinId of ids) {
    for (const step of STEPS) {
      const state = stateOf(coinId, step);
      if (state.progress?.covered !== undefined) plan.settled.push({ coinId, step, progress: state.progress });
      const all = listOrigins(input, state);
      // What could only wait leaves the budget to others.
      const origins = isRated ? all : all.filter((origin) => origin === "chart" || origin.quote !== "USDT");
      const request = askNext(state, origins);
      if (request !== undefined) next.push(request);
      else again.push(...[askAgain(state, origins) ?? []].flat());
    }
  }
  plan.requests = [...putInTurns(next), ...putInTurns(again)];
  return plan;
}

/** In the order in which they are to be asked, without those that are refused. */
function listOrigins({ markets, chart, asOfMs }: PlanInput, { coinId, step, progress }: SeriesState): Origin[] {
  const books = markets.get(coinId) ?? [];
  const charts = chart ? (["chart"] as const) : [];
  const origins: Origin[] = step === "daily" ? [...charts, ...books] : [...books, ...charts];
  return origins.filter((origin) => (progress?.origins[sourceOf(origin)]?.refused?.untilMs ?? 0) <= asOfMs);
}

/** Whether there is a rate of USDT for its last day that is over. */
async function isUsdtKnown({ known, asOfMs }: PlanInput): Promise<boolean> {
  const { endMs } = findReach("daily", asOfMs);
  await known.load("daily", endMs - DAY_MS, endMs);
  return known.find("daily", USDT, endMs - DAY_MS) !== undefined;
}

/** Whether a series has prices of the past, or somebody is asked for them in this build. */
function mayBeFilled(input: PlanInput, state: SeriesState): boolean {
  return state.progress?.covered !== undefined || askNext(state, listOrigins(input, state)) !== undefined;
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
