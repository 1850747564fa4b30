import { type ZodType, z } from "zod";
import { cleanText } from "../../../lib/plain-text.ts";
import { findDay, findTime, MINUTE_MS } from "../../../lib/time.ts";
import { findWebUrl } from "../../../lib/web-url.ts";
import { Dropped, rejected } from "../../normalise/record.ts";

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
/** CoinGecko sends up to 64 characters. Much longer texts are refused before they are read. */
const MAX_DECIMAL_LENGTH = 128;

const isDecimal = (text: string) => text.length <= MAX_DECIMAL_LENGTH && DECIMAL.test(text);

/**
 * A finite number, or its decimal text. Empty, `NaN`, hexadecimal, overflowing and overlong texts
 * are refused.
 */
export const numeric: ZodType<number> = z
  .union([z.number(), z.string().refine(isDecimal, "not a decimal number").transform(Number)])
  .pipe(z.number());

/** As `numeric`, with `null`, absent and the empty text meaning unknown. */
export const maybeNumeric: ZodType<number | null> = z
  .union([z.null(), z.literal("").transform(() => null), numeric])
  // Outermost, because an object looks here to see whether the key may be absent.
  .optional()
  .transform((value) => value ?? null);

/** A price or an amount: as `numeric`, but never negative. */
export const amount: ZodType<number> = numeric.refine((value) => value >= 0, "negative");

/** As `amount`, with `null`, absent and the empty text meaning unknown. */
export const maybeAmount: ZodType<number | null> = maybeNumeric.refine(
  (value) => value === null || value >= 0,
  "negative",
);

/** As `maybeAmount`, with zero meaning unknown too: an empty side of a book. */
export const maybePositive: ZodType<number | null> = maybeAmount.transform((value) => (value === 0 ? null : value));

/** The code of an asset, upper-case as in every record. */
export const assetCode: ZodType<string> = z.string().trim().min(1).toUpperCase();

/** A text that is not blank, trimmed; anything else is unknown. */
export const maybeText: ZodType<string | null> = z
  .unknown()
  .optional()
  .transform((value) => {
    const text = typeof value === "string" ? value.trim() : "";
    return text === "" ? null : text;
  });

/**
 * An object whose fields only change their names: our name → the upstream's name and its schema.
 */
export function renamed<Fields extends Readonly<Record<string, readonly [field: string, schema: ZodType]>>>(
  fields: Fields,
): ZodType<{ [Name in keyof Fields]: z.output<Fields[Name][1]> }> {
  const shape = Object.fromEntries(Object.values(fields));
  const names = Object.entries(fields).map(([name, [field]]) => [name, field] as const);
  const rename = (row: Record<string, unknown>) => Object.fromEntries(names.map(([name, field]) => [name, row[field]]));
  return z.object(shape).transform(rename) as unknown as ReturnType<typeof renamed<Fields>>;
}

/** An array whose rows are checked one by one: a bad row becomes a rejection. */
export function rows<Row>(row: ZodType<Row>): ZodType<(Row | Dropped)[]> {
  return z.array(z.unknown()).transform((values) => values.map((value) => parseRow(row, value)));
}

/** An object of rows by key (Kraken, Coinbase), as pairs. */
export function keyedRows<Row>(row: ZodType<Row>): ZodType<[string, Row | Dropped][]> {
  return z
    .record(z.string(), z.unknown())
    .transform((values) => Object.entries(values).map(([key, value]) => [key, parseRow(row, value)]));
}

/** Whether a row was left out, so that only the reason is left of it. */
export function isDropped<T>(value: T | Dropped): value is Dropped {
  return value instanceof Dropped;
}

function parseRow<Row>(row: ZodType<Row>, value: unknown): Row | Dropped {
  const parsed = row.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  return rejected(`malformed row: ${issue?.path.join(".") || "row"}: ${issue?.message ?? "unreadable"}`);
}

/** Maps the good rows; rejections pass through, and `undefined` drops a row silently. */
export function* mapRows<Row, Result>(
  values: Iterable<Row | Dropped>,
  map: (row: Row) => Result | Dropped | undefined,
): Generator<Result | Dropped> {
  for (const value of values) {
    const result = value instanceof Dropped ? value : map(value);
    if (result !== undefined) yield result;
  }
}

/** A number above zero, where a zero would be no answer. */
export const positive: ZodType<number> = numeric.refine((value) => value > 0, "not positive");

/** A rank from 1; 0 and anything else is unknown. */
export const maybeRank: ZodType<number | null> = maybeNumeric.transform((value) =>
  value !== null && Number.isSafeInteger(value) && value > 0 ? value : null,
);

/** An id of the upstream, as spelled. */
export const identifier: ZodType<string> = z.string().trim().min(1).max(128);

/** A name or symbol for people to read: one visible line. */
export const label: ZodType<string> = z
  .string()
  .max(1_000)
  .transform(cleanText)
  .refine((text) => text !== "", "empty")
  .refine((text) => text.length <= 256, "too long");

/** The symbol of a coin, upper-case as in every record. */
export const symbol: ZodType<string> = label.transform((text) => text.toUpperCase());

/** An ISO 8601 time with zone in unix milliseconds; anything else is unknown. */
export const maybeTime: ZodType<number | null> = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === "string" ? (findTime(value) ?? null) : null));

/** A calendar day that exists, `YYYY-MM-DD`. */
export const day: ZodType<string> = z.string().refine((text) => findDay(text) !== undefined, "not a day (YYYY-MM-DD)");

/** An http or https address in standard form; other addresses are unknown. */
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

/** Clocks differ by minutes at most; what lies further ahead was not observed. */
const CLOCK_SKEW_MS = 15 * MINUTE_MS;

/**
 * The time in whole milliseconds, as published times are; `null` where it lies in the future: it
 * would always look fresh.
 */
export function acceptPastTime(timeMs: number | null, now: number): number | null {
  return timeMs !== null && timeMs > 0 && timeMs <= now + CLOCK_SKEW_MS ? Math.floor(timeMs) : null;
}
