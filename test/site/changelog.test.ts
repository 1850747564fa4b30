import { expect, it } from "vitest";
import { computeEnvelope } from "../../build/api/envelope.ts";
import { endpoints } from "../../build/api/registry.ts";
import { listChangelog } from "../../build/site/page-data/changelog-page.ts";
import { makeWorld } from "../api/sample-market.ts";
import { renderPage } from "./render-page.ts";

it("the newest entry of the changelog is the version that answers state", () => {
  const global = endpoints.find(({ id }) => id === "global")!;
  expect(listChangelog()[0]!.version).toBe(computeEnvelope(global, makeWorld(), {}).meta["schema_version"]);
});

it("entries are dated, the newest first, and say what changed", () => {
  const dates = listChangelog().map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().reverse());
  for (const { date, changes } of listChangelog()) {
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(changes.length).toBeGreaterThan(0);
  }
});

it("the page shows every change, and marks code as code", async () => {
  const page = await renderPage(makeWorld(), "docs/changelog/index.html");
  for (const { version, changes } of listChangelog()) {
    expect(page).toContain(`id="v${version}"`);
    expect(page.match(/<li>(?=[A-Z<])/g)!.length).toBeGreaterThanOrEqual(changes.length);
  }
  expect(page).toContain("<code>coins.csv</code>");
});
