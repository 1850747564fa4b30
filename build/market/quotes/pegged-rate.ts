import { groupBy } from "../../lib/collections.ts";
import { lowerWeightedMedian, median } from "../../lib/stats.ts";
import { aggregatePrice, type Band } from "../price/aggregate-price.ts";
import { aggregateVenue } from "../price/venue-price.ts";
import { QUOTE_RULES, STABLECOIN_RULES } from "../rules.ts";
import {
  countVenues,
  getOtherEnd,
  isFiat,
  type OrientedEdge,
  type QuoteEdge,
  type QuoteRate,
  renderPercent,
  renderRate,
  suspendRate,
} from "./quote.ts";

/** The dollar: the unit of every other rate. */
export const US_DOLLAR: QuoteRate = {
  code: "USD",
  kind: "fiat",
  usd: 1,
  usd24hAgo: 1,
  status: "accepted",
  venues: 0,
  message: "The unit of all rates.",
};

/**
 * Rule 5.3, step 1: the median of the live middle price against the dollar and the daily reference
 * rate (USD per unit). Suspended where they contradict each other; `undefined` without either.
 */
export function solveFiatRate(
  code: string,
  edges: readonly QuoteEdge[],
  dailyUsd: number | undefined,
): QuoteRate | undefined {
  const listings = edges.filter((edge) => isDollarListing(edge, code));
  const venues = new Set(listings.map((edge) => edge.venue)).size;
  const live = listings.length === 0 ? undefined : median(listings.map((edge) => computeMiddle(edge, code)));
  const growths = listings.flatMap((edge) => computeGrowthOf(edge, code));
  const accept = (usd: number, status: "accepted" | "flagged", message: string): QuoteRate => ({
    code,
    kind: "fiat",
    usd,
    usd24hAgo: growths.length === 0 ? null : usd / median(growths),
    status,
    venues,
    message,
  });
  if (dailyUsd === undefined || !(dailyUsd > 0)) {
    if (live === undefined) return undefined;
    return accept(live, "flagged", `Live pairs: ${renderRate(live)} USD; there is no daily rate to compare with.`);
  }
  if (live === undefined)
    return accept(dailyUsd, "accepted", `The daily rate is ${renderRate(dailyUsd)} USD; no live pair.`);
  const apart = live / dailyUsd - 1;
  const measured = `Live pairs: ${renderRate(live)} USD, daily rate: ${renderRate(dailyUsd)}`;
  if (Math.abs(apart) > QUOTE_RULES.fiatDisagreement) {
    return suspendRate(
      code,
      "fiat",
      venues,
      `${measured}: ${renderPercent(apart)} apart, at most ${QUOTE_RULES.fiatDisagreement * 100} % allowed.`,
    );
  }
  return accept(median([live, dailyUsd]), "accepted", `${measured}: ${renderPercent(apart)} apart.`);
}

/**
 * A tight listing with bid and ask between the currency and the dollar, on a venue that holds
 * dollars.
 */
function isDollarListing(edge: QuoteEdge, code: string): boolean {
  const { ticker, listing, usdFiat } = edge;
  const other = getOtherEnd(edge, code);
  return (
    usdFiat && other === "USD" && isFiat(code) && listing.quality === 1 && ticker.bid !== null && ticker.ask !== null
  );
}

function computeMiddle({ ticker }: QuoteEdge, code: string): number {
  const middle = (ticker.bid! + ticker.ask!) / 2;
  return ticker.base === code ? middle : 1 / middle;
}

function computeGrowthOf({ ticker, listing }: QuoteEdge, code: string): number | [] {
  if (ticker.open24h === null || !(ticker.open24h > 0)) return [];
  return ticker.base === code ? listing.price / ticker.open24h : ticker.open24h / listing.price;
}

/**
 * Evidence of a stablecoin's value. `direct`: its listings against its peg, on venues that hold
 * that currency. `implied`: the price of an anchor over its price in the stablecoin. `cross`: its
 * listings against other stablecoins, used only without the two above.
 */
export interface StablecoinEdge extends OrientedEdge {
  from: "direct" | "implied" | "cross";
}

const FEW_BAND: Band = { narrowest: STABLECOIN_RULES.fewAgree, widest: STABLECOIN_RULES.fewAgree };
/** Venues named in a message. */
const NAMED = 5;

interface VenueRate {
  venue: string;
  trust: number;
  priceUsd: number;
  volumeUsd: number | null;
  edges: readonly StablecoinEdge[];
  /** Of each edge in the venue's rate. */
  shares: readonly number[];
}

/**
 * Rules 5.3 (step 3) and 5.12: the value of a stablecoin, with one near-equal vote per venue, never
 * its peg. `pegUsd`, the peg in USD, only decides when a rate needs proof. `undefined` where no
 * listing has any volume.
 */
