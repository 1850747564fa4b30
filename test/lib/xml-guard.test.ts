import { describe, expect, it } from "vitest";
import { guardXml, MAX_XML_BYTES } from "../../build/lib/xml-guard.ts";

const guard = (text: string) => guardXml(text, ["rss", "feed"]);

describe("guardXml", () => {
  it("accepts a complete document with any prolog", () => {
    const document =
      "<?xml version='1.0'?>\n<?xml-stylesheet href='x'?><!-- a --><RSS><channel/></RSS>\n<!-- cached -->";
    expect(guard(document)).toBe(document);
    expect(guard(`\u{FEFF}${document}`)).toBe(document);
  });

  it.each([
    ["a DOCTYPE", '<?xml version="1.0"?><!DOCTYPE rss><rss></rss>', "DOCTYPE"],
    ["a DOCTYPE in lower case", "<!doctype rss><rss></rss>", "DOCTYPE"],
    ["an entity declaration", '<rss><!ENTITY a "b"></rss>', "DOCTYPE"],
    ["a DOCTYPE behind a comment that opens CDATA", "<!-- <![CDATA[ --><!DOCTYPE rss><rss></rss>", "DOCTYPE"],
    ["a page of HTML with DOCTYPE", "<!DOCTYPE html><html></html>", "HTML page"],
    ["a page of HTML without", "<html><body>Just a moment… <rss></rss></body></html>", "HTML page"],
    ["JSON", '{"rss": 1}', "expected <rss> or <feed>"],
    ["another root", "<opml></opml>", "expected <rss> or <feed>"],
    ["nothing", "  ", "expected <rss> or <feed>"],
    ["a document that was cut off", "<rss><channel><item><title>a</title>", "ends before </rss>"],
    ["a prolog without end", "<!-- <rss></rss>", "expected <rss>"],
    ["more than the cap", `<rss>${"x".repeat(MAX_XML_BYTES)}</rss>`, "at most"],
  ])("refuses %s", (_name, text, message) => {
    expect(() => guard(text)).toThrow(message);
  });
});
