import { type ZodType, z } from "zod";
import { ErrorResponse } from "../../../crypto/api/errors.ts";
import type { Endpoint } from "../../../crypto/api/world.ts";
import { renderJson } from "../../../lib/json/render-json.ts";
import { describeEndpoints } from "../../api/describe-endpoints.ts";
import { answerSchema } from "../../api/envelope.ts";
import type { Artifact } from "../../platform/artifact.ts";
import { listDescribed, listWithSchema } from "./api-index.ts";

export function* renderSchemas(endpoints: readonly Endpoint[]): Generator<Artifact> {
  for (const endpoint of listWithSchema(listDescribed(describeEndpoints(endpoints)))) {
    yield renderSchema(endpoint.id, endpoint.docs.title, answerSchema(endpoint));
  }
}

export function renderErrorSchema(): Artifact {
  return renderSchema("error", "Error", ErrorResponse);
}

function renderSchema(id: string, title: string, schema: ZodType): Artifact {
  const { $schema, ...rest } = renderJsonSchema(schema);
  return { path: `api/schemas/${id}.json`, body: renderJson({ $schema, title, ...rest }) };
}

const known = new WeakMap<ZodType, Readonly<Record<string, unknown>>>();

/** Refinements have their JSON Schema as metadata. Several documents contain the same schemas. */
export function renderJsonSchema(schema: ZodType): Readonly<Record<string, unknown>> {
  const rendered =
    known.get(schema) ?? z.toJSONSchema(schema, { target: "draft-2020-12", io: "output", unrepresentable: "any" });
  known.set(schema, rendered);
  return rendered;
}
