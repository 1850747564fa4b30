import type { World } from "../../build/api/endpoint.ts";
import { endpoints } from "../../build/api/registry.ts";
import { hosts } from "../../build/hosts/registry.ts";
import type { Market } from "../../build/market/market.ts";
import { bundleProgramFiles } from "../../build/serve/bundle.ts";
import { computePageData, type PageInput } from "../../build/site/page-data/page-data.ts";
import { renderPages, renderSite } from "../../build/site/render-site.ts";
import { makeSite } from "../serve/site.ts";

/** A published tree with its pages. */
export interface PagedSite {
  world: World;
  /** Every file of the tree, by path. */
  files: ReadonlyMap<string, string | Uint8Array>;
  /** The HTML pages by path. */
  pages: ReadonlyMap<string, string>;
}

export const REPOSITORY = "https://git.example/open/data";

export async function makePages(
  own: Partial<Market> = {},
  baseUrl?: string,
  repository: string | null = REPOSITORY,
): Promise<PagedSite> {
  const { tree, world } = await makeSite(own);
  const artifacts = await renderSite({ endpoints, world, hosts, options: { baseUrl, repository } });
  const files = new Map<string, string | Uint8Array>(tree);
  for (const { path, body } of [...(await bundleProgramFiles()), ...artifacts]) {
    if (files.has(path)) throw new Error(`Two files have the path ${path}`);
    files.set(path, body);
  }
  const pages = new Map<string, string>();
  for (const { path, body } of artifacts) if (path.endsWith(".html")) pages.set(path, String(body));
  return { world, files, pages };
}

/** Renders a single page of a world. */
export async function renderPage(world: World, path: string, own: Partial<PageInput> = {}): Promise<string> {
  const data = computePageData({ endpoints, world, hosts, options: { repository: REPOSITORY }, ...own });
  const page = (await renderPages(data)).find((candidate) => candidate.path === path);
  if (page === undefined) throw new Error(`There is no page ${path}`);
  return String(page.body);
}
