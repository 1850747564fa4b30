import { renderJson } from "../../../lib/json/render-json.ts";
import { buildErrorBody, ERRORS_FILE, NO_SUCH_FILE, NOT_FOUND_FILE } from "../../api/error-body.ts";
import type { BaseWorld } from "../../api/world.ts";
import type { Artifact } from "../../platform/artifact.ts";
import type { Api, SiteAddresses } from "../api.ts";
import { renderResponses } from "../responses.ts";
import { defineIndex } from "./api-index.ts";
import { hasCatalog, renderCatalog } from "./catalog-sql.ts";
import { renderDatapackage } from "./datapackage.ts";
import { renderOpenApi } from "./openapi.ts";
import { renderRoutes } from "./routes.ts";
import { renderErrorSchema, renderSchemas } from "./schemas.ts";

/** The example of a long file has its head and some rows. */
const EXAMPLE_LINES = 5;

/** Everything below `/api` except responses, archives and the manifest. */
export async function* renderDocuments<World extends BaseWorld>(
  api: Api<World>,
  world: World,
  addresses: SiteAddresses,
): AsyncGenerator<Artifact> {
  yield* renderResponses([defineIndex(api)], world);
  yield* renderSchemas(api);
  yield* renderServiceDocuments(api, world, addresses);
  yield renderOpenApi(api, world, await renderExamples(api, world), addresses);
}

async function* renderServiceDocuments<World extends BaseWorld>(
  api: Api<World>,
  world: World,
  addresses: SiteAddresses,
): AsyncGenerator<Artifact> {
  yield renderDatapackage(world.archives, world, api.about);
  if (hasCatalog(world)) yield renderCatalog(world.archives, addresses);
  yield renderErrorSchema();
  yield { path: "api/routes.json", body: renderJson(renderRoutes(api, world.run)) };
  yield { path: `api/${NOT_FOUND_FILE}`, body: renderJson(buildErrorBody("not_found", NO_SUCH_FILE)) };
  yield { path: `api/${ERRORS_FILE}`, body: renderJson({ errors: api.errors }) };
  yield* api.renderDocuments(world, addresses);
}

/** Path below `/api` → the document about one thing of each kind. */
export async function renderExamples<World extends BaseWorld>(
  api: Api<World>,
  world: World,
): Promise<ReadonlyMap<string, string>> {
  const small = { ...api.shorten(world), archives: world.archives.slice(0, 1) };
  const examples = new Map<string, string>();
  for await (const { path, body } of renderServiceDocuments(api, small, { homepage: null })) {
    examples.set(path.replace(/^api\//, ""), Buffer.from(body).toString());
  }
  for (const { name } of api.trees) {
    const endpoints = api.endpoints.filter(({ tree }) => tree === name);
    for await (const { path, body } of api.renderOptional({ name, endpoints }, small)) {
      const lines = Buffer.from(body)
        .toString()
        .split(/(?<=\n)/);
      examples.set(path.replace(/^api\//, ""), lines.slice(0, EXAMPLE_LINES).join(""));
    }
  }
  return examples;
}
