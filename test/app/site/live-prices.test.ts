import { expect, it } from "vitest";
import { renderPage, USUAL_WORLD } from "../../fixtures/pages.ts";

it.each([
  ["index.html", true],
  ["market/index.html", true],
  ["coins/btc/index.html", true],
  ["global/index.html", false],
  ["docs/quick-start/index.html", false],
])("only pages with prices of a site with live runs have the script of live prices: %s", async (path, expected) => {
  const withRuns = await renderPage(USUAL_WORLD, path, { options: { repository: null, live: true } });
  const without = await renderPage(USUAL_WORLD, path);
  const hasScript = (page: string) => /src="[^"]*js\/site\.[\w.-]+\.live\.js"/.test(page);
  expect([hasScript(withRuns), hasScript(without)]).toEqual([expected, false]);
});
