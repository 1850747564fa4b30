import { groupBy } from "../../../lib/collections.ts";
import { lowerWeightedMedian, median } from "../../../lib/stats.ts";
import { aggregatePrice, type Band } from "../aggregate/aggregate-price.ts";
import type { PricedTicker } from "../aggregate/ticker-price.ts";
import { groupByVenue, type VenuePrice } from "../aggregate/venue-price.ts";
import { LIST_RULES, QUOTE_RULES, STABLECOIN_RULES } from "../rules/price.ts";
import { getOtherEnd, type QuoteEdge } from "./quote-edge.ts";
import {
  countVenues,
  createRate,
  type QuoteRate,
  renderPercent,
  renderRate,
  renderVolume,
  suspendRate,
} from "./quote-rate.ts";

/** The dollar: the unit of every other rate. */
export const US_DOLLAR: QuoteRate = createRate("USD", {
  usd: 1,
  usd24hAgo: 1,
  status: "accepted",
  venues: 0,
  message: "The unit of all rates.",
});

/**
 * The median of the venues' live middle prices against the dollar and of the daily reference rate
 * (USD per unit): with two venues, neither a wrong one nor an old fixing decides. Suspended where
 * most live prices contradict the daily rate; `undefined` without either.
 */
export function solveFiatRate(
  code: string,
  edges: readonly QuoteEdge[],
  dailyUsd: number | undefined,
): QuoteRate | undefined {
  const tickers = edges.filter((edge): edge is OfferedEdge => isDollarTicker(edge, code));
  const live = [...groupBy(tickers, ({ venue }) => venue).values()].map((own) => ({
    usd: median(own.map((edge) => findMiddle(edge, code))),
    growths: own.flatMap((edge) => computeGrowthOf(edge, code)),
  }));
  const middles = live.map(({ usd }) => usd);
  const accept = (used: typeof live, usd: number, message: string, status: "accepted" | "flagged" = "accepted") => {
    const growths = used.flatMap((venue) => (venue.growths.length === 0 ? [] : median(venue.growths)));
    const usd24hAgo = growths.length === 0 ? null : usd / median(growths);
    return createRate(code, { usd, usd24hAgo, status, venues: used.length, message });
  };
  if (dailyUsd === undefined || !(dailyUsd > 0)) {
    if (live.length === 0) return undefined;
    const usd = median(middles);
    return accept(live, usd, `Live pairs: ${renderRate(usd)} USD; there is no daily rate to compare with.`, "flagged");
  }
  if (live.length === 0) return accept([], dailyUsd, `The daily rate is ${renderRate(dailyUsd)} USD; no live pair.`);
  const most = QUOTE_RULES.fiatDisagreement;
  const agreeing = live.filter(({ usd }) => Math.abs(usd / dailyUsd - 1) <= most);
  const isSuspended = agreeing.length * 2 < live.length;
  const shown = median((isSuspended ? live : agreeing).map(({ usd }) => usd));
  const apart = renderPercent(shown / dailyUsd - 1);
  const measured = `Live pairs: ${renderRate(shown)} USD, daily rate: ${renderRate(dailyUsd)}: ${apart} apart`;
  return isSuspended
    ? suspendRate(code, live.length, `${measured}, at most ${most * 100} % allowed.`)
    : accept(agreeing, median([...middles, dailyUsd]), `${measured}.`);
}

/** A ticker with offers. */
type OfferedEdge = QuoteEdge & { ticker: { bid: number; ask: number } };

/** A tight pair of the currency and the dollar, with bid and ask, on a venue that holds dollars. */
function isDollarTicker(edge: QuoteEdge, code: string): edge is OfferedEdge {
  const { ticker, quality, usdFiat } = edge;
  return usdFiat && getOtherEnd(edge, code) === "USD" && quality === 1 && ticker.bid !== null && ticker.ask !== null;
}

function findMiddle({ ticker: { base, bid, ask } }: OfferedEdge, code: string): number {
  const middle = (bid + ask) / 2;
  return base === code ? middle : 1 / middle;
}

