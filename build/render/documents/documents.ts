import type { Endpoint, World } from "../../api/endpoint.ts";
import { buildErrorBody, ERRORS_FILE, NO_SUCH_FILE } from "../../api/error-body.ts";
import { listErrorTexts } from "../../api/errors.ts";
import { renderJson } from "../../lib/json/render-json.ts";
import { renderCsv } from "../archives/render-csv.ts";
import { coinColumns } from "../archives/tables/latest-tables.ts";
import type { Artifact } from "../artifact.ts";
import { markColumns } from "../demo-mark.ts";
import { type FeedAddresses, renderFeeds } from "../feeds/feeds.ts";
import { renderResponses } from "../responses.ts";
import type { Route } from "../route.ts";
import { defineIndex, listDescribed } from "./api-index.ts";
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

/** Plain CSV: `IMPORTDATA` of spreadsheets reads neither gzip nor JSON. */
export async function renderCoinsCsv(world: World): Promise<Artifact> {
  const chunks: Buffer[] = [];
  for await (const chunk of renderCsv(markColumns(coinColumns, world), world.market.coins)) chunks.push(chunk);
  return { path: "api/coins.csv", body: Buffer.concat(chunks) };
}

export function renderRoutes(endpoints: readonly Endpoint[]): Route[] {
  return listDescribed(endpoints).map(({ id, path, parameters, dynamic, download, bare, quoted, compat, tree }) => ({
    endpoint: id,
    path,
    parameters,
    ...(dynamic === undefined ? {} : { dynamic }),
    ...(download === undefined ? {} : { download }),
    ...(bare === undefined ? {} : { bare }),
    ...(quoted === undefined ? {} : { quoted }),
    ...(compat === undefined ? {} : { compat }),
    ...(tree === undefined ? {} : { tree }),
  }));
}
