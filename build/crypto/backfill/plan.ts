import { computeSha256 } from "../../lib/hash.ts";
import { OperationalError } from "../../lib/operational-error.ts";
import { DAY_MS, floorTo, HOUR_MS } from "../../lib/time.ts";
import type { MarketCoin } from "../market/model/market.ts";
import type { PriceChart } from "../sources/candle-venues.ts";
import type { ReferenceMarket } from "./reference-market.ts";
import { findAskedAt, nameRetry, type RetryMemory } from "./retry-memory.ts";
import { groupCharts, listRequests, type SeriesRequest, type SeriesSource } from "./series-request.ts";
import type { SeriesStore } from "./series-store.ts";
import { clipRanges, findRange, STEP_MS, STEPS, type Step, type StepRange } from "./step.ts";

/** The coin whose series is the dollar rate of every market in USDT. */
export const USDT = "tether";

export interface PlanInput {
  coins: readonly Pick<MarketCoin, "id" | "price" | "priceSource">[];
  /** By coin id, in the order of preference. */
  markets: ReadonlyMap<string, readonly ReferenceMarket[]>;
  /** `undefined`: charts are not used. */
  chart: PriceChart | undefined;
  retries: RetryMemory;
  series: SeriesStore;
  asOfMs: number;
  shard: Shard;
}

/** A request that is proposed for one series, and what decides its place in the plan. */
interface Proposal {
  request: SeriesRequest;
  /** How much is missing of the newest steps. */
  missingMs: number;
  /** The last request to this source; 0: none. */
  askedAt: number;
}

interface Proposals {
  gap?: Proposal | undefined;
  older?: Proposal | undefined;
}

/** Missing steps among this many newest ones are gaps; the rest is older data. About one answer. */
const NEWEST_STEPS: Readonly<Record<Step, number>> = { daily: 400, hourly: 160 };
/** Sources with more failures in a row come after the others. */
const MAX_FAILURES = 3;
/** One of so many requests goes to older data or retries, the others to gaps. */
const TURNS = 4;

/**
 * All requests that make sense now, the most valuable first: those of USDT; then gaps, the longest
 * first, and older data or retries, in turns. Coins without any history have the longest gaps. Each
 * series has at most one request. Deterministic.
 *
 * A shard covers its own coins and USDT, whose rate all of them need.
 */
export function planBackfill(input: PlanInput): SeriesRequest[] {
  const { series, asOfMs } = input;
  const priced = input.coins.filter(({ price, priceSource }) => price !== null && priceSource !== "stale");
  const ids = priced.map(({ id }) => id);
  const ofUsdt = ids.includes(USDT) ? planCoins(input, [USDT], true) : [];
  const { toMs } = findRange("daily", asOfMs);
  const isTried = [...input.retries.keys()].some((key) => key.startsWith(`${USDT} daily `));
  const mayBeRated = ofUsdt.length > 0 && !isTried;
  const isRated = mayBeRated || series.findPrice("daily", USDT, toMs - DAY_MS) !== undefined;
  const others = ids.filter((id) => id !== USDT && isInShard(id, input.shard));
  return [...ofUsdt, ...planCoins(input, others, isRated)];
}

function planCoins(input: PlanInput, coinIds: readonly string[], isRated: boolean): SeriesRequest[] {
  const all = coinIds.flatMap((coinId) => STEPS.map((step) => planSeries(input, coinId, step, isRated)));
  const gaps = all.flatMap(({ gap }) => gap ?? []).sort((a, b) => b.missingMs - a.missingMs);
  const older = all.flatMap((proposals) => proposals.older ?? []).sort((a, b) => a.askedAt - b.askedAt);
  const ofGaps = groupCharts(gaps.map(({ request }) => request));
  const isChart = ({ source }: SeriesRequest) => source.kind === "chart";
  const charts = ofGaps.filter(isChart);
  const candles = ofGaps.filter((request) => !isChart(request));
  // Charts and candles alternate, so that no host gets all requests of a build.
  const alternating = ofGaps.flatMap((_, at) => [...charts.slice(at, at + 1), ...candles.slice(at, at + 1)]);
  return interleave(alternating, groupCharts(older.map(({ request }) => request)), input.asOfMs);
}

