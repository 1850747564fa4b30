import { computeChangeFromOpens, computeChangeFromSamples, computeGrowth } from "../coins/price-change.ts";
import type { PriceEvidence } from "../market.ts";
import { type CoinTicker, NO_QUOTE_RATE, NOT_POSITIVE, priceTicker, type TickerPrice } from "../quotes/ticker-price.ts";
import { type AggregatedPrice, aggregatePrice, type VenueVote } from "./aggregate-price.ts";
import {
  buildEvidence,
  decidePublication,
  findHeldPrice,
  NO_RATE,
  type PreviousPrice,
  type Publication,
} from "./publication.ts";
import { type CoinVenue, computeVenueVolume, groupByVenue, sumVolumes } from "./venue-price.ts";

export type { CoinTicker, PreviousPrice };

export interface CoinPrice {
  /** USD; `null` where neither this build nor the last 24 hours have one. */
  price: number | null;
  /** False: the previous price was held, or there is none. */
  fresh: boolean;
  /** When the price was observed. */
  timeMs: number | null;
  /** Venues in the price of this build; 0 where it is not fresh. */
  exchanges: number;
  volumeUsd: number | null;
  /** Venues that report a volume which does not count. */
  suspectVenues: readonly string[];
  /** Percent units. */
  changePercentage24h: number | null;
  evidence: PriceEvidence;
  /** See `PublishedPrice.confirmedUsd`; `null` where there is no own price. */
  confirmedUsd: number | null;
  /** Venues have a price, but it is disputed or an unconfirmed jump: the last price is held. */
  suspect: boolean;
  /**
   * The reasons of the tickers that have no USD price and so are not in the evidence, one entry
   * each.
   */
  unpriced: readonly string[];
}

/** What reference sources report of a coin. */
export interface ReferenceFigures {
  /** Prices of at most two hours, in USD. */
  freshUsd: readonly number[];
  /** Traded on all venues in 24 hours, in USD; `null` where unknown. */
  volumeUsd: number | null;
}

const NO_REFERENCE: ReferenceFigures = { freshUsd: [], volumeUsd: null };

/**
 * The price, volume and 24-hour change of one coin from all of its tickers: rules 5.1, 5.2, 5.5 to
 * 5.8 and 5.12 of the methodology. When the price is fresh, the weights of the included tickers sum
 * to 1, and the mean of their prices by these weights is the price. The order of the tickers does
 * not matter; `now` is unix milliseconds.
 */
export function priceCoin(input: {
  tickers: readonly CoinTicker[];
  previous: PreviousPrice | null;
  references?: ReferenceFigures;
  /** Ids of venues with volumes in another unit: none of them counts. */
  uncounted?: ReadonlySet<string>;
  /** See `Identification.deserted`. */
  deserted?: boolean;
  now: number;
}): CoinPrice {
  const { previous, references = NO_REFERENCE, now } = input;
  const tickers = input.tickers.map((ticker) => priceTicker(ticker, now));
  const venues = groupByVenue(tickers);
  const aggregated = aggregatePrice(venues, references.freshUsd);
  const { votes } = aggregated;
  const reported = venues.map((venue, index) => computeVenueVolume(venue, votes[index]!.kept, aggregated.price));
  const volumes = sumVolumes(
    reported.map((volume, index) => (input.uncounted?.has(venues[index]!.venue) ? null : volume)),
    references.volumeUsd,
  );
  const publication = decide(tickers, aggregated, input.deserted === true, previous, references);
  const fresh = publication.action === "publish";
  const held = findHeldPrice(previous, now);
  const price = fresh ? aggregated.price : (held?.priceUsd ?? null);
  const timeMs = fresh ? findObservationTime(venues, votes, now) : (held?.timeMs ?? null);
  const sampled =
    price === null || previous === null
      ? null
      : computeChangeFromSamples(price, fresh ? now : (timeMs ?? now), previous.samples);
  return {
    price,
    fresh,
    timeMs,
    exchanges: fresh ? aggregated.kept : 0,
    volumeUsd: volumes.volumeUsd,
    suspectVenues: venues.flatMap(({ venue }, index) =>
      reported[index] !== null && !volumes.counted[index] ? [venue] : [],
    ),
    changePercentage24h: sampled ?? (fresh ? computeColdChange(venues, votes) : null),
    evidence: buildEvidence({ venues, votes, counted: volumes.counted, publication, price, timeMs }),
    confirmedUsd: fresh && publication.confirmed ? price : (previous?.own?.confirmedUsd ?? price),
    suspect: publication.action === "hold",
    unpriced: listUnpriced(venues),
  };
}

/** A coin is held while the rates of all its quotes are suspended. */
function decide(
  tickers: readonly TickerPrice[],
  found: AggregatedPrice,
  deserted: boolean,
  previous: PreviousPrice | null,
  { freshUsd }: ReferenceFigures,
): Publication {
  const waits = found.price === null && tickers.some(({ reason }) => reason === NO_QUOTE_RATE);
  return waits ? { action: "hold", reason: NO_RATE } : decidePublication(found, deserted, previous, freshUsd);
}

/** The newest trade time of the included tickers, otherwise now. */
function findObservationTime(venues: readonly CoinVenue[], votes: readonly VenueVote[], now: number): number {
  let newest = Number.NEGATIVE_INFINITY;
  forEachIncluded(venues, votes, ({ source }) => {
    newest = Math.max(newest, source.ticker.tradeTimeMs ?? Number.NEGATIVE_INFINITY);
  });
  return newest === Number.NEGATIVE_INFINITY ? now : Math.min(newest, now);
}

function computeColdChange(venues: readonly CoinVenue[], votes: readonly VenueVote[]): number | null {
  const moved = new Map<string, { growths: number[]; weights: number[] }>();
  forEachIncluded(venues, votes, ({ source, priceUsd }, weight) => {
    const { venue, ticker, quoteUsd24hAgo, multiplier } = source;
    const growth = computeGrowth(priceUsd! * multiplier, 1, ticker.open24h, quoteUsd24hAgo);
    if (growth === null) return;
    const { growths, weights } = moved.get(venue) ?? { growths: [], weights: [] };
    moved.set(venue, { growths: [...growths, growth], weights: [...weights, weight] });
  });
  return computeChangeFromOpens([...moved.values()]);
}

function forEachIncluded(
  venues: readonly CoinVenue[],
  votes: readonly VenueVote[],
  visit: (ticker: TickerPrice, weight: number) => void,
): void {
  for (let index = 0; index < venues.length; index += 1) {
    const vote = votes[index]!;
    if (!vote.kept) continue;
    const { tickers, shares } = venues[index]!;
    for (let book = 0; book < tickers.length; book += 1) {
      if (shares[book]! > 0) visit(tickers[book]!, vote.weight * shares[book]!);
    }
  }
}

function listUnpriced(venues: readonly CoinVenue[]): string[] {
  const reasons: string[] = [];
  for (const { tickers } of venues) {
    for (const { priceUsd, reason } of tickers) if (priceUsd === null) reasons.push(reason ?? NOT_POSITIVE);
  }
  return reasons;
}
