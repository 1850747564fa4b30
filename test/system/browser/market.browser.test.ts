import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { describeOneSite, useBrowser } from "./use-browser.ts";

const { open } = useBrowser();

const names = (page: Page) => page.locator("[data-table] tbody .coin-name").allTextContents();
const settled = (page: Page) => expect.poll(() => page.locator("[data-table]").getAttribute("aria-busy")).toBe("false");

describeOneSite("the market", (site) => {
  it("sorts by a click and reverses on a second one", async () => {
    const { page, visit, problems } = await open(site);
    await visit("market/");
    const byRank = await names(page);
    await page.locator("[data-order=name] button").click();
    await settled(page);
    const ascending = await names(page);
    expect(ascending).toEqual([...ascending].sort((a, b) => a.localeCompare(b, "en", { sensitivity: "base" })));
    expect(ascending).not.toEqual(byRank);
    expect(await page.locator("[data-order=name]").getAttribute("aria-sort")).toBe("ascending");
    await page.locator("[data-order=name] button").click();
    await expect.poll(() => page.locator("[data-order=name]").getAttribute("aria-sort")).toBe("descending");
    await settled(page);
    // Names that differ only in case have no fixed order.
    expect((await names(page))[0]).not.toBe(ascending[0]);
    await page.locator("[data-order=rank] button").click();
    await expect.poll(() => names(page)).toEqual(byRank);
    expect(problems).toEqual([]);
  });

  it("finds a coin by name, keeps the search in the URL, and resets it", async () => {
    const { page, visit, problems } = await open(site);
    await visit("market/");
    expect(await page.getByRole("button", { name: "Reset" }).isVisible()).toBe(false);
    await page.getByRole("searchbox").fill("ethereum");
    await expect.poll(async () => (await names(page)).length).toBeLessThan(10);
    expect(await names(page)).toContain("Ethereum");
    expect(page.url()).toBe(`${site.url}market/?search=ethereum`);
    // A reload would abort the sparklines.
    await settled(page);
    await page.reload();
    await expect.poll(async () => (await names(page)).length).toBeLessThan(10);
    await page.getByRole("searchbox").fill("no coin is called this");
    await expect.poll(() => page.locator("[data-table-status]").textContent()).toBe("No matching coins.");
    await page.getByRole("button", { name: "Reset" }).click();
    await expect.poll(async () => (await names(page)).length).toBe(100);
    expect(problems).toEqual([]);
  });

  it("pages forward and back", async () => {
    const { page, visit, problems } = await open(site);
    await visit("market/");
    const first = await names(page);
    await page.getByRole("button", { name: "Next" }).click();
    await expect.poll(() => page.locator("[data-table-status]").textContent()).toBe("101–120 of 120 coins");
    const second = await names(page);
    expect(second.length).toBe(20);
    expect(second.filter((name) => first.includes(name))).toEqual([]);
    await settled(page);
    expect(await page.locator("[data-table] tbody .spark svg").count()).toBeGreaterThan(0);
    expect(await page.getByRole("button", { name: "Next" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Previous" }).click();
    await expect.poll(() => names(page)).toEqual(first);
    expect(problems).toEqual([]);
  });
});
