import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sample } from "../../seed.ts";
import {
  describeEverySite,
  describeOneSite,
  folderSite,
  kinds,
  publishedFolder,
  sampleDocs,
  useBrowser,
} from "./use-browser.ts";

/** Everything loaded before interaction, compressed, with headers. */
const MAX_BYTES = 100_000;
/** 0.1 counts as good (web vitals); static pages should hardly shift. */
const MAX_SHIFT = 0.02;
const MAX_COIN_HTML = 62_000;

const { open } = useBrowser();

describeOneSite("a published tree", () => {
  it("has many kinds of pages with unique names", () => {
    const names = kinds.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["home", "market", "archives", "status", "404", "coins-most"]));
    expect(new Set(names).size).toBe(names.length);
  });

  it("keeps every coin's page below 62 KB", async () => {
    const coins = (await readdir(join(publishedFolder, "coins"), { recursive: true })).filter((file) =>
      file.endsWith(".html"),
    );
    expect(coins.length).toBeGreaterThanOrEqual(100);
    const sizes = await Promise.all(coins.map(async (file) => (await stat(join(publishedFolder, "coins", file))).size));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_COIN_HTML);
  });
});

describeEverySite("a page", (site, own) => {
  // The files are the same on every site, and the site below a folder shows a wrong address. The
  // other servers show one page in six.
  const shown =
    site === folderSite
      ? sampleDocs(own)
      : sample(
          own.filter(({ path }) => !path.startsWith("docs/")),
          6,
        );
  it.each(shown)(
    "$name loads completely, from this site only, within its budget and without layout shifts",
    async ({ path, status }) => {
      const { visit, problems, countBytes, sumShifts, page } = await open(site);
      await visit(path, status);
      expect(problems).toEqual([]);
      expect(await countBytes()).toBeLessThanOrEqual(MAX_BYTES);
      expect(await sumShifts()).toBeLessThan(MAX_SHIFT);
      expect(await page.locator("h1").count()).toBe(1);
      // Scrolling loads the rest.
      await page.evaluate("scrollTo(0, document.body.scrollHeight)");
      await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
      expect(problems).toEqual([]);
    },
  );
});
