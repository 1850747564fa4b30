import { DAY_MS } from "../lib/time.ts";
import type { MarketCoin } from "../market/market.ts";
import { askNext, type Origin, sourceOf } from "./ask-next.ts";
import type { BackfillMemory, StepBackfill } from "./backfill-memory.ts";
import { alternate, groupCharts } from "./group-charts.ts";
import type { KnownSeries } from "./known-series.ts";
import type { ReferenceMarket } from "./reference-market.ts";
import type { SeriesRequest, Window } from "./series-request.ts";
import { openSeriesStates, type SeriesState } from "./series-state.ts";
import { type Shard, takeShard } from "./shard.ts";
import { findReach, STEPS, type Step } from "./step.ts";
import { takeTurns } from "./take-turns.ts";

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
  shard: Shard;
}

export interface Plan {
  /** Everything that could be asked for now, the most valuable first: of every coin and step one request per origin and kind at most, and two for gaps. */
  requests: SeriesRequest[];
  /** What is remembered of series that have prices, with what has gone missing since. */
  settled: { coinId: string; step: Step; progress: StepBackfill }[];
}

/**
 * What to ask for: of USDT before all else; then first prices, the largest coins first; then what is missing, is older, or was asked for in
 * vain, in turns, and each of these of those first that were asked for anything longest ago, so that all get their turn however small the
 * budget is. Days come from the chart and from venues only where it has none or does not fit; hours the other way round. Deterministic.
 *
 * A shard asks for every n-th coin, and for USDT, whose rate the books of all of them need.
 */
export async function planBackfill(input: PlanInput): Promise<Plan> {
  const { memory, known, asOfMs } = input;
  const coins = input.coins.filter(({ price, priceSource }) => price !== null && priceSource !== "stale");
  const isUsdt = (id: string) => id === USDT;
  const listed = coins.map(({ id }) => id);
  const others = listed.filter((id) => !isUsdt(id));
  const ids = [...listed.filter(isUsdt), ...takeShard(others, input.shard)];
  const stateOf = await openSeriesStates(memory, known, ids, asOfMs);
  const isRated = (ids.includes(USDT) && mayBeFilled(input, stateOf(USDT, "daily"))) || (await isUsdtKnown(input));
  const settled: Plan["settled"] = [];
  const all: { request: SeriesRequest; askedAtMs: number }[] = [];
  for (const coinId of ids) {
    for (const step of STEPS) {
      const state = stateOf(coinId, step);
      const { progress } = state;
      if (progress?.covered !== undefined) settled.push({ coinId, step, progress });
      // What could only wait leaves the budget to others.
      const isUseful = (origin: Origin) => isRated || origin === "chart" || origin.quote !== "USDT";
      for (const request of askNext(state, listOrigins(input, state).filter(isUseful)))
        all.push({ request, askedAtMs: progress?.askedAtMs ?? 0 });
    }
  }
  const ofKind = (kind: Window["kind"]) => all.filter(({ request }) => request.window.kind === kind);
  const waitedLongest = (kind: Window["kind"]) =>
    ofKind(kind)
      .sort((a, b) => a.askedAtMs - b.askedAtMs)
      .map(({ request }) => request);
  const requests = [
    ...alternate(ofKind("first").map(({ request }) => request)),
    ...takeTurns(
      {
        gaps: alternate(waitedLongest("gap")),
        older: groupCharts(waitedLongest("older")),
        again: groupCharts(waitedLongest("again")),
      },
      asOfMs,
    ),
  ];
  const isOfUsdt = ({ coinIds }: SeriesRequest) => coinIds.some(isUsdt);
  return { requests: [...requests.filter(isOfUsdt), ...requests.filter((request) => !isOfUsdt(request))], settled };
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
