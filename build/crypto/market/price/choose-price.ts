import { isNear } from "../../../lib/stats.ts";
import { DAY_MS } from "../../../lib/time.ts";
import type { ReferenceCoin } from "../../normalise/record.ts";
import type { MarketCoin } from "../model/market.ts";
import type { PriceEvidence } from "../model/price-evidence.ts";
import { LIST_RULES, REFERENCE_RULES } from "../rules/price.ts";
import type { CoinPrice } from "./coin-price.ts";
import { isCorroborated, type ListPrice } from "./reference-price.ts";

export interface ChosenPrice
  extends Pick<MarketCoin, "price" | "priceSource" | "priceTimeMs" | "priceOrigin" | "evidence"> {
  /**
   * Whose price it is: our own, of this build or an earlier one; that of the reference's row; or
   * that of another list. Only the second comes with the other numbers of the row.
   */
  from: "own" | "row" | "list";
}

/** A reference price and what supports or opposes it. Times in unix milliseconds, prices in USD. */
export interface ReferencePrice {
  reference: ReferenceCoin;
  /** The source of its price. */
  referenceSource: string;
  /** Its source failed in this run. */
  referenceStale: boolean;
  /** An older price is published as stale. */
  maxReferenceAgeMs: number;
  /** Present prices of other reference sources. */
  otherPrices: readonly ListPrice[];
  /** Prices published as fresh in about the last day, ascending in time. */
  samples: readonly (readonly [number, number])[];
  now: number;
}

/**
 * The own fresh price; else the held one while the evidence is suspect; else the lists'; else an
 * old own price. Two lists that are apart give no price unless a third decides between them, and a
 * list that is wrong as a whole gives none: the last price is kept for a day. A single list that
 * moves too far from the last price is not used either. No list's price is used while the market
 * contradicts the lists.
 */
export function choosePrice(own: CoinPrice, stated: ReferencePrice): ChosenPrice {
  const { price, timeMs, evidence } = own;
  const { priceUsd, updatedAtMs } = stated.reference;
  const ownPrice = (priceSource: ChosenPrice["priceSource"]): ChosenPrice => {
    return { price, priceSource, priceOrigin: null, from: "own", priceTimeMs: timeMs, evidence };
  };
  if (own.fresh && price !== null) return ownPrice("aggregated");
  const maxAgeMs = stated.referenceStale ? REFERENCE_RULES.staleWithoutSourceMs : stated.maxReferenceAgeMs;
  const isRowOld = updatedAtMs === null || stated.now - updatedAtMs > maxAgeMs;
  // A suspect price is held: a reference replaces it only after a day.
  const isHeld = own.suspect || priceUsd === null || (isRowOld && (timeMs ?? 0) > (updatedAtMs ?? 0));
  if (price !== null && isHeld) return ownPrice("stale");
  if (own.disputed) return withhold(evidence);
  const last = findLast(stated);
  const decided = priceUsd === null ? null : decideBetweenLists(priceUsd, stated);
  if (decided === null)
    return price !== null ? ownPrice("stale") : last !== null ? hold(last, evidence) : withhold(evidence);
  if (decided.alone) {
    if (price !== null && !isNear(decided.priceUsd, price, 1 + REFERENCE_RULES.farFromOwn)) return ownPrice("stale");
    if (price === null && last !== null && !isNear(decided.priceUsd, last[1], REFERENCE_RULES.farFromItself)) {
      return hold(last, evidence);
    }
  }
  // The price of a list without a time counts as new.
  const listAgeMs = stated.now - (decided.updatedAtMs ?? stated.now);
  const isOld = decided.from === "row" ? isRowOld : listAgeMs > stated.maxReferenceAgeMs;
  const isStale = isOld || own.opposing >= REFERENCE_RULES.contestedBy;
  return {
    price: decided.priceUsd,
    priceSource: isStale ? "stale" : "reference",
    priceOrigin: isStale ? null : decided.source,
    from: decided.from,
    priceTimeMs: decided.updatedAtMs,
    // No ticker is included: otherwise there would be an own price.
    evidence: {
      ...evidence,
      method: "reference",
      confidence: "low",
      asOfMs: decided.updatedAtMs,
      spreadPercentage: null,
      interval: null,
    },
  };
}

/** The price that the lists agree on, or that of the only one; `null` where they are apart. */
function decideBetweenLists(
  priceUsd: number,
  { reference, referenceSource, otherPrices }: ReferencePrice,
): (ListPrice & { from: "row" | "list"; alone: boolean }) | null {
  const { rank, updatedAtMs } = reference;
  const isLarge = rank !== null && rank <= LIST_RULES.largestCoins;
  const apart = isLarge ? LIST_RULES.apart : LIST_RULES.apartBeyond;
  const alone = otherPrices.length === 0;
  const isAgreed = (usd: number, others: readonly ListPrice[]) =>
    isCorroborated(
      usd,
      others.map((other) => other.priceUsd),
      apart,
    );
  if (alone || isAgreed(priceUsd, otherPrices)) {
    return { source: referenceSource, priceUsd, updatedAtMs, from: "row", alone };
  }
  const agreed = otherPrices.find((one) =>
    isAgreed(
      one.priceUsd,
      otherPrices.filter((other) => other !== one),
    ),
  );
  return agreed === undefined ? null : { ...agreed, from: "list", alone: false };
}

/** The newest price that was published as fresh, for at most a day. */
function findLast({ samples, now }: ReferencePrice): readonly [number, number] | null {
  const last = samples.at(-1);
  return last !== undefined && last[1] > 0 && now - last[0] <= DAY_MS ? last : null;
}

function hold([timeMs, price]: readonly [number, number], evidence: PriceEvidence): ChosenPrice {
  const held = {
    ...evidence,
    method: "held",
    confidence: "low",
    asOfMs: timeMs,
    spreadPercentage: null,
    interval: null,
  } as const;
  return { price, priceSource: "stale", priceOrigin: null, from: "own", priceTimeMs: timeMs, evidence: held };
}

function withhold(evidence: PriceEvidence): ChosenPrice {
  const none = {
    ...evidence,
    method: "none",
    confidence: "none",
    asOfMs: null,
    spreadPercentage: null,
    interval: null,
  } as const;
  return { price: null, priceSource: "reference", priceOrigin: null, from: "row", priceTimeMs: null, evidence: none };
}
