import { findTime } from "../../lib/parse-time.ts";
import { renderPlainText } from "../../lib/plain-text.ts";
import { DAY_MS } from "../../lib/time.ts";
import { findWebUrl } from "../../lib/web-url.ts";
import { type Article, type Dropped, rejected } from "../../normalise/record.ts";
import type { ArticleDraft } from "./article-draft.ts";
import { findCanonicalUrl, isOnSite } from "./canonical-url.ts";

const MAX_TITLE = 300;
const MAX_AUTHOR = 120;
const MAX_CATEGORY = 60;
const MAX_CATEGORIES = 10;

/** Publishers post-date by hours at most; an article from further ahead would lead the list until that day. */
const MAX_AHEAD_MS = DAY_MS;

/** The article of a draft, or the reason why there is none. `homepage` is the publisher's, `now` unix milliseconds. */
export function normaliseArticle(draft: ArticleDraft, homepage: string, now: number): Article | Dropped {
  const title = renderPlainText(draft.title, MAX_TITLE);
  if (title === "") return rejected("no title");
  const url = findArticleUrl(draft, homepage);
  if (url === undefined) return rejected("no web address");
  const publishedAtMs = findTime(draft.date);
  if (publishedAtMs === undefined) return rejected("no readable date");
  if (publishedAtMs > now + MAX_AHEAD_MS) return rejected("date in the future");
  return {
    url,
    title,
    author: renderPlainText(cleanTexts(draft.authors, MAX_AUTHOR).join(", "), MAX_AUTHOR) || null,
    publishedAtMs,
    categories: cleanTexts(draft.categories, MAX_CATEGORY).slice(0, MAX_CATEGORIES),
    image: draft.images.map((image) => findWebUrl(image)?.href).find((href) => href !== undefined) ?? null,
  };
}

/** The link, or the lasting id where the link is missing or leads through a counter on another site. */
function findArticleUrl(draft: ArticleDraft, homepage: string): string | undefined {
  const link = findCanonicalUrl(draft.link);
  const permalink = findCanonicalUrl(draft.permalink);
  if (link === undefined || permalink === undefined) return link ?? permalink;
  return isOnSite(permalink, homepage) && !isOnSite(link, homepage) ? permalink : link;
}

function cleanTexts(texts: readonly string[], maxLength: number): string[] {
  return [...new Set(texts.map((text) => renderPlainText(text, maxLength)))].filter((text) => text !== "");
}
