import { expect, it } from "vitest";
import { endpoints } from "../../build/api/registry.ts";
import { hosts } from "../../build/hosts/registry.ts";
import { computePageData } from "../../build/site/page-data/page-data.ts";
import { renderPages } from "../../build/site/render-pages.ts";
import { makeWorld } from "../api/sample-market.ts";

it("a site without a repository links to no source code, on no page", async () => {
  const data = computePageData({ endpoints, world: makeWorld(), hosts, options: { repository: null } });
  const pages = await renderPages(data);
  expect(pages.length).toBeGreaterThan(20);
  const wrong = pages.filter(
    ({ body }) => />source code</i.test(String(body)) || /href="(null|undefined)/.test(String(body)),
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
}, 60_000);
