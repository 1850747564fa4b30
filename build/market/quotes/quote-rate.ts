import type { QuoteKind } from "./quote-code.ts";

/** What one unit of a quote is worth, and how well that is known. */
export interface QuoteRate {
  code: string;
  kind: QuoteKind;
  /** USD per unit; `null` where it is suspended: nothing quoted in it is priced in this build. */
  usd: number | null;
  /** The same 24 hours ago, as far as rolling opens tell. */
  usd24hAgo: number | null;
  /** `flagged`: used, but its sources differ more than they should or are few. */
  status: "accepted" | "suspended" | "flagged";
  /** Venues that the rate rests on. */
  venues: number;
  /** What was measured, as a sentence. */
  message: string;
}

export type QuoteRates = ReadonlyMap<string, QuoteRate>;

/** A rate that no ticker may be converted with. */
export function suspendRate(code: string, kind: QuoteKind, venues: number, message: string): QuoteRate {
  return { code, kind, usd: null, usd24hAgo: null, status: "suspended", venues, message };
}

/** `1.0003` for a message: four significant digits behind what a peg leaves equal. */
export function renderRate(usd: number): string {
  return String(Number(usd.toPrecision(5)));
}

/** `3 venues` for a message. */
export function countVenues(venues: number): string {
  return `${venues} venue${venues === 1 ? "" : "s"}`;
}

/** `0.42 %` for a message. */
export function renderPercent(share: number): string {
  return `${(Math.abs(share) * 100).toFixed(2)} %`;
}
