import { describe, expect, it } from "vitest";
import { summariseIndex } from "../../public/js/chart-summary.js";
import { makeIndexSeries, makeWorld } from "../api/sample-market.ts";
import { renderPage } from "./render-page.ts";

const render = (values: readonly number[]) => {
  const series = makeIndexSeries(values.length).map((point, at) => ({ ...point, value: values[at]! }));
  return renderPage(makeWorld({ fearGreed: series }), "fear-greed/index.html");
};
/** What a reader sees, without tags. */
const readText = (page: string) => page.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

describe("the page of the Fear & Greed Index", () => {
  it("says how far the index moved, by a word and a sign beside the colour", async () => {
    const values = Array.from({ length: 40 }, () => 50);
    values[38] = 56;
    values[32] = 47;
    const text = readText(await render([...values.slice(0, 39), 53]));
    expect(text).toMatch(/1 day ago 2026-11-19 56 · .*? change since ▼ 3 down/);
    expect(text).toMatch(/1 week ago 2026-11-13 47 · .*? change since ▲ 6 up/);
    expect(text).toMatch(/1 month ago 2026-10-21 50 · .*? change since ▲ 3 up/);
  });

  it("says that an earlier value is not known where the series is too short", async () => {
    const text = readText(await render([10]));
    expect(text.match(/unknown/g)).toHaveLength(3);
    expect(text).not.toContain("Chart data");
  });

  it("names the number for who cannot see the dial", async () => {
    expect(await render([20, 30])).toContain('aria-label="Fear and Greed Index: 30 of 100, 0 days ago"');
  });

  it("is summed up by its extremes and its mean", () => {
    expect(
      summariseIndex([
        [0, 1, 2, 3],
        [10, null, 40, 25],
      ]),
    ).toBe("between 10 and 40, 25 on average");
    expect(summariseIndex([[0], [10]])).toBeNull();
  });
});
