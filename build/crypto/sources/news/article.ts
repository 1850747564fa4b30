import { renderPlainText } from "../../../lib/plain-text.ts";
import { DAY_MS, findTime } from "../../../lib/time.ts";
import { findWebUrl } from "../../../lib/web-url.ts";
import { type Article, type Dropped, rejected } from "../../normalise/record.ts";
import type { ArticleDraft } from "./article-draft.ts";

const MAX_TITLE = 300;
const MAX_AUTHOR = 120;
const MAX_CATEGORY = 60;
const MAX_CATEGORIES = 10;

/** Publishers post-date by hours at most: a date further ahead is a mistake. */
const MAX_AHEAD_MS = DAY_MS;

/**
 * The article of a draft, or the reason why there is none. `homepage` is the publisher's, `now`
 * unix milliseconds.
 */
export function normaliseArticle(draft: ArticleDraft, homepage: string, now: number): Article | Dropped {
  const title = renderPlainText(draft.title, MAX_TITLE);
  if (title === "") return rejected("no title");
  const url = findArticleUrl(draft, homepage);
  if (url === undefined) return rejected("not a valid URL");
  const publishedAtMs = findTime(draft.date);
  if (publishedAtMs === undefined) return rejected("no readable date");
  if (publishedAtMs > now + MAX_AHEAD_MS) return rejected("date in the future");
  return {
    url,
    title,
    author: renderPlainText(cleanTexts(draft.authors, MAX_AUTHOR).join(", "), MAX_AUTHOR) || null,
    // It is published: with a date ahead it would lead the list until then.
    publishedAtMs: Math.min(publishedAtMs, now),
    categories: cleanTexts(draft.categories, MAX_CATEGORY).slice(0, MAX_CATEGORIES),
    image: draft.images.map((image) => findWebUrl(image)?.href).find((href) => href !== undefined) ?? null,
  };
}

/**
 * The link, or the lasting id where the link is missing or leads through a counter on another site.
 */
function findArticleUrl(draft: ArticleDraft, homepage: string): string | undefined {
  const link = findCanonicalUrl(draft.link);
  const permalink = findCanonicalUrl(draft.permalink);
  if (link === undefined || permalink === undefined) return link ?? permalink;
  return isOnSite(permalink, homepage) && !isOnSite(link, homepage) ? permalink : link;
}

function cleanTexts(texts: readonly string[], maxLength: number): string[] {
  return [...new Set(texts.map((text) => renderPlainText(text, maxLength)))].filter((text) => text !== "");
}

/** Parameters that say where a reader came from and never which page is meant. */
const TRACKING =
  /^(utm_.*|mc_[ce]id|_hs(enc|mi)|fbclid|gclid|gbraid|wbraid|dclid|msclkid|twclid|yclid|igshid|ref|ref_src|ref_url|referrer|cmpid)$/i;

/**
 * The address of an article as two readers would agree on it: http or https, without tracking
 * parameters and fragment. `undefined` for anything that is not a web address. The other parameters
 * stay as they are written.
 */
function findCanonicalUrl(text: string): string | undefined {
  const url = findWebUrl(text);
  if (url === undefined) return undefined;
  url.hash = "";
  const kept = url.search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !TRACKING.test(pair.split("=", 1)[0] ?? ""));
  url.search = kept.join("&");
  return url.href;
}

/** Whether the address lies on the site of the homepage or on a subdomain of it. */
function isOnSite(address: string, homepage: string): boolean {
  const site = new URL(homepage).hostname.replace(/^www\./, "");
  const { hostname } = new URL(address);
  return hostname === site || hostname.endsWith(`.${site}`);
}
