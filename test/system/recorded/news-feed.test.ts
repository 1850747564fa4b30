import { describe, expect, it } from "vitest";
import { newsPublishers } from "../../../build/sources/news/news-publishers.ts";
import { readFeed } from "../../sources/read-feed.ts";
import { samples } from "./samples.ts";

const now = Date.UTC(2026, 9, 3, 22);

// The finder cut every feed to a few items and closed the document again, so they read as whole
// ones.
describe.skipIf(!samples.available)("recorded feeds of 2026-10-03 (skipped without the recorded bodies)", () => {
  it.each([
    ["bitcoin-magazine", "bitcoinmagazine", 2],
    ["coindesk", "coindesk", 4],
    ["cointelegraph", "cointelegraph", 3],
    ["cryptoslate", "cryptoslate", 2],
    ["decrypt", "decrypt", 3],
    ["the-block", "theblock", 3],
    ["u-today", "utoday", 3],
  ])("reads all items of %s", (id, file, count) => {
    const source = newsPublishers.find((publisher) => publisher.id === id);
    if (source === undefined) throw new Error(`no publisher ${id}`);
    const xml = samples.readText(`metadata/rss/${file}.truncated.2026-10-03.xml`);
    const { records, dropped } = readFeed<"article">(source, "articles", xml, { now });
    expect(dropped).toEqual([]);
    expect(records).toHaveLength(count);
    for (const article of records) {
      expect(article.url).not.toMatch(/utm_|#/);
      expect(new URL(article.url).hostname.replace("www.", "")).toBe(
        new URL(source.homepage).hostname.replace("www.", ""),
      );
      expect(article.title).not.toMatch(/&#?\w+;|<[a-z]/);
      expect(article.categories).not.toContain("");
      expect(article.author).not.toBeNull();
      expect(now - article.publishedAtMs).toBeLessThan(7 * 86_400_000);
    }
  });
});
