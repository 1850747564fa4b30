import { newsPublishers } from "../../../build/sources/news/news-publishers.ts";
import { sources } from "../../../build/sources/registry.ts";

/** What has no say in a price is off where prices are looked at: a build costs a third then. */
export const OTHER_SOURCES: readonly string[] = [...newsPublishers.map(({ id }) => id), "alternative-me", "defillama"];

export const PRICE_SOURCES: readonly string[] = sources.flatMap(({ id, offByDefault }) =>
  OTHER_SOURCES.includes(id) || offByDefault !== undefined ? [] : [id],
);

/** Where prices, rates and their marks stand. */
export const PRICE_ANSWERS: readonly string[] = ["coins", "coin", "global", "exchanges", "exchange-rates", "status"];
