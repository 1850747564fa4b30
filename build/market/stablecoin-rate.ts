import { capShares, lowerWeightedMedian } from "../lib/stats.ts";
import type { OrientedEdge } from "./quote-edge.ts";
import { type QuoteRate, renderPercent, renderRate, suspendRate } from "./quote-rate.ts";
import { boundVolume } from "./volume.ts";

/**
 * What says how much a stablecoin is worth. `direct`: its books against the currency it promises, on venues that hold that
 * currency. `implied`: the price of an anchor over its price in the stablecoin. `cross`: its books against other
 * stablecoins, heard only where the two above are silent.
 */
export interface StablecoinEdge extends OrientedEdge {
  from: "direct" | "implied" | "cross";
}

/** The largest share of one venue in the rate (rule 5.3). */
const VENUE_CAP = 0.35;
/** Venues, or USD of 24 hours, that make a rate believable (rule 5.3). */
const ENOUGH_VENUES = 2;
const ENOUGH_VOLUME_USD = 1_000_000;
/** Direct and implied rates further apart are flagged (rule 5.3). */
const FLAG_APART = 0.005;
/** Further off its promise a stablecoin has to prove that it lost it (rule 5.3), … */
const DEPEG = 0.02;
/** … by direct and implied rates that agree this closely. */
const DEPEG_AGREES = 0.01;
/** Venues named in a doubt. */
const NAMED = 5;

/**
 * Rule 5.3 of the methodology, step 3: the weighted median of everything that says what a stablecoin is worth, never its
 * promise. `pegUsd` is what it promises, in USD, and is only used to doubt. `undefined` where no book has any volume.
 */
export function solveStablecoinRate(
  code: string,
  edges: readonly StablecoinEdge[],
  pegUsd: number,
): QuoteRate | undefined {
  const traded = edges.filter(({ volumeUsd }) => volumeUsd !== null && volumeUsd > 0);
  const primary = traded.filter(({ from }) => from !== "cross");
  const heard = primary.length > 0 ? primary : traded;
  if (heard.length === 0) return undefined;
  const weights = computeWeights(heard);
  const usd = computeMedian(heard, weights, () => true)!;
  const venues = new Set(heard.map(({ venue }) => venue)).size;
  const direct = computeMedian(heard, weights, ({ from }) => from === "direct");
  const implied = computeMedian(heard, weights, ({ from }) => from === "implied");
  const apart = direct === null || implied === null ? null : direct / implied - 1;
  const said = describe(usd, venues, direct, implied, apart);
  const doubt = findDoubt(heard, venues, usd / pegUsd, apart, pegUsd);
  if (doubt !== null) return suspendRate(code, "stablecoin", venues, `${said}: ${doubt}.`);
  return {
    code,
    kind: "stablecoin",
    usd,
    usd24hAgo: computeRate24hAgo(usd, heard, weights),
    status: apart !== null && Math.abs(apart) > FLAG_APART ? "flagged" : "accepted",
    venues,
    message: `${said}.`,
  };
}

/** Why the rate must not be used, or `null`. */
function findDoubt(
  heard: readonly StablecoinEdge[],
  venues: number,
  perPeg: number,
  apart: number | null,
  pegUsd: number,
): string | null {
  const volumeUsd = heard.reduce((sum, edge) => sum + edge.volumeUsd!, 0);
  if (venues < ENOUGH_VENUES && volumeUsd < ENOUGH_VOLUME_USD) {
    return `one venue, ${heard[0]!.venue}, with ${Math.round(volumeUsd)} USD traded is too little`;
  }
  if (isNearPeg(perPeg)) return null;
  const proven = venues >= ENOUGH_VENUES && apart !== null && Math.abs(apart) <= DEPEG_AGREES;
  return proven ? null : `${renderPercent(perPeg - 1)} off its promise without proof, by ${nameFar(heard, pegUsd)}`;
}

