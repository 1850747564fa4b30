import { computeChangeFromOpens, computeChangeFromSamples } from "../coins/price-change.ts";
import type { PriceEvidence, TickerEvidence } from "../market.ts";
import { NO_QUOTE_RATE, NOT_POSITIVE, type PricedTicker } from "../quotes/ticker-price.ts";
import { aggregatePrice, type VenueVote } from "./aggregate-price.ts";
import {
  buildEvidence,
  decidePublication,
  findHeldPrice,
  NO_RATE,
  type PreviousPrice,
  type Publication,
} from "./publication.ts";
import { computeVenueVolume, groupByVenue, sumVolumes } from "./venue-price.ts";

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
  /** The tickers without a USD price: these are not in the evidence. */
  unpriced: readonly (Pick<TickerEvidence, "exchange" | "market"> & { reason: string })[];
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
 * The price, volume and 24-hour change of one coin from all of its tickers. When the price is
 * fresh, the weights of the included tickers sum to 1, and the mean of their prices by these
 * weights is the price. The order of the tickers does not matter; `now` is unix milliseconds.
 */
export function priceCoin(input: {
  tickers: readonly PricedTicker[];
  previous: PreviousPrice | null;
  references?: ReferenceFigures;
  /** Ids of venues with volumes in another unit: none of them counts. */
  uncounted?: ReadonlySet<string>;
  /** See `Identification.deserted`. */
  deserted?: boolean;
  now: number;
}): CoinPrice {
  const { tickers, previous, references = NO_REFERENCE, deserted = false, now } = input;
  const aggregated = aggregatePrice(groupByVenue(tickers), references.freshUsd);
  const { votes } = aggregated;
  const reported = votes.map((vote) => computeVenueVolume(vote, aggregated.price));
  const { volumeUsd, counted } = sumVolumes(
    reported.map((volume, index) => (input.uncounted?.has(votes[index]!.venue) ? null : volume)),
    references.volumeUsd,
  );
  // A coin is held while the rates of all its quotes are suspended.
  const waits = aggregated.price === null && tickers.some(({ reason }) => reason === NO_QUOTE_RATE);
  const publication: Publication = waits
    ? { action: "hold", reason: NO_RATE }
    : decidePublication(aggregated, deserted, previous, references.freshUsd);
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
    volumeUsd,
    suspectVenues: votes.flatMap(({ venue }, index) => (reported[index] !== null && !counted[index] ? venue : [])),
    changePercentage24h: sampled ?? (fresh ? computeChangeFromOpens(votes) : null),
    evidence: buildEvidence({ votes, counted, publication, price, timeMs }),
    confirmedUsd: fresh && publication.confirmed ? price : (previous?.own?.confirmedUsd ?? price),
    suspect: publication.action === "hold",
    unpriced: votes.flatMap((vote) =>
      vote.tickers.flatMap(({ venue, ticker, priceUsd, reason }) =>
        priceUsd === null ? { exchange: venue, market: ticker.market, reason: reason ?? NOT_POSITIVE } : [],
      ),
    ),
  };
}

/** The newest trade time of the included tickers, otherwise now. */
function findObservationTime(votes: readonly VenueVote[], now: number): number {
  let newest = Number.NEGATIVE_INFINITY;
  for (const { kept, tickers, shares } of votes) {
    tickers.forEach(({ ticker }, index) => {
      if (kept && shares[index]! > 0) newest = Math.max(newest, ticker.tradeTimeMs ?? Number.NEGATIVE_INFINITY);
    });
  }
  return newest === Number.NEGATIVE_INFINITY ? now : Math.min(newest, now);
}
