import { renderJson } from "../../../lib/json/render-json.ts";
import { renderTime } from "../../../lib/time.ts";
import type { Artifact } from "../../platform/artifact.ts";

/** What a feed says of itself. */
export interface About {
  /** The Atom id of a feed must never change. */
  id: string;
  /** The paths below `/api` of the three files are this name with their extensions. */
  name: string;
  title: string;
  description: string;
  homepage: string | null;
  /** When it last changed, in unix milliseconds; of a feed with items, the time of the newest. */
  updatedAtMs: number;
  site: string;
  selfOf(name: string): string;
}

/** RSS 2.0, Atom (RFC 4287) and JSON Feed 1.1, of items that are newest first. */
export function renderFeedFiles(items: readonly FeedItem[], about: About): Artifact[] {
  return [
    { path: `api/${about.name}.rss`, body: renderRss(items, about) },
    { path: `api/${about.name}.atom`, body: renderAtom(items, about) },
    { path: `api/${about.name}.feed.json`, body: renderJsonFeed(items, about) },
  ];
}

function renderRss(items: readonly FeedItem[], { name, title, description, site, selfOf, updatedAtMs }: About): string {
  const rendered = items.map((item) =>
    element(
      "item",
      {},
      element("title", {}, item.title),
      element("link", {}, item.url),
      element("guid", { isPermaLink: "true" }, item.url),
      element("pubDate", {}, new Date(item.publishedAtMs).toUTCString()),
      ...(item.author === null ? [] : [element("dc:creator", {}, item.author)]),
      ...item.tags.map((tag) => element("category", {}, tag)),
      element("source", { url: item.source.url }, item.source.name),
    ),
  );
  const channel = element(
    "channel",
    {},
    element("title", {}, title),
    element("link", {}, site),
    element("atom:link", { rel: "self", type: "application/rss+xml", href: selfOf(`${name}.rss`) }),
    element("description", {}, description),
    element("language", {}, "en"),
    element("lastBuildDate", {}, new Date(updatedAtMs).toUTCString()),
    ...rendered,
  );
  const namespaces = { "xmlns:atom": "http://www.w3.org/2005/Atom", "xmlns:dc": "http://purl.org/dc/elements/1.1/" };
  return renderDocument(element("rss", { version: "2.0", ...namespaces }, channel));
}

function renderAtom(items: readonly FeedItem[], about: About): string {
  const { id, name, title, description, homepage, selfOf, updatedAtMs } = about;
  const entries = items.map((item) => {
    const time = renderTime(item.publishedAtMs);
    return element(
      "entry",
      {},
      element("id", {}, item.url),
      element("title", { type: "text" }, item.title),
      element("link", { rel: "alternate", href: item.url }),
      element("published", {}, time),
      element("updated", {}, time),
      element("author", {}, element("name", {}, item.author ?? item.source.name)),
      ...item.tags.map((tag) => element("category", { term: tag })),
    );
  });
  const feed = element(
    "feed",
    { xmlns: "http://www.w3.org/2005/Atom" },
    element("id", {}, id),
    element("title", { type: "text" }, title),
    element("subtitle", { type: "text" }, description),
    element("updated", {}, renderTime(updatedAtMs)),
    element("link", { rel: "self", type: "application/atom+xml", href: selfOf(`${name}.atom`) }),
    ...(homepage === null ? [] : [element("link", { rel: "alternate", type: "text/html", href: homepage })]),
    ...entries,
  );
  return renderDocument(feed);
}

function renderJsonFeed(items: readonly FeedItem[], about: About): string {
  const { name, title, description, homepage, selfOf } = about;
  return renderJson({
    version: "https://jsonfeed.org/version/1.1",
    title,
    description,
    ...(homepage === null ? {} : { home_page_url: homepage }),
    feed_url: selfOf(`${name}.feed.json`),
    language: "en",
    items: items.map((item) => ({
      id: item.url,
      url: item.url,
      title: item.title,
      content_text: `${item.title} (${item.source.name})`,
      date_published: renderTime(item.publishedAtMs),
      authors: [{ name: item.author ?? item.source.name }],
      ...(item.tags.length === 0 ? {} : { tags: item.tags }),
    })),
  }).toString();
}

/** An article of a feed: title, link and source, because the text is the publisher's. */
export interface FeedItem {
  url: string;
  title: string;
  source: { name: string; url: string };
  author: string | null;
  publishedAtMs: number;
  tags: readonly string[];
}

/** Only http and https: some readers run `javascript:` links. */
export function findLink(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : undefined;
}

/** Characters that XML 1.0 forbids, escaped or not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Numeric references: readers that decode a title twice still show text (RSS Advisory Board). */
const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&#x26;",
  "<": "&#x3C;",
  ">": "&#x3E;",
  '"': "&#x22;",
  "'": "&#x27;",
};

export interface Markup {
  readonly markup: string;
}

/** An XML element. Attributes and texts are escaped, markup is not. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...content: readonly (Markup | string)[]
): Markup {
  const opening = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const inner = content.map((part) => (typeof part === "string" ? escapeXml(part) : part.markup)).join("");
  const tag = `${name}${opening.join("")}`;
  return { markup: inner === "" ? `<${tag}/>` : `<${tag}>${inner}</${name}>` };
}

/** The XML document with this root. */
function renderDocument(root: Markup): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root.markup}\n`;
}

function escapeXml(text: string): string {
  return cleanXml(text).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** A text without characters that XML forbids, and with single blanks. */
export function cleanXml(text: string): string {
  return text.toWellFormed().replace(FORBIDDEN, "").replace(/\s+/g, " ").trim();
}
