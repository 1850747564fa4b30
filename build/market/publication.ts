import { DAY_MS } from "../lib/time.ts";
import { isSupported } from "./reference-witness.ts";

/** What an earlier build knew of a coin's price. */
export interface PreviousPrice {
  /** The last published price; `null` where there is none yet and only `pendingUsd` is known. */
  priceUsd: number | null;
  /** When that price was observed. */
  timeMs: number;
  /** Venues that the last build left out because of their price. */
  excludedVenues: readonly string[];
  /** A price that waits for confirmation by the next build. */
  pendingUsd: number | null;
  /** Own samples (unix milliseconds, USD) of about the last 26 hours. */
  samples: readonly (readonly [number, number])[];
}

/** The price that this build found, and what it rests on. */
export interface FoundPrice {
  priceUsd: number;
  /** Venues kept. */
  venues: number;
  /** The least trust among them. */
  trust: number;
  /** Their volume in USD of 24 hours, as far as they tell. */
  volumeUsd: number;
  contested: boolean;
}

/** What reference sources say of the coin now, in USD. */
export interface StatedPrice {
  /** `null` where it is unknown, or too old to compare with. */
  priceUsd: number | null;
  /** What others than the source of that price say. */
  othersUsd: readonly number[];
  /** The last price that was published as fresh, at most a day ago, also a reference's. */
  publishedUsd?: number | null;
}

export type Publication =
  | { action: "publish"; confidence: "high" | "low"; method: "volume_weighted" | "single_source" }
  /** The last price stands. `pendingUsd`: what the next build may confirm. */
  | { action: "hold"; reason: string; pendingUsd: number | null }
  | { action: "withdraw"; reason: string; pendingUsd: number | null };

/** Venues and USD of 24 hours from which a price is certain (rule 5.8). */
const HIGH_VENUES = 3;
const HIGH_VOLUME_USD = 50_000;
/** What one venue alone must trade, in USD, and it must be fully trusted (rule 5.8). */
const SINGLE_VOLUME_USD = 10_000;
/** How long a price is kept without a new one. */
const KEEP_MS = DAY_MS;
/** A move beyond this waits for the next build when at most two venues make it … */
const JUMP = 0.2;
const JUMP_VENUES = 2;
/** … and beyond this when the venues contradict each other. */
const CONTESTED_MOVE = 0.05;
/** The next build confirms a waiting price when it finds one this near. */
const CONFIRMS = 0.05;

/** Three venues stand against a reference; two within this factor, which is what identifies them, … */
const STANDING_VENUES = 3;
const PAIR_FACTOR = 3;
/** … and one alone within this distance, rule 5.4, … */
const ALONE = 0.3;
/** … unless another reference sees about the same. */
const SUPPORTS = 0.2;

const TOO_LITTLE = "price held: too little evidence";
const CONTESTED = "price held: the venues contradict each other";
const JUMPED = "price held: a jump waits for confirmation";
const CONTRADICTED = "price held: the reference contradicts so few venues";

/**
 * Rule 5.8 of the methodology and the contested rule of 5.5: publish what was found, hold the last price, or have none. `stated`: what the
 * references say, where anything is known of them.
 */
export function decidePublication(
  found: FoundPrice | null,
  previous: PreviousPrice | null,
  now: number,
  stated: StatedPrice | null = null,
): Publication {
  const last = previous !== null && now - previous.timeMs <= KEEP_MS ? previous.priceUsd : null;
  const confidence = found === null ? null : judgeEvidence(found);
  if (found === null || confidence === null) return refuse(last, TOO_LITTLE, null);
  // The last price keeps its time: after a day it has gone, and the reference is believed.
  if (stated !== null && isContradicted(found, stated)) return refuse(last, CONTRADICTED, null);
  const { priceUsd, venues, contested } = found;
  const pending = previous?.pendingUsd ?? null;
  const confirmed = pending !== null && isWithin(priceUsd, pending, CONFIRMS);
  if (!confirmed && contested && (last === null || !isWithin(priceUsd, last, CONTESTED_MOVE))) {
    return refuse(last, CONTESTED, priceUsd);
  }
  // Without an own price, the comparison is with the reference's price that was published.
  const from = last ?? stated?.publishedUsd ?? null;
  const supported = last === null && stated?.priceUsd != null && isWithin(priceUsd, stated.priceUsd, CONFIRMS);
  if (!confirmed && !supported && venues <= JUMP_VENUES && from !== null && !isWithin(priceUsd, from, JUMP)) {
    return refuse(last, JUMPED, priceUsd);
  }
  return { action: "publish", confidence, method: venues === 1 ? "single_source" : "volume_weighted" };
}

function judgeEvidence({ venues, trust, volumeUsd, contested }: FoundPrice): "high" | "low" | null {
  if (venues === 1) return trust >= 1 && volumeUsd >= SINGLE_VOLUME_USD ? "low" : null;
  return venues >= HIGH_VENUES && volumeUsd >= HIGH_VOLUME_USD && !contested ? "high" : "low";
}

function isContradicted({ priceUsd, venues }: FoundPrice, stated: StatedPrice): boolean {
  if (stated.priceUsd === null || venues >= STANDING_VENUES || isSupported(priceUsd, stated.othersUsd, SUPPORTS)) {
    return false;
  }
  if (venues === 1) return !isWithin(priceUsd, stated.priceUsd, ALONE);
  return Math.max(priceUsd / stated.priceUsd, stated.priceUsd / priceUsd) > PAIR_FACTOR;
}

function isWithin(price: number, reference: number, share: number): boolean {
  return Math.abs(price / reference - 1) <= share;
}

function refuse(last: number | null, reason: string, pendingUsd: number | null): Publication {
  return last === null ? { action: "withdraw", reason, pendingUsd } : { action: "hold", reason, pendingUsd };
}
