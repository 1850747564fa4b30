import { type AggregatedPrice, aggregatePrice, type VenueVote } from "./aggregate-price.ts";
import { computeChangeFromOpens, computeChangeFromSamples, computeGrowth } from "./change.ts";
import { type CoinVenue, computeVenueVolume, groupByVenue } from "./coin-venue.ts";
import type { PriceEvidence } from "./market.ts";
import { buildEvidence } from "./price-evidence.ts";
import { decidePublication, type FoundPrice, type PreviousPrice, type StatedPrice } from "./publication.ts";
import { type CoinTicker, NOT_POSITIVE, priceTicker, type TickerPrice } from "./ticker-price.ts";
import { sumVolumes } from "./volume.ts";

export type { CoinTicker, PreviousPrice };

export interface CoinPrice {
  /** USD; `null` where neither this build nor the last 24 hours have one. */
  price: number | null;
  /** False: the previous price was held, or there is none. */
  fresh: boolean;
  /** When the price was observed. */
  timeMs: number | null;
  /** Venues that the price of this build rests on; 0 where it is not fresh. */
  exchanges: number;
  volumeUsd: number | null;
  /** Venues that tell a volume which is not believed. */
  doubtedVenues: readonly string[];
  /** Percent units. */
  changePercentage24h: number | null;
  evidence: PriceEvidence;
  /** Venues left out because of their price, for the next build's `PreviousPrice`. */
  excludedVenues: string[];
  pendingUsd: number | null;
  /** True: there is a price to be found, but it is contested or a jump, and waits as `pendingUsd` for the next build. */
  disputed: boolean;
  /** The reasons of the tickers that have no USD price and so are not in the evidence, one entry each. */
  unpriced: readonly string[];
}

const NO_VENUES: ReadonlySet<string> = new Set();

/**
 * The price, volume and 24-hour change of one coin from all of its tickers: rules 5.1, 5.2 and 5.5 to 5.8 of the
 * methodology. When the price is fresh the weights of the included tickers sum to 1 and the mean of their prices by these
 * weights is the price. The order of the tickers does not matter; `now` is unix milliseconds.
 */
export function priceCoin(input: {
  tickers: readonly CoinTicker[];
  previous: PreviousPrice | null;
  /** What the references say of its price, and of its volume on all venues in USD; absent where none knows the coin. */
  stated?: StatedPrice & { volumeUsd: number | null };
  /** Venues none of whose volumes are believed. */
  unbelieved?: ReadonlySet<string>;
  now: number;
}): CoinPrice {
  const { previous, stated, now } = input;
  const tickers = input.tickers.map((ticker) => priceTicker(ticker, now));
  const venues = groupByVenue(tickers);
  const excluded = previous?.excludedVenues ?? [];
  const aggregated = aggregatePrice(
    venues.flatMap(({ price }) => price ?? []),
    excluded.length === 0 ? NO_VENUES : new Set(excluded),
  );
  const votes = alignVotes(venues, aggregated);
  const told = venues.map((venue, index) => computeVenueVolume(venue, votes[index]!, aggregated.price));
  const volumes = sumVolumes(
    venues.map(({ venue, trust }, index) => ({
      trust,
      volumeUsd: input.unbelieved?.has(venue) ? null : told[index]!,
    })),
    stated?.volumeUsd ?? null,
  );
  const publication = decidePublication(findPrice(venues, votes, aggregated), previous, now, stated);
  const fresh = publication.action === "publish";
  const held = publication.action === "hold" ? previous : null;
  const price = fresh ? aggregated.price : (held?.priceUsd ?? null);
  const timeMs = fresh ? findObservationTime(venues, votes, now) : (held?.timeMs ?? null);
  const sampled =
    price === null || previous === null
      ? null
      : computeChangeFromSamples(price, fresh ? now : previous.timeMs, previous.samples);
  return {
    price,
    fresh,
    timeMs,
    exchanges: fresh ? aggregated.kept : 0,
    volumeUsd: volumes.volumeUsd,
    doubtedVenues: venues.flatMap(({ venue }, index) =>
      told[index] !== null && !volumes.counted[index] ? [venue] : [],
    ),
    changePercentage24h: sampled ?? (fresh ? computeColdChange(venues, votes) : null),
    evidence: buildEvidence({ venues, votes, believed: volumes.counted, publication, price, timeMs }),
    excludedVenues: listExcluded(aggregated, excluded),
    pendingUsd: fresh ? null : publication.pendingUsd,
    disputed: !fresh && publication.pendingUsd !== null,
    unpriced: listUnpriced(venues),
  };
}

