import { describe, expect, it } from "vitest";
import { nestLines } from "../../../templates/components/nest-lines.js";

const block = (code: string) => `<div class="code-block"><pre><code id="a">${code}</code></pre></div>`;

describe("lines of code", () => {
  it("know how deep they begin, and keep their text", () => {
    const code = '{\n  "a": {\n    "b": 1\n  }\n}';
    const nested = nestLines(block(code));
    expect([...nested.matchAll(/in-(\d)/g)].map(([, depth]) => Number(depth))).toEqual([0, 1, 2, 1, 0]);
    expect(nested.replace(/<[^>]*>/g, "")).toBe(code);
  });

  it("stay as they are without indentation, with elements of several lines, and outside of blocks", () => {
    for (const markup of [
      block("one\ntwo"),
      block('<span class="hljs-comment">/*\n * text\n */</span>\n  b'),
      "<pre><code>a\n  b</code></pre>",
    ])
      expect(nestLines(markup)).toBe(markup);
  });
});
