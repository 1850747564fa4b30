import { computeStudentQuantile } from "../../../lib/stats.ts";
import { DAY_MS } from "../../../lib/time.ts";
import type { Ticker } from "../../normalise/record.ts";
import { type AggregatedPrice, aggregatePrice, type VenueVote } from "../aggregate/aggregate-price.ts";
import { computeChangeFromOpens, computeChangeFromSamples } from "../aggregate/price-change.ts";
import {
  findOffers,
  isVolumeCounted,
  NO_QUOTE_RATE,
  type PricedTicker,
  type UnpricedTicker,
} from "../aggregate/ticker-price.ts";
import {
  compareTickers,
  computeVenueVolume,
  groupByVenue,
  sumVolumes,
  type VenuePrice,
} from "../aggregate/venue-price.ts";
import type { PriceEvidence, PriceInterval, TickerEvidence, VenueEvidence } from "../model/price-evidence.ts";
import { INTERVAL_RULES, PRICE_RULES } from "../rules/price.ts";
import {
  type Anchor,
  decidePublication,
  findDisputeObjection,
  findHeldPrice,
  isDisputed,
  type Listed,
  moveAnchor,
  NO_RATE,
  type PreviousPrice,
  type Publication,
} from "./publication.ts";

export interface CoinPrice {
  /** USD; `null` where neither this build nor the last 24 hours have one. */
  price: number | null;
  /** False: the previous price was held, or there is none. */
  fresh: boolean;
  /** When the price was observed. */
  timeMs: number | null;
  /** Venues in the price of this build; 0 where it is not fresh. */
  exchanges: number;
  /** Venues with a price of the coin, also those that are left out or opposed. */
  voters: number;
  /** The venues' volumes of 24 hours, each up to `volumeClipUsd`. */
  volumeUsd: number | null;
  /** USD up to which the volume of one venue counts; infinite where no venue has a price. */
  volumeClipUsd: number;
  /** Venues that report a volume which does not count. */
  suspectVenues: readonly string[];
  /** Percent units. */
  changePercentage24h: number | null;
  evidence: PriceEvidence;
  /** See `PublishedPrice.confirmedUsd`; `null` where there is no own price. */
  confirmedUsd: number | null;
  /** Venues have a price, but it is disputed or an unconfirmed jump: the last price is held. */
  suspect: boolean;
  /** Venues with a live price of the coin that is far from every listed price. */
  opposing: number;
  /** The lists contradict the market: their price is not used. */
  disputed: boolean;
  anchor: Anchor | null;
  /** The tickers without a USD price: these are not in the evidence. */
  unpriced: readonly (Pick<TickerEvidence, "exchange" | "market"> & { reason: string })[];
}

/** What reference sources report of a coin; prices of at most two hours. */
export interface ReferenceFigures extends Listed {
  /** Prices that are new enough to choose between venues; absent: all of `freshUsd`. */
  decidingUsd?: readonly number[];
  /** Traded on all venues in 24 hours, in USD; `null` where unknown. */
  volumeUsd: number | null;
}

const OFF_VENUE = `more than ${PRICE_RULES.ownVenueTrim * 100} % off the venue's other pairs`;
const NO_VOLUME = "no volume reported";
const NO_REFERENCE: ReferenceFigures = { freshUsd: [], supply: null, volumeUsd: null };

/**
 * The price, volume and 24-hour change of one coin from all of its tickers. When the price is
 * fresh, the weights of the included tickers sum to 1, and the mean of their prices by these
 * weights is the price. The order of the tickers does not matter; `now` is unix milliseconds.
 */
