import { PRICE_RULES, TICKER_RULES, VOLUME_RULES } from "../market/rules/price.ts";
import type { PriceCheck } from "./price-check.ts";
import {
  NO_BOOKS,
  NOT_AGGREGATED,
  type PublishedCoin,
  type PublishedTicker,
  type PublishedVenue,
} from "./published-coin.ts";
import { findCentral, findLowerMedian, findWeightedMedian, sum, type Voter, weighKept } from "./weights.ts";

/** Published numbers have twelve digits; sums of hundreds of them are off by less than this. */
const TOLERANCE = 1e-9;

/** A venue of the evidence that has a price. */
interface Candidate extends Voter {
  name: string;
  /** Its pairs that count. */
  rows: readonly PublishedTicker[];
  included: boolean;
}

/** The values that the methodology gives. */
const QUALITIES = new Set<number | null>([
  ...TICKER_RULES.spreads.map(({ quality }) => quality),
  TICKER_RULES.qualityWithoutOffers,
]);
const FRESHNESSES = new Set<number | null>(TICKER_RULES.trades.map(({ freshness }) => freshness));

/**
 * Recomputes an aggregated price and its weights from the published evidence alone, by the
 * methodology. Not seen from there:
 * - how large a volume is above the limit;
 * - which reference prices decided between venues; it checks that some price could have;
 * - what counts of a venue without volumes, and the shares of its pairs: the stated ones are taken;
 * - why a pair does not count, and one that does not count and is left out together with the
 *   venue's number of pairs;
 * - the trust of a venue, and the width of the interval;
 * - whether a venue or a pair exists, and has the price and the volume that are stated.
 */
export function recomputePrice(coin: PublishedCoin): PriceCheck {
  const { id, current_price: published, price_source: source, price_evidence: evidence } = coin;
  const { venues, tickers } = evidence;
  const unable = (reason: string): PriceCheck => {
    return { coin: id, published, recomputed: null, reason, problems: [] };
  };
  if (source !== "aggregated" || published === null) {
    const included = tickers.filter((ticker) => ticker.included).length;
    const hasNone = coin.exchanges === 0 && coin.price_low === null && coin.price_high === null;
    return {
      ...unable(NOT_AGGREGATED),
      problems: [
        ...(included === 0 ? [] : [`the price is ${source}, but ${included} pairs are included in it`]),
        ...(hasNone ? [] : [`the price is ${source}, but has exchanges or an interval`]),
      ],
    };
  }
  if (tickers.length > 0 && tickers.every(({ price_usd }) => price_usd === null)) return unable(NO_BOOKS);
  const problems: string[] = [];
  const check = (holds: boolean, problem: string) => {
    if (!holds) problems.push(problem);
  };
  check(published > 0, `the price is ${published}`);
  const names = new Set(tickers.map(nameTicker));
  check(names.size === tickers.length, "a pair is listed twice");
  const mean = sum(
    tickers.map(({ included, price_usd, weight }) => (included ? (price_usd ?? Number.NaN) * weight : 0)),
  );
  check(isSame(mean, published), `the weighted mean of the included pairs is ${mean}, published is ${published}`);
  const total = sum(tickers.map(({ weight }) => weight));
  check(isSame(total, 1), `the weights sum to ${total}`);
  for (const ticker of tickers)
    check(
      hasPlausibleParts(ticker),
      `${nameTicker(ticker)}: a part of its row is missing, or is no value of the methodology`,
    );
  const candidates = venues.flatMap((venue) => readVenue(venue, tickers, check));
  const known = new Set(venues.map(({ exchange }) => exchange));
  check(known.size === venues.length, "an exchange is listed twice");
  for (const ticker of tickers) check(known.has(ticker.exchange), `${nameTicker(ticker)}: its exchange is not listed`);
  const kept = candidates.filter(({ included }) => included);
  checkSummary(coin, published, kept, check);
  if (kept.length === 0 || problems.length > 0)
    return { coin: id, published, recomputed: null, reason: null, problems };

  const limit = PRICE_RULES.volumeClip * findLowerMedian(candidates.map(({ volume }) => volume));
  for (const candidate of candidates) checkVolume(candidate, limit, check);
  checkChoice(candidates, check);
  const shares = weighKept(kept);
  let recomputed = 0;
  for (const [at, { name, rows, price }] of kept.entries()) {
    const share = shares[at] ?? Number.NaN;
    recomputed += share * price;
    const stated = sum(rows.map(({ weight }) => weight));
    check(isSame(stated, share), `${name}: its weight is ${stated}, by the methodology ${share}`);
  }
  check(isSame(recomputed, published), `the price by the methodology is ${recomputed}, published is ${published}`);
  return { coin: id, published, recomputed, reason: null, problems };
}

