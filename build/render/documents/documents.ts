import type { Endpoint, World } from "../../api/endpoint.ts";
import { renderCoinsCsv } from "../archives/coins-csv.ts";
import type { Artifact } from "../artifact.ts";
import { type FeedAddresses, renderFeeds } from "../feeds/feeds.ts";
import { renderResponses } from "../responses.ts";
import { renderRoutesFile } from "../routes.ts";
import { defineIndex } from "./api-index.ts";
import { renderErrorsFile } from "./errors-file.ts";
import { renderNotFound } from "./not-found.ts";
import { renderOpenApi } from "./openapi.ts";
import { renderSchemas } from "./schemas.ts";

/**
 * Everything below `/api` that is neither a response nor an archive nor the manifest. `addresses`
 * are those that feed readers show.
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
