import type { Endpoint, World } from "../../api/endpoint.ts";
import { buildErrorBody, ERRORS_FILE, NO_SUCH_FILE } from "../../api/error-body.ts";
import { listErrorTexts } from "../../api/errors.ts";
import { renderJson } from "../../lib/json/render-json.ts";
import type { Artifact } from "../artifact.ts";
import { type FeedAddresses, renderFeeds } from "../feeds/feeds.ts";
import { renderResponses } from "../responses.ts";
import type { Route } from "../route.ts";
import { defineIndex, listDescribed } from "./api-index.ts";
import { renderCoinsCsv } from "./csv-tables.ts";
import { renderOpenApi, renderSchemas } from "./openapi.ts";

/** Everything below `/api` except responses, archives and the manifest. */
export async function* renderDocuments(
  endpoints: readonly Endpoint[],
  world: World,
  addresses: FeedAddresses,
): AsyncGenerator<Artifact> {
  yield* renderResponses([defineIndex(endpoints)], world);
  yield* renderSchemas(endpoints);
  yield renderOpenApi(endpoints, world);
  yield { path: "api/routes.json", body: renderJson(renderRoutes(endpoints)) };
  // Hosts send it for every missing file.
  yield { path: "api/404.json", body: renderJson(buildErrorBody("not_found", NO_SUCH_FILE)) };
  yield { path: `api/${ERRORS_FILE}`, body: renderJson({ errors: listErrorTexts() }) };
  yield* renderFeeds(world, addresses);
  if (world.market.coins.length > 0) yield await renderCoinsCsv(world);
}

export function renderRoutes(endpoints: readonly Endpoint[]): Route[] {
  return listDescribed(endpoints).map(({ id, path, parameters, dynamic, download, quoted, tree }) => ({
    endpoint: id,
    path,
    parameters,
    ...(dynamic === undefined ? {} : { dynamic }),
    ...(download === undefined ? {} : { download }),
    ...(quoted === undefined ? {} : { quoted }),
    ...(tree === undefined ? {} : { tree }),
  }));
}
