import { describe, expect, it } from "vitest";
import { ARTICLES } from "../../public/js/article-view.js";
import { readView, selectRows } from "../../public/js/table-view.js";
import { makeWorld } from "../api/sample-market.ts";
import { renderPage } from "./render-page.ts";

const [article] = makeWorld().market.articles;
const make = (id: string, source: string, own = {}) => ({
  ...article!,
  id,
  title: `Title ${id}`,
  source: { id: source, name: source.toUpperCase(), url: "https://example.org/" },
  ...own,
});

describe("the page of the news", () => {
  it("counts the headlines of each publisher, those with most first", async () => {
    const articles = [make("1", "b"), make("2", "a"), make("3", "b")];
    const page = await renderPage(makeWorld({ articles }), "news/index.html");
    expect(page).toContain('<option value="b">B (2)</option><option value="a">A (1)</option>');
    expect(page).toContain("1–3 of 3 headlines");
    expect(page).toContain("of 2 publishers");
  });

  it("leads to the coins that a headline names, as far as they have a page", async () => {
    const articles = [make("1", "a", { coins: ["batcat", "unheard-of"] })];
    const page = await renderPage(makeWorld({ articles }), "news/index.html");
    expect(page).toContain('<a class="tag" href="../coins/batcat/" title="Batcat (BSC)">BTC</a>');
    expect(page).not.toContain("unheard-of");
    expect(page).toMatch(/<h3 dir="auto"><a href="[^"]+" rel="noopener nofollow">Title 1/);
  });

  it("can be filtered by publisher and coin", () => {
    const rows = [make("1", "a", { coins: ["x", "y"] }), make("2", "b", { coins: ["y"] })];
    const show = (query: string) =>
      selectRows(ARTICLES, rows, readView(ARTICLES, query), 10).rows.map(({ id }: { id: string }) => id);
    expect(show("source=a")).toEqual(["1"]);
    expect(show("coin=y")).toEqual(["1", "2"]);
    expect(show("coin=x&source=b")).toEqual([]);
    expect(show("search=title 2")).toEqual(["2"]);
  });
});
