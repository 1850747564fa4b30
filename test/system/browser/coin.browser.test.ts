import { expect, it } from "vitest";
import { describeEverySite, useBrowser } from "./use-browser.ts";

const { open } = useBrowser();

describeEverySite("a coin", (site) => {
  it("opens from the market and draws every period with its table", async () => {
    const { page, visit, problems } = await open(site);
    await visit("market/");
    await page.getByRole("link", { name: /^Bitcoin BTC$/ }).click();
    await expect.poll(() => page.locator("[data-chart] canvas").count()).toBe(1);
    const periods = await page.locator("[data-period]").all();
    expect(periods.length).toBe(6);
    await page.getByText("Chart data", { exact: true }).click();
    const seen = new Set<string>();
    for (const period of periods) {
      const title = (await period.getAttribute("data-title"))!;
      await period.click();
      await expect
        .poll(() => page.locator("[data-chart-readout]").textContent())
        .toMatch(new RegExp(`^${title}: |^No .* data yet$`));
      expect(await period.getAttribute("aria-pressed")).toBe("true");
      expect(await page.locator("[data-period][aria-pressed=true]").count()).toBe(1);
      await expect.poll(() => page.locator("[data-chart-caption]").textContent()).toBe(`${title}, in USD`);
      expect(await page.locator("[data-chart-table] tbody tr").count()).toBeGreaterThan(0);
      seen.add(await page.locator("[data-chart-table] tbody").innerText());
    }
    // After a first build, some periods have the same points.
    expect(seen.size).toBeGreaterThanOrEqual(4);
    expect(problems).toEqual([]);
  });

  it("links only to existing files", async () => {
    const { page, visit } = await open(site);
    await visit("coins/btc/");
    const links: string[] = await page
      .locator("main a[href*='api/']")
      .evaluateAll((all) => all.map(({ href }) => href));
    expect(links.length).toBeGreaterThan(3);
    for (const link of new Set(links)) {
      const response = await page.request.get(link);
      expect([link, response.status()]).toEqual([link, 200]);
    }
  });
});
