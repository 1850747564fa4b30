import { buildErrorBody, ERRORS_FILE, NO_SUCH_FILE, NOT_FOUND_FILE } from "../../../kit/api/error-body.ts";
import type { Artifact } from "../../../kit/platform/artifact.ts";
import { renderJson } from "../../../lib/json/render-json.ts";
import { listErrorTexts } from "../../api/errors.ts";
import type { Endpoint, World } from "../../api/world.ts";
import { type FeedAddresses, renderFeeds } from "../feeds/news-feeds.ts";
import { renderResponses } from "../responses.ts";
import { defineIndex } from "./api-index.ts";
import { renderCoinsCsv, renderTables } from "./csv-tables.ts";
import { renderDatapackage } from "./datapackage.ts";
import { renderOpenApi } from "./openapi.ts";
import { renderPriceFiles } from "./price-files.ts";
import { renderRoutes } from "./routes.ts";
import { renderErrorSchema, renderSchemas } from "./schemas.ts";

/** Of a price file: its comments, and some days. */
const EXAMPLE_LINES = 5;

/** Everything below `/api` except responses, archives and the manifest. */
export async function* renderDocuments(
  endpoints: readonly Endpoint[],
  world: World,
  addresses: FeedAddresses,
): AsyncGenerator<Artifact> {
  yield* renderResponses([defineIndex(endpoints)], world);
  yield* renderSchemas(endpoints);
  const files = renderServiceDocuments(endpoints, world, addresses);
  for await (const file of files) yield file;
  yield renderOpenApi(endpoints, world, await renderExamples(endpoints, world), addresses);
}

async function* renderServiceDocuments(
  endpoints: readonly Endpoint[],
  world: World,
  addresses: FeedAddresses,
): AsyncGenerator<Artifact> {
  yield renderDatapackage(world.archives, world);
  yield renderErrorSchema();
  yield { path: "api/routes.json", body: renderJson(renderRoutes(endpoints, world.run)) };
  yield { path: `api/${NOT_FOUND_FILE}`, body: renderJson(buildErrorBody("not_found", NO_SUCH_FILE)) };
  yield { path: `api/${ERRORS_FILE}`, body: renderJson({ errors: listErrorTexts() }) };
  yield* renderFeeds(world, addresses);
  if (world.market.coins.length > 0) yield await renderCoinsCsv(world);
}

/** Path below `/api` → the document about one coin, one article and one archive. */
export async function renderExamples(
  endpoints: readonly Endpoint[],
  world: World,
): Promise<ReadonlyMap<string, string>> {
  const { market, archives } = world;
  const coins = market.coins.slice(0, 1);
  const articles = market.articles.slice(0, 1);
  const small = { ...world, market: { ...market, coins, articles }, archives: archives.slice(0, 1) };
  const examples = new Map<string, string>();
  for await (const { path, body } of renderServiceDocuments(endpoints, small, { homepage: null })) {
    examples.set(path.replace(/^api\//, ""), Buffer.from(body).toString());
  }
  for await (const { path, body } of renderTables(endpoints, small)) {
    examples.set(path.replace(/^api\//, ""), Buffer.from(body).toString());
  }
  for await (const { path, body } of renderPriceFiles(endpoints, small)) {
    const lines = Buffer.from(body)
      .toString()
      .split(/(?<=\n)/);
    examples.set(path.replace(/^api\//, ""), lines.slice(0, EXAMPLE_LINES).join(""));
  }
  return examples;
}
