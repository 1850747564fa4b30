import { describe, expect, it } from "vitest";
import { keepWhole } from "../../../public/js/keep-whole.js";

describe("dates, and numbers with units", () => {
  it.each(["2026-11-28", "2026-11", "5 %", "0.01 %", "1,200 kB", "950 MB", "10 ms"])(
    "stay in one line: %s",
    (whole) => {
      expect(keepWhole(`<p>Since ${whole}.</p>`)).toBe(`<p>Since <span class="keep">${whole}</span>.</p>`);
    },
  );

  it("also if the template breaks between number and unit", () => {
    expect(keepWhole("at most 95\n% of it")).toBe('at most <span class="keep">95\n%</span> of it');
  });

  it("are not those within longer words", () => {
    expect(keepWhole("2 methods, 3 kBits, 12026-11-28, a-2026-11-28-b")).toBe(
      "2 methods, 3 kBits, 12026-11-28, a-2026-11-28-b",
    );
  });

  it("are left alone in code, tags, scripts and fields", () => {
    for (const markup of [
      '<time datetime="2026-11-28">today</time>',
      "<code>prices-2026-11-28.csv</code>",
      '<pre tabindex="0"><code>from 2026-11-28 5 %</code></pre>',
      '<script type="application/json">{"day":"2026-11-28"}</script>',
      "<textarea>SELECT '2026-11-28'</textarea>",
      '<details class="chart-table"><table><th>2026-11-28</th></table></details>',
      "<select><option>5 %</option></select>",
    ])
      expect(keepWhole(markup)).toBe(markup);
  });
});
