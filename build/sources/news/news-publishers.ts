import { z } from "zod";
import { HOUR_MS, SECOND_MS } from "../../lib/time.ts";
import { guardXml, MAX_XML_BYTES } from "../../lib/xml-guard.ts";
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
  /** The address of the RSS, RDF or Atom feed. */
  url: string;
  /** The homepage where absent. */
  termsUrl?: string;
}

/**
 * The source of a publisher's articles: titles and links, never the text, which is the publisher's.
 */
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

/** The publishers whose headlines are listed: one line each. */
export const newsPublishers: readonly Source[] = [
  {
    id: "coindesk",
    name: "CoinDesk",
    homepage: "https://www.coindesk.com",
    url: "https://www.coindesk.com/arc/outboundfeeds/rss",
  },
  {
    id: "cointelegraph",
    name: "Cointelegraph",
    homepage: "https://cointelegraph.com",
    url: "https://cointelegraph.com/rss",
  },
  { id: "decrypt", name: "Decrypt", homepage: "https://decrypt.co", url: "https://decrypt.co/feed" },
  { id: "the-block", name: "The Block", homepage: "https://www.theblock.co", url: "https://www.theblock.co/rss.xml" },
  {
    id: "bitcoin-magazine",
    name: "Bitcoin Magazine",
    homepage: "https://bitcoinmagazine.com",
    url: "https://bitcoinmagazine.com/feed",
  },
  { id: "cryptoslate", name: "CryptoSlate", homepage: "https://cryptoslate.com", url: "https://cryptoslate.com/feed/" },
  { id: "u-today", name: "U.Today", homepage: "https://u.today", url: "https://u.today/rss_feed" },
  { id: "bitcoinist", name: "Bitcoinist", homepage: "https://bitcoinist.com", url: "https://bitcoinist.com/feed/" },
  {
    id: "cryptopotato",
    name: "CryptoPotato",
    homepage: "https://cryptopotato.com",
    url: "https://cryptopotato.com/feed/",
  },
  { id: "blockworks", name: "Blockworks", homepage: "https://blockworks.co", url: "https://blockworks.co/feed" },
].map(defineNewsFeed);