export function solveStablecoinRate(
  code: string,
  edges: readonly StablecoinEdge[],
  pegUsd: number,
): QuoteRate | undefined {
  const traded = edges.filter(({ volumeUsd }) => volumeUsd !== null && volumeUsd > 0);
  const primary = traded.filter(({ from }) => from !== "cross");
  const used = primary.length > 0 ? primary : traded;
  if (used.length === 0) return undefined;
  const venues = aggregateVenues(used);
  const { price, votes, kept, disputed } = aggregatePrice(
    venues,
    [],
    venues.length < STABLECOIN_RULES.majorityVenues ? FEW_BAND : STABLECOIN_RULES.band,
  );
  const usd = price!;
  const weigh = (weightOf: (at: number) => number) =>
    venues.flatMap(({ edges: own, shares }, at) =>
      own.map((edge, index) => ({ edge, weight: weightOf(at) * shares[index]! })),
    );
  // Proof of a lost peg comes from every venue, also from those outside of the narrow band.
  const equal = weigh(() => 1);
  const direct = computeMedian(equal, ({ from, priceUsd }) => (from === "direct" ? priceUsd : null));
  const implied = computeMedian(equal, ({ from, priceUsd }) => (from === "implied" ? priceUsd : null));
  const apart = direct === null || implied === null ? null : direct / implied - 1;
  const measured = describe(usd, kept, direct, implied, apart);
  const warning = disputed
    ? `the venues disagree (${renderVenues(venues)})`
    : findRateWarning(venues, usd, apart, pegUsd);
  if (warning !== null) return suspendRate(code, "stablecoin", kept, `${measured}, ${warning}.`);
  return {
    code,
    kind: "stablecoin",
    usd,
    usd24hAgo: computeRate24hAgo(
      usd,
      weigh((at) => (votes[at]!.kept ? 1 : 0)),
    ),
    status: apart !== null && Math.abs(apart) > STABLECOIN_RULES.flagApart ? "flagged" : "accepted",
    venues: kept,
    message: `${measured}.`,
  };
}

function aggregateVenues(edges: readonly StablecoinEdge[]): VenueRate[] {
  return [...groupBy(edges, ({ venue }) => venue)].map(([venue, own]) => {
    const { priceUsd, volumeUsd, shares } = aggregateVenue(own);
    return { venue, trust: own[0]!.trust, priceUsd, volumeUsd, edges: own, shares };
  });
}

/** Why the rate must not be used, or `null`. */
function findRateWarning(
  venues: readonly VenueRate[],
  usd: number,
  apart: number | null,
  pegUsd: number,
): string | null {
  const volumeUsd = venues.reduce((sum, venue) => sum + (venue.volumeUsd ?? 0), 0);
  if (venues.length < QUOTE_RULES.enoughVenues && volumeUsd < QUOTE_RULES.singleVenueUsd) {
    return `one venue, ${venues[0]!.venue}, with ${Math.round(volumeUsd)} USD traded is too little`;
  }
  const off = venues.filter(({ priceUsd }) => Math.abs(priceUsd / usd - 1) > STABLECOIN_RULES.fewAgree);
  if (venues.length < STABLECOIN_RULES.majorityVenues && off.length > 0) {
    return `fewer than ${STABLECOIN_RULES.majorityVenues} venues, and they disagree (${renderVenues(venues)})`;
  }
  if (Math.abs(usd / pegUsd - 1) <= STABLECOIN_RULES.depeg) return null;
  const proven =
    venues.length >= QUOTE_RULES.enoughVenues && apart !== null && Math.abs(apart) <= STABLECOIN_RULES.depegAgrees;
  return proven ? null : `${renderPercent(usd / pegUsd - 1)} off its peg without proof (${renderVenues(venues)})`;
}

function renderVenues(venues: readonly VenueRate[]): string {
  return venues
    .map(({ venue, priceUsd }) => `${venue} ${renderRate(priceUsd)}`)
    .sort()
    .slice(0, NAMED)
    .join(", ");
}

/** The weighted median of what `read` returns for the edges; `null` without any. */
function computeMedian(
  edges: readonly { edge: StablecoinEdge; weight: number }[],
  read: (edge: StablecoinEdge) => number | null,
): number | null {
  const found = edges.flatMap(({ edge, weight }) => {
    const value = weight > 0 ? read(edge) : null;
    return value === null ? [] : [{ value, weight }];
  });
  if (found.length === 0) return null;
  return lowerWeightedMedian(
    found.map(({ value }) => value),
    found.map(({ weight }) => weight),
  );
}

/**
 * Rule 5.12: the rate of 24 hours ago by the opens of direct listings, one vote per venue in the
 * rate. Implied rates divide opens of different minutes and are wrong by some basis points: as much
 * as a large coin moves on a quiet day. Direct listings need two venues, or a large one that the
 * implied rates confirm; otherwise every listing counts.
 */
function computeRate24hAgo(usd: number, edges: readonly { edge: StablecoinEdge; weight: number }[]): number | null {
  // The distance of a listing from the others cancels out.
  const read = ({ priceUsd, priceUsd24hAgo }: StablecoinEdge) =>
    priceUsd24hAgo === null ? null : (usd * priceUsd24hAgo) / priceUsd;
  const listings = edges.filter(({ edge, weight }) => weight > 0 && edge.from === "direct" && read(edge) !== null);
  const [all, direct] = [computeMedian(edges, read), computeMedian(listings, read)];
  if (direct === null || new Set(listings.map(({ edge }) => edge.venue)).size >= QUOTE_RULES.enoughVenues)
    return direct ?? all;
  const traded = listings.reduce((sum, { edge }) => sum + edge.volumeUsd!, 0);
  const implied = computeMedian(edges, (edge) => (edge.from === "direct" ? null : read(edge)));
  const confirmed = implied !== null && Math.abs(direct / implied - 1) <= STABLECOIN_RULES.flagApart;
  return traded >= QUOTE_RULES.singleVenueUsd && confirmed ? direct : all;
}

function describe(
  usd: number,
  venues: number,
  direct: number | null,
  implied: number | null,
  apart: number | null,
): string {
  const parts = [`${renderRate(usd)} USD at ${countVenues(venues)}`];
  if (direct !== null) parts.push(`direct ${renderRate(direct)}`);
  if (implied !== null) parts.push(`implied ${renderRate(implied)}`);
  if (apart !== null) parts.push(`${renderPercent(apart)} apart`);
  return parts.join(", ");
}