function computeGrowthOf({ ticker, price }: QuoteEdge, code: string): number | [] {
  if (ticker.open24h === null || !(ticker.open24h > 0)) return [];
  return ticker.base === code ? price / ticker.open24h : ticker.open24h / price;
}

/**
 * Evidence of a stablecoin's value. `direct`: its tickers against its peg, on venues that hold that
 * currency. `implied`: the price of an anchor over its price in the stablecoin. `cross`: its
 * tickers against other stablecoins, used only without the two above.
 */
export type StablecoinEdge = PricedTicker & { from: "direct" | "implied" | "cross" };

const FEW_BAND: Band = { narrowest: STABLECOIN_RULES.fewAgree, widest: STABLECOIN_RULES.fewAgree };
/** Venues named in a message. */
const NAMED = 5;

type VenueRate = VenuePrice<StablecoinEdge> & { priceUsd: number };

/** Each edge with its vote: its share in its venue, where the venue has one vote. */
type WeighedEdges = readonly { edge: StablecoinEdge; weight: number }[];

/**
 * The value of a stablecoin, with one near-equal vote per venue, never its peg. `pegUsd`, the peg
 * in USD, only decides when a rate needs proof. `references`: prices by lists. Where few venues
 * disagree, two lists that agree choose the venues; the rate is that of the venues.
 * `undefined` where no ticker has any volume.
 */
export function solveStablecoinRate(
  code: string,
  edges: readonly StablecoinEdge[],
  pegUsd: number,
  references: readonly number[] = [],
): QuoteRate | undefined {
  const traded = edges.filter(({ volumeUsd }) => volumeUsd !== null && volumeUsd > 0);
  const primary = traded.filter(({ from }) => from !== "cross");
  const band = (venues: readonly VenueRate[]) =>
    venues.length < STABLECOIN_RULES.majorityVenues ? FEW_BAND : STABLECOIN_RULES.band;
  const all = groupByVenue(primary.length > 0 ? primary : traded).filter(isPriced);
  const venues = chooseByLists(all, references, band(all).widest);
  const { price: usd, votes, kept, disputed } = aggregatePrice(venues, [], band(venues));
  if (usd === null) return undefined;
  // Proof of a lost peg comes from every venue, also from those outside of the narrow band.
  const weighed = weighEdges(venues);
  const direct = computeMedian(weighed, ({ from, priceUsd }) => (from === "direct" ? priceUsd : null));
  const implied = computeMedian(weighed, ({ from, priceUsd }) => (from === "implied" ? priceUsd : null));
  const apart = direct === null || implied === null ? null : direct / implied - 1;
  const place = venues.length === 1 ? `on ${venues[0]!.venue}` : `at ${countVenues(kept)}`;
  const measured = `${renderRate(usd)} USD ${place}${describeEvidence(direct, implied)}`;
  const warning = disputed
    ? `the venues disagree (${renderVenues(venues)})`
    : findRateWarning(venues, usd, apart, pegUsd);
  if (warning !== null) return suspendRate(code, kept, `${measured}, ${warning}.`);
  const usd24hAgo = computeRate24hAgo(usd, weighEdges(votes.filter((vote) => vote.kept)));
  const isFlagged = apart !== null && Math.abs(apart) > STABLECOIN_RULES.flagApart;
  const status = isFlagged ? "flagged" : "accepted";
  return createRate(code, { usd, usd24hAgo, status, venues: kept, message: `${measured}.` });
}

/**
 * Where venues are few: those near two lists that agree, if they are two and at least half;
 * otherwise all of them. So lists choose between venues that disagree, and never set a rate.
 */
function chooseByLists(
  venues: readonly VenueRate[],
  references: readonly number[],
  share: number,
): readonly VenueRate[] {
  if (venues.length >= LIST_RULES.safeVenues) return venues;
  const isNear = (a: number, b: number) => Math.abs(a / b - 1) <= share;
  const agreed = references.filter((usd, at) => references.some((other, place) => place !== at && isNear(other, usd)));
  const chosen = venues.filter(({ priceUsd }) => agreed.some((usd) => isNear(priceUsd, usd)));
  return chosen.length >= Math.max(QUOTE_RULES.enoughVenues, venues.length / 2) ? chosen : venues;
}

