import type { Endpoint, Params, World } from "../../api/endpoint.ts";
import { envelopeSchema } from "../../api/envelope.ts";
import type { Parameter } from "../../api/parameter.ts";
import { fileOf } from "../../api/query.ts";
import { findAnswer } from "./data-page.ts";
import { listSchemaFields, type SchemaField } from "./schema-field.ts";

export interface ApiPage {
  endpoints: readonly ApiEndpoint[];
  /** The fields of `meta` in every response. */
  meta: readonly SchemaField[];
}

/** The reference page of an endpoint. */
export interface ApiEndpoint {
  id: string;
  /** `/api/coins/{symbol}`. */
  path: string;
  tag: Endpoint["tag"];
  title: string;
  /** With code between backticks. */
  description: string;
  download: boolean;
  parameters: readonly ApiParameter[];
  /** Of `data`, and what the endpoint adds to `meta`. */
  fields: readonly SchemaField[];
  /** The example file, relative to the site's root; `null` without data. */
  file: string | null;
  /** A request URL with parameters, for the handler. */
  query: string;
  /** The content of the file, shortened; `null` for downloads and without data. */
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
  /** The allowed values in words; empty if there is no limit. */
  allowed: string;
  /** The allowed values if they are a list. */
  values: readonly string[];
  description: string;
  example: string;
  /** The value in `query`; empty if it is not there. */
  value: string;
}

/** Number of members that an example shows of each kind of list. */
const OBJECTS = 1;
const VALUES = 3;
const MAP_ENTRIES = 4;
/** An object with so many keys is a map: no object of the API has more fields. */
const MAP_FROM = 50;

/** The API reference, derived from the endpoint declarations. */
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

/** The first variant with a value for every required parameter. */
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
  const isUsed = required || parameter.files !== undefined;
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
    // The path must exist in this build.
    value: parameter.in === "path" ? String(params[name] ?? example) : isUsed ? example : "",
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

/** A response as JSON for the documentation; repetitions are counted instead of shown. */
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

/** A scalar or a point of a series. */
function isShort(value: unknown): boolean {
  return Array.isArray(value)
    ? value.every((one) => typeof one !== "object")
    : typeof value !== "object" || value === null;
}
