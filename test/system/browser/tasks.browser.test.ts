import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { describeEverySite, useBrowser } from "./use-browser.ts";

/*
 * What a person comes for, from the home page on and through links and keys only. Downloads with
 * their checksums and the Try it panel have files of their own.
 */

const { open } = useBrowser();
const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

/** Opens the page of the first result of the search, by the keyboard. */
async function searchFor(page: Page, text: string, path: RegExp): Promise<void> {
  await page.keyboard.press("/");
  await page.keyboard.type(text);
  await page.locator("#site-search-list [role=option]").first().waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(path);
  await page.waitForLoadState("networkidle");
}

const readJson = async (url: string) => (await fetch(url)).json();
const readClipboard = (page: Page): Promise<string> => page.evaluate("navigator.clipboard.readText()");

describeEverySite("a reader", (site) => {
  it("copies Solana's 30 days as CSV, in euros where the site has them", async () => {
    const { page, visit, problems } = await open(site, CLIPBOARD);
    await visit("");
    await searchFor(page, "solana", /\/coins\/sol\/$/);
    const select = page.locator("[data-currency-select]");
    const currency = (await select.count()) > 0 ? "eur" : "usd";
    if (currency === "eur") await select.selectOption("eur");
    await page.locator("[data-chart]").scrollIntoViewIfNeeded();
    await page.getByRole("button", { name: "30d", exact: true }).click();
    await expect.poll(() => page.locator("[data-chart-readout]").textContent()).toMatch(/^30 days: /);
    if (currency === "eur") await expect.poll(() => page.locator("[data-chart-readout]").textContent()).toContain("€");
    await page.getByRole("button", { name: "Copy CSV" }).click();
    await expect.poll(() => readClipboard(page)).toContain("hour_start,price");
    const lines = (await readClipboard(page)).trim().split("\n");
    const folder = currency === "eur" ? "in/eur/" : "";
    const { data } = await readJson(`${site.url}api/${folder}coins/sol/history/30d.json`);
    // The chart ends with the current price, after the closed hours.
    const copied = lines.slice(1).map((line) => Number(line.split(",")[1]));
    const published = data.prices.map(([, price]: [number, number]) => price);
    expect(copied.length).toBeGreaterThanOrEqual(published.length);
    expect(published.filter((price: number) => !copied.includes(price)).length).toBeLessThanOrEqual(1);
    expect(copied).toContain(published.at(-1));
    expect(problems).toEqual([]);
  });

  it("finds the price of bitcoin on a past day, and shares the view by its URL", async () => {
    const { page, visit, problems } = await open(site, CLIPBOARD);
    await visit("coins/btc/");
    await page.locator("[data-chart]").scrollIntoViewIfNeeded();
    await page.getByRole("button", { name: "all", exact: true }).click();
    await expect.poll(() => page.locator("[data-chart-readout]").textContent()).toMatch(/^Full history: /);
    await page.getByText("Chart data", { exact: true }).click();
    const rows = page.locator("[data-chart-table] tbody tr");
    await expect.poll(() => rows.count()).toBeGreaterThan(30);
    const { data } = await readJson(`${site.url}api/coins/btc/history/all.json`);
    const [timeMs, price] = data.prices.at(-20);
    const row = rows.filter({ hasText: new Date(timeMs).toISOString().slice(0, 10) });
    expect(Number(await row.locator("data").first().getAttribute("value"))).toBe(price);
    await page.getByRole("button", { name: "Copy URL" }).click();
    await expect.poll(() => readClipboard(page)).toContain("range=all");
    await page.goto(await readClipboard(page), { waitUntil: "networkidle" });
    await page.locator("[data-chart]").scrollIntoViewIfNeeded();
    await expect.poll(() => page.locator("[data-period=all]").getAttribute("aria-pressed")).toBe("true");
    expect(problems).toEqual([]);
  });

  it("finds an old price, how old it is, and a chart that does not pass for a current one", async () => {
    const { page, visit, problems } = await open(site);
    await visit("market/");
    await page.locator("select[name=source]").selectOption({ label: "Stale" });
    const stale = page.locator("table.market tbody tr:not([hidden])");
    await expect.poll(() => stale.count()).toBe(1);
    await stale.locator("th a").click();
    await page.waitForURL(/\/coins\/[^/]+\/$/);
    const source = page.locator(".coin-source");
    await expect.poll(() => source.textContent()).toMatch(/^Stale reference price from .* \d+:\d+ UTC\d+ days ago/s);
    await page.locator("[data-chart]").scrollIntoViewIfNeeded();
    await page.getByRole("button", { name: "24h", exact: true }).click();
    // Only the demo of `npm start` has a history of two years.
    if (site.name === "npm start")
      await expect.poll(() => page.locator("[data-chart-coverage]").textContent()).toBe("Older than 24 hours");
    expect(problems).toEqual([]);
  });

  it("zooms by dragging, and returns with Escape", async () => {
    const { page, visit, problems } = await open(site);
    await visit("coins/eth/");
    await page.locator("[data-chart]").scrollIntoViewIfNeeded();
    await page.locator("[data-chart] canvas").waitFor();
    const box = (await page.locator("[data-chart] .u-over").boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.3, box.y + 50);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + 60, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => page.url()).toContain("from=");
    await page.locator("[data-chart]").focus();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.url()).not.toContain("from=");
    expect(problems).toEqual([]);
  });

  it("learns how to publish a copy", async () => {
    const { page, visit, problems } = await open(site);
    await visit("");
    await page.getByRole("link", { name: "Publish your own copy" }).click();
    await page.waitForURL(/\/docs\/fork\/$/);
    expect(await page.locator("main").textContent()).toContain("OWNER.github.io");
    expect(problems).toEqual([]);
  });

  it("sees which exchanges trade a coin, and opens one", async () => {
    const { page, visit, problems } = await open(site);
    await visit("");
    await searchFor(page, "dogecoin", /\/coins\/doge\/$/);
    const { data } = await readJson(`${site.url}api/coins/doge.json`);
    const shown = await page.locator(".evidence tbody th a, .evidence tbody th").allTextContents();
    expect(shown.length).toBeGreaterThanOrEqual(Math.min(40, data.price_evidence.tickers.length));
    const link = page.locator(".evidence tbody th a").first();
    if ((await link.count()) > 0) {
      await link.click();
      await page.waitForURL(/\/exchanges\/[^/]+\/$/);
      expect(await page.locator("#pairs").textContent()).toBe("Pairs");
    }
    expect(problems).toEqual([]);
  });
});
