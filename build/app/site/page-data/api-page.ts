import { z } from "zod";
import { placeFile } from "../../../crypto/api/place-file.ts";
import { TAGS } from "../../../crypto/api/tags.ts";
import type { Endpoint, Tag } from "../../../crypto/api/world.ts";
import { type Body, describedId, extensionOf, findExampleParams, type Params } from "../../../kit/api/endpoint.ts";
import { envelopeSchema } from "../../../kit/api/envelope.ts";
import { isRefused, type Parameter } from "../../../kit/api/parameter.ts";
import { fileOf } from "../../../kit/api/query.ts";
import { type Built, findAnswer } from "./data-page.ts";
import { listSchemaFields } from "./schema-field.ts";
import { describeAbsence } from "./site-facts.ts";

type ApiParameter = ReturnType<typeof describeParameter>;

/** Number of members that an example shows of each kind of list. */
const OBJECTS = 1;
const VALUES = 3;
const MAP_ENTRIES = 4;
/** An object with so many keys is a map: no object of the API has more fields. */
const MAP_FROM = 50;
/** So is one with so many members that are all objects. */
const MAP_OF_OBJECTS_FROM = 10;

/** The API reference, derived from the endpoints. `meta`: its fields in every response. */
export function computeApiPage(built: Built) {
  const fields = listSchemaFields(envelopeSchema(z.unknown(), {}), "");
  return {
    endpoints: built.endpoints.map((endpoint) => describeEndpoint(endpoint, built)),
    meta: fields.flatMap((field) => (/^\.meta\./.test(field.path) ? { ...field, path: field.path.slice(1) } : [])),
  };
}

function describeEndpoint(endpoint: Endpoint, built: Built) {
  const { id, path, docs, body, derived } = endpoint;
  const download = body.form === "download";
  const bare = body.form === "bare";
  const params = findShownParams(endpoint, built.world);
  const answer = params === undefined || download ? undefined : findAnswer(built, id, params);
  const computed = derived?.example?.(built.world);
  const parameters = Object.entries(endpoint.parameters).map(([name, parameter]) =>
    describeParameter(name, parameter, computed?.[name] ?? params?.[name], params !== undefined),
  );
  const file = params && fileOf(path, endpoint.parameters, params, extensionOf(endpoint));
  const query = composeQuery(path, parameters);
  return {
    id,
    tag: docs.tag,
    chapter: describeChapter(docs.tag),
    title: docs.title,
    /** For an endpoint in another currency: the title of the one in USD. */
    shortTitle: built.endpoints.find((other) => other.id === derived?.base)?.docs.title ?? docs.title,
    description: docs.description,
    download,
    parameters,
    path: `/${placeFile(path.slice(1))}`,
    /** The name of its JSON Schema. */
    schema: describedId(endpoint),
    bare,
    /** Whether it answers in the site's currencies. */
    isQuoted: derived?.base !== undefined,
    /** The fields of `data`, and those that the endpoint adds to `meta`. */
    fields: listFields(body),
    /** The example file, relative to the site's root; `null` without data. */
    file: file === undefined ? null : placeFile(file),
    absence: file === undefined ? describeNoFile(endpoint, built) : null,
    /** A request with parameters, for the handler. */
    query,
    /** What its code requests, relative to the site's root; `null` if nothing answers. */
    requested: file !== undefined ? placeFile(file) : computed === undefined ? null : query.slice(1),
    example: answer === undefined ? null : renderExample(answer),
    sources: answer === undefined || bare ? [] : answer.meta.sources,
  };
}

function describeChapter(tag: Tag) {
  return { id: tag, position: Object.keys(TAGS).indexOf(tag), ...TAGS[tag] };
}

function describeNoFile(endpoint: Endpoint, { world }: Built): string {
  return endpoint.derived?.example === undefined
    ? describeAbsence(endpoint, world)
    : "Builds write no file of it: hosts with the handler and client.js answer it.";
}

function listFields(body: Body) {
  if (body.form === "download") return [];
  if (body.form === "bare") return listSchemaFields(body.data, "body");
  const meta = Object.entries(body.meta).flatMap(([name, schema]) => listSchemaFields(schema, `meta.${name}`));
  return [...listSchemaFields(body.data, "data"), ...meta];
}

/**
 * The parameters of the file that the page shows: with the example of each parameter that names
 * files, so that the request, its code and its response are one. Otherwise those of any file.
 */
function findShownParams(endpoint: Endpoint, world: Built["world"]): Params | undefined {
  const { parameters, variants } = endpoint;
  const known = findExampleParams(endpoint, world);
  if (known === undefined) return undefined;
  const wanted = Object.entries(parameters).flatMap(([name, parameter]) => {
    if (parameter.in === "path") return [[name, known[name]] as const];
    return namesFiles(parameter) ? [[name, parameter.example] as const] : [];
  });
  for (const params of variants(world))
    if (wanted.every(([name, value]) => String(params[name]) === String(value))) return params;
  return known;
}

function namesFiles({ files = [] }: Parameter): boolean {
  return files.length > 0;
}

/** `known`: its value in the file that the page shows, if `hasFile`. */
function describeParameter(name: string, parameter: Parameter, known: string | number | undefined, hasFile: boolean) {
  const required = parameter.in === "path" || parameter.required === true;
  const example = String(parameter.example);
  const isUsed = required || known !== undefined || (!hasFile && namesFiles(parameter));
  return {
    name,
    required,
    /** Whether a request that sets it is refused. */
    refused: isRefused(parameter),
    example,
    in: parameter.in,
    type: parameter.type,
    description: parameter.description,
    default: parameter.default ?? null,
    /** In words; empty if there is no limit. */
    allowed: describeAllowed(parameter),
    values: parameter.enum ?? [],
    /** The value in the request; the path must exist in this build. Empty: not in the request. */
    value: isUsed ? String(known ?? example) : "",
  };
}

function describeAllowed({ enum: values, allowed, minimum, maximum, maxLength, maxItems }: Parameter): string {
  if (values !== undefined) return values.join(", ");
  if (allowed !== undefined) return allowed;
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
  return `/${placeFile(filled.slice(1))}${query.length === 0 ? "" : `?${query.join("&")}`}`;
}

/** A response as JSON for the documentation: valid, with the first rows of long lists only. */
export function renderExample(value: unknown, indent = ""): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) return renderList(value, indent, inner);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  const shown = isMap(entries) ? entries.slice(0, MAP_ENTRIES) : entries;
  const lines = shown.map(([name, member]) => `${inner}${JSON.stringify(name)}: ${renderExample(member, inner)}`);
  return `{\n${lines.join(",\n")}\n${indent}}`;
}

function isMap(entries: readonly (readonly [string, unknown])[]): boolean {
  const ofObjects = entries.every(([, member]) => typeof member === "object" && member !== null);
  return entries.length >= (ofObjects ? MAP_OF_OBJECTS_FROM : MAP_FROM);
}

function renderList(list: readonly unknown[], indent: string, inner: string): string {
  if (list.every(isShort)) {
    const shown = list.slice(0, VALUES).map((member) => JSON.stringify(member));
    return `[${shown.join(", ")}]`;
  }
  const lines = list.slice(0, OBJECTS).map((member) => `${inner}${renderExample(member, inner)}`);
  return `[\n${lines.join(",\n")}\n${indent}]`;
}

/** A scalar or a point of a series. */
function isShort(value: unknown): boolean {
  return Array.isArray(value)
    ? value.every((one) => typeof one !== "object")
    : typeof value !== "object" || value === null;
}
