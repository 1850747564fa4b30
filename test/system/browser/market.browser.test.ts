import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { describeOneSite, useBrowser } from "./use-browser.ts";

const { open } = useBrowser();

const names = (page: Page) => page.locator("[data-table] tbody .coin-name").allTextContents();
const settled = (page: Page) => expect.poll(() => page.locator("[data-table]").getAttribute("aria-busy")).toBe("false");

describeOneSite("the market", (site) => {
  it("names the order of its rows after a list that does not load", async () => {
    const { page, visit } = await open(site);
    await page.route("**/api/coins/limit/all.json", (route) => route.abort());
    await visit("market/");
    const byRank = await names(page);
    await page.locator("[data-order=price] button").click();
    await expect.poll(() => page.locator("[data-table-status]").textContent()).toBe("The list could not be loaded.");
    expect(await names(page)).toEqual(byRank);
    expect(await page.locator("[data-order=price]").getAttribute("aria-sort")).toBeNull();
    expect(await page.locator("[data-order=rank]").getAttribute("aria-sort")).toBe("ascending");
    expect(new URL(page.url()).search).toBe("");
    await page.unroute("**/api/coins/limit/all.json");
    await page.locator("[data-order=price] button").click();
    await expect.poll(() => names(page)).not.toEqual(byRank);
    expect(new URL(page.url()).search).toContain("order=price");
  });

  it("keeps the search, in the field and in the URL, of a list that does not load", async () => {
    const { page, visit } = await open(site);
    await page.route("**/api/coins/limit/all.json", (route) => route.abort());
    await visit("market/?search=bitcoin&order=price");
    const status = () => page.locator("[data-table-status]").textContent();
    await expect.poll(status).toBe("The list could not be loaded.");
    const field = page.getByRole("searchbox");
    expect(await field.inputValue()).toBe("bitcoin");
    expect(await page.locator("[data-order=rank]").getAttribute("aria-sort")).toBe("ascending");
    expect(new URL(page.url()).search).toBe("?search=bitcoin&order=price");
    await field.fill("ethereum");
    await expect.poll(() => new URL(page.url()).search).toContain("ethereum");
    await settled(page);
    expect([await field.inputValue(), await status()]).toEqual(["ethereum", "The list could not be loaded."]);
    await page.unroute("**/api/coins/limit/all.json");
    await page.locator("[data-order=price] button").click();
    await expect.poll(async () => (await names(page)).length).toBeLessThan(10);
    expect(await names(page)).toContain("Ethereum");
    expect(new URL(page.url()).search).toBe("?search=ethereum&order=price");
  });

  it("is downloaded at the next attempt after the script for it did not load", async () => {
    const { page, visit } = await open(site);
    const script = /\/js\/csv-\w+\.js/;
    await page.route(script, (route) => route.abort());
    await visit("market/");
    const button = page.getByRole("button", { name: "Download this table" });
    await button.click();
    await expect.poll(() => page.locator("[data-table-status]").textContent()).toBe("The list could not be loaded.");
    await page.unroute(script);
    await Promise.all([page.waitForEvent("download"), button.click()]);
  });

  it("counts the rows that it shows without their lines", async () => {
    const { page, visit } = await open(site);
    await page.route("**/api/sparklines.json", (route) => route.abort());
    await visit("market/");
    await page.getByRole("button", { name: "Next" }).click();
    await settled(page);
    expect(await page.locator("[data-table-status]").textContent()).toBe("101–120 of 120 coins");
  });

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

  it("marks a reference price beside the symbol", async () => {
    const { page, visit, problems } = await open(site);
    await visit("market/");
    const row = page.locator("[data-table] tr:has(.price .tag:not(.stale))").first();
    expect(await row.locator(".price .tag").isVisible()).toBe(false);
    const mark = await row
      .locator(".coin-symbol")
      .evaluate((symbol) => getComputedStyle(symbol, "::after").getPropertyValue("content"));
    expect(mark).toContain("ref.");
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

  it("shows the last page for the address of a later one", async () => {
    const { page, visit, problems } = await open(site);
    await visit("market/?page=9");
    const place = page.locator("[data-page-of]");
    await expect.poll(() => place.textContent()).toBe("Page 2 of 2");
    await settled(page);
    expect(await page.locator("[data-table-status]").textContent()).toMatch(/^101–\d+ of \d+ coins$/);
    await page.getByRole("button", { name: "Previous" }).click();
    await expect.poll(() => place.textContent()).toBe("Page 1 of 2");
    expect(page.url()).toBe(`${site.url}market/`);
    expect(problems).toEqual([]);
  });

  it("downloads the rows that match, of all pages, in their order", async () => {
    const { page, visit, problems } = await open(site);
    await visit("market/?search=coin&order=name");
    await expect.poll(() => page.locator("[data-table-status]").textContent()).toContain(" of ");
    await settled(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download this table" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^market-\d{4}-\d{2}-\d{2}\.csv$/);
    const [head, ...lines] = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
    expect(head).toMatch(/^Rank,Name,Price \(USD\),/);
    expect(lines.map((line) => line.split(",")[1])).toEqual(await names(page));
    expect(problems).toEqual([]);
  });
});
