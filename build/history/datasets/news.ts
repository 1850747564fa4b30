import { isText, isTimeMs, listOf, objectOf, orNull } from "../../lib/shape.ts";
import { renderTime } from "../../lib/time.ts";
import type { MarketArticle } from "../../market/market.ts";
import { type DatasetSeries, endOfMonth } from "./dataset-series.ts";

/** Every article once, by month of publication. Feeds list only the newest. */
export const newsSeries: DatasetSeries<MarketArticle> = {
  prefix: "news/",
  nameOf: ({ publishedAtMs }) => `news/${renderTime(publishedAtMs).slice(0, 7)}`,
  endOf: endOfMonth,
  kind: "article",
  sourceOf: ({ source }) => source.id,
  keyOf: ({ id }) => id,
  orderOf: ({ publishedAtMs, id }) => `${renderTime(publishedAtMs)} ${id}`,
  isRow: objectOf<MarketArticle>({
    id: isText,
    title: isText,
    url: isText,
    source: objectOf<MarketArticle["source"]>({ id: isText, name: isText, url: isText }),
    author: orNull(isText),
    publishedAtMs: isTimeMs,
    coins: listOf(isText),
    categories: listOf(isText),
    image: orNull(isText),
  }),
  collect: ({ articles }) => articles,
};
