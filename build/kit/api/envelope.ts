import { type ZodType, z } from "zod";
import { oncePer } from "../../lib/once-per.ts";
import { renderTime } from "../../lib/time.ts";
import type { Endpoint, Params } from "./endpoint.ts";
import { computeFreshness, isStale } from "./freshness.ts";
import { findFileOf, queryFormOf } from "./query.ts";
import * as schema from "./schema.ts";
import type { BaseWorld } from "./world.ts";

export const SCHEMA_VERSION = "1.1";

export interface Envelope {
  data: unknown;
  meta: Meta;
}

/** What every answer says of itself. Times are ISO 8601 in UTC. An endpoint may add fields. */
export interface Meta {
  schema_version: string;
  self: string;
  updated_at: string;
  expires_at: string;
  stale: boolean;
  sources: readonly string[];
  readonly [own: string]: unknown;
}

/**
 * `expires_at`: when the next value of the fastest dataset is due, plus one cadence of at least a
 * build's. An answer that expired before the market's newest observation is stale, also where only
 * one kind of its data did.
 */
export function computeEnvelope<World extends BaseWorld>(
  endpoint: Endpoint<World>,
  world: World,
  params: Params,
): Envelope {
  const { path, parameters } = endpoint;
  const { data, meta, ...own } = endpoint.compute(world, params);
  const fresh = computeFreshness(world.market.datasets, endpoint.kinds, own.sources);
  const updatedAtMs = own.observedAtMs ?? fresh.observedAtMs ?? world.market.asOfMs;
  const leastMs = world.run.cadenceMs;
  const cadenceMs = Math.max(leastMs, own.cadenceMs ?? fresh.cadenceMs ?? 0);
  const waitMs = Math.max(leastMs, own.cadenceMs ?? fresh.waitMs ?? 0);
  const expiresAtMs = (own.dueAtMs ?? updatedAtMs + waitMs) + cadenceMs;
  return {
    data,
    meta: {
      schema_version: SCHEMA_VERSION,
      self: findFileOf(path, parameters, params) ?? queryFormOf(path, parameters, params),
      updated_at: renderTime(updatedAtMs),
      expires_at: renderTime(expiresAtMs),
      stale: (own.stale ?? isStale(fresh, world.market)) || expiresAtMs <= world.market.asOfMs,
      sources: own.sources ?? fresh.sources,
      ...meta,
      ...(world.sample ? { sample: true } : {}),
    },
  };
}

/** The body of an answer: its envelope, or the data alone. */
export function computeAnswer<World extends BaseWorld>(
  endpoint: Endpoint<World>,
  world: World,
  params: Params,
): unknown {
  return endpoint.body.form === "envelope"
    ? computeEnvelope(endpoint, world, params)
    : endpoint.compute(world, params).data;
}

/** What the schema of an answer follows from. */
type Declared = Pick<Endpoint<never>, "id" | "body" | "docs">;

/** The schema of the body, created once for an endpoint. Throws a TypeError for a download. */
export const answerSchema = oncePer(({ id, body, docs: { title, description } }: Declared): ZodType => {
  if (body.form === "download") throw new TypeError(`${id} has no schema: it is a file to download`);
  const whole = body.form === "bare" ? body.data : envelopeSchema(body.data, body.meta);
  return whole.meta({ ...whole.meta(), title, description });
});

/** `own`: the fields that an endpoint adds to `meta`. */
export function envelopeSchema(data: ZodType, own: Readonly<Record<string, ZodType>>): ZodType {
  return z.strictObject({
    data,
    meta: schema.object("About this answer", {
      schema_version: z.literal(SCHEMA_VERSION).describe("Version of the response format"),
      self: schema.text(
        "Canonical file of this answer or, where it was computed, its query form; relative to the base URL",
      ),
      updated_at: schema.time("When the newest observation in this answer was made"),
      expires_at: schema.time("When this answer is outdated: when the next value is due, plus one cadence"),
      stale: schema.flag(
        "True when a source of this answer fell back to its last known good data, or newer data was overdue",
      ),
      sources: z
        .array(schema.text("Id of a source"))
        .describe("Sources of this answer; licence, attribution and age of each are in the status"),
      ...own,
      sample: z
        .literal(true)
        .optional()
        .describe("Present only in a build of the embedded demo market, whose data is made up"),
    }),
  });
}