type Check = (holds: boolean, problem: string) => void;

/** What the evidence says about the price as a whole: several venues have an interval around it. */
function checkSummary(coin: PublishedCoin, price: number, kept: readonly Candidate[], check: Check): void {
  const { exchanges, price_low: low, price_high: high, price_evidence: evidence } = coin;
  const { method, spread_percentage: spread } = evidence;
  check(kept.length === exchanges, `${kept.length} exchanges are in the price, published are ${exchanges}`);
  const expected = kept.length === 1 ? "single_source" : "volume_weighted";
  check(method === expected, `the method is ${method}, by its exchanges ${expected}`);
  const isInside = low !== null && high !== null && low <= price && price <= high;
  const hasNone = low === null && high === null;
  check(kept.length > 1 ? isInside : hasNone, `the price ${price} is outside of its interval, ${low} to ${high}`);
  const prices = kept.map((one) => one.price);
  const distance = (100 * (Math.max(...prices) - Math.min(...prices))) / price;
  const isStated = kept.length > 1 ? Math.abs(distance - (spread ?? Number.NaN)) <= 100 * TOLERANCE : spread === null;
  check(isStated, `the exchanges are ${distance} % apart, stated are ${spread} %`);
}

/** What counts has a price and both parts of its weight; what does not count has no weight. */
function hasPlausibleParts({ price_usd, quality, freshness, weight, included }: PublishedTicker): boolean {
  const isRated = QUALITIES.has(quality) && FRESHNESSES.has(freshness);
  if (included) return isRated && price_usd !== null && weight >= 0;
  return weight === 0 && (isRated || (quality === null && freshness === null));
}

/** The venue as a voter; checks its price and the shares of its pairs. None without a price. */
function readVenue(venue: PublishedVenue, tickers: readonly PublishedTicker[], check: Check): readonly Candidate[] {
  const { exchange: name, trust, tickers: count, price_usd: price, counted_volume_usd: volume } = venue;
  const own = tickers.filter(({ exchange }) => exchange === name);
  check(own.length === count, `${name}: has ${own.length} pairs, stated are ${count}`);
  const rows = own.filter(({ quality }) => quality !== null);
  if (price === null || volume === null) {
    check(rows.length === 0, `${name}: has pairs that count and no price`);
    return [];
  }
  check(rows.length > 0, `${name}: has a price, and no pair that counts`);
  const included = rows.some((row) => row.included);
  const weight = sum(rows.map((row) => row.weight));
  const shares = sharePairs(rows) ?? (included ? rows.map((row) => row.weight / weight) : null);
  if (shares !== null) {
    const mean = sum(rows.map(({ price_usd }, at) => (price_usd ?? Number.NaN) * (shares[at] ?? 0)));
    check(isSame(mean, price), `${name}: the mean of its pairs is ${mean}, stated is ${price}`);
    for (const [at, row] of rows.entries()) {
      const expected = weight * (shares[at] ?? Number.NaN);
      check(
        Math.abs(row.weight - expected) <= TOLERANCE,
        `${nameTicker(row)}: its weight is ${row.weight}, by the methodology ${expected}`,
      );
    }
  }
  return [{ name, trust, price, volume, rows, included }];
}

