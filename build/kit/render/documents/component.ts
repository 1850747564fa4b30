import type { ZodType } from "zod";
import { renderJsonSchema } from "./json-schema.ts";

type Node = Readonly<Record<string, unknown>>;

/** The schema in the form that generators of clients and linters read correctly. */
export function renderComponent(schema: ZodType): Record<string, unknown> {
  const { $schema: _, ...component } = renderJsonSchema(schema);
  return simplify(component) as Record<string, unknown>;
}

function simplify(node: unknown): unknown {
  if (typeof node !== "object" || node === null) return node;
  if (Array.isArray(node)) return node.map(simplify);
  const simple = splitFields(simplifyTuple(node as Node));
  return Object.fromEntries(Object.entries(simple).map(([name, value]) => [name, simplify(value)]));
}

/**
 * A tuple as a list of that length, whose members have any of its types. Generators know `items`;
 * with `prefixItems` beside it some add a member, and without `items` others fail.
 */
function simplifyTuple(node: Node): Node {
  const { prefixItems, ...list } = node;
  if (!Array.isArray(prefixItems)) return node;
  const types = (prefixItems as { type: string | string[] }[]).flatMap(({ type }) => type);
  const known = [...new Set(types.map((type) => (type === "integer" ? "number" : type)))];
  return { ...list, items: { type: known.length === 1 ? known[0] : known } };
}

/**
 * Spectral takes an object with the keys `schema` and `example` for a media type, also where these
 * are the names of two fields. Such a schema becomes two.
 */
function splitFields(node: Node): Node {
  const {
    properties = {},
    required = [],
    additionalProperties,
    ...rest
  } = node as {
    properties?: Node;
    required?: readonly string[];
    additionalProperties?: unknown;
  };
  const { example, ...others } = properties;
  if (example === undefined || others["schema"] === undefined) return node;
  const part = (fields: Node) => ({
    type: "object",
    properties: fields,
    required: required.filter((name) => name in fields),
  });
  return { ...rest, allOf: [part(others), part({ example })], unevaluatedProperties: additionalProperties };
}
