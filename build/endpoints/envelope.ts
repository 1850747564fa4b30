import { type ZodType, z } from "zod";
import { renderTime } from "../lib/time.ts";
import { BUILD_CADENCE_MS } from "./build-cadence.ts";
import type { Endpoint, Params, World } from "./endpoint.ts";
import { flag, text, time } from "./field.ts";
import { computeFreshness } from "./freshness.ts";
import { findFileOf, queryFormOf } from "./query.ts";

const SCHEMA_VERSION = "1.1";

export interface Envelope {
  data: unknown;
  meta: Readonly<Record<string, unknown>>;
}

/**
 * The whole response. `expires_at` is `updated_at` plus twice the cadence: that of the fastest dataset of the answer, since
 * `updated_at` is the time of the newest observation, and never below the cadence of the build. Deterministic: no clock.
 */
export function computeEnvelope(endpoint: Endpoint, world: World, params: Params): Envelope {
  const { path, parameters } = endpoint;
  const { data, meta, ...own } = endpoint.compute(world, params);
  const fresh = computeFreshness(world.market.datasets, endpoint.kinds, own.sources);
  const updatedAtMs = own.observedAtMs ?? fresh.observedAtMs ?? world.market.asOfMs;
  const cadenceMs = own.cadenceMs ?? Math.max(BUILD_CADENCE_MS, fresh.cadenceMs ?? BUILD_CADENCE_MS);
  return {
    data,
    meta: {
      schema_version: SCHEMA_VERSION,
      self: findFileOf(path, parameters, params) ?? queryFormOf(path, parameters, params),
      updated_at: renderTime(updatedAtMs),
      expires_at: renderTime(updatedAtMs + 2 * cadenceMs),
      stale: own.stale ?? fresh.stale,
      sources: own.sources ?? fresh.sources,
      ...meta,
      ...(world.sample ? { sample: true } : {}),
    },
  };
}

/** The strict schema of the whole response of an endpoint. Compile it once: it is meant for many responses. */
export function envelopeSchema(endpoint: Endpoint): ZodType<Envelope> {
  return z
    .strictObject({
      data: endpoint.data,
      meta: z
        .strictObject({
          schema_version: z.literal(SCHEMA_VERSION).describe("Version of the response format"),
          self: text(
            "Canonical file of this answer or, where it was computed, its query form; relative to the base URL",
          ),
          updated_at: time("When the newest observation in this answer was made"),
          expires_at: time("When to expect that this answer is outdated: updated_at plus twice the cadence"),
          stale: flag("True when a source of this answer fell back to its last good data"),
          sources: z
            .array(text("Id of a source"))
            .describe("Sources of this answer; licence, attribution and age of each are in the status"),
          ...endpoint.meta,
          sample: z
            .literal(true)
            .optional()
            .describe("Present only where the data is made up: a build of the embedded sample world"),
        })
        .describe("About this answer"),
    })
    .meta({ title: endpoint.title, description: endpoint.description }) as unknown as ZodType<Envelope>;
}
