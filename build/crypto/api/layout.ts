import type { Layout } from "../../kit/hosts/kit/layout.ts";
import { LIVE_PATHS, ROOTS } from "./place-file.ts";

/** Each in three forms: JSON Feed, RSS and Atom. */
export const FEEDS = ["news", "corrections", "status"] as const;
export type FeedName = (typeof FEEDS)[number];

/** What hosts must know of this interface beside its routes. */
export const layout: Layout = {
  roots: ROOTS,
  daily: ["/api/coins/*/history/1y.json", "/api/coins/*/history/all.json"],
  live: LIVE_PATHS,
  lasting: /\/(?:history\/(?:1y|all)|ohlc\/all|hours\/\d{4})\.json$/,
  typed: [
    ...FEEDS.flatMap((name) => [`/api/${name}.feed.json`, `/api/${name}.rss`, `/api/${name}.atom`]),
    "/api/data/catalog.sql",
    "/api/data/download/*.parquet",
    "/api/data/prices/*.ledger",
    "/api/data/prices/*.beancount",
  ],
  growth: {
    noun: "coins",
    flag: "--coins",
    files: /^(?:api\/(?:coins|sparklines|data)\/|coins?\/|state\/)/,
    // Copies have capitals.
    each: /^api\/sparklines\/[a-z0-9_-]+\.json$/,
  },
};
