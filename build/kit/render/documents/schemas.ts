import type { ZodType } from "zod";
import { renderJson } from "../../../lib/json/render-json.ts";
import { answerSchema } from "../../api/envelope.ts";
import { ErrorResponse } from "../../api/error-response.ts";
import type { BaseWorld } from "../../api/world.ts";
import type { Artifact } from "../../platform/artifact.ts";
import type { Api } from "../api.ts";
import { listDocumented, listWithSchema } from "./api-index.ts";
import { renderJsonSchema } from "./json-schema.ts";

/** The JSON Schemas of all answers, one file for each described endpoint. */
export function* renderSchemas<World extends BaseWorld>(api: Api<World>): Generator<Artifact> {
  for (const endpoint of listWithSchema(listDocumented(api))) {
    yield renderSchema(endpoint.id, endpoint.docs.title, answerSchema(endpoint));
  }
}

/** The JSON Schema of every error. */
export function renderErrorSchema(): Artifact {
  return renderSchema("error", "Error", ErrorResponse);
}

function renderSchema(id: string, title: string, schema: ZodType): Artifact {
  const { $schema, ...rest } = renderJsonSchema(schema);
  return { path: `api/schemas/${id}.json`, body: renderJson({ $schema, title, ...rest }) };
}
