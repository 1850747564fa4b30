import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, inject } from "vitest";
import { sample } from "../../seed.ts";
import { openChromium } from "./chromium.ts";
import { listPageKinds, type PageKind } from "./page-kinds.ts";
import type { Site } from "./site.ts";
import { openPage, type WatchedPage } from "./watched-page.ts";

const { list, folder } = inject("sites");
const canRun = (site: Site): boolean => site.missing === undefined;
const NO_KIND: PageKind = { name: "no page", file: "", path: "", status: 200 };

export const publishedFolder = folder;
export const kinds: readonly PageKind[] = list.some(canRun) ? await listPageKinds(folder) : [NO_KIND];
/** Of a template that makes many pages, only the largest: for tests of its controls. */
export const largestKinds = kinds.filter(({ name }) => !name.endsWith("-least"));
/** Of the pages of the documentation, which share one layout, one in four. */
export function sampleDocs(kinds: readonly PageKind[]): PageKind[] {
  const isDocs = ({ name }: PageKind) => name.startsWith("docs");
  return [...kinds.filter((kind) => !isDocs(kind)), ...sample(kinds.filter(isDocs), 4)];
}
export const sampledKinds = sampleDocs(largestKinds);
const kindsOf = await Promise.all(list.map((site) => (canRun(site) ? listPageKinds(site.folder) : [NO_KIND])));

export function describeEverySite(title: string, define: (site: Site, own: readonly PageKind[]) => void): void {
  for (const [at, site] of list.entries()) describeSite(title, site, () => define(site, kindsOf[at]!));
}

/** The site below a folder, where a wrong address shows. */
export const folderSite = list[1]!;

/** Tests of scripts, which do not depend on the server. */
export function describeOneSite(title: string, define: (site: Site) => void): void {
  describeSite(title, folderSite, define);
}

function describeSite(title: string, site: Site, define: (site: Site) => void): void {
  const { name, missing } = site;
  const where = missing === undefined ? name : `${name} (skipped: ${missing})`;
  describe.skipIf(missing !== undefined)(`${title}: ${where}`, () => define(site));
}

/** One browser per test file. Pages are closed after each test. */
export function useBrowser(): { open(site: Site, options?: BrowserContextOptions): Promise<WatchedPage> } {
  let browser: Browser | undefined;
  const opened: WatchedPage[] = [];
  beforeAll(async () => {
    if (list.some(canRun)) browser = await openChromium();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((page) => page.close()));
  });
  afterAll(() => browser?.close());
  return {
    async open(site, options) {
      const page = await openPage(browser!, site, options);
      opened.push(page);
      return page;
    },
  };
}