/** In the order of preference: days from the chart first, hours from venues first. */
function listSources({ markets, chart }: PlanInput, coinId: string, step: Step, isRated: boolean): SeriesSource[] {
  const usable = (markets.get(coinId) ?? []).filter(({ quote }) => isRated || quote !== "USDT");
  const venues = usable.map((market): SeriesSource => ({ kind: "candles", id: market.source, market }));
  const charts: SeriesSource[] = chart === undefined ? [] : [{ kind: "chart", id: chart.source, chart }];
  return step === "daily" ? [...charts, ...venues] : [...venues, ...charts];
}

/**
 * The newest gap goes to the first source that was not asked since the gap is there. What is older
 * than that request goes to the first source that is due. Each failure moves a source on to its
 * next window, so that a step that no source has blocks nothing.
 */
function planSeries(input: PlanInput, coinId: string, step: Step, isRated: boolean): Proposals {
  const { series, retries, asOfMs } = input;
  const range = findRange(step, asOfMs);
  const gaps = series.findGaps(step, coinId, range);
  if (gaps.length === 0) return {};
  const newestFromMs = range.toMs - NEWEST_STEPS[step] * STEP_MS[step];
  const sources = listSources(input, coinId, step, isRated).map((source) => {
    const retry = retries.get(nameRetry(coinId, step, source.id));
    const askedAt = retry === undefined ? 0 : findAskedAt(retry);
    const missing = clipRanges(gaps, floorTo(askedAt, STEP_MS[step]), range.toMs);
    const oldestNewMs = clipRanges(missing, newestFromMs, range.toMs)[0]?.fromMs;
    return { source, retryAt: 0, failures: 0, ...retry, askedAt, missing, oldestNewMs };
  });
  const propose = (from: (typeof sources)[number], missing: readonly StepRange[], turn = from.failures) => {
    const windows = listRequests(from.source, { coinId, step, asOfMs }, missing, range);
    const request = windows[turn % windows.length];
    if (request === undefined) return undefined;
    const { fromMs, toMs } = request.window;
    const newest = clipRanges(gaps, Math.max(fromMs, newestFromMs), toMs);
    return { request, missingMs: newest.reduce((sum, gap) => sum + gap.toMs - gap.fromMs, 0), askedAt: from.askedAt };
  };
  const isWeak = ({ failures }: (typeof sources)[number]) => Number(failures > MAX_FAILURES);
  const [first] = sources
    .flatMap((from) => (from.oldestNewMs === undefined ? [] : { from, oldestNewMs: from.oldestNewMs }))
    .sort((a, b) => isWeak(a.from) - isWeak(b.from) || a.oldestNewMs - b.oldestNewMs)
    .map(({ from }) => from);
  const gap = first && propose(first, first.missing, 0);
  const olderGaps = gaps.filter(({ toMs }) => toMs <= (gap?.request.window.fromMs ?? range.toMs));
  const due = sources.filter(({ retryAt }) => retryAt <= asOfMs).sort((a, b) => a.askedAt - b.askedAt);
  const older = due.map((from) => propose(from, olderGaps)).find((found) => found !== undefined);
  return { gap, older };
}

/** The first turn changes with the hour, so that a budget below four reaches both lists. */
function interleave(gaps: SeriesRequest[], older: SeriesRequest[], asOfMs: number): SeriesRequest[] {
  const all: SeriesRequest[] = [];
  // Days are added because the hour alone repeats where builds are 4, 8 or 12 hours apart.
  let turn = Math.floor(asOfMs / DAY_MS) + Math.floor(asOfMs / HOUR_MS);
  for (; gaps.length + older.length > 0; turn += 1) {
    const isOlder = turn % TURNS === TURNS - 1;
    all.push(...(isOlder ? older : gaps).splice(0, 1));
  }
  return all;
}

/** One of `count` jobs that share the work, from 1. */
export interface Shard {
  index: number;
  count: number;
}

export const WHOLE: Shard = { index: 1, count: 1 };

/** Whether it is a job of the manual backfill: builds fill what is missing as a whole. */
export function isPart({ count }: Shard): boolean {
  return count > 1;
}

/** Parses `2/5`. Throws an `OperationalError` for anything else. */
export function parseShard(text: string): Shard {
  const [, index, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (!(shard.index >= 1 && shard.index <= shard.count)) {
    throw new OperationalError(`--shard must be i/n with 1 <= i <= n, for example 2/5, not "${text}".`);
  }
  return shard;
}

/** Whether a coin is in the shard. Depends on the id alone: jobs may list coins differently. */
export function isInShard(coinId: string, { index, count }: Shard): boolean {
  return Number.parseInt(computeSha256(coinId).slice(0, 8), 16) % count === index - 1;
}
