import { isDay, isNumber, listOf, objectOf, type Shape, type ShapeOf } from "../../../lib/shape.ts";
import { median } from "../../../lib/stats.ts";
import { DAY_MS, floorTo, renderDay } from "../../../lib/time.ts";
import type { MarketCoin, OrderBook, Scorecard } from "../model/market.ts";

/** What a polled venue did on a UTC day: sums over the builds in which it answered. */
export type VenueDay = ShapeOf<typeof isVenueDay>;
const isVenueDay = objectOf({
  day: isDay,
  /** In which it answered. */
  builds: isNumber,
  /** How many of these found it stalled. */
  stalled: isNumber,
  /** Its order books of covered coins, and those that a published price included. */
  books: isNumber,
  included: isNumber,
  /** Sum of the builds' median distances in basis points, and the builds that have one. */
  deviationBp: isNumber,
  measured: isNumber,
});

/** The days of a venue, ascending, with sums that builds can have. */
export const isVenueScore: Shape<VenueDay[]> = (value): value is VenueDay[] =>
  listOf(isVenueDay)(value) &&
  value.every((day, at) => isPossible(day) && (at === 0 || day.day > (value[at - 1]?.day ?? "")));

function isPossible({ builds, stalled, books, included, deviationBp, measured }: VenueDay): boolean {
  const counts = [builds, stalled, books, included, measured];
  return (
    counts.every((count) => Number.isSafeInteger(count) && count >= 0) &&
    builds <= MAX_BUILDS &&
    stalled + measured <= builds &&
    included <= books &&
    books <= builds * MAX_BOOKS &&
    deviationBp >= 0 &&
    deviationBp <= measured * MAX_DEVIATION_BP
  );
}

/** By id of the venue. */
export type ScoreMemory = Readonly<Record<string, VenueDay[]>>;

/** One build of a venue. */
export interface VenueBuild {
  id: string;
  answered: boolean;
  stalled: boolean;
  orderBooks: readonly OrderBook[];
}

/** Full UTC days before today. The month of the reachability has the same days. */
const DAYS = 30;
/** One a minute. Further builds of a day do not count: a state cannot outweigh the days to come. */
const MAX_BUILDS = 24 * 60;
/** More than any venue has pairs. */
const MAX_BOOKS = 20_000;
/** A larger distance of a build counts as this one: twice the published price, or a price of 0. */
const MAX_DEVIATION_BP = 10_000;
/** A price of fewer venues says nothing about the distance of one of them. */
const LEAST_VENUES = 2;

/** The start of the first day that counts, in unix milliseconds. */
export function findScoredStart(now: number): number {
  return floorTo(now, DAY_MS) - DAYS * DAY_MS;
}

/** Adds a build to the days of each venue, and drops those that no longer count. */
export function noteScores(
  known: ScoreMemory,
  builds: readonly VenueBuild[],
  coins: readonly MarketCoin[],
  now: number,
): ScoreMemory {
  const prices = new Map(
    coins.flatMap(({ id, price, priceSource, exchanges }) =>
      price !== null && priceSource === "aggregated" && exchanges >= LEAST_VENUES ? [[id, price] as const] : [],
    ),
  );
  const today = renderDay(now);
  const firstDay = renderDay(findScoredStart(now));
  return Object.fromEntries(
    builds.map((build) => {
      const kept = (known[build.id] ?? []).filter(({ day }) => day >= firstDay && day <= today);
      return [build.id, addBuild(kept, build, prices, today)];
    }),
  );
}

function addBuild(
  days: readonly VenueDay[],
  { answered, stalled, orderBooks }: VenueBuild,
  prices: ReadonlyMap<string, number>,
  day: string,
): VenueDay[] {
  const before = days.find((one) => one.day === day);
  const others = days.filter((one) => one.day !== day);
  const sums = before ?? { day, builds: 0, stalled: 0, books: 0, included: 0, deviationBp: 0, measured: 0 };
  if (!answered || sums.builds >= MAX_BUILDS) return [...others, sums];
  const covered = orderBooks.filter(({ coinId }) => coinId !== null).slice(0, MAX_BOOKS);
  const distance = stalled ? null : measureDistance(covered, prices);
  const after: VenueDay = {
    day,
    builds: sums.builds + 1,
    stalled: sums.stalled + (stalled ? 1 : 0),
    books: sums.books + covered.length,
    included: sums.included + covered.filter(({ included }) => included).length,
    deviationBp: sums.deviationBp + (distance ?? 0),
    measured: sums.measured + (distance === null ? 0 : 1),
  };
  return [...others, after];
}

/** The median distance of a venue's prices from the published ones, in basis points. */
function measureDistance(books: readonly OrderBook[], prices: ReadonlyMap<string, number>): number | null {
  const distances = books.flatMap(({ coinId, priceUsd }) => {
    const published = prices.get(coinId ?? "");
    return published === undefined || priceUsd === null ? [] : Math.abs(priceUsd / published - 1) * 10_000;
  });
  return distances.length === 0 ? null : Math.min(MAX_DEVIATION_BP, Number(median(distances).toPrecision(6)));
}

/** By venue, over the days that count; a venue without a day that is over has none. */
export function computeScorecards(scores: ScoreMemory, now: number): ReadonlyMap<string, Scorecard> {
  const today = renderDay(now);
  return new Map(
    Object.entries(scores).flatMap(([id, days]): [string, Scorecard][] => {
      if (!days.some(({ day }) => day < today)) return [];
      const sum = (field: "builds" | "stalled" | "books" | "included") =>
        days.reduce((total, day) => total + day[field], 0);
      const daily = days.flatMap(({ deviationBp, measured }) => (measured === 0 ? [] : deviationBp / measured));
      return [
        [
          id,
          {
            medianDeviationBp: daily.length === 0 ? null : median(daily),
            includedShare: divide(sum("included"), sum("books")),
            stalledShare: divide(sum("stalled"), sum("builds")),
          },
        ],
      ];
    }),
  );
}

function divide(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
