import { XMLParser, XMLValidator } from "fast-xml-parser";
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from "feedsmith";
import { describe, expect, it } from "vitest";
import { renderFeeds } from "../../../../build/crypto/render/feeds/news-feeds.ts";
import { buildArticle, buildWorld, NOW } from "../../../fixtures/small-world.ts";

const HOSTILE = 'A ]]> <b>bold</b> &amp; "quoted" \u0000\u000b\u001b\ufffe\ud800 it\'s\r\n\u2028end';
const CLEAN = `A ]]> <b>bold</b> &amp; "quoted" \ufffd it's end`;

function render(articles = [buildArticle()], sample = false, baseUrl: string | null = null) {
  const homepage = "https://site.example/?a=1&b=2";
  const artifacts = renderFeeds({ ...buildWorld({ articles }), sample }, { homepage, baseUrl });
  const [rss = "", atom = "", json = ""] = artifacts.map((artifact) => String(artifact.body));
  return { artifacts, rss, atom, json };
}

describe("renderFeeds", () => {
  it("writes no feed without articles", () => {
    expect(renderFeeds(buildWorld({ articles: [] }), { homepage: "https://site.example/" })).toEqual([]);
  });

  it("names no homepage where there is none; RSS, which needs an address, then names the root of its site", () => {
    const [rss, atom, json] = renderFeeds(buildWorld({ articles: [buildArticle()] }), { homepage: null }).map(
      ({ body }) => String(body),
    );
    expect(new XMLParser().parse(rss!).rss.channel.link).toBe("../");
    expect(parseAtomFeed(atom!).links).toEqual([expect.objectContaining({ rel: "self" })]);
    expect(JSON.parse(json!)).not.toHaveProperty("home_page_url");
  });

  it("links RSS to the address of the site, and to the homepage where that is not known", () => {
    const linkOf = (rss: string) => new XMLParser().parse(rss).rss.channel.link;
    expect(linkOf(render([buildArticle()], false, "https://me.example/data/").rss)).toBe("https://me.example/data/");
    expect(linkOf(render().rss)).toMatch(/^https:\/\/site\.example\//);
    const world = buildWorld({ articles: [buildArticle()] });
    const [rss] = renderFeeds(world, { homepage: null, baseUrl: "https://me.example/data/" });
    expect(linkOf(String(rss!.body))).toBe("https://me.example/data/");
  });

  it("carries title, link, source, author, tags and time in all three forms", () => {
    const { rss, atom, json } = render();
    const url = "https://news.example/a?x=1&y=2";
    const time = "2026-11-20T08:15:00Z";

    const item = parseRssFeed(rss).items?.[0];
    expect(item).toMatchObject({
      title: "Bitcoin moves sideways",
      link: url,
      guid: { value: url, isPermaLink: true },
      pubDate: "Fri, 20 Nov 2026 08:15:00 GMT",
      categories: [{ name: "bitcoin" }, { name: "Markets" }],
      source: { title: "Example News", url: "https://news.example/" },
      dc: { creators: ["A. Writer"] },
    });

    const feed = parseAtomFeed(atom);
    expect(feed.updated).toBe(time);
    expect(feed.id).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
    expect(feed.entries?.[0]).toMatchObject({ id: url, links: [{ href: url, rel: "alternate" }], published: time });

    expect(parseJsonFeed(JSON.parse(json)).items?.[0]).toMatchObject({
      id: url,
      url,
      title: "Bitcoin moves sideways",
      content_text: "Bitcoin moves sideways (Example News)",
      date_published: time,
    });
  });

  it.each([
    ["absolute where the address of the site is known", "https://me.example/data/", "https://me.example/data/api/"],
    ["relative where it is not", null, ""],
  ])("names its own address in all three forms, %s", (_, baseUrl, folder) => {
    const { rss, atom, json } = render([buildArticle()], false, baseUrl);
    const self = (type: string, file: string) => ({ rel: "self", type, href: `${folder}${file}` });
    expect(parseRssFeed(rss).atom?.links).toEqual([self("application/rss+xml", "news.rss")]);
    expect(parseAtomFeed(atom).links).toContainEqual(self("application/atom+xml", "news.atom"));
    expect(JSON.parse(json).feed_url).toBe(`${folder}news.feed.json`);
  });

  it("stays well-formed and shows the very text under a hostile title", () => {
    const { rss, atom, json } = render([
      buildArticle({
        title: HOSTILE,
        author: HOSTILE,
        categories: [HOSTILE],
        source: { id: "x", name: HOSTILE, url: "x" },
      }),
    ]);
    expect(XMLValidator.validate(rss)).toBe(true);
    expect(XMLValidator.validate(atom)).toBe(true);
    const parser = new XMLParser({ ignoreAttributes: false, htmlEntities: true });
    expect(parser.parse(rss).rss.channel.item.title).toBe(CLEAN);
    expect(parser.parse(atom).feed.entry.title["#text"]).toBe(CLEAN);
    expect(JSON.parse(json).items[0].title).toBe(CLEAN);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may be left
    expect(`${rss}${atom}${json}`).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
  });

  it("omits an article whose link is not http or https", () => {
    const links = ["javascript:alert(1)", "data:text/html,x", "/relative", "", "http://plain.example/"];
    const { rss, atom, json } = render(links.map((url) => buildArticle({ url })));
    expect(JSON.parse(json).items.map((item: { url: string }) => item.url)).toEqual(["http://plain.example/"]);
    expect(`${rss}${atom}`).not.toMatch(/javascript:|data:text/);
  });

  it("escapes a quote in a link, which would otherwise end the attribute", () => {
    const { atom } = render([buildArticle({ url: `https://news.example/"onload="x'` })]);
    expect(XMLValidator.validate(atom)).toBe(true);
    expect(atom).not.toContain('"onload');
  });

  it("keeps the 100 first articles and the time of the newest one", () => {
    const articles = Array.from({ length: 130 }, (_, at) =>
      buildArticle({ url: `https://news.example/${at}`, publishedAtMs: NOW - at * 1000 }),
    );
    const { json, atom } = render(articles);
    expect(JSON.parse(json).items).toHaveLength(100);
    expect(parseAtomFeed(atom).updated).toBe("2026-11-20T09:15:00Z");
  });

  it("marks sample data in the title", () => {
    const { rss, atom, json } = render([buildArticle()], true);
    const { title, description } = JSON.parse(json);
    expect(title).toContain("sample data");
    expect(description).toMatch(/^Sample data: made up/);
    for (const text of [rss, atom]) {
      expect(text).toContain("<title");
      expect(text).toMatch(/news \(sample data\)<\/title>/);
      expect(text).toContain("Sample data: made up");
    }
  });
});