export function priceCoin(input: {
  tickers: readonly (PricedTicker | UnpricedTicker)[];
  /** Tickers of codes far from the listed prices, see `Identification.findOpposing`. */
  opposing?: readonly (PricedTicker | UnpricedTicker)[];
  /** Whether they are of this coin by more than their ticker, see `OpposingCode`. */
  isCertain?: boolean;
  previous: PreviousPrice | null;
  references?: ReferenceFigures;
  /** Ids of venues with volumes in another unit: none of them counts. */
  uncounted?: ReadonlySet<string>;
  now: number;
}): CoinPrice {
  const { previous, references = NO_REFERENCE, now } = input;
  const anchor = previous?.own?.anchor ?? null;
  const opposing = countPriced(groupPriced(input.opposing ?? []));
  const own = groupPriced(input.tickers);
  const disputed = isDisputed(opposing, countPriced(own));
  const tickers = disputed ? [...input.tickers, ...(input.opposing ?? [])] : input.tickers;
  const { freshUsd, decidingUsd } = references;
  const aggregated = disputed
    ? aggregatePrice(groupPriced(tickers), [])
    : aggregatePrice(own, freshUsd, PRICE_RULES.band, decidingUsd);
  const { votes } = aggregated;
  const reported = votes.map((vote) => {
    const reportedUsd = computeVenueVolume(vote, aggregated.price);
    return { vote, reportedUsd, volumeUsd: input.uncounted?.has(vote.venue) ? null : reportedUsd };
  });
  const { volumeUsd, rows } = sumVolumes(reported, references.volumeUsd, aggregated.clipUsd);
  // A coin is held while the rates of all its quotes are suspended.
  const waits = aggregated.price === null && tickers.some(({ reason }) => reason === NO_QUOTE_RATE);
  const publication: Publication = waits
    ? { action: "hold", reason: NO_RATE }
    : disputed
      ? decideDispute(aggregated, previous, references, { anchor, isCertain: input.isCertain ?? true })
      : decidePublication(aggregated, opposing > 0, previous, references.freshUsd);
  const fresh = publication.action === "publish";
  const held = findHeldPrice(previous, now);
  const price = fresh ? aggregated.price : (held?.priceUsd ?? null);
  const timeMs = fresh ? findObservationTime(votes, now) : (held?.timeMs ?? null);
  const sampled =
    price === null || previous === null
      ? null
      : computeChangeFromSamples(price, fresh ? now : (timeMs ?? now), previous.samples);
  return {
    price,
    fresh,
    timeMs,
    exchanges: fresh ? aggregated.kept : 0,
    voters: votes.filter(({ priceUsd }) => priceUsd !== null).length,
    volumeUsd,
    volumeClipUsd: aggregated.clipUsd,
    suspectVenues: rows.flatMap(({ vote, reportedUsd, counted }) =>
      reportedUsd !== null && !counted ? vote.venue : [],
    ),
    changePercentage24h: sampled ?? (fresh ? computeChangeFromOpens(votes) : null),
    evidence: buildEvidence({ votes: rows, publication, price, timeMs, now }),
    confirmedUsd: fresh && publication.confirmed ? price : (previous?.own?.confirmedUsd ?? price),
    suspect: publication.action === "hold",
    opposing,
    disputed,
    anchor: fresh && price !== null ? moveAnchor(anchor, price, references, now) : anchor,
    unpriced: listUnpriced(tickers),
  };
}

function groupPriced(tickers: readonly (PricedTicker | UnpricedTicker)[]): VenuePrice[] {
  return groupByVenue(tickers.filter((ticker) => ticker.priceUsd !== null));
}

function listUnpriced(tickers: readonly (PricedTicker | UnpricedTicker)[]): CoinPrice["unpriced"] {
  const unpriced = tickers.filter((ticker) => ticker.priceUsd === null).sort(compareTickers);
  return unpriced.map(({ venue, ticker, reason }) => ({ exchange: venue, market: ticker.market, reason }));
}

function countPriced(venues: readonly VenuePrice[]): number {
  return venues.filter(({ priceUsd }) => priceUsd !== null).length;
}

/** The venues decide without the lists; the anchor decides whether they are believed. */
function decideDispute(
  found: AggregatedPrice,
  previous: PreviousPrice | null,
  listed: Listed,
  known: { anchor: Anchor | null; isCertain: boolean },
): Publication {
  const publication = decidePublication(found, false, previous, []);
  const { price, kept } = found;
  if (publication.action === "hold" || price === null) return publication;
  const reason = findDisputeObjection({ price, kept }, listed, known);
  return reason === null ? publication : { action: "hold", reason };
}

/** The newest trade time of the included tickers, otherwise now. */
function findObservationTime(votes: readonly VenueVote[], now: number): number {
  let newest = Number.NEGATIVE_INFINITY;
  for (const { kept, tickers } of votes) {
    for (const { row, share } of tickers) {
      if (kept && share > 0) newest = Math.max(newest, row.ticker.tradeTimeMs ?? Number.NEGATIVE_INFINITY);
    }
  }
  return newest === Number.NEGATIVE_INFINITY ? now : Math.min(newest, now);
}

/**
 * The evidence of a price: every ticker with a USD price, the largest weight first. Weights are
 * shares in the published price, so they are 0 for a held one. An implausible volume is `null`:
 * `counted` says whether the volume of a venue counts.
 */
function buildEvidence(input: {
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
    addTickers(tickers, vote, counted, publication);
    const { venue, trust, priceUsd, countedUsd } = vote;
    venues.push({ exchange: venue, trust, tickers: vote.tickers.length, priceUsd, countedUsd });
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

/** Adds the tickers of a venue to the list. */
function addTickers(list: TickerEvidence[], vote: VenueVote, counted: boolean, publication: Publication): void {
  const isVolumeShown = counted || (vote.priceUsd !== null && !vote.kept);
  for (const { row, share } of vote.tickers) {
    const { ticker, priceUsd, volumeUsd } = row;
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
