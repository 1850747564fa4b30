import { type ZodType, z } from "zod";
import { maybeNumeric, numeric } from "./schema.ts";

/** An asset code, upper-case. */
export const code: ZodType<string> = z.string().trim().min(1).toUpperCase();

/** A price or a volume: zero is what dead books report, less is nonsense. */
export const amount: ZodType<number> = numeric.refine((value) => value >= 0, "negative");

/** As `amount`, with `null`, absent and the empty text meaning unknown. */
export const maybeAmount: ZodType<number | null> = maybeNumeric.refine(
  (value) => value === null || value >= 0,
  "negative",
);

/** As `maybeAmount`, with zero meaning unknown too: an empty side of the book, no open, no time. */
export const maybePositive: ZodType<number | null> = maybeAmount.transform((value) => (value === 0 ? null : value));
