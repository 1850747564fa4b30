import { type ZodType, z } from "zod";
import { renderDay, renderTime } from "../../lib/time.ts";
import type { ArchiveEntry } from "./archive-entry.ts";
import * as schema from "./schema.ts";

/*
 * Rows of the public interface. A field is written once: from its description and the function that
 * computes its value follow the strict schema, the JSON value and the column of CSV and Parquet.
 */

/** A cell of a table. */
export type Cell = string | number | boolean | null;

/** A column of a table whose rows are made of `Source`. */
export interface Column<Source = unknown> {
  name: string;
  /** `datetime` and `date` cells are unix milliseconds. */
  type: ArchiveEntry["columns"][number]["type"];
  unit?: string;
  description: string;
  value(source: Source): Cell;
}

/** A field of the JSON. `value` computes what the schema accepts. */
export interface Field<Source, Schema extends ZodType = ZodType> {
  schema: Schema;
  value: (source: Source) => z.output<Schema>;
  column?: Omit<Column<Source>, "name">;
}

/** A field that tables can hold. */
export interface TableField<Source, Schema extends ZodType = ZodType> extends Field<Source, Schema> {
  column: Omit<Column<Source>, "name">;
}

type Fields<Source> = Readonly<Record<string, Field<Source>>>;

export interface Row<Source, Own extends Fields<Source>> {
  /** Strict: a field that is not declared is an error. */
  schema: z.ZodObject<{ [Name in keyof Own]: Own[Name]["schema"] }, z.core.$strict>;
  /** The row in its public form, with its fields in the order of their declaration. */
  compute: (source: Source) => { [Name in keyof Own]: z.output<Own[Name]["schema"]> };
  /** The columns by name, in the order of the fields. A table takes all of them or some. */
  columns: { [Name in keyof Own as Own[Name] extends TableField<never> ? Name : never]: Column<Source> };
}

/** The public form of a row: `type CoinRow = RowOf<typeof CoinRow>`. */
export type RowOf<Declared extends { compute: (source: never) => unknown }> = ReturnType<Declared["compute"]>;

/**
 * Declares the rows that are made of `Source`. `description` says what one row is. A value that the
 * schema of its field refuses is a type error.
 */
export function defineRow<Source>() {
  return <Own extends Fields<Source>>(description: string, own: Own): Row<Source, Own> => {
    const fields = Object.entries(own);
    const shape = Object.fromEntries(fields.map(([name, { schema }]) => [name, schema]));
    const columns = fields.flatMap(([name, { column }]) => (column ? [[name, { name, ...column }] as const] : []));
    // Copies of one object share its fast form in V8; rows that grow take three times as long.
    const template = Object.fromEntries(fields.map(([name]) => [name, null]));
    // Types cannot follow the entries of an object: the three members come from the same fields.
    return {
      schema: schema.object(description, shape),
      compute(source: Source) {
        const row: Record<string, unknown> = { ...template };
        for (const [name, { value }] of fields) row[name] = value(source);
        return row;
      },
      columns: Object.fromEntries(columns),
    } as unknown as Row<Source, Own>;
  };
}

/** A constructor of fields: a schema for each description, and the type and unit of the column. */
function define<Value extends Cell, Schema extends ZodType<Value>>(
  describe: (description: string) => Schema,
  type: Column["type"],
  unit?: string,
) {
  return <Source>(description: string, value: (source: Source) => z.output<Schema>): TableField<Source, Schema> => ({
    schema: describe(description),
    value,
    column: { type, ...(unit !== undefined && { unit }), description: `${description}.`, value },
  });
}

export const text = define(schema.text, "string");
export const maybeText = define(schema.maybeText, "string");
export const count = define(schema.count, "integer");
export const maybeCount = define(schema.maybeCount, "integer");
export const flag = define(schema.flag, "boolean");
export const number = define(schema.number, "number");
export const maybeNumber = define(schema.maybeNumber, "number");
export const percent = define(schema.number, "number", "%");
export const maybePercent = define(schema.maybeNumber, "number", "%");
/** An amount that stays in USD where the answer is in another currency. */
export const usd = define(schema.number, "number", "USD");
export const maybeUsd = define(schema.maybeNumber, "number", "USD");
/** An amount in the currency of the answer; tables are in USD. */
export const maybeMoney = define(schema.maybeMoney, "number", "USD");
/** A number in another unit, `BTC` or `days`. */
export const numberIn = <Source>(unit: string, description: string, value: (source: Source) => number) =>
  define(schema.number, "number", unit)(description, value);
/** The same, `null` where it is unknown. */
export const maybeNumberIn = <Source>(unit: string, description: string, value: (source: Source) => number | null) =>
  define(schema.maybeNumber, "number", unit)(description, value);

/** One of some words. */
export const oneOf = <Source, const Words extends readonly string[]>(
  words: Words,
  description: string,
  value: (source: Source) => Words[number],
) => define((about) => z.enum(words).describe(about), "string")(description, value);

/** `timeMs` gives unix milliseconds; JSON has ISO 8601 in UTC, in seconds. */
export const time = <Source>(description: string, timeMs: (source: Source) => number) => ({
  schema: schema.time(description),
  value: (source: Source) => renderTime(timeMs(source)),
  column: { type: "datetime" as const, description: `${description}, UTC.`, value: timeMs },
});

/** The same, `null` where it is unknown. */
export const maybeTime = <Source>(description: string, timeMs: (source: Source) => number | null) => ({
  schema: schema.maybeTime(description),
  value: (source: Source) => renderMaybe(timeMs(source)),
  column: { type: "datetime" as const, description: `${description}, UTC.`, value: timeMs },
});

/** A UTC day; `timeMs` gives the unix milliseconds of its start. */
export const day = <Source>(description: string, timeMs: (source: Source) => number) => ({
  schema: schema.day(description),
  value: (source: Source) => renderDay(timeMs(source)),
  column: { type: "date" as const, description: `${description}.`, value: timeMs },
});

const renderMaybe = (timeMs: number | null) => (timeMs === null ? null : renderTime(timeMs));

/** A list of texts; a cell has them separated by semicolons. */
export const texts = <Source>(description: string, item: string, value: (source: Source) => readonly string[]) => ({
  schema: z.array(schema.text(item)).describe(description),
  value: (source: Source) => [...value(source)],
  column: {
    type: "string" as const,
    description: `${description}, separated by semicolons.`,
    value: (source: Source) => value(source).join(";"),
  },
});

/** A field of any form, which no table holds. */
export const field = <Source, Schema extends ZodType>(
  schema: Schema,
  value: (source: Source) => z.output<Schema>,
): Field<Source, Schema> => ({ schema, value });

/** A list of rows within a row. */
export const listOf = <Source, Item, Value>(
  description: string,
  item: { schema: ZodType<Value>; compute: (source: Item) => Value },
  items: (source: Source) => readonly Item[],
) => field(z.array(item.schema).describe(description), (source: Source) => items(source).map(item.compute));
