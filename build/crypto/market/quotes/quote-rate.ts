import { groupThousands } from "../../../lib/text-layout.ts";
import { getQuoteCode, type QuoteKind } from "./quote-code.ts";

/** The value of one unit of a quote, and its certainty. */
export interface QuoteRate {
  code: string;
  kind: QuoteKind;
  /** USD per unit; `null` where it is suspended: nothing quoted in it is priced in this build. */
  usd: number | null;
  /** The same 24 hours ago by rolling opens; `null` where unknown. */
  usd24hAgo: number | null;
  /** `flagged`: used, but its sources differ more than they should or are few. */
  status: "accepted" | "suspended" | "flagged";
  /** Venues in the rate. */
  venues: number;
  /** The measurement, as a sentence. */
  message: string;
}

export type QuoteRates = ReadonlyMap<string, QuoteRate>;

/** A rate in use, without what follows from its code. */
type Measured = Pick<QuoteRate, "venues" | "message" | "usd24hAgo"> & {
  usd: number;
  status: "accepted" | "flagged";
};

/** A rate that tickers may be converted with. */
export function createRate(code: string, measured: Measured): QuoteRate {
  const { kind } = getQuoteCode(code);
  const { usd, usd24hAgo, status, venues, message } = measured;
  return { code, kind, usd, usd24hAgo, status, venues, message };
}

/** No ticker may be converted with it. */
export function suspendRate(code: string, venues: number, message: string): QuoteRate {
  const { kind } = getQuoteCode(code);
  return { code, kind, usd: null, usd24hAgo: null, status: "suspended", venues, message };
}

/** `1.0003` for a message: five significant digits. */
export function renderRate(usd: number): string {
  return String(Number(usd.toPrecision(5)));
}

/** `3 venues` for a message. */
export function countVenues(venues: number): string {
  return `${venues} venue${venues === 1 ? "" : "s"}`;
}

/** `140,929` for a message. */
export function renderVolume(usd: number): string {
  return groupThousands(Math.round(usd));
}

/** `0.42 %` for a message. */
export function renderPercent(share: number): string {
  return `${(Math.abs(share) * 100).toFixed(2)} %`;
}
