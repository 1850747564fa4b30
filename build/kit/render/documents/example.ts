import { renderJson } from "../../../lib/json/render-json.ts";
import { isObject } from "../../../lib/shape.ts";
import { type Endpoint, findExampleParams } from "../../api/endpoint.ts";
import { computeAnswer } from "../../api/envelope.ts";
import type { BaseWorld } from "../../api/world.ts";

/** Members that an example shows of each list and map, unless its schema requires more. */
const OBJECTS = 1;
const VALUES = 3;

/** The parts of JSON Schema that decide how far a value can be shortened. */
interface JsonSchema {
  type?: unknown;
  items?: JsonSchema;
  minItems?: number;
  properties?: Readonly<Record<string, JsonSchema>>;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: readonly JsonSchema[];
}

/**
 * A response of this build with shorter lists; `undefined` without data. The time and the number of
 * the run are left out, so that the same market makes the same example.
 */
export function computeExample<World extends BaseWorld>(
  endpoint: Endpoint<World>,
  world: World,
  schema: object,
): unknown {
  const params = findExampleParams(endpoint, world) ?? endpoint.derived?.example?.(world);
  if (params === undefined || endpoint.body.form === "download") return undefined;
  const { asOfMs } = world.market;
  const untimed = { generatedAtMs: asOfMs, nextUpdateAtMs: asOfMs + world.run.cadenceMs, commit: null, run: null };
  const answer = computeAnswer(endpoint, { ...world, run: { ...world.run, ...untimed, builds: [] } }, params);
  return shorten(JSON.parse(renderJson(answer).toString()), schema);
}

/** The value with fewer members in its lists and maps, as far as the schema allows. */
export function shorten(value: unknown, declared: JsonSchema): unknown {
  if (typeof value !== "object" || value === null) return value;
  const schema = declared.anyOf?.find(({ type }) => type !== "null") ?? declared;
  if (Array.isArray(value)) {
    const { items = {}, minItems = 0 } = schema;
    const shown = value.some(isObject) ? OBJECTS : VALUES;
    return value
      .filter((item) => !isMisread(item))
      .slice(0, Math.max(shown, minItems))
      .map((item) => shorten(item, items));
  }
  const { properties, additionalProperties } = schema;
  const entries = Object.entries(value);
  const shown = properties === undefined ? entries.slice(0, VALUES) : entries;
  const others = typeof additionalProperties === "object" ? additionalProperties : {};
  return Object.fromEntries(shown.map(([name, field]) => [name, shorten(field, properties?.[name] ?? others)]));
}

/** Spectral takes every object with one of these keys for a schema, and validates it. */
const KEYWORDS = ["default", "example"];

function isMisread(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return KEYWORDS.some((name) => name in value) || Object.values(value).some(isMisread);
}
