import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { holdBack } from "./hold-back.ts";
import { describeOneSite, useBrowser } from "./use-browser.ts";

/* Pages that were made by an earlier or later build than the answers that they load. */

const { open } = useBrowser();

const HOUR_MS = 3_600_000;
const choose = (page: Page, code: string) => page.locator("[data-currency-select]").selectOption(code);
const currency = (page: Page) => page.locator("html").getAttribute("data-currency");

interface Answer {
  data: Record<string, unknown>;
  meta: { updated_at: string; sparkline_7d: { to: string } };
}

/** Changes an answer on its way to the page. */
async function change(page: Page, file: string, edit: (answer: Answer) => Answer): Promise<void> {
  await page.route(file, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: edit(await response.json()) });
  });
}

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

  it("leaves out the row that a newer list lacks", async () => {
    const { page, visit, problems } = await open(site);
    await change(page, "**/api/in/eur/trending.json", ({ data, meta }) => {
      const lists = data as Record<string, { id: string }[]>;
      const lost = lists["top_gainers"]![0]!.id;
      const others = Object.entries(lists).map(([name, list]) => [name, list.filter(({ id }) => id !== lost)]);
      return { data: Object.fromEntries(others), meta };
    });
    await visit("");
    await choose(page, "eur");
    await expect.poll(() => currency(page)).toBe("eur");
    const prices = await page.locator(".movers [data-field=current_price]").allTextContents();
    expect(prices[0]).toBe("–");
    expect(prices[1]).toContain("€");
    expect(problems).toEqual([]);
  });
});

describeOneSite("the converter", (site) => {
  it("has current prices of coins in a page that stays open", async () => {
    const { page, visit } = await open(site);
    await page.clock.install({ time: Date.now() });
    await visit("exchange-rates/?amount=1&from=btc&to=USD");
    const result = () => page.locator("[data-converter-result]").textContent();
    await expect.poll(result).toMatch(/\d USD$/);
    await change(page, "**/api/price/btc.json", ({ data, meta }) => ({
      data: { ...data, prices: { usd: 1234.5 } },
      meta,
    }));
    await page.clock.fastForward(HOUR_MS);
    await page.locator("[name=amount]").fill("3");
    await expect.poll(result).toBe("3,703.50 USD");
  });
});

describeOneSite("the page of a coin", (site) => {
  const price = (page: Page) => page.locator(".coin-price .figure data").getAttribute("value");

  it.each([
    [1, true],
    [0, true],
    [-1, false],
  ])("shows the numbers of a build %i hours newer, with an older price: %s", async (hours, isShown) => {
    const { page, visit, problems } = await open(site);
    await change(page, "**/api/coins/btc.json", ({ data, meta }) => {
      const shift = (time: string, by: number) => new Date(Date.parse(time) + by * HOUR_MS).toISOString();
      const sparkline_7d = { ...meta.sparkline_7d, to: shift(meta.sparkline_7d.to, hours) };
      const updated_at = shift(meta.updated_at, -0.1);
      return { data: { ...data, current_price: 1234.5 }, meta: { ...meta, updated_at, sparkline_7d } };
    });
    await visit("coins/btc/");
    if (isShown) await expect.poll(() => price(page)).toBe("1234.5");
    else expect(await price(page)).not.toBe("1234.5");
    expect(await page.locator("[data-hourly]").isVisible()).toBe(!isShown);
    expect(problems).toEqual([]);
  });

  it("has one change of a period, also if the chart is drawn before the current numbers arrive", async () => {
    const { page } = await open(site);
    await change(page, "**/api/coins/btc.json", ({ data, meta }) => ({
      data: { ...data, price_change_percentage_24h: 12.34 },
      meta,
    }));
    const release = await holdBack(page, "**/api/coins/btc.json");
    await page.goto("coins/btc/?range=24h", { waitUntil: "domcontentloaded" });
    await page.locator("[data-chart]").scrollIntoViewIfNeeded();
    await page.locator("[data-chart] canvas").waitFor();
    const readout = page.locator("[data-chart-readout]");
    expect(await readout.textContent()).not.toContain("12.34%");
    await release();
    await expect.poll(() => readout.textContent()).toMatch(/^24 hours: \+12\.34%/);
  });
});
