import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { describeOneSite, useBrowser } from "./use-browser.ts";

/* What the chart of a coin shows when files are late, old or missing. */

const { open } = useBrowser();

const readout = (page: Page) => page.locator("[data-chart-readout]").textContent();

async function showChart(page: Page): Promise<void> {
  await page.locator("[data-chart]").scrollIntoViewIfNeeded();
  await page.locator("[data-chart] canvas").waitFor();
}

describeOneSite("the currency of a chart", (site) => {
  const choose = (page: Page, code: string) => page.locator("[data-currency-select]").selectOption(code);
  const unit = (page: Page) => page.locator("[data-chart]").getAttribute("data-unit");

  it("is that of the drawn prices when those in another one arrive too late", async () => {
    const { page, visit, problems } = await open(site);
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/in/eur/coins/btc/history.json", async (route) => {
      await isReleased;
      await route.continue();
    });
    await visit("coins/btc/");
    await showChart(page);
    const asked = page.waitForRequest("**/in/eur/coins/btc/history.json");
    await choose(page, "eur");
    await asked;
    await choose(page, "chf");
    await expect.poll(() => readout(page)).toContain("CHF");
    const late = page.waitForResponse("**/in/eur/coins/btc/history.json");
    release();
    await (await late).finished();
    // The chart reads the file, and requests nothing that would tell when it has.
    await page.waitForTimeout(300);
    await page.locator("[data-chart]").focus();
    await page.keyboard.press("Home");
    await expect.poll(() => readout(page)).toMatch(/UTC · CHF/);
    expect(await unit(page)).toBe("in CHF");
    expect(problems).toEqual([]);
  });

  it("stays that of the page's own drawing when the script of the chart does not load", async () => {
    const { page, visit } = await open(site);
    await page.route("**/vendor/uplot.js", (route) => route.abort());
    await visit("coins/btc/");
    await choose(page, "eur");
    await page.locator("[data-chart]").scrollIntoViewIfNeeded();
    await expect.poll(() => readout(page)).toContain("The chart shows 7 days.");
    expect(await unit(page)).toBe("in USD");
  });
});

describeOneSite("a chart without current prices", (site) => {
  it("names its points as older than the period, with their own change", async () => {
    const { page, visit, problems } = await open(site);
    const { data } = await (await fetch(`${site.url}api/coins/btc/history/1h.json`)).json();
    await page.clock.setFixedTime(Date.parse(data.to) + 3 * 3_600_000);
    await visit("coins/btc/?range=1h");
    await showChart(page);
    await expect.poll(() => readout(page)).toMatch(/^Older than 1 hour: .* from the first point/);
    expect(await page.locator("[data-chart-coverage]").textContent()).toBe("Older than 1 hour");
    expect(problems).toEqual([]);
  });
});

describeOneSite("live prices beside a chart", (site) => {
  /** Counts how often the text of the chart is written while live prices arrive. */
  const countWrites = (page: Page) =>
    page.evaluate(`(async () => {
      let writes = 0;
      const observer = new MutationObserver((all) => { writes += all.length; });
      observer.observe(document.querySelector("[data-chart-readout]"), { childList: true, subtree: true });
      document.dispatchEvent(new CustomEvent("live-price", { detail: null }));
      await new Promise((resolve) => setTimeout(resolve, 0));
      observer.disconnect();
      return writes;
    })()`);

  it("write its text again only if it differs, and leave the message of a failed load", async () => {
    const { page, visit } = await open(site);
    await page.route("**/history/1y.json", (route) => route.abort());
    await visit("coins/btc/?range=24h");
    await showChart(page);
    await expect.poll(() => readout(page)).toMatch(/^24 hours: /);
    expect(await countWrites(page)).toBe(0);
    await page
      .locator('[data-field="price_change_percentage_24h"] data')
      .first()
      .evaluate((one) => {
        one.setAttribute("value", "-12.34");
      });
    expect(await countWrites(page)).toBeGreaterThan(0);
    expect(await readout(page)).toMatch(/^24 hours: −12\.34%/);
    await page.locator('[data-period="1y"]').click();
    const failure = "The history could not be loaded. The chart shows 24 hours.";
    await expect.poll(() => readout(page)).toBe(failure);
    expect(await countWrites(page)).toBe(0);
    expect(await readout(page)).toBe(failure);
  });
});
