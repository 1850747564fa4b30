import { type ZodType, z } from "zod";
import { findDay, findTime } from "../../lib/parse-time.ts";
import { cleanText } from "../../lib/plain-text.ts";
import { findWebUrl } from "../../lib/web-url.ts";
import { maybeNumeric, numeric } from "./schema.ts";

/** The zod fields that reference sources share; a value outside its range rejects the row that carries it. */

/** A number above zero, where a zero would be no answer. */
export const positive: ZodType<number> = numeric.refine((value) => value > 0, "not positive");

/** A place in a ranking, from 1; 0, which upstreams use for "unranked", and anything odd is unknown. */
export const maybeRank: ZodType<number | null> = maybeNumeric.transform((value) =>
  value !== null && Number.isSafeInteger(value) && value > 0 ? value : null,
);

/** An id of the upstream, as spelled. Nothing is a path until it was encoded, so any characters pass. */
export const identifier: ZodType<string> = z.string().trim().min(1).max(128);

/** A name or symbol for people to read: one visible line. */
export const label: ZodType<string> = z
  .string()
  .max(1_000)
  .transform(cleanText)
  .refine((text) => text !== "", "empty")
  .refine((text) => text.length <= 256, "too long");

/** An ISO 8601 time with zone in unix milliseconds; anything else is unknown. */
export const maybeTime: ZodType<number | null> = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === "string" ? (findTime(value) ?? null) : null));

/** A calendar day that exists, `YYYY-MM-DD`. */
export const day: ZodType<string> = z.string().refine((text) => findDay(text) !== undefined, "not a day (YYYY-MM-DD)");

/** An http or https address in standard form; `javascript:`, relative and other addresses are unknown. */
export const maybeWebUrl: ZodType<string | null> = z
  .unknown()
  .optional()
  .transform((value) => findWebUrl(value)?.href ?? null);

/** The token symbol in upper case; DefiLlama's "-" means that there is none. */
export const maybeSymbol: ZodType<string | null> = z
  .unknown()
  .optional()
  .transform((value) => {
    const text = typeof value === "string" ? cleanText(value) : "";
    return text === "" || text === "-" || text.length > 256 ? null : text.toUpperCase();
  });
