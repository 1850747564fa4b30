import { expect, it } from "vitest";
import { describeOneSite, sampledKinds, useBrowser } from "./use-browser.ts";

const { open } = useBrowser();

describeOneSite("without JavaScript", (site) => {
  it.each(sampledKinds)("$name shows its content and no button that needs a script", async (kind) => {
    const { page, visit, problems } = await open(site, { javaScriptEnabled: false });
    await visit(kind.path, kind.status);
    expect((await page.locator("h1").innerText()).length).toBeGreaterThan(2);
    expect((await page.locator("main").innerText()).length).toBeGreaterThan(200);
    // A button that opens a popover needs no script.
    const buttons = page
      .locator("main button:visible, header button:visible")
      .and(page.locator(":not([popovertarget])"));
    expect(await buttons.allTextContents(), "buttons that do nothing without a script").toEqual([]);
    expect(problems).toEqual([]);
  });

  it("shows the first 100 coins and the 7-day chart of a coin", async () => {
    const { page, visit } = await open(site, { javaScriptEnabled: false });
    await visit("market/");
    expect(await page.locator("[data-table] tbody tr").count()).toBe(100);
    await page.getByRole("link", { name: /^Bitcoin BTC$/ }).click();
    await expect.poll(() => page.locator("[data-chart] svg path").count()).toBeGreaterThan(0);
    await page.getByText("Chart data", { exact: true }).click();
    await expect.poll(() => page.locator("[data-chart-table] tbody tr").first().isVisible()).toBe(true);
    expect(await page.locator("#evidence").isVisible()).toBe(true);
  });
});
