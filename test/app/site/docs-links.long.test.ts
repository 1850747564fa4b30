import { describe, expect, it } from "vitest";
import { readUsualPages } from "../../fixtures/pages.ts";

describe("the quick start", () => {
  it("has a request for a price, a list in another currency, a history and a past price, all with a file", async () => {
    const { files, pages } = await readUsualPages();
    const page = pages.get("docs/quick-start/index.html")!;
    expect(page.match(/<h2 id="[a-z]+">\d\. [^<]+/g)?.map((title) => title.replace(/.*>/, ""))).toEqual([
      "1. One price",
      "2. A list in another currency",
      "3. A past price",
    ]);
    const opened = [...page.matchAll(/href="\.\.\/\.\.\/(api[^"]+)">Open the response/g)].map(([, path]) => path!);
    expect(opened).toHaveLength(3);
    for (const path of opened) expect(files.has(path), path).toBe(true);
    expect(page).toContain("<span data-address>https://SITE</span>/api/price/");
  });
});

describe("the documentation's first page", () => {
  it("lists the pages on an own copy in the order of the work, and other groups by title, the changelog last", async () => {
    const page = (await readUsualPages()).pages.get("docs/index.html")!;
    const titles = (from: string) =>
      [
        ...page
          .slice(page.indexOf(`">${from}</h2>`))
          .split("</section>")[0]!
          .matchAll(/<h3><a [^>]+>([^<]+)/g),
      ].map(([, title]) => title!);
    const copy = titles("Your own copy");
    expect([copy[0], copy.at(-1)]).toEqual(["Fork and publish", "Benchmarks"]);
    const api = titles("API");
    expect(api).toEqual([...api.filter((title) => title !== "Changelog").sort(), "Changelog"]);
  });
});
