import { DAY_MS, MINUTE_MS } from "../lib/time.ts";
import type { ReferenceCoin } from "../normalise/record.ts";
import type { CoinPrice } from "./coin-price.ts";
import type { PriceEvidence, PriceSource } from "./market.ts";

export interface ChosenPrice {
  price: number | null;
  source: PriceSource;
  /** It was found by ourselves, in this build or an earlier one: what follows from a price is computed from it. */
  own: boolean;
  timeMs: number | null;
  evidence: PriceEvidence;
}

/** A reference price older than this is published as an old one … */
const MAX_AGE_MS = DAY_MS;
/** … and this soon while its source does not answer: pages that did answer bring prices a few minutes old. */
const MAX_AGE_WITHOUT_SOURCE_MS = 15 * MINUTE_MS;

/** Own and fresh, else held while the evidence is in dispute, else the reference's, else an old one of our own. */
export function choosePrice(
  own: CoinPrice,
  reference: ReferenceCoin,
  referenceStale: boolean,
  now: number,
): ChosenPrice {
  const { price, timeMs, evidence } = own;
  const { priceUsd, updatedAtMs } = reference;
  if (own.fresh && price !== null) return { price, source: "aggregated", own: true, timeMs, evidence };
  const maxAgeMs = referenceStale ? MAX_AGE_WITHOUT_SOURCE_MS : MAX_AGE_MS;
  const old = updatedAtMs === null || now - updatedAtMs > maxAgeMs;
  // Evidence in dispute means that a price exists: then the last one stands, whatever others say.
  const isHeld = own.disputed || priceUsd === null || (old && (timeMs ?? 0) > (updatedAtMs ?? 0));
  if (price !== null && isHeld) return { price, source: "stale", own: true, timeMs, evidence };
  return {
    price: priceUsd,
    source: priceUsd !== null && old ? "stale" : "reference",
    own: false,
    timeMs: priceUsd === null ? null : updatedAtMs,
    evidence: {
      method: priceUsd === null ? "none" : "reference",
      confidence: priceUsd === null ? "none" : "low",
      asOfMs: priceUsd === null ? null : updatedAtMs,
      spreadPercentage: null,
      // None of them is included: then there would be a price of our own.
      tickers: evidence.tickers,
    },
  };
}
