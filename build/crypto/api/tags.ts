import type { Tag } from "./world.ts";

/** The chapters of the reference, in their order: what a reader comes for. */
export const TAGS: Readonly<Record<Tag, { title: string; description: string }>> = {
  prices: { title: "Prices now", description: "Lists, single coins and rates." },
  history: { title: "The past", description: "Histories, candles, and prices at a moment or on a day." },
  market: { title: "Market", description: "The market as a whole, exchanges, news and sentiment." },
  defi: { title: "DeFi", description: "Value locked in protocols and on chains." },
  ids: { title: "Ids and contracts", description: "What each coin is called elsewhere." },
  downloads: { title: "Downloads", description: "Whole datasets as CSV and Parquet." },
  service: { title: "Service", description: "The interface and its state: how fresh and how complete the data is." },
  currencies: {
    title: "Other currencies",
    description: "The same responses in another currency, which is in the path.",
  },
  compat: {
    title: "CoinGecko's shape",
    description:
      "The same data in the form of CoinGecko's API, for programs that read it: change their base URL. Not affiliated with CoinGecko.",
  },
};
