import { OperationalError } from "../lib/operational-error.ts";
import { DAY_MS, floorTo, HOUR_MS } from "../lib/time.ts";
import type { MarketCoin } from "../market/market.ts";
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
  retryAt: number;
}

interface Proposals {
  gaps: Proposal[];
  older: Proposal[];
}

/** Missing steps among this many newest ones are gaps; the rest is older data. About one answer. */
const NEWEST_STEPS: Readonly<Record<Step, number>> = { daily: 400, hourly: 160 };
/** Sources with more failures in a row come after the others. */
const MAX_FAILURES = 3;
/** 3 of 4 requests go to gaps, 1 to older data or retries. */
const TURNS: readonly (keyof Proposals)[] = ["gaps", "gaps", "gaps", "older"];

/**
 * All requests that make sense now, the most valuable first: those of USDT; then gaps, the longest
 * first, and older data or retries, in turns. Coins without any history have the longest gaps. Each
 * series has at most one request of either kind. Deterministic.
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
  const all: Proposals = { gaps: [], older: [] };
  for (const coinId of coinIds)
    for (const step of STEPS) {
      const sources = listSources(input, coinId, step, isRated);
      const { gaps, older } = planSeries(input, coinId, step, sources);
      all.gaps.push(...gaps);
      all.older.push(...older);
    }
  all.gaps.sort((a, b) => b.missingMs - a.missingMs);
  // Days before hours: builds bring new hours that are missing all the time.
  const rank = ({ request }: Proposal) => STEPS.indexOf(request.step);
  const endOf = ({ request }: Proposal) => request.window.toMs;
  all.older.sort((a, b) => a.retryAt - b.retryAt || rank(a) - rank(b) || endOf(b) - endOf(a));
  const ofGaps = groupCharts(all.gaps.map(({ request }) => request));
  const isChart = ({ source }: SeriesRequest) => source.kind === "chart";
  return takeTurns(
    // Charts and candles alternate, so that no host gets all requests of a build.
    interleave(
      ofGaps.filter(isChart),
      ofGaps.filter((request) => !isChart(request)),
    ),
    groupCharts(all.older.map(({ request }) => request)),
    input.asOfMs,
  );
}

/** In the order of preference: days from the chart first, hours from venues first. */
function listSources({ markets, chart }: PlanInput, coinId: string, step: Step, isRated: boolean): SeriesSource[] {
  const usable = (markets.get(coinId) ?? []).filter(({ quote }) => isRated || quote !== "USDT");
  const venues = usable.map((market): SeriesSource => ({ kind: "candles", id: market.source, market }));
  const charts: SeriesSource[] = chart === undefined ? [] : [{ kind: "chart", id: chart.source, chart }];
  return step === "daily" ? [...charts, ...venues] : [...venues, ...charts];
}

/**
 * The newest gap goes to the first source that was not asked since the gap is there. Older data and
 * retries go to the first source that is due, to another one if possible: its time of request would
 * hide the gap. Each failure moves a source on to its next window, so that a step that no source
 * has blocks nothing.
 */
function planSeries(input: PlanInput, coinId: string, step: Step, sources: readonly SeriesSource[]): Proposals {
  const { series, retries, asOfMs } = input;
  const range = findRange(step, asOfMs);
  const gaps = series.findGaps(step, coinId, range);
  if (gaps.length === 0) return { gaps: [], older: [] };
  const newestFromMs = range.toMs - NEWEST_STEPS[step] * STEP_MS[step];
  const asked = sources.map((source) => ({ source, retry: retries.get(nameRetry(coinId, step, source.id)) }));
  const list = (source: SeriesSource, missing: readonly StepRange[], isRetry: boolean) =>
    listRequests(source, { coinId, step, asOfMs }, missing, range, isRetry);
  const propose = (request: SeriesRequest, retryAt = 0): Proposal => {
    const { fromMs, toMs } = request.window;
    const missing = clipRanges(clipRanges(gaps, fromMs, toMs), newestFromMs, range.toMs);
    const missingMs = missing.reduce((sum, gap) => sum + gap.toMs - gap.fromMs, 0);
    return { request, missingMs, retryAt };
  };

  const newest = asked.map(({ source, retry }) => {
    const since = retry === undefined ? range.fromMs : floorTo(findAskedAt(retry), STEP_MS[step]);
    return {
      source,
      missing: clipRanges(gaps, since, range.toMs),
      since: Math.max(since, newestFromMs),
      isWeak: (retry?.failures ?? 0) > MAX_FAILURES,
    };
  });
  const unasked = newest.flatMap(({ source, missing, since, isWeak }) => {
    const [gap] = clipRanges(gaps, since, range.toMs);
    return gap === undefined ? [] : [{ source, missing, fromMs: gap.fromMs, isWeak }];
  });
  const forGap = findFirst(
    unasked.toSorted((a, b) => Number(a.isWeak) - Number(b.isWeak) || a.fromMs - b.fromMs),
    ({ source, missing }) => list(source, missing, false).next().value ?? undefined,
  );
  const isFree = ({ window }: SeriesRequest) =>
    forGap === undefined || window.toMs <= forGap.window.fromMs || window.fromMs >= forGap.window.toMs;
  const due = asked.filter(({ retry }) => retry === undefined || retry.retryAt <= asOfMs);
  const isTaken = ({ source }: (typeof due)[number]) => Number(source === forGap?.source);
  const byTime = due.toSorted((a, b) => isTaken(a) - isTaken(b) || (a.retry?.retryAt ?? 0) - (b.retry?.retryAt ?? 0));
  const older = findFirst(byTime, ({ source, retry }) => {
    const free = [...list(source, gaps, retry !== undefined)].filter(isFree);
    const request = free[(retry?.failures ?? 0) % free.length];
    return request && propose(request, retry?.retryAt);
  });
  return { gaps: forGap === undefined ? [] : [propose(forGap)], older: older === undefined ? [] : [older] };
}

function findFirst<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function interleave<Item>(a: readonly Item[], b: readonly Item[]): Item[] {
  const longest = a.length > b.length ? a : b;
  return longest.flatMap((_, at) => [...a.slice(at, at + 1), ...b.slice(at, at + 1)]);
}

/** The first turn changes with the hour, so that a budget below four reaches both lists. */
function takeTurns(gaps: readonly SeriesRequest[], older: readonly SeriesRequest[], asOfMs: number): SeriesRequest[] {
  const left = { gaps: [...gaps].reverse(), older: [...older].reverse() };
  const all: SeriesRequest[] = [];
  // Days are added because the hour alone repeats where builds are 4, 8 or 12 hours apart.
  let turn = Math.floor(asOfMs / DAY_MS) + Math.floor(asOfMs / HOUR_MS);
  for (; left.gaps.length + left.older.length > 0; turn += 1) {
    const request = left[TURNS[turn % TURNS.length] ?? "gaps"].pop();
    if (request !== undefined) all.push(request);
  }
  return all;
}

/** One of `count` jobs that share the work, from 1. */
export interface Shard {
  index: number;
  count: number;
}

export const WHOLE: Shard = { index: 1, count: 1 };

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
function isInShard(coinId: string, { index, count }: Shard): boolean {
  return hashText(coinId) % count === index - 1;
}

/** FNV-1a, 32 bits. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
