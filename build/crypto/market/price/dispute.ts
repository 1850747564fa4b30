import { isNumber, isTimeMs, objectOf, orNull, type ShapeOf } from "../../../lib/shape.ts";
import { isNear } from "../../../lib/stats.ts";
import { DISPUTE_RULES, LIST_RULES } from "../rules/price.ts";

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
