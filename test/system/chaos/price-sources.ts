import { newsPublishers } from "../../../build/sources/news/news-publishers.ts";
import { sources } from "../../../build/sources/registry.ts";

/** Disables sources without influence on prices: a build costs a third. */
export const OTHER_SOURCES: readonly string[] = [...newsPublishers.map(({ id }) => id), "alternative-me", "defillama"];

export const PRICE_SOURCES: readonly string[] = sources.flatMap(({ id, offByDefault }) =>
  OTHER_SOURCES.includes(id) || offByDefault !== undefined ? [] : [id],
);

/** Endpoints with prices, rates and their labels. */
export const PRICE_ANSWERS: readonly string[] = ["coins", "coin", "global", "exchanges", "exchange-rates", "status"];
