import { type ZodType, z } from "zod";
import { Dropped, rejected } from "../../normalise/record.ts";

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** A finite number, or a decimal text of one. Empty, `NaN`, hexadecimal and overflowing texts are refused. */
export const numeric: ZodType<number> = z
  .union([z.number(), z.string().regex(DECIMAL, "not a decimal number").transform(Number)])
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

/** As `maybeAmount`, with zero meaning unknown too: an empty side of a book, an open of a book without trades. */
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

/** An array whose rows are checked one by one: a bad row becomes a rejection with its reason instead of a failed body. */
export function rows<Row>(row: ZodType<Row>): ZodType<(Row | Dropped)[]> {
  return z.array(z.unknown()).transform((values) => values.map((value) => parseRow(row, value)));
}

/** An object of rows by key (Kraken, Coinbase), as pairs. */
export function keyedRows<Row>(row: ZodType<Row>): ZodType<[string, Row | Dropped][]> {
  return z
    .record(z.string(), z.unknown())
    .transform((values) => Object.entries(values).map(([key, value]) => [key, parseRow(row, value)]));
}

export function isDropped<T>(value: T | Dropped): value is Dropped {
  return value instanceof Dropped;
}

function parseRow<Row>(row: ZodType<Row>, value: unknown): Row | Dropped {
  const parsed = row.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  return rejected(`malformed row: ${issue?.path.join(".") || "row"}: ${issue?.message ?? "unreadable"}`);
}

/** Maps the good rows; bad ones pass through, `undefined` leaves a row out without a word. */
export function* mapRows<Row, Result>(
  values: Iterable<Row | Dropped>,
  map: (row: Row) => Result | Dropped | undefined,
): Generator<Result | Dropped> {
  for (const value of values) {
    const result = value instanceof Dropped ? value : map(value);
    if (result !== undefined) yield result;
  }
}
