import { DAY_MS } from "../../lib/time.ts";
import type { ReferenceCoin } from "../../normalise/record.ts";
import type { MarketCoin, PriceEvidence } from "../market.ts";
import { REFERENCE_RULES } from "../rules.ts";
import type { CoinPrice } from "./coin-price.ts";
import { isCorroborated } from "./reference-price.ts";

interface ChosenPrice extends Pick<MarketCoin, "price" | "priceSource" | "priceTimeMs" | "evidence"> {
  /** A price of our own, of this build or an earlier one: other numbers are computed from it. */
  own: boolean;
}

/** A reference price and what supports or opposes it. Times in unix milliseconds, prices in USD. */
export interface ReferencePrice {
  reference: ReferenceCoin;
  /** Its source failed in this run. */
  referenceStale: boolean;
  /** An older price is published as stale. */
  maxReferenceAgeMs: number;
  /** Present prices of other reference sources. */
  otherPrices: readonly number[];
  /** Prices published as fresh in about the last day, ascending in time. */
  samples: readonly (readonly [number, number])[];
  now: number;
}

/**
 * The own fresh price; else the held one while the evidence is disputed; else the reference's; else
 * an old own price. A single reference that left the prices of an hour ago is not used: the last
 * price is held.
 */
export function choosePrice(own: CoinPrice, stated: ReferencePrice): ChosenPrice {
  const { price, timeMs, evidence } = own;
  const { priceUsd, updatedAtMs } = stated.reference;
  if (own.fresh && price !== null)
    return { price, priceSource: "aggregated", own: true, priceTimeMs: timeMs, evidence };
  const maxAgeMs = stated.referenceStale ? REFERENCE_RULES.staleWithoutSourceMs : stated.maxReferenceAgeMs;
  const old = updatedAtMs === null || stated.now - updatedAtMs > maxAgeMs;
  // A suspect price is held: a reference replaces it only after a day.
  const isHeld = own.suspect || priceUsd === null || (old && (timeMs ?? 0) > (updatedAtMs ?? 0));
  if (price !== null && isHeld) return { price, priceSource: "stale", own: true, priceTimeMs: timeMs, evidence };
  if (priceUsd === null) return withhold(evidence);
  const supported = isCorroborated(priceUsd, stated.otherPrices, REFERENCE_RULES.supports);
  const opposed = !supported && stated.otherPrices.length > 0;
  if (price !== null && !supported && !isNear(priceUsd, price, 1 + REFERENCE_RULES.farFromOwn)) {
    return { price, priceSource: "stale", own: true, priceTimeMs: timeMs, evidence };
  }
  const last = findLast(stated);
  if (price === null && !supported && last !== null) {
    const limit = opposed ? 1 + REFERENCE_RULES.farFromOwn : REFERENCE_RULES.farFromItself;
    if (!isNear(priceUsd, last[1], limit)) return hold(last, evidence);
  }
  return {
    price: priceUsd,
    priceSource: old || opposed ? "stale" : "reference",
    own: false,
    priceTimeMs: updatedAtMs,
    // No ticker is included: otherwise there would be an own price.
    evidence: { ...evidence, method: "reference", confidence: "low", asOfMs: updatedAtMs, spreadPercentage: null },
  };
}

function isNear(price: number, from: number, factor: number): boolean {
  return price <= from * factor && price >= from / factor;
}

/** The newest price that was published as fresh, for at most a day. */
function findLast({ samples, now }: ReferencePrice): readonly [number, number] | null {
  const last = samples.at(-1);
  return last !== undefined && last[1] > 0 && now - last[0] <= DAY_MS ? last : null;
}

function hold([timeMs, price]: readonly [number, number], evidence: PriceEvidence): ChosenPrice {
  const held = { ...evidence, method: "held", confidence: "low", asOfMs: timeMs, spreadPercentage: null } as const;
  return { price, priceSource: "stale", own: true, priceTimeMs: timeMs, evidence: held };
}

function withhold(evidence: PriceEvidence): ChosenPrice {
  const none = { ...evidence, method: "none", confidence: "none", asOfMs: null, spreadPercentage: null } as const;
  return { price: null, priceSource: "reference", own: false, priceTimeMs: null, evidence: none };
}
