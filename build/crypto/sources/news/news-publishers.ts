import { z } from "zod";
import { HOUR_MS, SECOND_MS } from "../../../lib/time.ts";
import { guardXml, MAX_XML_BYTES } from "../../../lib/xml-guard.ts";
import { defineTerms } from "../kit/terms.ts";
import { defineFeed, defineSource, type Source } from "../source.ts";
import { normaliseArticle } from "./article.ts";
import { parseArticleDrafts } from "./article-draft.ts";

/**
 * Publishers keep no schedule: on a weekend's night all of them together can be silent for hours.
 */
const MAX_SILENCE_MS = 6 * HOUR_MS;
const ROOTS = ["rss", "feed", "rdf:rdf"];

export interface NewsPublisher {
  id: string;
  name: string;
  homepage: string;
  /** The path of the RSS, RDF or Atom feed on the site of the homepage. */
  feed: string;
  offByDefault?: string;
}

/** The source of a publisher's articles: titles and links, never the text. */
export function defineNewsFeed({ id, name, homepage, feed, offByDefault }: NewsPublisher): Source {
  const articles = defineFeed({
    id: "articles",
    kind: "article",
    maxBytes: MAX_XML_BYTES,
    requests: () => [{ url: homepage + feed }],
    schema: z.string().transform((text) => parseArticleDrafts(guardXml(text, ROOTS))),
    normalise: (drafts, context) => drafts.map((draft) => normaliseArticle(draft, homepage, context.now)),
  });
  return defineSource({
    id,
    name,
    homepage,
    license: `© ${name}, titles and links only`,
    terms: defineTerms({
      url: homepage,
      says: "The terms of its feed were not read; title, link, time and publisher are shown, no text beyond the feed.",
    }),
    attribution: null,
    ...(offByDefault !== undefined && { offByDefault }),
    pacing: { concurrency: 1, intervalMs: SECOND_MS, reason: "one request a build" },
    cadenceMs: HOUR_MS,
    nextDueMs: (publishedMs) => publishedMs + MAX_SILENCE_MS,
    format: "text",
    feeds: [articles],
  });
}

export const NEWS_PUBLISHERS: readonly NewsPublisher[] = [
  { id: "coindesk", name: "CoinDesk", homepage: "https://www.coindesk.com", feed: "/arc/outboundfeeds/rss" },
  { id: "cointelegraph", name: "Cointelegraph", homepage: "https://cointelegraph.com", feed: "/rss" },
  { id: "decrypt", name: "Decrypt", homepage: "https://decrypt.co", feed: "/feed" },
  {
    id: "the-block",
    name: "The Block",
    homepage: "https://www.theblock.co",
    feed: "/rss.xml",
    offByDefault: "Answers 403 to most addresses.",
  },
  { id: "bitcoin-magazine", name: "Bitcoin Magazine", homepage: "https://bitcoinmagazine.com", feed: "/feed" },
  { id: "cryptoslate", name: "CryptoSlate", homepage: "https://cryptoslate.com", feed: "/feed/" },
  { id: "u-today", name: "U.Today", homepage: "https://u.today", feed: "/rss_feed" },
  { id: "bitcoinist", name: "Bitcoinist", homepage: "https://bitcoinist.com", feed: "/feed/" },
  { id: "cryptopotato", name: "CryptoPotato", homepage: "https://cryptopotato.com", feed: "/feed/" },
  { id: "blockworks", name: "Blockworks", homepage: "https://blockworks.co", feed: "/feed" },
];

export const newsPublishers: readonly Source[] = NEWS_PUBLISHERS.map(defineNewsFeed);
