import { describe, expect, it } from "vitest";
import { defineNewsFeed, newsPublishers } from "../../../../build/crypto/sources/news/news-publishers.ts";
import { countReasons, readFeed } from "../read-feed.ts";

const NOW = Date.UTC(2026, 10, 20, 9, 15);
const gazette = defineNewsFeed({
  id: "gazette",
  name: "Coin Gazette",
  homepage: "https://www.gazette.example",
  feed: "/feed",
});

const NAMESPACES = [
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:media="http://search.yahoo.com/mrss/"',
  'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"',
  'xmlns:atom="http://www.w3.org/2005/Atom"',
].join(" ");
const rss = (...items: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" ${NAMESPACES}><channel><title>Coin Gazette</title>
  <link>
    https://www.gazette.example</link><atom:link rel="hub" href="true"/>${items.map((item) => `<item>${item}</item>`).join("\n")}</channel></rss>`;

const TITLE = "<title>Coins rise</title>";
const LINK = "<link>https://www.gazette.example/coins-rise</link>";
const DATE = "<pubDate>Fri, 20 Nov 2026 09:00:00 +0000</pubDate>";

const read = (xml: string) => readFeed<"article">(gazette, "articles", xml, { now: NOW });
const readOne = (item: string) => read(rss(item)).records[0];
const titled = (title: string) => readOne(`<title>${title}</title>${LINK}${DATE}`)?.title;
const linked = (link: string, rest = "") => readOne(`${TITLE}<link>${link}</link>${DATE}${rest}`)?.url;

describe("an article", () => {
  it("is read from RSS, without any of its text", () => {
    const item = `${TITLE}${LINK}${DATE}<dc:creator><![CDATA[Ada Writer]]></dc:creator><category>Markets</category>
      <description>Secret text</description><content:encoded><![CDATA[<p>Secret text</p><script>alert(1)</script>]]></content:encoded>
      <enclosure url="https://img.gazette.example/a.png" length="1000000" type="image/png"/>`;
    const { records } = read(rss(item));
    expect(records).toEqual([
      {
        url: "https://www.gazette.example/coins-rise",
        title: "Coins rise",
        author: "Ada Writer",
        publishedAtMs: Date.UTC(2026, 10, 20, 9),
        categories: ["Markets"],
        image: "https://img.gazette.example/a.png",
      },
    ]);
    expect(JSON.stringify(records)).not.toContain("Secret");
  });

  it("is read from Atom", () => {
    const xml = `<feed xmlns="http://www.w3.org/2005/Atom"><title>G</title><id>g</id><updated>2026-11-20T09:00:00Z</updated>
      <entry><id>tag:g,1</id><title type="html">Coins &amp;lt;b&amp;gt;rise&amp;lt;/b&amp;gt;</title>
      <link rel="enclosure" type="image/png" href="https://g.example/i.png"/><link href="https://g.example/1"/>
      <updated>2026-11-20T09:00:00Z</updated><published>2026-11-19T09:00:00Z</published>
      <author><name>Ada</name></author><category term="m" label="Markets"/></entry></feed>`;
    expect(read(xml).records).toEqual([
      {
        url: "https://g.example/1",
        title: "Coins rise",
        author: "Ada",
        publishedAtMs: Date.UTC(2026, 10, 19, 9),
        categories: ["Markets"],
        image: "https://g.example/i.png",
      },
    ]);
  });

  it("is read from RDF", () => {
    const xml = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
      xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>G</title></channel><item rdf:about="https://g.example/1">
      <title>Coins rise</title><link>https://g.example/1</link><dc:date>2026-11-19T09:00:00Z</dc:date>
      <dc:subject>Markets</dc:subject><dc:creator>Ada</dc:creator></item></rdf:RDF>`;
    expect(read(xml).records).toMatchObject([{ url: "https://g.example/1", author: "Ada", categories: ["Markets"] }]);
  });
});

describe("its title", () => {
  it.each([
    ["is trimmed", "\n  Coins rise ", "Coins rise"],
    ["is decoded once", "Bulls &amp; bears", "Bulls & bears"],
    ["is decoded where it was escaped twice", "It&amp;#039;s up", "It's up"],
    ["is decoded inside CDATA", "<![CDATA[Advisers &amp; funds]]>", "Advisers & funds"],
    ["loses its tags", "<![CDATA[<b>Coins</b> rise<script>alert(1)</script>]]>", "Coins rise"],
    ["loses escaped tags", "Coins &lt;img src=x onerror=alert(1)&gt; rise", "Coins rise"],
    ["loses direction overrides", "Coins \u{202E}esir", "Coins esir"],
    ["loses control characters", "Coins &amp;#7;rise", "Coins rise"],
  ])("%s", (_name, title, expected) => {
    expect(titled(title)).toBe(expected);
  });

  it("is at most 300 characters long", () => {
    expect([...(titled("🚀".repeat(400)) ?? "")]).toHaveLength(300);
  });
});

describe("its address", () => {
  it.each([
    [
      "loses tracking",
      "https://www.gazette.example/a?utm_source=rss&amp;utm_medium=x&amp;ref=y",
      "https://www.gazette.example/a",
    ],
    [
      "loses it inside CDATA",
      "<![CDATA[https://www.gazette.example/a?utm_source=rss&gclid=1]]>",
      "https://www.gazette.example/a",
    ],
    [
      "keeps what names the page",
      "https://www.gazette.example/?p=12&amp;UTM_term=x&amp;page=2",
      "https://www.gazette.example/?p=12&page=2",
    ],
    ["loses its fragment", "https://www.gazette.example/a?fbclid=1#comments", "https://www.gazette.example/a"],
    ["is trimmed", "\n   https://www.gazette.example/a ", "https://www.gazette.example/a"],
    ["keeps the spelling of a query", "https://www.gazette.example/a?q=x%20y", "https://www.gazette.example/a?q=x%20y"],
  ])("%s", (_name, link, url) => {
    expect(linked(link)).toBe(url);
  });

  const guid = "https://gazette.example/a";
  it("is the permalink where the link is a counter on another site or missing", () => {
    expect(linked("https://counter.example/r/123", `<guid isPermaLink="true">${guid}</guid>`)).toBe(guid);
    expect(readOne(`${TITLE}${DATE}<guid>${guid}</guid>`)?.url).toBe(guid);
  });

  it("is the link where the id is no permalink or lies elsewhere", () => {
    expect(linked("https://counter.example/r/1", `<guid isPermaLink="false">${guid}</guid>`)).toBe(
      "https://counter.example/r/1",
    );
    expect(linked("https://www.gazette.example/b", `<guid>${guid}</guid>`)).toBe("https://www.gazette.example/b");
    expect(linked("https://www.gazette.example/b", "<guid>https://gazette.example.evil.example/a</guid>")).toBe(
      "https://www.gazette.example/b",
    );
  });

  it.each([
    ["javascript:alert(1)"],
    ["data:text/html,x"],
    ["/relative"],
    ["https://gazette.example@evil.example/"],
    [""],
  ])("is not %j", (link) => {
    const { records, dropped } = read(rss(`${TITLE}<link>${link}</link>${DATE}`));
    expect(records).toEqual([]);
    expect(countReasons(dropped)).toEqual({ "not a valid URL": 1 });
  });
});

describe("its date", () => {
  it.each([
    ["a missing date", "", "no readable date"],
    ["a date that is none", "<pubDate>yesterday</pubDate>", "no readable date"],
    ["a time without zone", "<pubDate>2026-11-20 09:00:00</pubDate>", "no readable date"],
    ["a date more than a day ahead", "<pubDate>Sat, 21 Nov 2026 09:16:00 +0000</pubDate>", "date in the future"],
  ])("rejects the article for %s", (_name, date, reason) => {
    const { records, dropped } = read(rss(`${TITLE}${LINK}${date}`, `${TITLE}${LINK}${DATE}`));
    expect(records).toHaveLength(1);
    expect(countReasons(dropped)).toEqual({ [reason]: 1 });
  });

  const dateOf = (date: string) => readOne(`${TITLE}${LINK}<pubDate>${date}</pubDate>`)?.publishedAtMs;

  it("may carry a zone", () => {
    expect(dateOf("Fri, 20 Nov 2026 04:00:00 -0500")).toBe(Date.UTC(2026, 10, 20, 9));
  });

  it("is the time of the build where it lies some hours ahead", () => {
    expect(dateOf("Sat, 21 Nov 2026 04:00:00 -0500")).toBe(NOW);
  });
});

describe("the rest", () => {
  it("rejects an article without a title", () => {
    const { dropped } = read(rss(`<title> <![CDATA[<b></b>]]></title>${LINK}${DATE}`));
    expect(countReasons(dropped)).toEqual({ "no title": 1 });
  });

  it("joins several authors and leaves empty ones out", () => {
    const author = (creators: string) => readOne(`${TITLE}${LINK}${DATE}${creators}`)?.author;
    expect(author("<dc:creator>Ada</dc:creator><dc:creator>AI Boost</dc:creator>")).toBe("Ada, AI Boost");
    expect(author("<dc:creator> </dc:creator>")).toBeNull();
    expect(author("")).toBeNull();
  });

  it("keeps at most ten categories, none of them empty or twice", () => {
    const categories = ["", " ", "A", "A", "B &amp;amp; C", ...Array.from({ length: 12 }, (_, index) => `c${index}`)];
    const item = `${TITLE}${LINK}${DATE}${categories.map((name) => `<category>${name}</category>`).join("")}`;
    const found = readOne(item)?.categories;
    expect(found?.slice(0, 3)).toEqual(["A", "B & C", "c0"]);
    expect(found).toHaveLength(10);
  });

  const image = (xml: string) => readOne(`${TITLE}${LINK}${DATE}${xml}`)?.image;
  it.each([
    [
      "a media element",
      '<media:content url="https://i.example/a.jpg" medium="image" type="image/*"/>',
      "https://i.example/a.jpg",
    ],
    [
      "a media group",
      '<media:group><media:content url="https://i.example/g.jpg"/></media:group>',
      "https://i.example/g.jpg",
    ],
    ["a thumbnail", '<media:thumbnail url="https://i.example/t.jpg"/>', "https://i.example/t.jpg"],
    [
      "an enclosure",
      '<enclosure url="https://i.example/e.png" length="1" type="image/png"/>',
      "https://i.example/e.png",
    ],
    ["a podcast's cover", '<itunes:image href="https://i.example/c.png"/>', "https://i.example/c.png"],
  ])("takes the picture of %s", (_name, xml, url) => {
    expect(image(xml)).toBe(url);
  });

  it("prefers the full picture, then the enclosed one, then the thumbnail", () => {
    const thumbnail = '<media:thumbnail url="https://i.example/t.jpg"/>';
    const enclosure = '<enclosure url="https://i.example/e.png" length="1" type="image/png"/>';
    const content = '<media:content url="https://i.example/a.jpg"/>';
    expect(image(thumbnail + enclosure + content)).toBe("https://i.example/a.jpg");
    expect(image(thumbnail + enclosure)).toBe("https://i.example/e.png");
  });

  it("takes no film, no sound and no script for a picture", () => {
    expect(image('<media:content url="https://i.example/a.mp4" medium="video"/>')).toBeNull();
    expect(image('<enclosure url="https://i.example/a.mp3" length="1" type="audio/mpeg"/>')).toBeNull();
    expect(image('<enclosure url="javascript:alert(1)" length="1" type="image/png"/>')).toBeNull();
    expect(
      image('<media:content url="data:image/png;base64,x"/><media:thumbnail url="https://i.example/t.jpg"/>'),
    ).toBe("https://i.example/t.jpg");
  });
});

describe("a body that is no feed", () => {
  const laughs = '<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>';
  it.each([
    ["a challenge page", "<!DOCTYPE html><html><title>Just a moment...</title></html>", "HTML page"],
    ["entities that multiply", rss().replace("?>", `?>${laughs}`), "DOCTYPE"],
    ["an external entity", rss().replace("?>", '?><!DOCTYPE x SYSTEM "file:///etc/passwd">'), "DOCTYPE"],
    ["a feed that was cut off", rss(`${TITLE}${LINK}${DATE}`).slice(0, -40), "ends before"],
    ["JSON", '{"version":"https://jsonfeed.org/version/1.1","title":"x","items":[]}', "expected <rss>"],
    ["nothing", "", "expected <rss>"],
  ])("is refused: %s", (_name, xml, message) => {
    expect(() => read(xml)).toThrow(message);
  });

  it("is distinguished from a feed without items", () => {
    expect(read(rss())).toEqual({ records: [], dropped: [] });
  });
});

describe("publishers", () => {
  it("are ten, with distinct ids", () => {
    expect(new Set(newsPublishers.map(({ id }) => id)).size).toBe(10);
    for (const { id, name, license } of newsPublishers) {
      expect(id).toMatch(/^[a-z-]+$/);
      expect(license).toBe(`© ${name}, titles and links only`);
    }
  });
});
