import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanText, isPlainLine, isVisibleLine, renderPlainText } from "../../build/lib/plain-text.ts";
import { anyCharacter } from "../fixtures/any-character.ts";

describe("renderPlainText", () => {
  it.each([
    ["decodes entities", "Bulls &amp; bears", "Bulls & bears"],
    ["decodes what was escaped twice", "It&amp;#039;s up", "It's up"],
    ["decodes what was escaped three times", "A &amp;amp;amp; B", "A & B"],
    ["strips tags and keeps their text", "<b>Bitcoin</b> <i>rises</i>", "Bitcoin rises"],
    ["strips tags that were escaped", "&lt;b&gt;Bitcoin&lt;/b&gt; rises", "Bitcoin rises"],
    ["drops scripts with their content", "Up<script>alert(1)</script> again", "Up again"],
    ["drops scripts that were escaped twice", "Up &amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;", "Up"],
    ["drops a script that never ends", "Up <script>alert(1)", "Up"],
    ["drops a tag that never ends", 'Up <img src=x onerror="alert(1)"', "Up"],
    ["drops comments", "Up<!-- hidden --> again", "Up again"],
    ["keeps comparisons", "ETH < BTC, 5 > 3, SOL<ADA", "ETH < BTC, 5 > 3, SOL<ADA"],
    ["keeps an ampersand that starts no entity", "AT&T and R&D", "AT&T and R&D"],
    ["parts paragraphs", "<p>One</p><p>Two</p>", "One Two"],
    ["collapses white space of any kind", " a\n\t b&nbsp;&nbsp;c ", "a b c"],
    ["removes control characters", "a\u{0}b\u{7}c", "a b c"],
    ["removes direction overrides, which could show a link backwards", "pay\u{202E}gpj.exe\u{202C}", "paygpj.exe"],
    ["removes invisible characters", "Bit\u{200B}coin\u{FEFF}\u{AD}", "Bitcoin"],
    ["keeps accents, other scripts and emoji", "Señor 币安人生 👩‍🚀", "Señor 币安人生 👩‍🚀"],
  ])("%s", (_name, html, text) => {
    expect(renderPlainText(html, 300)).toBe(text);
  });

  it("truncates at whole characters, including the ellipsis", () => {
    expect(renderPlainText("🚀".repeat(400), 300)).toBe(`${"🚀".repeat(299)}…`);
    expect(renderPlainText("x".repeat(300), 300)).toBe("x".repeat(300));
  });

  it("replaces lone surrogates", () => {
    expect(cleanText("a\u{D800}b".replace("\u{D800}", "\uD800"))).toBe("a\u{FFFD}b");
  });

  it("has no control characters and at most the allowed length, for any input", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (text) => {
        const plain = renderPlainText(text, 40);
        expect([...plain].length).toBeLessThanOrEqual(40);
        expect(plain).not.toMatch(/\p{Cc}|[\u{202A}-\u{202E}]/u);
        expect(plain).toBe(plain.trim());
      }),
    );
  });

  it("is not slowed down by hostile input", () => {
    const inputs = ["<script>".repeat(50_000), "<a ".repeat(50_000), "&lt;!--".repeat(50_000), "&amp;".repeat(50_000)];
    for (const input of inputs) expect(renderPlainText(input, 300).length).toBeLessThanOrEqual(300);
  });
});

describe("a line of text", () => {
  it("is visible without control, invisible and direction-changing characters", () => {
    expect(isVisibleLine("Bitcoin 2", 9)).toBe(true);
    for (const text of ["", " ", "a\nb", "a\u200bb", "a\u202eb", "a\ud800", "1234567890"]) {
      expect(isVisibleLine(text, 9), JSON.stringify(text)).toBe(false);
    }
  });

  it("is plain without joined emoji and blanks around it", () => {
    const joined = "a\u200db";
    expect(isVisibleLine(joined, 9)).toBe(true);
    for (const text of [joined, " a", "a "]) expect(isPlainLine(text, 9), JSON.stringify(text)).toBe(false);
    expect(isPlainLine("$ANRX", 9)).toBe(true);
  });
});
