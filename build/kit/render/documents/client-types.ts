import { describedId } from "../../../kit/api/endpoint.ts";
import { BASE_CURRENCY } from "../../../kit/api/schema.ts";
import type { Artifact } from "../../../kit/platform/artifact.ts";
import { renderJsonSchema } from "../../../kit/render/documents/json-schema.ts";
import { describeEndpoints } from "../../api/describe-endpoints.ts";
import { answerSchema } from "../../api/envelope.ts";
import type { Endpoint } from "../../api/world.ts";
import { listDescribed, listWithSchema } from "./api-index.ts";

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

/** The TypeScript types of `client.js`: the response of each path, from the endpoints' schemas. */
export function renderClientTypes(endpoints: readonly Endpoint[]): Artifact {
  const described = listDescribed(describeEndpoints(endpoints)).filter(({ body }) => body.form !== "download");
  const types = listWithSchema(described).map((one) => {
    const schema = renderJsonSchema(answerSchema(one)) as Schema;
    return `${renderComment(schema.description)}export type ${nameType(one.id)} = ${renderType(schema)};\n`;
  });
  const currencies = [
    BASE_CURRENCY,
    ...endpoints.flatMap(({ derived }) => (derived?.base === undefined ? [] : derived.currency)),
  ];
  const names = [...new Set(currencies)].map((one) => JSON.stringify(one));
  const text = [
    "/*! Open Crypto Data, MIT License */",
    "// Needs the types of fetch: `dom` in `lib` of tsconfig.json, or `@types/node`.",
    ...types,
    "/** Currencies of this site. */",
    `export type Currency = ${names.join(" | ")};\n`,
    "/** The response to a path below `/api`; `unknown` if the types do not know the path. */",
    `export type Answer<Path extends string> =${listRules(described).map(renderRule).join("")}\n  unknown;`,
    CLIENT,
  ];
  return { path: "client.d.ts", body: text.join("\n") };
}

/** `coin-history` → `CoinHistory`. */
function nameType(id: string): string {
  return id.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());
}

interface Rule {
  pattern: string;
  type: string;
}

/** The most specific first: more segments, then fewer values. */
function listRules(endpoints: readonly Endpoint[]): Rule[] {
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

/** What `build/kit/serve/client.ts` exports. */
const CLIENT = `
/** A path without \`/api/\`, its query and \`.json\`. */
export type Plain<Path extends string> =
  Path extends \`\${infer Name}?\${string}\` ? Plain<Name> :
  Path extends \`/\${infer Name}\` ? Plain<Name> :
  Path extends \`api/\${infer Name}\` ? Plain<Name> :
  Path extends \`\${infer Name}.json\` ? Name :
  Path;

export interface CurrencyOptions {
  /** Endpoints that have currencies answer in it, all others as without it. */
  currency?: Currency;
}

export interface ClientOptions extends CurrencyOptions {
  fetch?: (url: string) => Promise<Response>;
  /** The time in unix milliseconds. */
  now?: () => number;
}

/** The price of a coin at a time: \`data\` of \`coins/{symbol}/at\`. */
export interface PriceAt {
  id: string;
  symbol: string;
  price: number;
  /** Since when the price counts. */
  time: string;
  resolution: "5m" | "1h" | "1d";
  distance_seconds: number;
  price_source: string;
}

/** Unix seconds or milliseconds, an ISO 8601 text with its zone, a date, or a \`Date\`. */
export type Moment = number | string | Date;

/** What the recomputation of one published price found. */
export interface PriceCheck {
  /** Id of the coin. */
  coin: string;
  /** USD. */
  published: number | null;
  /** In USD; null where it cannot be recomputed. */
  recomputed: number | null;
  /** Why it cannot be recomputed; null where it was. */
  reason: string | null;
  /** Sentences; empty where everything agrees. */
  problems: string[];
}

export interface Client {
  /** Throws an Error with \`code\`, \`status\` and \`message\` of the error response. */
  get<Path extends string>(path: Path, options?: CurrencyOptions): Promise<Answer<Plain<Path>>>;
  get<Envelope = unknown>(path: string | URL, options?: CurrencyOptions): Promise<Envelope>;
  /** Like \`fetch\`, for paths below \`/api\` and for whole URLs. */
  request(input: string | URL | Request, init?: RequestInit, options?: CurrencyOptions): Promise<Response>;
  /** \`null\` where no price of the time is known. Throws like \`get\` for wrong requests. */
  priceAt(coin: string, time: Moment, options?: CurrencyOptions): Promise<PriceAt | null>;
  /** The prices of many moments, in their order. Each file is read once. */
  pricesAt(
    moments: readonly (readonly [coin: string, time: Moment])[],
    options?: CurrencyOptions,
  ): Promise<(PriceAt | null)[]>;
  /** Recomputes a coin's present price in USD from its published evidence. Throws like \`get\`. */
  verifyPrice(coin: string): Promise<PriceCheck>;
}

/** \`site\`: the URL of a published site, or several copies of it. */
export function createClient(site: string | URL | readonly (string | URL)[], options?: ClientOptions): Client;
export const get: Client["get"];
export const request: Client["request"];
export const priceAt: Client["priceAt"];
export const pricesAt: Client["pricesAt"];
export const verifyPrice: Client["verifyPrice"];
`;