function isPriced(venue: VenuePrice<StablecoinEdge>): venue is VenueRate {
  return venue.priceUsd !== null;
}

function weighEdges(venues: readonly Pick<VenueRate, "tickers">[]): WeighedEdges {
  return venues.flatMap(({ tickers }) => tickers.map(({ row, share }) => ({ edge: row, weight: share })));
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
    return `${renderVolume(volumeUsd)} USD traded: too little for one venue`;
  }
  const isOff = ({ priceUsd }: VenueRate) => Math.abs(priceUsd / usd - 1) > STABLECOIN_RULES.fewAgree;
  if (venues.length < STABLECOIN_RULES.majorityVenues && venues.some(isOff)) {
    return `fewer than ${STABLECOIN_RULES.majorityVenues} venues, and they disagree (${renderVenues(venues)})`;
  }
  if (Math.abs(usd / pegUsd - 1) <= STABLECOIN_RULES.depeg) return null;
  const proven =
    venues.length >= QUOTE_RULES.enoughVenues && apart !== null && Math.abs(apart) <= STABLECOIN_RULES.depegAgrees;
  return proven ? null : `${renderPercent(usd / pegUsd - 1)} off its peg without proof (${renderVenues(venues)})`;
}

/** Both kinds with their distance; one alone is the rate itself. */
function describeEvidence(direct: number | null, implied: number | null): string {
  if (direct === null || implied === null) {
    return direct === null ? (implied === null ? "" : " by implied rates") : " by direct pairs";
  }
  const apart = renderPercent(direct / implied - 1);
  return `, direct ${renderRate(direct)}, implied ${renderRate(implied)}, ${apart} apart`;
}

function renderVenues(venues: readonly VenueRate[]): string {
  return venues
    .map(({ venue, priceUsd }) => `${venue} ${renderRate(priceUsd)}`)
    .slice(0, NAMED)
    .join(", ");
}

/** The weighted median of what `read` returns for the edges; `null` without any. */
function computeMedian(edges: WeighedEdges, read: (edge: StablecoinEdge) => number | null): number | null {
  const found = edges.flatMap(({ edge, weight }) => {
    const value = weight > 0 ? read(edge) : null;
    return value === null ? [] : { value, weight };
  });
  return found.length === 0 ? null : lowerWeightedMedian(found);
}

/**
 * The rate of 24 hours ago by the opens of direct tickers, one vote per venue in the rate. Implied
 * rates divide opens of different minutes and are wrong by some basis points: as much as a large
 * coin moves on a quiet day. Direct tickers need two venues, or a large one that the implied rates
 * confirm; otherwise every ticker counts.
 */
function computeRate24hAgo(usd: number, edges: WeighedEdges): number | null {
  // The distance of a ticker from the others cancels out.
  const read = ({ priceUsd, priceUsd24hAgo }: StablecoinEdge) =>
    priceUsd24hAgo === null ? null : (usd * priceUsd24hAgo) / priceUsd;
  const opened = edges.filter(({ edge, weight }) => weight > 0 && edge.from === "direct" && read(edge) !== null);
  const all = computeMedian(edges, read);
  const direct = computeMedian(opened, read);
  if (direct === null || new Set(opened.map(({ edge }) => edge.venue)).size >= QUOTE_RULES.enoughVenues)
    return direct ?? all;
  const traded = opened.reduce((sum, { edge }) => sum + (edge.volumeUsd ?? 0), 0);
  const implied = computeMedian(edges, (edge) => (edge.from === "direct" ? null : read(edge)));
  const confirmed = implied !== null && Math.abs(direct / implied - 1) <= STABLECOIN_RULES.flagApart;
  return traded >= QUOTE_RULES.singleVenueUsd && confirmed ? direct : all;
}
