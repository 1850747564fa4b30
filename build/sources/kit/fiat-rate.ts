import { z } from "zod";
import { findDay } from "../../lib/parse-time.ts";
import { DAY_MS } from "../../lib/time.ts";
import { type Dropped, type FiatRate, rejected } from "../../normalise/record.ts";

export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/, "not a currency code");

/** The rate as the source gives it, never inverted; `now` in unix milliseconds. A day beyond tomorrow was not quoted yet. */
export function buildFiatRate(
  base: string,
  quote: string,
  rate: number,
  date: string,
  now: number,
): FiatRate | Dropped {
  if (!CurrencyCode.safeParse(quote).success) return rejected("not a currency code");
  const dayMs = findDay(date);
  if (dayMs === undefined || dayMs > now + DAY_MS) return rejected("date in the future");
  return { base, quote, rate, date };
}
