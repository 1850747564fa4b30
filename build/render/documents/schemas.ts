import type { ZodType } from "zod";
import type { Endpoint } from "../../api/endpoint.ts";
import { envelopeSchema } from "../../api/envelope.ts";
import { ErrorResponse } from "../../api/error-schema.ts";
import { renderJson } from "../../lib/json/render-json.ts";
import type { Artifact } from "../artifact.ts";
import { listDescribed } from "./described-endpoints.ts";
import { renderJsonSchema } from "./json-schema.ts";

/** `/api/schemas/{endpoint}.json`: the JSON Schema of each endpoint's whole answer, and `error.json` that of every error. */
export function* renderSchemas(endpoints: readonly Endpoint[]): Generator<Artifact> {
  for (const endpoint of listDescribed(endpoints)) {
    if (endpoint.download) continue;
    yield renderSchema(endpoint.id, endpoint.title, envelopeSchema(endpoint));
  }
  yield renderSchema("error", "Error", ErrorResponse);
}

function renderSchema(id: string, title: string, schema: ZodType): Artifact {
  const { $schema, ...rest } = renderJsonSchema(schema);
  return { path: `api/schemas/${id}.json`, body: renderJson({ $schema, title, ...rest }) };
}
