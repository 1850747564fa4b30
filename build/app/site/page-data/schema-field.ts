import type { ZodType } from "zod";
import { renderJsonSchema } from "../../../kit/render/documents/json-schema.ts";

/** A field of a response. */
export interface SchemaField {
  /** Full path: `data[].price_evidence.tickers[].weight`. */
  path: string;
  /** `number`, `array of string`, `"ok" or "stale"`. */
  type: string;
  /** `USD`, `%`, `ISO 8601 UTC`; `null`: no unit. */
  unit: string | null;
  nullable: boolean;
  /** May be absent. */
  optional: boolean;
  description: string;
  /** The field with the same members, which are not listed again. */
  sameAs: string | null;
}

/** A repeated list is left out if it has at least so many fields. */
const REPEATED = 3;

interface JsonSchema {
  type?: string | readonly string[];
  description?: string;
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  items?: JsonSchema;
  prefixItems?: readonly JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  anyOf?: readonly JsonSchema[];
}

/** Every field of a schema, parents before their children, in the order of the declaration. */
export function listSchemaFields(schema: ZodType, path: string): SchemaField[] {
  return listFields(renderJsonSchema(schema) as JsonSchema, path, false, new Map());
}

/** `seen`: members (as JSON) → the path where they were listed first. */
function listFields(declared: JsonSchema, path: string, optional: boolean, seen: Map<string, string>): SchemaField[] {
  const { schema, nullable } = unwrap(declared);
  const description = declared.description ?? schema.description ?? "";
  const members = JSON.stringify(schema.items ?? schema.properties ?? null);
  const first = seen.get(members);
  const children = first === undefined ? listChildren(schema, path, seen) : [];
  if (children.length >= REPEATED) seen.set(members, path);
  const unit = findUnit(schema, description);
  const own = {
    path,
    type: nameType(schema),
    unit,
    nullable,
    optional,
    // The unit says it.
    description: description.replace(/\. In meta\.currency$/, ""),
    sameAs: first ?? null,
  };
  return [own, ...children];
}

function listChildren(schema: JsonSchema, path: string, seen: Map<string, string>): SchemaField[] {
  const { properties, required = [], items, additionalProperties } = schema;
  if (properties !== undefined) {
    return Object.entries(properties).flatMap(([name, property]) =>
      listFields(property, `${path}.${name}`, !required.includes(name), seen),
    );
  }
  // The type of a list or a map already names its members. Only their fields are listed.
  if (items !== undefined && schema.prefixItems === undefined)
    return listChildren(unwrap(items).schema, `${path}[]`, seen);
  if (typeof additionalProperties === "object")
    return listChildren(unwrap(additionalProperties).schema, `${path}.*`, seen);
  return [];
}

/** `T or null` in both forms of JSON Schema. */
function unwrap(schema: JsonSchema): { schema: JsonSchema; nullable: boolean } {
  if (schema.anyOf !== undefined) {
    const [only, ...others] = schema.anyOf.filter(({ type }) => type !== "null");
    if (only !== undefined && others.length === 0) return { schema: only, nullable: schema.anyOf.length > 1 };
  }
  if (Array.isArray(schema.type) && schema.type.includes("null")) {
    const types = schema.type.filter((type) => type !== "null");
    const [only = types] = types.length === 1 ? types : [];
    return { schema: { ...schema, type: only }, nullable: true };
  }
  return { schema, nullable: false };
}

function nameType(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => nameType(one)).join(" or ");
  if (schema.type === "array") return nameList(schema);
  if (schema.type === "object" && schema.properties === undefined && typeof schema.additionalProperties === "object") {
    return `map of ${nameMember(schema.additionalProperties)}`;
  }
  return schema.type === undefined ? "any" : [schema.type].flat().join(" or ");
}

function nameList({ items }: JsonSchema): string {
  if (items?.prefixItems !== undefined)
    return `array of [${items.prefixItems.map((one) => nameMember(one)).join(", ")}]`;
  return items === undefined ? "array" : `array of ${nameMember(items)}`;
}

function nameMember(declared: JsonSchema): string {
  const { schema, nullable } = unwrap(declared);
  return nullable ? `${nameType(schema)} or null` : nameType(schema);
}

/** Words in descriptions that state units; the first match counts. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/\bin meta\.currency/i, "meta.currency"],
  [/\bpercent\b/i, "%"],
  [/\bUSD\b/, "USD"],
  [/\bBTC\b/, "BTC"],
  [/\bbytes\b/i, "bytes"],
  [/\bseconds\b/i, "seconds"],
  [/^unix milliseconds|in unix milliseconds/i, "unix ms"],
];
const FORMATS: Readonly<Record<string, string>> = { "date-time": "ISO 8601 UTC", date: "YYYY-MM-DD" };

function findUnit(schema: JsonSchema, description: string): string | null {
  const format = FORMATS[schema.format ?? ""];
  if (format !== undefined) return format;
  if (!holdsNumbers(schema)) return null;
  const unit = UNITS.find(([words]) => words.test(description))?.[1] ?? null;
  return schema.items?.prefixItems === undefined ? unit : `[unix ms, ${unit ?? "value"}]`;
}

function holdsNumbers(declared: JsonSchema): boolean {
  const { schema } = unwrap(declared);
  if (schema.prefixItems !== undefined) return true;
  if (schema.items !== undefined) return holdsNumbers(schema.items);
  if (typeof schema.additionalProperties === "object") return holdsNumbers(schema.additionalProperties);
  return schema.type === "number" || schema.type === "integer";
}
