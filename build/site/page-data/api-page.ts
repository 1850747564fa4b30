import type { Endpoint, Params, World } from "../../api/endpoint.ts";
import { envelopeSchema } from "../../api/envelope.ts";
import type { Parameter } from "../../api/parameter.ts";
import { fileOf } from "../../api/query.ts";
import { findAnswer } from "./data-page.ts";
import { listSchemaFields, type SchemaField } from "./schema-field.ts";

export interface ApiPage {
  endpoints: readonly ApiEndpoint[];
  /** What every answer says about itself. */
  meta: readonly SchemaField[];
}

/** An endpoint as its page of the reference shows it. */
export interface ApiEndpoint {
  id: string;
  /** `/api/coins/{symbol}`. */
  path: string;
  tag: Endpoint["tag"];
  title: string;
  /** Code between backticks. */
  description: string;
  download: boolean;
  parameters: readonly ApiParameter[];
  /** Of `data`, and of what the endpoint adds to `meta`. */
  fields: readonly SchemaField[];
  /** The file of the example, relative to the site's root; `null` where the endpoint has no data. */
  file: string | null;
  /** A question with parameters that any handler answers. */
  query: string;
  /** The file's content, shortened; `null` for a download and where there is no data. */
  example: string | null;
  /** Ids of the sources of the example. */
  sources: readonly string[];
}

export interface ApiParameter {
  name: string;
  in: Parameter["in"];
  type: Parameter["type"];
  required: boolean;
  default: string | number | null;
  /** What is allowed, in words; empty where anything is. */
  allowed: string;
  /** Every allowed value, where they are listed. */
  values: readonly string[];
  description: string;
  example: string;
  /** What the question of the example holds for it; empty where it leaves it out. */
  value: string;
}

/** Members of a list of objects, of a list of plain values, and of a map of many, that an example shows. */
const OBJECTS = 1;
const VALUES = 3;
const MAP_ENTRIES = 4;
/** More keys than any object of the interface has: it is a map then. */
const MAP_FROM = 50;

/** The reference, out of the declarations that answers are made of. */
export function computeApiPage(endpoints: readonly Endpoint[], world: World): ApiPage {
  const plain = endpoints.find(({ meta, download }) => meta === undefined && download === undefined);
  return {
    endpoints: endpoints.map((endpoint) => describeEndpoint(endpoint, endpoints, world)),
    meta:
      plain === undefined
        ? []
        : listSchemaFields(envelopeSchema(plain), "")
            .filter(({ path }) => /^\.meta\./.test(path))
            .map(dropDot),
  };
}

function dropDot(field: SchemaField): SchemaField {
  return { ...field, path: field.path.slice(1) };
}

function describeEndpoint(endpoint: Endpoint, endpoints: readonly Endpoint[], world: World): ApiEndpoint {
  const { id, path, tag, title, description, download = false } = endpoint;
  const params = findExample(endpoint, world);
  const answer = params === undefined || download ? undefined : findAnswer(endpoints, world, id, params);
  const parameters = Object.entries(endpoint.parameters).map(([name, parameter]) =>
    describeParameter(name, parameter, params ?? {}),
  );
  const file = params && fileOf(path, endpoint.parameters, params, download ? "" : ".json");
  const meta = Object.entries(endpoint.meta ?? {}).flatMap(([name, schema]) =>
    listSchemaFields(schema, `meta.${name}`),
  );
  return {
    id,
    path: `/api${path}`,
    tag,
    title,
    description,
    download,
    parameters,
    fields: download ? [] : [...listSchemaFields(endpoint.data, "data"), ...meta],
    file: file === undefined ? null : `api/${file}`,
    query: composeQuery(path, parameters),
    example: answer === undefined ? null : renderExample(answer),
    sources: answer === undefined ? [] : (answer.meta["sources"] as string[]),
  };
}

/** The first file whose name says all that the endpoint must be asked. */
function findExample({ parameters, variants }: Endpoint, world: World): Params | undefined {
  const needed = Object.keys(parameters).filter(
    (name) => parameters[name]!.required || parameters[name]!.in === "path",
  );
  for (const params of variants(world)) if (needed.every((name) => name in params)) return params;
  return undefined;
}

function describeParameter(name: string, parameter: Parameter, params: Params): ApiParameter {
  const required = parameter.in === "path" || parameter.required === true;
  const example = String(parameter.example);
  const isAsked = required || parameter.files !== undefined;
  return {
    name,
    in: parameter.in,
    type: parameter.type,
    required,
    default: parameter.default ?? null,
    allowed: describeAllowed(parameter),
    values: parameter.enum ?? [],
    description: parameter.description,
    example,
    // A path must lead to something that this build has.
    value: parameter.in === "path" ? String(params[name] ?? example) : isAsked ? example : "",
  };
}

function describeAllowed({ enum: values, minimum, maximum, maxLength, maxItems }: Parameter): string {
  if (values !== undefined) return values.join(", ");
  if (minimum !== undefined) return maximum === undefined ? `${minimum} or more` : `${minimum} to ${maximum}`;
  if (maxItems !== undefined) return `at most ${maxItems} entries`;
  return maxLength === undefined ? "" : `at most ${maxLength} characters`;
}

function composeQuery(path: string, parameters: readonly ApiParameter[]): string {
  const given = parameters.filter(({ value }) => value !== "");
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(given.find((parameter) => parameter.name === name)?.value ?? name),
  );
  const query = given.filter((parameter) => parameter.in === "query").map(({ name, value }) => `${name}=${value}`);
  return `/api${filled}${query.length === 0 ? "" : `?${query.join("&")}`}`;
}

/** An answer as an example in the documentation: JSON, with what is only more of the same counted instead of shown. */
export function renderExample(value: unknown, indent = ""): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) return renderList(value, indent, inner);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  const shown = entries.length >= MAP_FROM ? entries.slice(0, MAP_ENTRIES) : entries;
  const lines = shown.map(([name, member]) => `${inner}${JSON.stringify(name)}: ${renderExample(member, inner)}`);
  return `{\n${join(lines, entries.length - shown.length, inner)}\n${indent}}`;
}

function renderList(list: readonly unknown[], indent: string, inner: string): string {
  if (list.every(isShort)) {
    const shown = list.slice(0, VALUES).map((member) => JSON.stringify(member));
    const rest = list.length - shown.length;
    return `[${shown.join(", ")}${rest > 0 ? `, … ${rest} more` : ""}]`;
  }
  const lines = list.slice(0, OBJECTS).map((member) => `${inner}${renderExample(member, inner)}`);
  return `[\n${join(lines, list.length - lines.length, inner)}\n${indent}]`;
}

function join(lines: readonly string[], rest: number, inner: string): string {
  return lines.join(",\n") + (rest > 0 ? `,\n${inner}… ${rest} more` : "");
}

/** A plain value or a point of a series. */
function isShort(value: unknown): boolean {
  return Array.isArray(value)
    ? value.every((one) => typeof one !== "object")
    : typeof value !== "object" || value === null;
}
