import { PUBLICATION_RULES } from "../rules.ts";

/** A price of our own that was published before. */
export interface PublishedPrice {
  priceUsd: number;
  /** When that price was observed, unix milliseconds. */
  timeMs: number;
  /** The last one that more than one venue or a reference confirmed, in USD; else the first one. */
  confirmedUsd: number;
}

/** What earlier builds know of a coin's price. */
export interface PreviousPrice {
  /** Our own last published price, however old; `null` where there is none. */
  own: PublishedPrice | null;
  /**
   * Prices published as fresh (unix milliseconds, USD) in about the last 26 hours, ascending in
   * time.
   */
  samples: readonly (readonly [number, number])[];
}

/** The price that this build found, and what it rests on. */
export interface FoundPrice {
  priceUsd: number;
  /** Venues in the price. */
  venues: number;
  /** The least trust among them. */
  trust: number;
  /** Their volume in USD of 24 hours, as far as they report it. */
  volumeUsd: number;
  /** A venue that traded the coin until now reports a price so far off that it is left out. */
  deserted: boolean;
  /** See `AggregatedPrice`. */
  confirmed: boolean;
  disputed: boolean;
}

export type Publication =
  | {
      action: "publish";
      confidence: "high" | "low";
      method: "volume_weighted" | "single_source";
      /** More than one venue or a reference confirms the price. */
      confirmed: boolean;
    }
  /** There is a price, but it is doubtful: the last own price stays, for at most a day. */
  | { action: "hold"; reason: string }
  /** There is too little evidence for a price of our own. */
  | { action: "withdraw"; reason: string };

const TOO_LITTLE = "not used: too little evidence";
const DISPUTED = "price held: the venues disagree and no reference confirms a price";
const UNCONFIRMED = "price held: no reference confirms the only venue";
const JUMPED = "price held: no third venue and no reference confirms the jump";
const DRIFTED = "price held: one venue alone moved too far from the last confirmed price";
export const NO_RATE = "price held: the rate of its quote currency is suspended";

/**
 * Rules 5.8 and 5.12 of the methodology: publish what was found, hold the last price, or withdraw.
 * Only venues and references confirm a price: neither the age of a held price nor a second build
 * does. A fully trusted venue alone is published without confirmation only while no source has a
 * fresh price of the coin (`referencesUsd` is empty), and only near the last confirmed price.
 */
export function decidePublication(
  found: FoundPrice | null,
  previous: PreviousPrice | null,
  referencesUsd: readonly number[],
): Publication {
  if (found === null) return { action: "withdraw", reason: TOO_LITTLE };
  const { priceUsd, venues, trust, volumeUsd, confirmed } = found;
  if (found.disputed) return { action: "hold", reason: DISPUTED };
  const single = venues === 1;
  if (single && !confirmed && (referencesUsd.length > 0 || found.deserted)) {
    return { action: "hold", reason: UNCONFIRMED };
  }
  if (single && (trust < 1 || volumeUsd < PUBLICATION_RULES.singleVolumeUsd))
    return { action: "withdraw", reason: TOO_LITTLE };
  if (venues <= PUBLICATION_RULES.jumpVenues && !confirmed && isJump(priceUsd, previous, referencesUsd)) {
    return { action: "hold", reason: JUMPED };
  }
  const own = previous?.own ?? null;
  if (single && !confirmed && own !== null && isFar(priceUsd, own.confirmedUsd)) {
    return { action: "hold", reason: DRIFTED };
  }
  return {
    action: "publish",
    confidence: venues >= PUBLICATION_RULES.highVenues && volumeUsd >= PUBLICATION_RULES.highVolumeUsd ? "high" : "low",
    method: single ? "single_source" : "volume_weighted",
    confirmed: confirmed || !single,
  };
}

/**
 * Our own last price while it may be held. Once a reference's price was published after it, that
 * reference goes on: the price must not move back in time.
 */
export function findHeldPrice(previous: PreviousPrice | null, now: number): PublishedPrice | null {
  const own = previous?.own ?? null;
  if (own === null || now - own.timeMs > PUBLICATION_RULES.holdMs) return null;
  const replaced = previous!.samples.some(
    ([timeMs, priceUsd]) => timeMs > own.timeMs && !isSame(priceUsd, own.priceUsd),
  );
  return replaced ? null : own;
}

/** Series keep twelve digits. */
function isSame(a: number, b: number): boolean {
  return Math.abs(a / b - 1) < 1e-9;
}

/**
 * Against every fresh reference, and against the newest published price, also where that was a
 * reference's or is too old to be held.
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
