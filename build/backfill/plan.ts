import { DAY_MS } from "../lib/time.ts";
import type { MarketCoin } from "../market/market.ts";
import { defillamaChart } from "../sources/defillama-chart.ts";
import { askNext, type Origin, sourceOf } from "./ask-next.ts";
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
  /** Everything that could be asked for now, the most valuable first; no step of a coin in two requests, but around their windows. */
  requests: SeriesRequest[];
  /** What is remembered of series that have prices, with what has gone missing since. */
  settled: { coinId: string; step: Step; progress: StepBackfill }[];
}

/**
 * What to ask for: in turn a chart (ten coins' days in one call) and the candles of the next coin by market cap, first prices before all else,
 * then mostly what is missing, the longest stretches first, and sometimes what is older or was asked for in vain. Days come from the chart and
 * from venues only where it has none or does not fit; hours the other way round. Budget and shards take their share of the result. Deterministic.
 */
export async function planBackfill(input: PlanInput): Promise<Plan> {
  const { memory, known, asOfMs } = input;
  const coins = input.coins.filter(({ price, priceSource }) => price !== null && priceSource !== "stale");
  const ids = coins.map(({ id }) => id);
  const stateOf = await openSeriesStates(memory, known, ids, asOfMs);
  const isRated = (ids.includes(USDT) && mayBeFilled(input, stateOf(USDT, "daily"))) || (await isUsdtKnown(input));
  const plan: Plan = { requests: [], settled: [] };
  const all: SeriesRequest[] = [];
  for (const coinId of ids) {
    for (const step of STEPS) {
      const state = stateOf(coinId, step);
      if (state.progress?.covered !== undefined) plan.settled.push({ coinId, step, progress: state.progress });
      // What could only wait leaves the budget to others.
      const isUseful = (origin: Origin) => isRated || origin === "chart" || origin.quote !== "USDT";
      all.push(...askNext(state, listOrigins(input, state).filter(isUseful)));
    }
  }
  const ofKind = (kind: Window["kind"]) => all.filter(({ window }) => window.kind === kind);
  const length = ({ window }: SeriesRequest) => window.toMs - window.fromMs;
  // What a build leaves out grows until it is among the longest: so every coin gets its turn.
  const gaps = ofKind("gap").sort((a, b) => length(b) - length(a));
  plan.requests = [
    ...alternate(ofKind("first")),
    ...takeTurns(alternate(gaps), alternate(ofKind("older")), alternate(ofKind("again"))),
  ];
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
  return state.progress?.covered !== undefined || askNext(state, listOrigins(input, state)).length > 0;
}

/**
 * Where builds are seldom, each brings new gaps, more than the budget: of four requests one is for what is older or for what was asked for in
 * vain, so that those come to their end, too.
 */
function takeTurns(
  gaps: readonly SeriesRequest[],
  older: readonly SeriesRequest[],
  again: readonly SeriesRequest[],
): SeriesRequest[] {
  const lists = { gaps: [...gaps].reverse(), older: [...older].reverse(), again: [...again].reverse() };
  const turns = [lists.gaps, lists.gaps, lists.gaps, lists.older, lists.gaps, lists.gaps, lists.gaps, lists.again];
  const all: SeriesRequest[] = [];
  while (Object.values(lists).some(({ length }) => length > 0)) for (const list of turns) all.push(...list.splice(-1));
  return all;
}

/** A chart and the candles of a coin in turn. */
function alternate(requests: readonly SeriesRequest[]): SeriesRequest[] {
  const candles: SeriesRequest[] = [];
  const charts: ChartRequest[] = [];
  for (const request of requests) {
    if (request.kind === "candles") candles.push(request);
    else addToChart(charts, request);
  }
  const turns = Math.max(charts.length, candles.length);
  return Array.from({ length: turns }, (_, turn) => [charts[turn], candles[turn]])
    .flat()
    .filter((request) => request !== undefined);
}

/** Puts the coin into the newest request for the same stretch that has room, else into one of its own. */
function addToChart(charts: ChartRequest[], request: ChartRequest): void {
  const { step, window } = request;
  const at = charts.findLastIndex(
    (chart) =>
      chart.step === step &&
      chart.window.kind === window.kind &&
      chart.window.fromMs === window.fromMs &&
      chart.window.toMs === window.toMs &&
      chart.isWide === request.isWide,
  );
  const open = charts[at];
  if (open === undefined || open.coinIds.length >= defillamaChart.maxCoins) charts.push(request);
  else charts[at] = { ...open, coinIds: [...open.coinIds, ...request.coinIds] };
}