/**
 * The shares of a venue's pairs in its price; `null` for several pairs without a volume: none was
 * reported, or an implausible one is not published.
 */
function sharePairs(rows: readonly PublishedTicker[]): number[] | null {
  if (rows.length === 1) return [1];
  if (!rows.some(hasVolume)) return null;
  const weights = rows.map((row) => {
    const { volume_24h_usd: volume, quality, freshness } = row;
    return hasVolume(row) ? boundVolume(volume ?? 0) * (quality ?? 0) * (freshness ?? 0) : 0;
  });
  const prices = rows.map(({ price_usd }) => price_usd ?? Number.NaN);
  if (rows.length >= PRICE_RULES.trimFrom) {
    const centre = findWeightedMedian(prices, weights);
    for (const [at, price] of prices.entries()) {
      if (Math.abs(price / centre - 1) > PRICE_RULES.ownVenueTrim) weights[at] = 0;
    }
  }
  const total = sum(weights);
  return weights.map((weight) => weight / total);
}

function hasVolume({ volume_24h_usd: volume }: PublishedTicker): boolean {
  return volume !== null && volume > 0;
}

function boundVolume(volume: number): number {
  return Math.min(Math.max(volume, VOLUME_RULES.leastUsd), VOLUME_RULES.mostUsd);
}

/** The counted volume is that of the pairs with a share, up to the limit. */
function checkVolume({ name, rows, volume }: Candidate, limit: number, check: Check): void {
  check(volume <= limit * (1 + TOLERANCE), `${name}: its counted volume ${volume} is above the limit ${limit}`);
  if (!rows.some(hasVolume)) return;
  const shares = sharePairs(rows) ?? [];
  const traded = sum(rows.map((row, at) => ((shares[at] ?? 0) > 0 ? (row.volume_24h_usd ?? 0) : 0)));
  const expected = Math.min(boundVolume(traded), limit);
  check(isSame(volume, expected), `${name}: its counted volume is ${volume}, by its pairs ${expected}`);
}

/** The venues in the price are those around the centre, or those around some reference price. */
function checkChoice(candidates: readonly Candidate[], check: Check): void {
  const central = findCentral(candidates);
  if (candidates.every(({ included }, at) => included === central[at])) return;
  const chosen = candidates.filter((_, at) => central[at]);
  const names = (some: readonly Candidate[]) => some.map(({ name }) => name).join(", ");
  check(
    isOpposed(candidates, chosen) && couldReferenceDecide(candidates),
    `the exchanges in the price are ${names(candidates.filter(({ included }) => included))}, by the methodology ${names(chosen)}`,
  );
}

function isOpposed(candidates: readonly Candidate[], kept: readonly Candidate[]): boolean {
  const shares = weighKept(kept);
  const price = sum(kept.map((one, at) => one.price * (shares[at] ?? Number.NaN)));
  const opposing = candidates.filter(
    (one) => !kept.includes(one) && Math.abs(one.price / price - 1) > PRICE_RULES.band.widest,
  ).length;
  return opposing > 0 && (kept.length < PRICE_RULES.safeVenues || opposing >= kept.length);
}

/** Whether some price is near to all venues in the price, and to no other. */
function couldReferenceDecide(candidates: readonly Candidate[]): boolean {
  const { widest } = PRICE_RULES.band;
  let least = 0;
  let most = Number.POSITIVE_INFINITY;
  for (const { price, included } of candidates) {
    if (!included) continue;
    least = Math.max(least, price / (1 + widest));
    most = Math.min(most, price / (1 - widest));
  }
  const kept = candidates.filter(({ included }) => included).map(({ price }) => price);
  for (const { price, included } of candidates) {
    if (included) continue;
    if (price < Math.min(...kept)) least = Math.max(least, price / (1 - widest));
    else if (price > Math.max(...kept)) most = Math.min(most, price / (1 + widest));
    else return false;
  }
  return least <= most;
}

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE * Math.abs(b);
}

function nameTicker({ exchange, pair }: PublishedTicker): string {
  return `${exchange} ${pair}`;
}
