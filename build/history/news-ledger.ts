import { renderTime } from "../lib/time.ts";
import type { MarketArticle } from "../market/market.ts";
import { endOfMonth } from "./end-of.ts";
import type { Ledger } from "./ledger.ts";

/** Every article once, in the month of its publication: the feeds only list the newest. */
export const newsLedger: Ledger<MarketArticle> = {
  prefix: "news/",
  nameOf: ({ publishedAtMs }) => `news/${renderTime(publishedAtMs).slice(0, 7)}`,
  endOf: endOfMonth,
  kind: "article",
  sourceOf: ({ source }) => source.id,
  keyOf: ({ id }) => id,
  orderOf: ({ publishedAtMs, id }) => `${renderTime(publishedAtMs)} ${id}`,
  collect: ({ articles }) => articles,
};
