import { type ZodType, z } from "zod";
import { PointList } from "../../lib/json/point-list.ts";

/*
 * Building blocks of the response schemas: the docs and OpenAPI consist of their descriptions. The
 * fields of a row (`row.ts`) have the same names, and add the value to the schema.
 */

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const text = (description: string) => z.string().describe(description);

export const maybeText = (description: string) => z.string().nullable().describe(description);

export const number = (description: string) => z.number().describe(description);

export const maybeNumber = (description: string) => z.number().nullable().describe(description);

/** An amount of money in the currency of the answer. */
export const maybeMoney = (description: string) => maybeNumber(`${description}. In meta.currency`);

export const count = (description: string) => z.int().min(0).describe(description);

export const maybeCount = (description: string) => z.int().min(0).nullable().describe(description);

export const object = <Fields extends z.core.$ZodLooseShape>(description: string, fields: Fields) =>
  z.strictObject(fields).describe(description);

/** An array of objects; `item` describes one of them. */
export const listOf = <Fields extends z.core.$ZodLooseShape>(description: string, item: string, fields: Fields) =>
  z.array(object(item, fields)).describe(description);

export const flag = (description: string) => z.boolean().describe(description);

export const time = (description: string) => z.string().regex(TIME).meta({ description, format: "date-time" });

export const maybeTime = (description: string) =>
  z.string().regex(TIME).meta({ format: "date-time" }).nullable().describe(description);

export const day = (description: string) => z.string().regex(DAY).meta({ description, format: "date" });

export const maybeDay = (description: string) =>
  z.string().regex(DAY).meta({ format: "date" }).nullable().describe(description);

/** Points in ascending time: plain arrays, or rendered ones. `nullable`: values may be unknown. */
export function points(description: string, nullable = false): ZodType<PointList | [number, number | null][]> {
  // One pass over plain arrays: a tuple schema per point takes seven times as long.
  const expected = "expected [[unix ms, number], …] in ascending time";
  return z
    .unknown()
    .refine((value) => arePoints(value, nullable), expected)
    .meta({
      description,
      type: "array",
      items: {
        type: "array",
        prefixItems: [{ type: "integer" }, { type: nullable ? ["number", "null"] : "number" }],
        minItems: 2,
        maxItems: 2,
      },
    });
}

function arePoints(value: unknown, nullable: boolean): value is PointList | [number, number | null][] {
  if (value instanceof PointList) return areColumns(value, nullable);
  if (!Array.isArray(value)) return false;
  let previous = Number.NEGATIVE_INFINITY;
  const points: unknown[] = value;
  for (const point of points) {
    if (!Array.isArray(point) || point.length !== 2) return false;
    if (!Number.isInteger(point[0]) || point[0] <= previous) return false;
    if (!Number.isFinite(point[1]) && !(nullable && point[1] === null)) return false;
    previous = point[0];
  }
  return true;
}

function areColumns({ times, values }: PointList, nullable: boolean): boolean {
  if (times.length !== values.length || !areTimes(times)) return false;
  // By position: iterators make an object for each of the many values.
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at];
    if (!Number.isFinite(value) && !(nullable && value === null)) return false;
  }
  return true;
}

function areTimes(times: readonly number[]): boolean {
  let previous = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < times.length; at += 1) {
    const time = times[at] as number;
    if (!Number.isInteger(time) || time <= previous) return false;
    previous = time;
  }
  return true;
}

/** Values over a grid of times that is stated elsewhere; `null` if no point is known. */
export function gridValues(description: string, length: number): ZodType<(number | null)[]> {
  return z
    .unknown()
    .refine((value) => areGridValues(value, length), `expected ${length} numbers or nulls`)
    .meta({
      description,
      type: "array",
      items: { type: ["number", "null"] },
      minItems: length,
      maxItems: length,
    });
}

function areGridValues(value: unknown, length: number): value is (number | null)[] {
  return areValues(value) && value.length === length;
}

/** Values at even distances from a time that is stated elsewhere; `null` where none is known. */
export function values(description: string): ZodType<(number | null)[]> {
  return z
    .unknown()
    .refine(areValues, "expected numbers or nulls")
    .meta({ description, type: "array", items: { type: ["number", "null"] } });
}

function areValues(value: unknown): value is (number | null)[] {
  return Array.isArray(value) && value.every((one) => one === null || Number.isFinite(one));
}

/** The currency of every number before it is converted. */
export const BASE_CURRENCY = "usd";

/** The field `currency` in the `meta` of endpoints that answer in several currencies. */
export const CurrencyMeta = text("Currency of the amounts of money whose field names none, as a lower-case code");

export const PaginationMeta = object("Position of this page in the list", {
  limit: count("Largest number of rows on this page; the total where the page is everything"),
  offset: count("Number of rows before this page"),
  total: count("Rows in the whole list, after a search"),
  count: count("Rows on this page"),
  next: maybeText("The next page, relative to the base URL; null on the last one, and in currencies other than USD"),
  previous: maybeText(
    "The page before, relative to the base URL; null on the first one, and in currencies other than USD",
  ),
});
