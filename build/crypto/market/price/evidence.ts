import { DAY_MS } from "../../../lib/time.ts";
import type { Ticker } from "../../normalise/record.ts";
import type { VenueVote } from "../aggregate/aggregate-price.ts";
import { findOffers, isVolumeCounted } from "../aggregate/ticker-price.ts";
import type { PriceEvidence, PriceInterval, TickerEvidence, VenueEvidence } from "../model/price-evidence.ts";
import { INTERVAL_RULES, PRICE_RULES } from "../rules/price.ts";
import type { Publication } from "./publication.ts";

const OFF_VENUE = `more than ${PRICE_RULES.ownVenueTrim * 100} % off the venue's other pairs`;
const NO_VOLUME = "no volume reported";

/**
 * The evidence of a price: every ticker with a USD price, the largest weight first. Weights are
 * shares in the published price, so they are 0 for a held one. An implausible volume is `null`:
 * `counted` says whether the volume of a venue counts.
 */
export function buildEvidence(input: {
  votes: readonly { vote: VenueVote; counted: boolean }[];
  publication: Publication;
  price: number | null;
  timeMs: number | null;
  now: number;
}): PriceEvidence {
  const { votes, publication, price, timeMs, now } = input;
  const published = publication.action === "publish";
  const tickers: TickerEvidence[] = [];
  const venues: VenueEvidence[] = [];
  for (const { vote, counted } of votes) {
    const shown = addTickers(tickers, vote, counted, publication);
    const { venue, trust, priceUsd, countedUsd } = vote;
    // A venue without a ticker that has a USD price is not in the evidence.
    if (shown > 0) venues.push({ exchange: venue, trust, tickers: shown, priceUsd, countedUsd });
  }
  return {
    method: published ? publication.method : price === null ? "none" : "held",
    confidence: published ? publication.confidence : price === null ? "none" : "low",
    asOfMs: timeMs,
    spreadPercentage: published && price !== null ? computeSpread(votes, price) : null,
    interval:
      published && price !== null
        ? computeInterval(
            votes.map(({ vote }) => vote),
            price,
            now,
          )
        : null,
    venues,
    tickers: tickers.sort(compareEvidence),
  };
}

/** Adds the tickers of a venue that have a USD price to the list. Returns their number. */
function addTickers(list: TickerEvidence[], vote: VenueVote, counted: boolean, publication: Publication): number {
  const isVolumeShown = counted || (vote.priceUsd !== null && !vote.kept);
  const before = list.length;
  for (const { row, share } of vote.tickers) {
    const { ticker, priceUsd, volumeUsd } = row;
    if (priceUsd === null) continue;
    const leftOut = row.reason ?? (share === 0 ? (volumeUsd ? OFF_VENUE : NO_VOLUME) : vote.reason);
    const reason = leftOut ?? (publication.action === "publish" ? null : publication.reason);
    list.push({
      exchange: vote.venue,
      market: ticker.market,
      pair: `${ticker.base}/${ticker.quote}`,
      priceUsd,
      volume24hUsd: isVolumeShown || !isVolumeCounted(row) ? volumeUsd : null,
      quality: row.reason === null ? row.quality : null,
      freshness: row.reason === null ? row.freshness : null,
      weight: reason === null ? vote.weight * share : 0,
      included: reason === null,
      reason,
    });
  }
  return list.length - before;
}

function compareEvidence(a: TickerEvidence, b: TickerEvidence): number {
  return b.weight - a.weight || (b.volume24hUsd ?? 0) - (a.volume24hUsd ?? 0);
}

/** The largest distance between two venues in the price, in percent; `null` for a single one. */
function computeSpread(votes: readonly { vote: VenueVote }[], price: number): number | null {
  const prices = votes.flatMap(({ vote: { kept, priceUsd } }) => (kept ? (priceUsd ?? []) : []));
  return prices.length < 2 ? null : ((Math.max(...prices) - Math.min(...prices)) / price) * 100;
}

/**
 * The interval meant to hold 95 % of fair venue prices at the moment of the price: a prediction
 * interval of Student's t. Its variance joins what the venues in the price show (their weighted
 * distances from it) with what each of their pairs shows (half of its spread), because few venues
 * may agree by chance. The age of the last trades adds the move of that time. `null` with fewer
 * than two venues: one says nothing about the others.
 */
function computeInterval(votes: readonly VenueVote[], price: number, now: number): PriceInterval | null {
  const kept = votes.filter((vote) => vote.kept && vote.weight > 0);
  if (kept.length < 2) return null;
  const mean = (measure: (vote: VenueVote) => number) =>
    kept.reduce((sum, vote) => sum + vote.weight * measure(vote), 0);
  const meanOfTickers = (measure: (ticker: Ticker) => number) => mean((vote) => averageTickers(vote, measure));
  const squares = mean(({ weight }) => weight);
  const distance = Math.sqrt(mean(({ priceUsd }) => ((priceUsd ?? price) / price - 1) ** 2));
  const halfSpread = Math.sqrt(meanOfTickers((ticker) => findHalfSpread(ticker) ** 2));
  const ageMs = meanOfTickers(({ tradeTimeMs }) => Math.max(0, now - (tradeTimeMs ?? now)));
  const { offerDegrees, movePerDay } = INTERVAL_RULES;
  // The weighted form of n − 1: equal weights of n venues give exactly that.
  const degrees = 1 / squares - 1;
  const shown = distance ** 2 / (1 - squares);
  const variance = (degrees * shown + offerDegrees * halfSpread ** 2) / (degrees + offerDegrees);
  const moved = (movePerDay ** 2 * ageMs) / DAY_MS;
  const quantile = computeStudentQuantile(degrees + offerDegrees);
  const half = quantile * Math.sqrt(variance * (1 + squares) + moved);
  const parts = { venues: 1 / squares, distance, halfSpread, ageMs, quantile };
  return { low: price / (1 + half), high: price * (1 + half), parts };
}

function averageTickers({ tickers }: VenueVote, measure: (ticker: Ticker) => number): number {
  let sum = 0;
  for (const { row, share } of tickers) if (share > 0) sum += share * measure(row.ticker);
  return sum;
}

function findHalfSpread(ticker: Ticker): number {
  const { leastHalfSpread, halfSpreadWithoutOffers } = INTERVAL_RULES;
  const offers = findOffers(ticker);
  return offers === null ? halfSpreadWithoutOffers : Math.max(offers.spread / 2, leastHalfSpread);
}

/** The 0.975 quantile of the normal distribution. */
const NORMAL = 1.959964;

/**
 * The 0.975 quantile of Student's t by the expansion of Cornish and Fisher (Abramowitz and Stegun,
 * 26.7.5): within 1 % from three degrees of freedom on.
 */
export function computeStudentQuantile(degrees: number): number {
  const z = NORMAL;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / degrees + second / degrees ** 2 + third / degrees ** 3;
}
