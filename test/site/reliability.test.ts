import { expect, it } from "vitest";
import { computeReliabilityPage, type Tried } from "../../build/site/page-data/reliability-page.ts";
import collected from "../../templates/docs/data/reliability.json" with { type: "json" };
import { makeWorld } from "../api/sample-market.ts";
import { FAULTS } from "../system/chaos/faults.ts";
import { renderPage } from "./render-page.ts";

const TRIES: readonly Tried[] = collected.tries;

it("the faults that the page lists are those that are tried", () => {
  expect(collected.faults).toEqual(FAULTS.map(({ id, level, what }) => ({ id, level, what })));
  const grouped = computeReliabilityPage().faults.flatMap(({ entries }) => entries.map(({ id }) => id));
  expect(grouped.sort()).toEqual(FAULTS.map(({ id }) => id).sort());
});

it("every count is of a run with a seed, and no run is counted twice", () => {
  expect(TRIES.length).toBeGreaterThan(5);
  expect(new Set(TRIES.map(({ name }) => name)).size).toBe(TRIES.length);
  for (const { tried, seed = 0 } of TRIES) expect([tried > 0, Number.isInteger(seed)]).toEqual([true, true]);
});

it("the page shows every count and every fault", async () => {
  const page = await renderPage(makeWorld(), "docs/reliability/index.html");
  for (const { tried } of TRIES) expect(page).toContain(tried.toLocaleString("en-US"));
  expect(page.match(/<li>/g)!.length).toBeGreaterThanOrEqual(FAULTS.length);
});
