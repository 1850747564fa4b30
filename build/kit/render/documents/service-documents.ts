import { type ZodType, z } from "zod";
import { ERRORS_FILE, NOT_FOUND_FILE } from "../../../kit/api/error-body.ts";
import type { Parameter } from "../../../kit/api/parameter.ts";
import * as schema from "../../../kit/api/schema.ts";
import { BASE_CURRENCY } from "../../../kit/api/schema.ts";
import { coins } from "../../api/endpoints/coins.ts";
import { prices } from "../../api/endpoints/price.ts";
import { ErrorResponse } from "../../api/errors.ts";
import { type Endpoint, isPublished, type World } from "../../api/world.ts";
import { listFeedItems } from "../feeds/news-feeds.ts";
import { listPricedCoins, listPriceSources, namePriceFile, PRICE_FORMATS } from "./price-files.ts";

/** A published file below `/api` that is not the answer of an endpoint. */
export interface ServiceDocument {
  id: string;
  path: string;
  title: string;
  mediaType: string;
  /** Of its content; that of a text is a string. */
  schema: ZodType;
  /** The form of the path, if `path` is one file of many. */
  template?: { path: string; parameters: Readonly<Record<string, Parameter>> };
  /** Absent: always published. */
  isPublished?(world: World): boolean;
}

/** A document whose form is another standard. */
const standard = (description: string, fields: z.core.$ZodLooseShape = {}) =>
  z.looseObject(fields).describe(description);

const ErrorTexts = schema.object("Every error code", {
  errors: z
    .array(
      schema.object("An error code", {
        code: schema.text("The code, as in error.code"),
        status: schema.count("The HTTP status"),
        meaning: schema.text("What it means"),
        remedy: schema.text("What to do"),
        request: schema.text("A request that causes it"),
        body: ErrorResponse.describe("The whole response to that request"),
      }),
    )
    .describe("Every error code"),
});

const Routes = z
  .array(
    standard("An endpoint", {
      endpoint: schema.text("Id of the endpoint"),
      path: schema.text("Below /api, parameters in braces"),
      parameters: z.record(z.string(), z.looseObject({})).describe("Its parameters by name"),
    }),
  )
  .describe("Every endpoint");

const NewsFeed = standard("A JSON Feed 1.1", {
  version: schema.text("Version of the format"),
  title: schema.text("Title of the feed"),
  items: z
    .array(
      standard("An article", {
        id: schema.text("URL of the article"),
        url: schema.text("URL of the article"),
        title: schema.text("Title of the article"),
        date_published: schema.text("When it was published"),
      }),
    )
    .describe("Articles, newest first"),
});

const Datapackage = standard("A Frictionless data package", {
  name: schema.text("Name of the package"),
  resources: z
    .array(
      standard("An archive", { name: schema.text("Name of the table"), path: schema.text("Relative to the document") }),
    )
    .describe("The archives"),
});

const OpenApi = standard("An OpenAPI 3.1 document", {
  openapi: schema.text("Version of OpenAPI"),
  info: standard("About the interface", {
    title: schema.text("Name of the project"),
    version: schema.text("Version of the API"),
  }),
});

const hasCoins = ({ market }: World): boolean => market.coins.length > 0;
const hasNews = (world: World): boolean => listFeedItems(world).length > 0;

function json(id: string, path: string, title: string, schema: ZodType): ServiceDocument {
  return { id, path, title, schema, mediaType: "application/json" };
}

function plain(id: string, path: string, title: string, mediaType: string): ServiceDocument {
  return { id, path, title, mediaType, schema: z.string().describe(title) };
}

/** All but the JSON Schemas of endpoints, which the index lists with each endpoint. */
export const serviceDocuments: readonly ServiceDocument[] = [
  json("openapi", "openapi.json", "OpenAPI 3.1 description", OpenApi),
  json("routes", "routes.json", "Paths and parameters for hosts", Routes),
  json("not-found", NOT_FOUND_FILE, "Response for missing paths", ErrorResponse),
  json("errors", ERRORS_FILE, "Every error code, what it means and what to do", ErrorTexts),
  json("error-schema", "schemas/error.json", "JSON Schema of every error", standard("A JSON Schema")),
  json("datapackage", "data/datapackage.json", "Data package of the archives", Datapackage),
  {
    ...plain("coins-csv", "coins.csv", "The latest market for spreadsheets", "text/csv"),
    isPublished: hasCoins,
  },
  ...[
    plain("news-rss", "news.rss", "News as RSS", "application/rss+xml"),
    plain("news-atom", "news.atom", "News as Atom", "application/atom+xml"),
    { ...json("news-feed", "news.feed.json", "News as JSON Feed", NewsFeed), mediaType: "application/feed+json" },
  ].map((feed) => ({ ...feed, isPublished: hasNews })),
];

export function listDocuments(endpoints: readonly Endpoint[], world: World): ServiceDocument[] {
  const tables = endpoints.filter((endpoint) => isPublished(endpoint, world)).flatMap(describeTable);
  return [
    ...serviceDocuments.filter((one) => one.isPublished?.(world) ?? true),
    ...tables,
    ...describePriceFiles(endpoints, world),
  ];
}

/** The table of an optional endpoint (see `renderTables`). */
function describeTable({ id, path, derived }: Endpoint): ServiceDocument[] {
  const name = `${path.slice(1)}.csv`;
  if (id === prices.id) return [plain("price-csv", name, "The latest prices in the main currencies", "text/csv")];
  if (derived?.base !== coins.id) return [];
  return [plain(`${id}-csv`, name, `The latest market in ${derived.currency.toUpperCase()}`, "text/csv")];
}

/** One document per format, with the largest coin as the example. */
function describePriceFiles(endpoints: readonly Endpoint[], world: World): ServiceDocument[] {
  const [coin] = listPricedCoins(world);
  if (coin === undefined) return [];
  const currencies = listPriceSources(endpoints, world).map(({ currency }) => currency);
  const parameters: Record<string, Parameter> = {
    key: {
      in: "path",
      type: "string",
      description: "Key of one of the largest coins, lower-case.",
      example: coin.key,
      required: true,
    },
    currency: {
      in: "path",
      type: "string",
      description: "Currency of the prices.",
      example: BASE_CURRENCY,
      required: true,
      enum: currencies,
    },
  };
  return Object.entries(PRICE_FORMATS).map(([format, { title, mediaType }]) => {
    const path = namePriceFile("{key}", "{currency}", format);
    const text = `Daily closes of a large coin as ${title}: ${path}`;
    const file = namePriceFile(coin.key, BASE_CURRENCY, format);
    return { ...plain(`daily-prices-${format}`, file, text, mediaType), template: { path, parameters } };
  });
}
