import type { Tag } from "./world.ts";

interface Chapter {
  title: string;
  description: string;
  /** A page about it, from the site's root, and the text that leads there. */
  guide?: { path: string; text: string };
  /** Its endpoints repeat others, so their titles are enough. */
  brief?: true;
}

/** The chapters of the reference, in their order: what a reader comes for. */
export const TAGS: Readonly<Record<Tag, Chapter>> = {
  prices: { title: "Prices now", description: "Lists, single coins and rates." },
  history: { title: "History", description: "Series, candles, and prices at a moment or on a day." },
  market: { title: "Market", description: "The market as a whole, exchanges, news and sentiment." },
  defi: { title: "DeFi", description: "Value locked in protocols and on chains." },
  ids: {
    title: "Ids and contracts",
    description: "The ids of each coin at other sources, on exchanges and on chains.",
  },
  downloads: { title: "Downloads", description: "Whole datasets as CSV and Parquet." },
  service: { title: "Service", description: "The state of the API: how fresh and how complete its data is." },
  currencies: {
    title: "Other currencies",
    description:
      "The same responses in another currency: put `in/{currency}/` before the path, such as `/api/in/eur/coins`.",
    guide: { path: "docs/currencies/", text: "currencies of this site" },
    brief: true,
  },
  compat: {
    title: "CoinGecko-compatible API",
    description:
      "The same data in the form of CoinGecko's API, below `/compat/coingecko/{currency}/api/v3`: programs that read it only need another base URL. Not affiliated with CoinGecko.",
    guide: { path: "docs/coingecko/", text: "clients, paths and differences" },
  },
};
