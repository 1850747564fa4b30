import { z } from "zod";
import type { Endpoint } from "../../../kit/api/endpoint.ts";
import type { Parameter } from "../../../kit/api/parameter.ts";
import * as schema from "../../../kit/api/schema.ts";
import { BASE_CURRENCY } from "../../../kit/api/schema.ts";
import type { Artifact } from "../../../kit/platform/artifact.ts";
import type { SiteAddresses } from "../../../kit/render/api.ts";
import { json, plain, type ServiceDocument, standard } from "../../../kit/render/service-document.ts";
import type { FeedName } from "../../api/layout.ts";
import type { World } from "../../api/world.ts";
import { renderCorrectionFeeds } from "../feeds/correction-feeds.ts";
import { listFeedItems, renderFeeds } from "../feeds/news-feeds.ts";
import { renderStatusFeeds } from "../feeds/status-feeds.ts";
import { listTables } from "./csv-tables.ts";
import { listPricedCoins, listPriceSources, namePriceFile, PRICE_FORMATS } from "./price-files.ts";

const JsonFeed = standard("A JSON Feed 1.1", {
  version: schema.text("Version of the format"),
  title: schema.text("Title of the feed"),
  items: z
    .array(
      standard("An item", {
        id: schema.text("URL of the item"),
        url: schema.text("URL of the item"),
        title: schema.text("Title of the item"),
        date_published: schema.text("When it was published"),
      }),
    )
    .describe("Items, newest first"),
});

const hasCoins = ({ market }: World): boolean => market.coins.length > 0;

interface Feed {
  title: string;
  render(world: World, addresses: SiteAddresses): Artifact[];
  /** Absent: always. */
  isPublished?(world: World): boolean;
}

export const FEEDS: Readonly<Record<FeedName, Feed>> = {
  news: { title: "News", render: renderFeeds, isPublished: (world) => listFeedItems(world).length > 0 },
  corrections: { title: "Corrections", render: renderCorrectionFeeds },
  status: { title: "Outages of sources and refused builds", render: renderStatusFeeds },
};

/** The three forms of a feed. */
function describeFeed([name, { title, isPublished }]: [string, Feed]): ServiceDocument<World>[] {
  const forms: ServiceDocument<World>[] = [
    plain(`${name}-rss`, `${name}.rss`, `${title} as RSS`, "application/rss+xml"),
    plain(`${name}-atom`, `${name}.atom`, `${title} as Atom`, "application/atom+xml"),
    {
      ...json(`${name}-feed`, `${name}.feed.json`, `${title} as JSON Feed`, JsonFeed),
      mediaType: "application/feed+json",
    },
  ];
  return forms.map((form) => ({ ...form, ...(isPublished && { isPublished }) }));
}

/** The latest market and the news, where there are any, and the corrections. */
export const marketDocuments: readonly ServiceDocument<World>[] = [
  {
    ...plain("coins-csv", "coins.csv", "The latest market for spreadsheets", "text/csv"),
    isPublished: hasCoins,
  },
  ...Object.entries(FEEDS).flatMap(describeFeed),
];

/** The documents of this interface beside those that every interface has. */
export function listMarketDocuments(endpoints: readonly Endpoint<World>[], world: World): ServiceDocument<World>[] {
  const tables = listTables(endpoints, world).map(({ document }) => document);
  return [...marketDocuments, ...tables, ...describePriceFiles(endpoints, world)];
}

/** One document per format, with the largest coin as the example. */
function describePriceFiles(endpoints: readonly Endpoint<World>[], world: World): ServiceDocument<World>[] {
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
