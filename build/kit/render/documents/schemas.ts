import type { ZodType } from "zod";
import type { Artifact } from "../../../kit/platform/artifact.ts";
import { renderJsonSchema } from "../../../kit/render/documents/json-schema.ts";
import { renderJson } from "../../../lib/json/render-json.ts";
import { describeEndpoints } from "../../api/describe-endpoints.ts";
import { answerSchema } from "../../api/envelope.ts";
import { ErrorResponse } from "../../api/errors.ts";
import type { Endpoint } from "../../api/world.ts";
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
