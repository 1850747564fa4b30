import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { parseAnswer } from "../../../build/crypto/ingest/fetch-answer.ts";
import { ecb } from "../../../build/crypto/sources/fiat/ecb.ts";
import { newsPublishers } from "../../../build/crypto/sources/news/news-publishers.ts";
import { readBody } from "../../../build/kit/platform/http/http-exchange.ts";
import { MAX_XML_BYTES } from "../../../build/lib/xml-guard.ts";
import { recordTries } from "./random.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const SIZE = MAX_XML_BYTES - 1_000;

const ITEM =
  "<item><title>Something happened</title><link>https://news.example/a</link><pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate></item>";
const rss = (inner: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>N</title>${inner}</channel></rss>`;
const fill = (text: string) => text.repeat(Math.floor((SIZE - 500) / text.length));

const LAUGHS = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`).join(
  "",
);

/** What must never reach a parser; `xml-guard.test.ts` has the other forms. */
const REFUSED: Readonly<Record<string, string>> = {
  "a billion laughs": `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY l0 "ha">${LAUGHS}]><rss><channel><item><title>&l9;</title></item></channel></rss>`,
  "a quadratic blow-up": `<!DOCTYPE rss [<!ENTITY a "${"a".repeat(100_000)}">]>${rss(`<item><title>${"&a;".repeat(50_000)}</title></item>`)}`,
  "an entity in a CDATA section": rss(`<item><title><![CDATA[<!ENTITY x "y">]]></title></item>`),
  "more than the limit": rss(ITEM.repeat(Math.ceil((MAX_XML_BYTES * 1.2) / ITEM.length))),
  "an HTML page": `<!doctype html><html>${fill("<p>x</p>")}</html>`,
};

/** Parsing a hostile feed takes at most several times the work of an honest feed of that size. */
const ODD: Readonly<Record<string, string>> = {
  "comments without end": `${fill("<!-- -->")}<rss></rss>`,
  "elements in each other": rss(`${"<a>".repeat(20_000)}${"</a>".repeat(20_000)}`),
  "elements that never end": rss(fill("<item><title>")),
  "attributes by the ten thousand": rss(
    `<item ${Array.from({ length: 50_000 }, (_, at) => `a${at}="1"`).join(" ")}><title>x</title></item>`,
  ),
  "ampersands alone": rss(`<item><title>${fill("&")}</title></item>`),
  "character references": rss(`<item><title>${fill("&#x41;")}</title></item>`),
  "unknown entities": rss(`<item><title>${fill("&lol;")}</title></item>`),
  "angle brackets in a title": rss(`<item><title><![CDATA[${fill("<")}]]></title></item>`),
  "a title of two megabytes": rss(`<item><title>${fill("A")}</title></item>`),
  "prototype names": rss(
    "<item><__proto__><title>x</title></__proto__><constructor>y</constructor></item>".repeat(5_000),
  ),
  "processing instructions": `${fill("<?x y?>")}<rss></rss>`,
};

function read(text: string, source: (typeof newsPublishers)[number]): string | null {
  const feed = source.feeds[0]!;
  const times = { receivedAtMs: NOW, serverTimeMs: NOW };
  const response = { url: "", status: 200, body: text, bytes: text.length, validators: {}, ...times };
  try {
    parseAnswer({ source, feed, records: () => [] }, { url: "" }, response);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The fastest of three runs: other load only adds time. */
function time(task: () => unknown): number {
  return Math.min(
    ...[1, 2, 3].map(() => {
      const start = performance.now();
      task();
      return performance.now() - start;
    }),
  );
}

describe("hostile XML", () => {
  const news = newsPublishers[0]!;
  const sheet = `<?xml version="1.0"?><gesmes:Envelope><Cube>${fill('<Cube currency="USD" rate="1.1"/>')}</Cube></gesmes:Envelope>`;
  const honest = rss(fill(ITEM));
  let honestMs: number | undefined;
  const timeHonest = () =>
    Math.max(
      time(() => read(honest, news)),
      20,
    );
  /** Whether a task takes less than some honest feeds; they are timed again if it seems not. */
  const isWithin = (spentMs: number, feeds: number) => {
    honestMs ??= timeHonest();
    if (spentMs >= honestMs * feeds) honestMs = timeHonest();
    return spentMs < honestMs * feeds;
  };

  it.each(Object.keys(REFUSED))("is refused before it is parsed: %s", (name) => {
    for (const source of [news, ecb]) {
      const text = REFUSED[name]!;
      expect(read(text, source)).not.toBeNull();
      // The guard scans a text once; parsing one of that size takes many times as long.
      const spent = time(() => read(text, source));
      expect([spent, isWithin(spent, 1)]).toEqual([spent, true]);
    }
  });

  it.each(Object.keys(ODD))("costs at most a few times as much as an honest feed: %s", (name) => {
    const spent = time(() => read(ODD[name]!, news));
    expect([spent, isWithin(spent, 12)]).toEqual([spent, true]);
    expect("polluted" in {}).toBe(false);
  });

  it("of 50 MB is cut at the limit of its feed, while it arrives", async () => {
    for (const source of [news, ecb]) {
      const { maxBytes } = source.feeds[0]!;
      let sent = 0;
      const chunk = Buffer.from(fill(ITEM).slice(0, 64 * 1024));
      const body = Readable.from(
        (function* () {
          while (sent < 50_000_000) {
            sent += chunk.length;
            yield chunk;
          }
        })(),
        { objectMode: false },
      );
      await expect(readBody(body, undefined, maxBytes)).rejects.toThrow(/larger than/);
      expect(sent).toBeLessThan(maxBytes + 1_000_000);
    }
  });

  it("is distinguished from an honest rate sheet of the same size", async () => {
    expect(read(sheet, ecb)).not.toMatch(/DOCTYPE|at most/);
    await recordTries({
      name: "xml",
      what: "hostile XML documents",
      tried: (Object.keys(REFUSED).length + 1) * 2 + Object.keys(ODD).length,
    });
  });
});
