import { z } from "zod";
import { HOUR_MS, SECOND_MS } from "../../lib/time.ts";
import { guardXml, MAX_XML_BYTES } from "../../lib/xml-guard.ts";
import { normaliseArticle } from "../kit/article.ts";
import { parseArticleDrafts } from "../kit/article-draft.ts";
import { defineFeed, defineSource, type Source } from "../source.ts";

/**
 * Publishers keep no schedule: on a weekend's night all of them together can be silent for hours.
 */
const MAX_SILENCE_MS = 6 * HOUR_MS;
const ROOTS = ["rss", "feed", "rdf:rdf"];

export interface NewsPublisher {
  id: string;
  name: string;
  homepage: string;
  /** The address of the RSS, RDF or Atom feed. */
  url: string;
  /** The homepage where absent. */
  termsUrl?: string;
}

/** The source of a publisher's articles: titles and links, never the text, which is the publisher's. */
export function defineNewsFeed(publisher: NewsPublisher): Source {
  const { id, name, homepage, url, termsUrl = homepage } = publisher;
  const articles = defineFeed({
    id: "articles",
    kind: "article",
    key: (article) => article.url,
    format: "text",
    maxBytes: MAX_XML_BYTES,
    requests: () => [{ url }],
    schema: z.string().transform((text) => parseArticleDrafts(guardXml(text, ROOTS))),
    normalise: (drafts, context) => drafts.map((draft) => normaliseArticle(draft, homepage, context.now)),
  });
  return defineSource({
    id,
    name,
    homepage,
    license: `© ${name}, titles and links only`,
    termsUrl,
    attribution: null,
    redistribution: "attribution",
    pacing: { concurrency: 1, intervalMs: SECOND_MS, reason: "one request a build" },
    cadenceMs: HOUR_MS,
    nextDueMs: (publishedMs) => publishedMs + MAX_SILENCE_MS,
    feeds: [articles],
  });
}
