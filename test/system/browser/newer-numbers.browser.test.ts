import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { holdBack } from "./hold-back.ts";
import { describeOneSite, useBrowser } from "./use-browser.ts";

/* Pages that were made by an earlier or later build than the answers that they load. */

const { open } = useBrowser();

const choose = (page: Page, code: string) => page.locator("[data-currency-select]").selectOption(code);
const currency = (page: Page) => page.locator("html").getAttribute("data-currency");

describeOneSite("the currency", (site) => {
  it("is remembered also if the page of a coin loads its current numbers meanwhile", async () => {
    const { page } = await open(site);
    const releaseUsd = await holdBack(page, "**/api/coins/btc.json");
    const releaseEur = await holdBack(page, "**/api/in/eur/coins/btc.json");
    await page.goto("coins/btc/", { waitUntil: "domcontentloaded" });
    const asked = page.waitForRequest("**/api/in/eur/coins/btc.json");
    await choose(page, "eur");
    await asked;
    await releaseUsd();
    await releaseEur();
    await expect.poll(() => currency(page)).toBe("eur");
    expect(await page.evaluate("localStorage.currency")).toBe("eur");
  });
});
