import type { AggregatedPrice, VenueVote } from "../aggregate/aggregate-price.ts";
import { isVolumeCounted } from "../aggregate/ticker-price.ts";
import type { PriceEvidence, TickerEvidence, VenueEvidence } from "../model/price-evidence.ts";
import { PRICE_RULES, PUBLICATION_RULES } from "../rules/price.ts";
import type { Anchor } from "./dispute.ts";
import { computeInterval } from "./price-interval.ts";

/** An own price that was published before. */
export interface PublishedPrice {
  priceUsd: number;
  /** When that price was observed, unix milliseconds. */
  timeMs: number;
  /**
   * The last price that a second venue or a reference confirmed, in USD; otherwise the first one.
   */
  confirmedUsd: number;
  anchor?: Anchor | null;
}

/** Earlier prices of a coin. */
export interface PreviousPrice {
  /** Our own last published price, however old; `null` where there is none. */
  own: PublishedPrice | null;
  /** Prices published as fresh (unix milliseconds, USD) in about the last 26 hours, ascending. */
  samples: readonly (readonly [number, number])[];
}

export type Publication =
  | {
      action: "publish";
      confidence: "high" | "low";
      method: "volume_weighted" | "single_source";
      /** More than one venue or a reference confirms the price. */
      confirmed: boolean;
    }
  /** The price is suspect: the last own price is published, for at most a day. */
  | { action: "hold"; reason: string }
  /** There is too little evidence for an own price. */
  | { action: "withdraw"; reason: string };

const TOO_LITTLE = "not used: too little evidence";
const DISPUTED = "price held: the venues disagree and no reference confirms a price";
const UNCONFIRMED = "price held: no reference confirms the only venue";
const JUMPED = "price held: no third venue and no reference confirms the jump";
const DESERTED = "price held: every exchange of the coin left the reference prices";
const DRIFTED = "price held: one venue alone moved too far from the last confirmed price";
export const NO_RATE = "price held: the rate of its quote currency is suspended";

/**
 * Publishes the price of this build, holds the last one, or withdraws. Only venues
 * and references confirm a price: neither the age of a held price nor a second build does. A fully
 * trusted venue alone is published without confirmation only while no source has a fresh price of
 * the coin (`referencesUsd` is empty), and only near the last confirmed price. `deserted`: a venue
 * that trades the coin reports a price so far from the references that it is left out.
 */
export function decidePublication(
  found: AggregatedPrice,
  deserted: boolean,
  previous: PreviousPrice | null,
  referencesUsd: readonly number[],
): Publication {
  const { price, kept, trust, volumeUsd, confirmed } = found;
  if (price === null) {
    return deserted ? { action: "hold", reason: DESERTED } : { action: "withdraw", reason: TOO_LITTLE };
  }
  if (found.disputed) return { action: "hold", reason: DISPUTED };
  const single = kept === 1;
  if (single && !confirmed && (referencesUsd.length > 0 || deserted)) return { action: "hold", reason: UNCONFIRMED };
  if (single && (trust < 1 || volumeUsd < PUBLICATION_RULES.singleVolumeUsd)) {
    return { action: "withdraw", reason: TOO_LITTLE };
  }
  if (kept <= PUBLICATION_RULES.jumpVenues && !confirmed && isJump(price, previous, referencesUsd)) {
    return { action: "hold", reason: JUMPED };
  }
  const own = previous?.own ?? null;
  if (single && !confirmed && own !== null && isFar(price, own.confirmedUsd)) {
    return { action: "hold", reason: DRIFTED };
  }
  const isHigh = kept >= PUBLICATION_RULES.highVenues && volumeUsd >= PUBLICATION_RULES.highVolumeUsd;
  return {
    action: "publish",
    confidence: isHigh ? "high" : "low",
    method: single ? "single_source" : "volume_weighted",
    confirmed: confirmed || !single,
  };
}

/**
 * Our own last price while it may be held. Not after a reference's price was published: the price
 * must not move back in time.
 */
export function findHeldPrice(previous: PreviousPrice | null, now: number): PublishedPrice | null {
  if (previous === null || previous.own === null) return null;
  const { own, samples } = previous;
  if (now - own.timeMs > PUBLICATION_RULES.holdMs) return null;
  const replaced = samples.some(([timeMs, priceUsd]) => timeMs > own.timeMs && !isSame(priceUsd, own.priceUsd));
  return replaced ? null : own;
}

/** Series keep twelve digits. */
function isSame(a: number, b: number): boolean {
  return Math.abs(a / b - 1) < 1e-9;
}

/**
 * Compares with every fresh reference and with the newest published price, of any source and age.
 */
function isJump(priceUsd: number, previous: PreviousPrice | null, referencesUsd: readonly number[]): boolean {
  if (referencesUsd.length > 0 && referencesUsd.every((reference) => isFar(priceUsd, reference))) return true;
  const { own = null, samples = [] } = previous ?? {};
  const sample = samples.at(-1);
  const last = sample !== undefined && sample[0] > (own?.timeMs ?? 0) ? sample[1] : own?.priceUsd;
  return last !== undefined && isFar(priceUsd, last);
}

function isFar(priceUsd: number, fromUsd: number): boolean {
  return fromUsd > 0 && Math.abs(priceUsd / fromUsd - 1) > PUBLICATION_RULES.jump;
}

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
