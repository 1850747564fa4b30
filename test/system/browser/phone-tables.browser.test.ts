import { expect, it } from "vitest";
import { measureTables } from "./measure-tables.ts";
import { findKinds } from "./page-kinds.ts";
import { describeOneSite, kinds, publishedFolder, useBrowser } from "./use-browser.ts";

const PHONE = { viewport: { width: 360, height: 740 } };
const { open } = useBrowser();
const withTables = await findKinds(publishedFolder, kinds, "<table");

describeOneSite("tables on a phone of 360 px", (site) => {
  it.each(withTables)("$name fits, and breaks no number and no word", async ({ path, status }) => {
    const { page, visit } = await open(site, PHONE);
    await visit(path, status);
    expect(await measureTables(page)).toEqual([]);
  });

  it("reports a table that is too wide, and a number over two lines", async () => {
    const { page } = await open(site, PHONE);
    await page.setContent(`<main><table><tr><td style="width: 3em; max-width: 3em; overflow-wrap: anywhere">
      <data>$1234567.89</data></td><td style="min-width: 400px">wide</td></tr></table></main>`);
    await page.evaluate("document.querySelector('table').style.cssText = 'display: block; overflow: auto'");
    expect(await measureTables(page)).toEqual([
      expect.stringContaining("px too wide"),
      expect.stringContaining("breaks $1234567.89"),
      expect.stringContaining("wraps $1234567.89"),
    ]);
  });
});
