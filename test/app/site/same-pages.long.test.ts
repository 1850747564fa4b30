import { expect, it } from "vitest";
import { renderSite } from "../../../build/app/site/render-site.ts";
import { documented as endpoints } from "../../../build/crypto/api/registry.ts";
import { hosts } from "../../../build/kit/hosts/registry.ts";
import { collect } from "../../fixtures/collect.ts";
import { FEW_PICTURES, joinLines, REPOSITORY, readUsualPages } from "../../fixtures/pages.ts";

it("the same data give the same pages", async () => {
  const site = await readUsualPages();
  const options = { baseUrl: undefined, repository: REPOSITORY };
  const again = await collect(
    renderSite({ endpoints, world: site.world, hosts, options, picturedCoins: FEW_PICTURES }),
  );
  const pages = again.filter(({ path }) => path.endsWith(".html"));
  expect(pages.length).toBe(site.pages.size);
  for (const { path, body } of pages) expect(joinLines(String(body)), path).toBe(site.pages.get(path));
});
