import { isNumber, isTimeMs, objectOf, optional, orNull, type ShapeOf } from "../../../lib/shape.ts";
import { isNear } from "../../../lib/stats.ts";
import type { AggregatedPrice } from "../aggregate/aggregate-price.ts";
import { DISPUTE_RULES, LIST_RULES, PUBLICATION_RULES } from "../rules/price.ts";

/**
 * The last price of a coin that its venues and a list shared: the list's, in USD, with its time and
 * the supply that was listed then. Neither side can move it alone.
 */
export type Anchor = ShapeOf<typeof isAnchor>;
export const isAnchor = objectOf({ priceUsd: isNumber, timeMs: isTimeMs, supply: orNull(isNumber) });

/** What the lists state of a coin: fresh prices in USD, and the circulating supply. */
export interface Listed {
  freshUsd: readonly number[];
  supply: number | null;
}

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

/** A coin's own price in the memory of the market. */
export type RememberedPrice = ShapeOf<typeof isRememberedPrice>;
export const isRememberedPrice = objectOf({
  /**
   * The last published price. Kept beyond its publication, to compare the next one with. `null`
   * only in states of earlier versions.
   */
  priceUsd: orNull(isNumber),
  /** When it was observed. */
  timeMs: isTimeMs,
  /** See `PublishedPrice`. Absent in states of earlier versions: `priceUsd` is used. */
  confirmedUsd: optional(isNumber),
  /** Absent in states of earlier versions, and until venues and a list agree. */
  anchor: optional(isAnchor),
});

/** The last own price that was published; `null` if there was none. */
export function findPublished(remembered: RememberedPrice | undefined): PublishedPrice | null {
  const { priceUsd = null, timeMs = 0, confirmedUsd = priceUsd, anchor = null } = remembered ?? {};
  return priceUsd === null || confirmedUsd === null ? null : { priceUsd, timeMs, confirmedUsd, anchor };
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
export const NO_RATE = "price held: its quote currency has no rate";

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
  // A price has the time of its newest trade, and a sample that of its build: the samples of builds
  // between them are older than the price.
  const published = samples.findLastIndex(([, priceUsd]) => isSame(priceUsd, own.priceUsd));
  const later = samples.slice(published + 1);
  const replaced = later.some(([timeMs, priceUsd]) => timeMs > own.timeMs && !isSame(priceUsd, own.priceUsd));
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

const NO_ANCHOR = "not used: the lists contradict the venues, and no price was ever common to both";
const OFF_ANCHOR = "price held: the venues left the last price that they shared with the lists";
const REDENOMINATED = "price held: the lists state a redenomination that most venues do not show";
const OTHER_SUPPLY = "price held: the lists contradict the venues and state another supply";

/**
 * Whether the lists contradict the market: at least three venues that trade the coin are far from
 * every listed price, and fewer are near. `opposing` and `staying` are numbers of venues with a
 * live price. A listed redenomination is no exception: one venue that shows it may be as wrong as
 * the lists.
 */
export function isDisputed(opposing: number, staying: number): boolean {
  return opposing >= DISPUTE_RULES.venues && opposing > staying;
}

/**
 * Why the venues' price of a disputed coin is not published, or `null`: it is published near the
 * anchor while the listed supply is as it was. So venues that drift together stop there, and lists
 * that change together change nothing. Without an anchor, as on a first build, many venues are
 * believed where names or the past say that they trade this coin (`isCertain`).
 */
export function findDisputeObjection(
  { price, kept }: { price: number; kept: number },
  listed: Listed,
  { anchor, isCertain }: { anchor: Anchor | null; isCertain: boolean },
): string | null {
  if (anchor === null) return isCertain && kept >= LIST_RULES.safeVenues ? null : NO_ANCHOR;
  if (isRedenomination(listed, anchor)) return REDENOMINATED;
  if (!isSameSupply(listed.supply, anchor.supply)) return OTHER_SUPPLY;
  return Math.abs(price / anchor.priceUsd - 1) <= DISPUTE_RULES.nearAnchor ? null : OFF_ANCHOR;
}

/** The anchor after a fresh price of the venues: it moves only while a list is near that price. */
export function moveAnchor(anchor: Anchor | null, priceUsd: number, listed: Listed, now: number): Anchor | null {
  const distance = (usd: number) => Math.abs(usd / priceUsd - 1);
  const nearest = [...listed.freshUsd].sort((a, b) => distance(a) - distance(b))[0];
  if (nearest === undefined || distance(nearest) > DISPUTE_RULES.shared) return anchor;
  return { priceUsd: nearest, timeMs: now, supply: listed.supply };
}

/** The listed supply moved as much as the listed price, the other way. */
function isRedenomination({ freshUsd, supply }: Listed, anchor: Anchor): boolean {
  const { priceUsd, supply: supplyBefore } = anchor;
  if (supply === null || supplyBefore === null || isSameSupply(supply, supplyBefore)) return false;
  const capBefore = priceUsd * supplyBefore;
  return freshUsd.some((usd) => isNear(usd * supply, capBefore, 1 + DISPUTE_RULES.sameCap));
}

function isSameSupply(a: number | null, b: number | null): boolean {
  return a === null || b === null ? a === b : isNear(a, b, 1 + DISPUTE_RULES.sameSupply);
}
