import { newsSeries } from "../../../history/datasets/news.ts";
import type { MarketArticle } from "../../../market/market.ts";
import { defineArchive } from "../archive.ts";
import { hashRows, readDatasetDocuments } from "./dataset-rows.ts";

/** The headlines of a month. Title, link and source only: the text is the publishers', and so is the title. */
export const news = defineArchive<MarketArticle>({
  dataset: "news",
  description: "The headlines of each month with link and publisher, one file per month of publication.",
  granularity: "event",
  kinds: ["article"],
  computed: false,
  outlivesState: true,
  columns: [
    {
      name: "published_at",
      type: "datetime",
      description: "When it was published, UTC.",
      value: (article) => article.publishedAtMs,
    },
    {
      name: "id",
      type: "string",
      description: "First 16 hexadecimal digits of the SHA-256 of its address.",
      value: (article) => article.id,
    },
    { name: "title", type: "string", description: "Headline.", value: (article) => article.title },
    { name: "url", type: "string", description: "The article.", value: (article) => article.url },
    { name: "source", type: "string", description: "Id of the publisher.", value: (article) => article.source.id },
    { name: "source_name", type: "string", description: "The publisher.", value: (article) => article.source.name },
  ],
  async *parts(_world, series) {
    for (const { name, rows, endMs } of await readDatasetDocuments(series, newsSeries)) {
      const times = rows.map(({ publishedAtMs }) => publishedAtMs);
      yield {
        name: name.replace("/", "-"),
        periodStartMs: Math.min(...times),
        periodEndMs: Math.max(...times),
        closesAtMs: endMs,
        // News happens when it happens, so that a quiet day cannot be told from one without a build.
        gaps: [],
        fingerprint: () => hashRows(rows),
        rows,
      };
    }
  },
});
