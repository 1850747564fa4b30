import { type AtomFeed, type MediaNs, parseFeed, type RdfFeed, type RssFeed } from "feedsmith";

/** An item of a feed before anything about it was checked, whatever the format of the feed. */
export interface ArticleDraft {
  title: string;
  link: string;
  /** The feed's id of the item where it may be an address that lasts. */
  permalink: string;
  authors: string[];
  date: string;
  categories: string[];
  /** Addresses of pictures, best first. */
  images: string[];
}

/** Reads RSS, RDF and Atom; throws where the text is no feed. */
export function parseArticleDrafts(xml: string): ArticleDraft[] {
  const { format, feed } = parseFeed(xml);
  if (format === "rss") return (feed.items ?? []).map(readRssItem);
  if (format === "rdf") return (feed.items ?? []).map(readRdfItem);
  if (format === "atom") return (feed.entries ?? []).map(readAtomEntry);
  throw new SyntaxError(`expected RSS or Atom, got a ${format} feed`);
}

function readRssItem(item: RssFeed.Item<string>): ArticleDraft {
  const pictures = (item.enclosures ?? []).filter((enclosure) => enclosure.type?.startsWith("image/"));
  return {
    title: item.title ?? "",
    link: item.link ?? "",
    permalink: item.guid?.isPermaLink === false ? "" : (item.guid?.value ?? ""),
    authors: item.dc?.creators ?? texts(item.authors?.map((author) => author.name)),
    date: item.pubDate ?? item.dc?.dates?.[0] ?? "",
    categories: texts(item.categories?.map((category) => category.name)),
    images: [...readMedia(item.media, texts(pictures.map(({ url }) => url))), ...texts([item.itunes?.image])],
  };
}

function readRdfItem(item: RdfFeed.Item<string>): ArticleDraft {
  return {
    title: item.title ?? "",
    link: item.link ?? "",
    permalink: item.rdf?.about ?? "",
    authors: item.dc?.creators ?? [],
    date: item.dc?.dates?.[0] ?? "",
    categories: item.dc?.subjects ?? [],
    images: readMedia(item.media, []),
  };
}

function readAtomEntry(entry: AtomFeed.Entry<string>): ArticleDraft {
  const links = entry.links ?? [];
  const pictures = links.filter((link) => link.rel === "enclosure" && link.type?.startsWith("image/"));
  return {
    title: entry.title?.value ?? "",
    link: links.find((link) => link.rel === undefined || link.rel === "alternate")?.href ?? "",
    permalink: entry.id ?? "",
    authors: texts(entry.authors?.map((author) => author.name)),
    // `updated` moves with every correction; it stands in where the day of publication is not
    // given.
    date: entry.published ?? entry.updated ?? "",
    categories: texts(entry.categories?.map((category) => category.label ?? category.term)),
    images: readMedia(entry.media, texts(pictures.map(({ href }) => href))),
  };
}

/** The full pictures, then the enclosed ones, then the thumbnails. */
function readMedia(media: MediaNs.ItemOrFeed | undefined, enclosed: readonly string[]): string[] {
  const contents = [...(media?.contents ?? []), ...(media?.groups ?? []).flatMap((group) => group.contents ?? [])];
  const pictures = contents.filter((content) => (content.medium ?? content.type ?? "image").startsWith("image"));
  const thumbnails = texts(media?.thumbnails?.map(({ url }) => url));
  return [...texts(pictures.map(({ url }) => url)), ...enclosed, ...thumbnails];
}

function texts(values: readonly (string | undefined)[] | undefined): string[] {
  return (values ?? []).filter((value) => value !== undefined);
}
