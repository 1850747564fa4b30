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

/**
 * Everything below `/api` except responses, archives and the manifest. Feed readers show the
 * addresses.
 */
export async function* renderDocuments(
  endpoints: readonly Endpoint[],
  world: World,
  addresses: FeedAddresses,
): AsyncGenerator<Artifact> {
  yield* renderResponses([defineIndex(endpoints)], world);
  yield* renderSchemas(endpoints);
  yield renderOpenApi(endpoints, world);
  yield renderRoutesFile(endpoints);
  yield renderNotFound();
  yield renderErrorsFile();
  yield* renderFeeds(world, addresses);
  if (world.market.coins.length > 0) yield await renderCoinsCsv(world);
}

/** `/api/404.json`: the response of hosts for missing files. It cannot name the path. */
export function renderNotFound(): Artifact {
  const body = buildErrorBody("not_found", NO_SUCH_FILE);
  return { path: "api/404.json", body: renderJson(body) };
}

/**
 * `/api/errors.json`: what each error code means and what to do. `docs` of every error links to it.
 */
export function renderErrorsFile(): Artifact {
  return { path: `api/${ERRORS_FILE}`, body: renderJson({ errors: listErrorTexts() }) };
}

/**
 * `/api/coins.csv`: plain CSV, because `IMPORTDATA` of spreadsheets reads neither gzip nor JSON.
 */
export async function renderCoinsCsv(world: World): Promise<Artifact> {
  const chunks: Buffer[] = [];
  for await (const chunk of renderCsv(markColumns(coinColumns, world), world.market.coins)) chunks.push(chunk);
  return { path: "api/coins.csv", body: Buffer.concat(chunks) };
}

/** The routes of all endpoints, the index and the manifest. */
export function renderRoutes(endpoints: readonly Endpoint[]): Route[] {
  return listDescribed(endpoints).map(({ id, path, parameters, dynamic, download }) => ({
    endpoint: id,
    path,
    parameters,
    ...(dynamic === undefined ? {} : { dynamic }),
    ...(download === undefined ? {} : { download }),
  }));
}

/** `/api/routes.json`: a plain list of routes. */
export function renderRoutesFile(endpoints: readonly Endpoint[]): Artifact {
  return { path: "api/routes.json", body: renderJson(renderRoutes(endpoints)) };
}
