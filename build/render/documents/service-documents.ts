import type { World } from "../../api/endpoint.ts";
import { ERRORS_FILE } from "../../api/error-body.ts";
import { listFeedItems } from "../feeds/feeds.ts";

/** A published file below `/api` that is not the answer of an endpoint. */
export interface ServiceDocument {
  id: string;
  /** Relative to `/api`. */
  path: string;
  title: string;
  mediaType: string;
  /** Absent: always published. */
  isPublished?(world: World): boolean;
}

const JSON_TYPE = "application/json";

const hasCoins = (world: World): boolean => world.market.coins.length > 0;
const hasNews = (world: World): boolean => listFeedItems(world).length > 0;

/** All but the JSON Schemas, which the index lists with each endpoint. */
export const serviceDocuments: readonly ServiceDocument[] = [
  { id: "openapi", path: "openapi.json", title: "OpenAPI 3.1 description", mediaType: JSON_TYPE },
  { id: "routes", path: "routes.json", title: "Paths and parameters for hosts", mediaType: JSON_TYPE },
  { id: "not-found", path: "404.json", title: "The answer for what does not exist", mediaType: JSON_TYPE },
  { id: "errors", path: ERRORS_FILE, title: "Every error code, what it means and what to do", mediaType: JSON_TYPE },
  { id: "error-schema", path: "schemas/error.json", title: "JSON Schema of every error", mediaType: JSON_TYPE },
  { id: "datapackage", path: "data/datapackage.json", title: "Data package of the archives", mediaType: JSON_TYPE },
  {
    id: "coins-csv",
    path: "coins.csv",
    title: "The latest market for spreadsheets",
    mediaType: "text/csv",
    isPublished: hasCoins,
  },
  { id: "news-rss", path: "news.rss", title: "News as RSS", mediaType: "application/rss+xml", isPublished: hasNews },
  {
    id: "news-atom",
    path: "news.atom",
    title: "News as Atom",
    mediaType: "application/atom+xml",
    isPublished: hasNews,
  },
  {
    id: "news-feed",
    path: "news.feed.json",
    title: "News as JSON Feed",
    mediaType: "application/feed+json",
    isPublished: hasNews,
  },
];
