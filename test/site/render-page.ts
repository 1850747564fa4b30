import type { World } from "../../build/api/endpoint.ts";
import { endpoints } from "../../build/api/registry.ts";
import { hosts } from "../../build/hosts/registry.ts";
import { computePageData, type PageInput } from "../../build/site/page-data/page-data.ts";
import { renderPages } from "../../build/site/render-pages.ts";
import { REPOSITORY } from "./make-pages.ts";

/** One page of a world, as it is published. */
export async function renderPage(world: World, path: string, own: Partial<PageInput> = {}): Promise<string> {
  const data = computePageData({ endpoints, world, hosts, options: { repository: REPOSITORY }, ...own });
  const page = (await renderPages(data)).find((candidate) => candidate.path === path);
  if (page === undefined) throw new Error(`There is no page ${path}`);
  return String(page.body);
}