/** The votes were cast by the venues that have a price, in order. */
function alignVotes(venues: readonly CoinVenue[], { votes }: AggregatedPrice): (VenueVote | null)[] {
  let next = 0;
  return venues.map((venue) => (venue.price === null ? null : votes[next++]!));
}

function findPrice(
  venues: readonly CoinVenue[],
  votes: readonly (VenueVote | null)[],
  { price, kept, contested }: AggregatedPrice,
): FoundPrice | null {
  if (price === null) return null;
  let volumeUsd = 0;
  let trust = 1;
  for (let index = 0; index < venues.length; index += 1) {
    if (!votes[index]?.kept) continue;
    volumeUsd += venues[index]!.price!.volumeUsd ?? 0;
    trust = Math.min(trust, venues[index]!.trust);
  }
  return { priceUsd: price, venues: kept, trust, volumeUsd, contested };
}

/** The newest trade among the included tickers that tell one, else now. */
function findObservationTime(venues: readonly CoinVenue[], votes: readonly (VenueVote | null)[], now: number): number {
  let newest = Number.NEGATIVE_INFINITY;
  forEachIncluded(venues, votes, ({ source }) => {
    newest = Math.max(newest, source.ticker.tradeTimeMs ?? Number.NEGATIVE_INFINITY);
  });
  return newest === Number.NEGATIVE_INFINITY ? now : Math.min(newest, now);
}

function computeColdChange(venues: readonly CoinVenue[], votes: readonly (VenueVote | null)[]): number | null {
  const growths: number[] = [];
  const weights: number[] = [];
  forEachIncluded(venues, votes, ({ source, priceUsd }, weight) => {
    const { ticker, quoteUsd24hAgo, multiplier } = source;
    const growth = computeGrowth(priceUsd! * multiplier, 1, ticker.open24h, quoteUsd24hAgo);
    if (growth === null) return;
    growths.push(growth);
    weights.push(weight);
  });
  return computeChangeFromOpens(growths, weights);
}

function forEachIncluded(
  venues: readonly CoinVenue[],
  votes: readonly (VenueVote | null)[],
  visit: (ticker: TickerPrice, weight: number) => void,
): void {
  for (let index = 0; index < venues.length; index += 1) {
    const vote = votes[index];
    if (!vote?.kept) continue;
    const { tickers, shares } = venues[index]!;
    for (let book = 0; book < tickers.length; book += 1) {
      if (shares[book]! > 0) visit(tickers[book]!, vote.weight * shares[book]!);
    }
  }
}

/** A venue that was excluded before stays so until it is kept again, also while it is absent. */
function listExcluded({ votes }: AggregatedPrice, before: readonly string[]): string[] {
  const excluded = new Set(before);
  for (const { venue, kept, deviates } of votes) {
    if (kept) excluded.delete(venue);
    else if (deviates) excluded.add(venue);
  }
  return excluded.size === 0 ? [] : [...excluded].sort();
}

function listUnpriced(venues: readonly CoinVenue[]): string[] {
  const reasons: string[] = [];
  for (const { tickers } of venues) {
    for (const { priceUsd, reason } of tickers) if (priceUsd === null) reasons.push(reason ?? NOT_POSITIVE);
  }
  return reasons;
}
