import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { describeOneSite, useBrowser } from "./use-browser.ts";

/* What the chart of a coin shows when files are late, old or missing. */

const { open } = useBrowser();

const HOUR_MS = 3_600_000;
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
    await page.clock.setFixedTime(Date.parse(data.to) + 3 * HOUR_MS);
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

describeOneSite("scripts that did not load", (site) => {
  /** A page whose scripts of some names fail until `restore` is called. */
  async function openWithout(scripts: RegExp, path: string) {
    const opened = await open(site, { permissions: ["clipboard-read", "clipboard-write"] });
    await opened.page.route(scripts, (route) => route.abort());
    await opened.visit(path);
    return { ...opened, restore: () => opened.page.unroute(scripts) };
  }

  it("of the chart and its candles load at the next attempt", async () => {
    const { page, restore } = await openWithout(/vendor\/uplot\.js|chart-candles-\w+\.js/, "coins/btc/");
    await page.locator("[data-chart]").scrollIntoViewIfNeeded();
    await expect.poll(() => readout(page)).toMatch(/^The history could not be loaded\./);
    await page.getByRole("button", { name: "Candles" }).click();
    await expect.poll(() => page.locator("[data-chart]").getAttribute("aria-busy")).toBe("false");
    await restore();
    await page.locator('[data-period="30d"]').click();
    await expect.poll(() => readout(page)).toMatch(/^30 days: .*Each candle/);
  });

  it("of copies and downloads are reported, and load at the next attempt", async () => {
    const { page, problems, restore } = await openWithout(/\/js\/(?:csv|chart-export)-\w+\.js/, "coins/btc/");
    await showChart(page);
    await page.getByRole("button", { name: "Copy CSV" }).click();
    await expect.poll(() => readout(page)).toBe("The points could not be copied. Try again.");
    await page.getByText("Get this data", { exact: true }).click();
    const download = page.getByRole("button", { name: "Download CSV" });
    const status = page.locator("[data-get-data] [role=status]");
    await download.click();
    await expect.poll(() => status.textContent()).toBe("The CSV could not be made. Try again.");
    await restore();
    await page.getByRole("button", { name: "Copy CSV" }).click();
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toMatch(/^hour_start,price/);
    const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
    expect(file.suggestedFilename()).toBe("btc-7d-usd.csv");
    expect(await status.textContent()).toBe("");
    expect(problems.filter((problem) => problem.startsWith("script:"))).toEqual([]);
  });

  it("of past prices and of recomputed prices load at the next attempt", async () => {
    const day = new Date(Date.now() - 3 * 24 * HOUR_MS).toISOString().slice(0, 10);
    const { page, restore } = await openWithout(/\/client\.js/, `coins/btc/?on=${day}`);
    const past = page.locator("[data-price-on-result]");
    const evidence = page.locator("[data-verify-result]");
    const verify = page.getByRole("button", { name: "Recompute this price in your browser" });
    await expect.poll(() => past.textContent()).toBe("The price could not be loaded.");
    await verify.click();
    await expect.poll(() => evidence.textContent()).toBe("The evidence cannot be read.");
    await restore();
    await page.getByRole("button", { name: "Show price" }).click();
    await expect.poll(() => past.textContent()).toContain(`Close of ${day} (UTC): `);
    await verify.click();
    await expect.poll(() => evidence.textContent()).toMatch(/^Recomputed from the evidence/);
  });

  it("of requests load at the next attempt", async () => {
    const { page, restore } = await openWithout(/\/client\.js/, "docs/api/global/");
    const status = page.locator("[data-try-status]");
    const send = page.getByRole("button", { name: "Send", exact: true });
    await send.click();
    await expect.poll(() => status.textContent()).toBe("No response.");
    await restore();
    await send.click();
    await expect.poll(() => status.textContent()).toMatch(/^200 · /);
  });
});
