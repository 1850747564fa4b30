import { describedId, type Endpoint } from "../../api/endpoint.ts";
import { answerSchema } from "../../api/envelope.ts";
import { BASE_CURRENCY } from "../../api/schema.ts";
import type { BaseWorld } from "../../api/world.ts";
import type { Artifact } from "../../platform/artifact.ts";
import type { Api } from "../api.ts";
import { listDocumented, listWithSchema } from "./api-index.ts";
import { renderJsonSchema } from "./json-schema.ts";

/** The parts of JSON Schema that the response schemas consist of. */
interface Schema {
  type?: string | readonly string[];
  description?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  items?: Schema;
  prefixItems?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
}

/**
 * The TypeScript types of `client.js`: the response of each path, from the endpoints' schemas, and
 * `exports`, the declarations of what the program exports.
 */
export function renderClientTypes<World extends BaseWorld>(api: Api<World>, exports: string): Artifact {
  const described = listDocumented(api).filter(({ body }) => body.form !== "download");
  const types = listWithSchema(described).map((one) => {
    const schema = renderJsonSchema(answerSchema(one)) as Schema;
    return `${renderComment(schema.description)}export type ${nameType(one.id)} = ${renderType(schema)};\n`;
  });
  const currencies = [
    BASE_CURRENCY,
    ...api.endpoints.flatMap(({ derived }) => (derived?.base === undefined ? [] : derived.currency)),
  ];
  const names = [...new Set(currencies)].map((one) => JSON.stringify(one));
  const text = [
    `/*! ${api.about.name}, MIT License */`,
    "// Needs the types of fetch: `dom` in `lib` of tsconfig.json, or `@types/node`.",
    ...types,
    "/** Currencies of this site. */",
    `export type Currency = ${names.join(" | ")};\n`,
    "/** The response to a path below `/api`; `unknown` if the types do not know the path. */",
    `export type Answer<Path extends string> =${listRules(described).map(renderRule).join("")}\n  unknown;`,
    exports,
  ];
  return { path: "client.d.ts", body: text.join("\n") };
}

/** `item-history` → `ItemHistory`. */
function nameType(id: string): string {
  return id.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());
}

interface Rule {
  pattern: string;
  type: string;
}

/** The most specific first: more segments, then fewer values. */
function listRules(endpoints: readonly Endpoint<never>[]): Rule[] {
  const rules = endpoints.flatMap((endpoint) => {
    const path = endpoint.path.slice(1).replace(/\{\w+\}/g, "$"); // A value of any length.
    const type = nameType(describedId(endpoint));
    const nested = Object.entries(endpoint.parameters)
      .filter(([, parameter]) => parameter.in === "query")
      .map(([name, { bare }]) => ({ pattern: `${path}/${bare ? "" : `${name}/`}$`, type, isFile: true }));
    return [...nested, { pattern: path, type, isFile: false }];
  });
  const count = (pattern: string, sign: string) => pattern.split(sign).length;
  const sorted = rules.sort(
    (a, b) => count(b.pattern, "/") - count(a.pattern, "/") || count(a.pattern, "$") - count(b.pattern, "$"),
  );
  // A value contains no slash, but `${string}` does; file names have further parameters.
  return sorted.flatMap(({ pattern, type, isFile }) =>
    pattern.endsWith("$") && !isFile
      ? [
          { pattern: `${pattern}/$`, type: "unknown" },
          { pattern, type },
        ]
      : [{ pattern, type }],
  );
}

function renderRule({ pattern, type }: Rule): string {
  return `\n  Path extends \`${pattern.replaceAll("$", `\${string}`)}\` ? ${type} :`;
}

function renderType(schema: Schema): string {
  const { type, anyOf, oneOf, allOf } = schema;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const variants = anyOf ?? oneOf;
  if (variants) return [...new Set(variants.map(renderType))].join(" | ");
  if (allOf) return allOf.map((one) => `(${renderType(one)})`).join(" & ");
  if (Array.isArray(type)) return type.map((one) => renderType({ ...schema, type: one })).join(" | ");
  switch (type) {
    case "string":
    case "boolean":
    case "number":
    case "null":
      return type;
    case "integer":
      return "number";
    case "array":
      return schema.prefixItems
        ? `[${schema.prefixItems.map(renderType).join(", ")}]`
        : `(${renderType(schema.items ?? {})})[]`;
    case "object":
      return renderObject(schema);
    case undefined:
      return "unknown";
    default:
      throw new TypeError(`No TypeScript type for ${JSON.stringify(schema)}`);
  }
}

function renderObject({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? "" : "?";
    return `${renderComment(field.description)}${JSON.stringify(name)}${mark}: ${renderType(field)};\n`;
  });
  // A record. Objects with fields of their own allow no others.
  if (fields.length === 0 && typeof additionalProperties === "object") {
    return `{ [name: string]: ${renderType(additionalProperties)} }`;
  }
  return `{\n${fields.join("")}}`;
}

function renderComment(description: string | undefined): string {
  return description === undefined ? "" : `/** ${description.replaceAll("*/", "* /")} */\n`;
}
