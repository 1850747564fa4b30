import { expect, it } from "vitest";
import { describeEverySite, describeOneSite, useBrowser } from "./use-browser.ts";

const { open } = useBrowser();

describeOneSite("the tickers of a price", (site) => {
  it("are ten at first, with the sum, and all after a click", async () => {
    const { page, visit, problems } = await open(site);
    await visit("coins/btc/");
    const shown = () => page.locator("#tickers tbody tr:visible").count();
    const all = await page.locator("#tickers tbody tr").count();
    expect(all).toBeGreaterThan(12);
    expect(await shown()).toBe(10);
    expect(await page.getByText("Sum of price × weight").isVisible()).toBe(true);
    const button = page.getByRole("button", { name: `Show all ${all} tickers` });
    await button.click();
    expect(await shown()).toBe(all);
    await page.getByRole("button", { name: "Show the first 10" }).click();
    expect(await shown()).toBe(10);
    // The sum is that of all: on paper, no button shows the others.
    await page.emulateMedia({ media: "print" });
    expect([await shown(), await button.isVisible()]).toEqual([all, false]);
    const controls = page.locator("#site-search, [data-currency-select], [data-theme-toggle]");
    expect(await controls.count()).toBe(3);
    expect(await controls.filter({ visible: true }).count()).toBe(0);
    expect(await page.locator("[data-freshness]").isVisible()).toBe(true);
    expect(problems).toEqual([]);
  });

  it("have a note about their age only where the current ones do not load", async () => {
    const { page, visit } = await open(site);
    await visit("coins/btc/");
    await expect.poll(() => page.locator("[data-part=evidence] #tickers").count()).toBe(1);
    expect(await page.locator("[data-hourly]").isVisible()).toBe(false);
    await page.route("**/api/coins/btc.json", (route) => route.abort());
    await visit("coins/btc/");
    await expect.poll(() => page.locator("[data-hourly]").isVisible()).toBe(true);
  });

  it.each([
    [1440, true],
    [768, false],
  ])("in a window of %s pixels: statistics beside the chart %s", async (width, isBeside) => {
    const { page, visit } = await open(site, { viewport: { width, height: 900 } });
    await visit("coins/btc/");
    const chart = await page.locator("[data-chart]").boundingBox();
    const statistics = await page.locator(".stats").boundingBox();
    expect((statistics?.y ?? 0) < (chart?.y ?? 0) + (chart?.height ?? 0)).toBe(isBeside);
  });
});

describeEverySite("the button of a price", (site) => {
  it("recomputes the price of Bitcoin in the browser", async () => {
    const { page, visit, problems } = await open(site);
    await visit("coins/btc/");
    await page.getByRole("button", { name: "Recompute this price in your browser" }).click();
    await expect
      .poll(() => page.locator("[data-verify-result]").textContent())
      .toMatch(
        /^Recomputed from the evidence of bitcoin: [\d.]+ USD\. Published: [\d.]+ USD\. The price and all weights agree\.$/,
      );
    expect(problems).toEqual([]);
  });
});