const isNearPeg = (perPeg: number): boolean => Math.abs(perPeg - 1) <= DEPEG;

/** Who says that the promise is not kept, with what they say: one of them is wrong, or all are right. */
function nameFar(heard: readonly StablecoinEdge[], pegUsd: number): string {
  const far = new Map(
    heard.flatMap(({ venue, priceUsd }) => (isNearPeg(priceUsd / pegUsd) ? [] : [[venue, priceUsd] as const])),
  );
  return [...far]
    .map(([venue, priceUsd]) => `${venue} ${renderRate(priceUsd)}`)
    .sort()
    .slice(0, NAMED)
    .join(", ");
}

/** USD volume, no venue above the cap together. */
function computeWeights(edges: readonly StablecoinEdge[]): number[] {
  const volumes = edges.map(({ volumeUsd }) => boundVolume(volumeUsd!));
  const totals = new Map<string, number>();
  edges.forEach(({ venue }, index) => {
    totals.set(venue, (totals.get(venue) ?? 0) + volumes[index]!);
  });
  const venues = [...totals.keys()].sort();
  const shares = capShares(
    venues.map((venue) => totals.get(venue)!),
    VENUE_CAP,
  );
  const shareOf = new Map(venues.map((venue, index) => [venue, shares[index]!]));
  return edges.map(({ venue }, index) => (shareOf.get(venue)! * volumes[index]!) / totals.get(venue)!);
}

function computeMedian(
  edges: readonly StablecoinEdge[],
  weights: readonly number[],
  belongs: (edge: StablecoinEdge) => boolean,
): number | null {
  const chosen = edges.flatMap((edge, index) =>
    belongs(edge) ? [{ value: edge.priceUsd, weight: weights[index]! }] : [],
  );
  return medianOf(chosen);
}

/**
 * Rule 5.12 of the methodology: the rate of 24 hours ago by what direct books moved since their
 * opens. What implied rates moved divides opens of different minutes, which is wrong by some
 * basis points: as much as a large coin moves on a quiet day. Direct books need two venues, or
 * one that trades a lot and that the implied rates confirm; else everything counts.
 */
function computeRate24hAgo(usd: number, edges: readonly StablecoinEdge[], weights: readonly number[]): number | null {
  const known = edges.flatMap(({ venue, from, priceUsd, priceUsd24hAgo, volumeUsd }, index) =>
    priceUsd24hAgo === null
      ? []
      : // What a book is off the others cancels out.
        [{ venue, from, volumeUsd, value: (usd * priceUsd24hAgo) / priceUsd, weight: weights[index]! }],
  );
  const books = known.filter(({ from }) => from === "direct");
  const [all, direct] = [medianOf(known), medianOf(books)];
  if (direct === null || new Set(books.map(({ venue }) => venue)).size >= ENOUGH_VENUES) return direct ?? all;
  const traded = books.reduce((sum, { volumeUsd }) => sum + volumeUsd!, 0);
  const implied = medianOf(known.filter(({ from }) => from !== "direct"));
  const confirmed = implied !== null && Math.abs(direct / implied - 1) <= FLAG_APART;
  return traded >= ENOUGH_VOLUME_USD && confirmed ? direct : all;
}

function medianOf(weighed: readonly { value: number; weight: number }[]): number | null {
  if (weighed.length === 0) return null;
  return lowerWeightedMedian(
    weighed.map(({ value }) => value),
    weighed.map(({ weight }) => weight),
  );
}

function describe(
  usd: number,
  venues: number,
  direct: number | null,
  implied: number | null,
  apart: number | null,
): string {
  const parts = [`${venues} venue${venues === 1 ? "" : "s"} say ${renderRate(usd)} USD`];
  if (direct !== null) parts.push(`direct ${renderRate(direct)}`);
  if (implied !== null) parts.push(`implied ${renderRate(implied)}`);
  if (apart !== null) parts.push(`${renderPercent(apart)} apart`);
  return parts.join(", ");
}
