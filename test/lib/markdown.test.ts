import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinMarkdown, type Markdown, md, renderBlock, renderCount, renderLink } from "../../build/lib/markdown.ts";
import { cleanText } from "../../build/lib/plain-text.ts";
import { EVIL, hostileText } from "../app/workflow/hostile-text.ts";
import { renderHtml, renderWithoutCode } from "../app/workflow/rendered-markdown.ts";

/** Every place where text stands in what the program writes. */
const PLACES: Readonly<Record<string, (text: string) => Markdown>> = {
  heading: (text) => md`### ${text}\n\nafter`,
  paragraph: (text) => md`before ${text} and ${text}, ${"a`b"} after`,
  "line of its own": (text) => md`before\n\n${text} after\n\nlast`,
  list: (text) => md`- a ${text}\n- ${text} b\n\nafter`,
  table: (text) => md`| a | b |\n|---|---|\n| ${text} | x |\n| x | ${text} |\n\nafter`,
  block: (text) => md`before\n\n${renderBlock(text)}\n\nafter`,
  "page of blocks": (text) =>
    joinMarkdown([renderBlock(text), md`between ${text}`, renderBlock(text), md`after`], "\n\n"),
};

describe("text in Markdown", () => {
  it.each(Object.entries(PLACES))("is code in a %s and changes nothing around it", (_, place) => {
    const expected = renderWithoutCode(place("x").text);
    fc.assert(
      fc.property(hostileText, (text) => {
        fc.pre(cleanText(text) !== "");
        expect(renderWithoutCode(place(text).text)).toBe(expected);
      }),
      { numRuns: 60 },
    );
    expect(renderWithoutCode(place(EVIL).text)).toBe(expected);
  });

  it("is the original text, except for a bar", () => {
    expect(renderHtml(md`a ${"1 < 2 `x` & @ada *b* | c"} b`.text)).toBe(
      "<p>a <code>1 &lt; 2 `x` &amp; @ada *b* ¦ c</code> b</p>",
    );
    expect(renderHtml(renderBlock("a\n  b ``` c\n\u202Ed").text)).toBe(
      '<pre><code class="language-text">a\n  b ``` c\nd\n</code></pre>',
    );
  });

  it("is cut, because GitHub refuses longer issues", () => {
    for (const text of ["😀".repeat(100_001), "`".repeat(200_000), "\n".repeat(200_000)]) {
      expect(md`${text} ${renderBlock(text)}`.text.length).toBeLessThan(65_000);
      expect(md`${text} ${renderBlock(text)}`.text.isWellFormed()).toBe(true);
    }
  });

  it("never touches other code, which would join with it", () => {
    expect(() => md`a ${"b"}${"c`d"}`).toThrow("Two pieces of code in Markdown need a space between them.");
    expect(() => md`\`a\`${md`${"b"}`}`).toThrow("need a space between them");
  });

  it("is no code where it is a number, a count or Markdown", () => {
    expect(md`${7} ${renderCount(12_345)} ${md`**b**`} ${""}`.text).toBe("7 12,345 **b** ");
  });
});

describe("a link", () => {
  it("has the given target for any URL", () => {
    const url = "https://github.com/a/b(c)?x=<y>&copy=`|`";
    const html = renderHtml(renderLink(md`run 7`, url).text);
    const [, href = ""] = /^<p><a href="([^"]*)">run 7<\/a><\/p>$/.exec(html) ?? [];
    expect(new URL(href.replaceAll("&amp;", "&")).searchParams.get("copy")).toBe("`|`");
  });
});
