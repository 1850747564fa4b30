import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { describeOneSite, useBrowser } from "./use-browser.ts";

const { open } = useBrowser();

const SELECT = "[data-currency-select]";

interface CoinPrices {
  current_price: number;
  prices: Record<string, number>;
  rates: Record<string, number>;
}

const readData = async (url: string) => ((await (await fetch(url)).json()) as { data: CoinPrices }).data;
const settled = (page: Page) => expect.poll(() => page.locator("[data-table]").getAttribute("aria-busy")).toBe("false");

describeOneSite("the currency", (site) => {
  const figures = (page: Page) => page.locator("[data-field], [data-table-rows] .price").allTextContents();
  const choose = (page: Page, code: string) => page.locator(SELECT).selectOption(code);

  it("applies to the table and its pages, is remembered, and changes back", async () => {
    const { page, visit, problems } = await open(site);
    await visit("market/");
    const inUsd = await figures(page);
    await choose(page, "eur");
    await expect.poll(async () => (await figures(page)).every((text) => /^[€–]/.test(text))).toBe(true);
    await page.getByRole("button", { name: "Next" }).click();
    await expect.poll(() => page.locator("[data-table-status]").textContent()).toBe("101–120 of 120 coins");
    await settled(page);
    expect((await figures(page)).filter((text) => text.includes("$"))).toEqual([]);
    await visit("market/");
    await expect.poll(async () => (await figures(page))[0]).toContain("€");
    await choose(page, "usd");
    await expect.poll(() => figures(page)).toEqual(inUsd);
    expect(problems).toEqual([]);
  });

  it("and the theme follow a choice in another tab", async () => {
    const { page, visit } = await open(site);
    await visit("market/");
    const other = await page.context().newPage();
    await other.goto("coins/btc/", { waitUntil: "networkidle" });
    await choose(page, "eur");
    await expect.poll(() => other.locator("[data-field=current_price]").textContent()).toContain("€");
    await page.locator("[data-theme-toggle]").click();
    const theme = (await page.locator("html").getAttribute("data-theme"))!;
    await expect.poll(() => other.locator("html").getAttribute("data-theme")).toBe(theme);
    expect(await other.locator(SELECT).inputValue()).toBe("eur");
  });

  it("and the theme are the stored ones after tabs that choose at once, and on a page that comes back", async () => {
    const { page, visit } = await open(site);
    await visit("market/");
    const theme = () => page.locator("html").getAttribute("data-theme");
    // The event of the first choice comes after the second one was stored.
    await page.evaluate(`
      Object.assign(localStorage, { currency: "eur", theme: "dark" });
      dispatchEvent(new StorageEvent("storage", { key: "currency", newValue: "chf" }));
      dispatchEvent(new StorageEvent("storage", { key: "theme", newValue: "light" }));
    `);
    await expect.poll(() => page.locator("html").getAttribute("data-currency")).toBe("eur");
    expect(await theme()).toBe("dark");
    await page.evaluate(`
      Object.assign(localStorage, { currency: "chf", theme: "blink" });
      dispatchEvent(new StorageEvent("storage", { key: "theme", newValue: "blink" }));
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    `);
    await expect.poll(() => page.locator("html").getAttribute("data-currency")).toBe("chf");
    expect(await theme()).toBe("dark");
  });

  it("shows the published answer on a coin's page, its chart and converter, but tickers in USD", async () => {
    const { page, visit, problems } = await open(site);
    await visit("coins/btc/");
    await page.locator("[data-chart] canvas").waitFor();
    await choose(page, "eur");
    await expect.poll(() => page.locator("[data-chart-readout]").textContent()).toContain("€");
    const data = await readData(`${site.url}api/in/eur/coins/btc.json`);
    const shown = page.locator("[data-field=current_price] data");
    expect(Number(await shown.getAttribute("value"))).toBe(data.current_price);
    expect((await page.locator(".stats [data-field]").allTextContents()).join(" ")).not.toContain("$");
    expect(await page.locator(".evidence td").nth(1).textContent()).toContain("$");
    await page.locator("[data-coin-converter]").scrollIntoViewIfNeeded();
    await expect.poll(() => page.locator("[name=currency]").inputValue()).toBe("eur");
    await page.locator("[name=coins]").fill("2");
    const amount = Number((await page.locator("[name=money]").inputValue()).replaceAll(",", ""));
    expect(amount / data.current_price).toBeCloseTo(2, 5);
    await page.locator("[name=money]").fill(String(data.current_price));
    await expect.poll(() => page.locator("[name=coins]").inputValue()).toBe("1");
    expect(problems).toEqual([]);
  });

  it("applies to every page with amounts", async () => {
    const { page, visit, problems } = await open(site);
    await visit("");
    await choose(page, "btc");
    await expect.poll(() => page.locator("html").getAttribute("data-currency")).toBe("btc");
    for (const path of ["", "movers/", "defi/", "exchanges/"]) {
      await visit(path);
      await expect.poll(() => page.locator("html").getAttribute("data-currency")).toBe("btc");
      const amounts = page.locator(
        "[data-field=current_price], [data-field=total_volume], [data-usd], .protocols .price",
      );
      await expect.poll(async () => (await amounts.allTextContents()).join(" ")).not.toContain("$");
      expect((await amounts.allTextContents())[0]).toMatch(/BTC|–/);
    }
    expect(problems).toEqual([]);
  });

  it("is converted in the page with published rates where the site has no answers in it, and says so", async () => {
    const { page, visit, problems } = await open(site);
    // A landmark: screen readers find it, because it stands outside of the content.
    const note = page.getByRole("region", { name: "Conversion" });
    await visit("market/");
    await choose(page, "chf");
    await expect.poll(async () => (await figures(page)).every((text) => /^(CHF|–)/.test(text))).toBe(true);
    expect(await note.textContent()).toMatch(
      /from USD to CHF with the\s+exchange rates of \d{4}-\d\d-\d\d\. Past amounts/,
    );
    const { current_price } = await readData(`${site.url}api/coins/btc.json`);
    const { rates } = await readData(`${site.url}api/exchange-rates.json`);
    const shown = await page.locator("[data-table-rows] .price data").first().getAttribute("value");
    expect(Number(shown)).toBeCloseTo(current_price * rates["CHF"]!, 4);
    await visit("coins/btc/");
    await expect.poll(() => page.locator("[data-chart-readout]").textContent()).toContain("CHF");
    expect(await page.locator("[data-get-unit]").textContent()).toBe("USD, which this page converts to CHF");
    expect(await page.locator("[data-get-link]").getAttribute("href")).toMatch(/history(\/\w+)?\.json$/);
    await page.locator("[data-price-on] [name=day]").fill("2026-11-02");
    await page.getByRole("button", { name: "Show price" }).click();
    await expect.poll(() => page.locator("[data-price-on-result]").textContent()).toContain("CHF");
    await choose(page, "eur");
    await expect.poll(() => note.isVisible()).toBe(false);
    expect(problems).toEqual([]);
  });

  it.each([
    ["market/", 1280],
    ["market/", 360],
    ["coins/btc/", 360],
  ])("moves nothing on %s at %i px when it is stored and converted", async (path, width) => {
    const { page, visit, sumShifts } = await open(site, { viewport: { width, height: 800 } });
    await page.addInitScript("localStorage.currency = 'jpy'");
    // Long after the first paint.
    await page.route("**/exchange-rates.json", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await visit(path);
    await expect.poll(() => page.locator("html").getAttribute("data-currency")).toBe("jpy");
    expect(await page.locator("[data-currency-note]").isVisible()).toBe(true);
    expect(await sumShifts()).toBeLessThan(0.02);
    // A published currency needs no note, and leaves no gap.
    const top = () => page.locator("main").evaluate((main) => main.getBoundingClientRect().top + scrollY);
    const withNote = await top();
    await choose(page, "eur");
    await expect.poll(top).toBeLessThan(withNote);
  });

  it("keeps the past in USD where past rates are unknown", async () => {
    const { page, visit, problems } = await open(site);
    await visit("coins/btc/");
    const code = (await page.locator(SELECT).getAttribute("data-converted-now"))!.split(" ")[0]!;
    const changes = () => page.locator("[data-field^=price_change_percentage] data").allTextContents();
    const inUsd = await changes();
    await choose(page, code);
    await expect
      .poll(() => page.locator("[data-currency-note]").textContent())
      .toContain(`past rates of ${code.toUpperCase()} are unknown`);
    expect(await page.locator("[data-field=current_price]").textContent()).toContain(code.toUpperCase());
    expect(await changes()).toEqual(inUsd);
    await page.locator("[data-chart] canvas").waitFor();
    expect(await page.locator("[data-chart-readout]").textContent()).toContain("$");
    expect(problems).toEqual([]);
  });

  it.each([undefined, 503])("stays in USD with a message while an answer does not load: %s", async (status) => {
    const { page, visit } = await open(site);
    await page.route("**/api/in/**", (route) =>
      status === undefined ? route.abort() : route.fulfill({ status, body: "" }),
    );
    await visit("market/");
    const inUsd = await figures(page);
    await choose(page, "eur");
    await expect
      .poll(() => page.locator("[data-currency-problem]").textContent())
      .toBe("EUR could not be loaded. Amounts stay in USD.");
    expect(await page.locator(SELECT).inputValue()).toBe("usd");
    expect(await figures(page)).toEqual(inUsd);
  });

  it.each([
    ["chf", "**/js/convert-answer.js", undefined, "CHF could not be loaded. Amounts stay in USD."],
    ["eur", "**/api/in/eur/**", 403, "EUR is not available for this page. Amounts stay in USD."],
  ])("in %s is loaded by the next choice after %s fails with %s", async (code, files, status, message) => {
    const { page, visit } = await open(site);
    await page.route(files, (route) => (status === undefined ? route.abort() : route.fulfill({ status })));
    await visit("market/");
    await choose(page, code);
    await expect.poll(() => page.locator("[data-currency-problem]").textContent()).toBe(message);
    await page.unroute(files);
    await choose(page, code);
    await expect.poll(() => page.locator("html").getAttribute("data-currency")).toBe(code);
  });

  it.each([
    ["a page", { contentType: "text/html", body: "<p>Home</p>" }],
    ["403, as buckets do", { status: 403, contentType: "application/xml", body: "<Error/>" }],
  ])("is computed by client.js where the host answers a missing file with %s", async (_, answer) => {
    const { page, visit } = await open(site);
    await page.route("**/api/in/eur/**", (route) => route.fulfill(answer));
    await visit("market/");
    await choose(page, "eur");
    await expect.poll(async () => (await figures(page)).every((text) => /^[€–]/.test(text))).toBe(true);
  });

  it("stays on the whole page while the rows in USD do not load", async () => {
    const { page, visit } = await open(site);
    await page.addInitScript("localStorage.currency = 'eur'");
    await page.route("**/api/coins/limit/all.json", (route) => route.abort());
    await visit("market/");
    await page.locator("[data-order=price] button").click();
    await settled(page);
    await expect.poll(async () => (await figures(page)).every((text) => /^[€–]/.test(text))).toBe(true);
    const inEur = await figures(page);
    await choose(page, "usd");
    await expect
      .poll(() => page.locator("[data-currency-problem]").textContent())
      .toBe("USD could not be loaded. Amounts stay in EUR.");
    expect([await page.locator(SELECT).inputValue(), await figures(page)]).toEqual(["eur", inEur]);
  });

  it("of the converter may be a coin, and the URL holds the conversion", async () => {
    const { page, visit, problems } = await open(site);
    await visit("exchange-rates/?amount=2&from=btc&to=EUR");
    const data = await readData(`${site.url}api/price/btc.json`);
    const result = () => page.locator("[data-converter-result]").textContent();
    await expect
      .poll(async () => Number((await result())!.replace(/[, A-Z]/g, "")))
      .toBeCloseTo(2 * data.prices["eur"]!, 1);
    await page.getByRole("button", { name: "Swap" }).click();
    await expect.poll(result).toMatch(/ BTC$/);
    expect(page.url()).toContain("?amount=2&from=EUR&to=btc");
    expect(problems).toEqual([]);
  });

  it("of the converter may be a coin that its lists do not have, and one without a price says so", async () => {
    const { page, visit } = await open(site);
    await page.route("**/exchange-rates/?*", async (route) => {
      const body = await (await route.fetch()).text();
      await route.fulfill({ contentType: "text/html", body: body.replace(/<option value="eth">.*?<\/option>/, "") });
    });
    await visit("exchange-rates/?amount=2&from=eth&to=USD");
    const data = await readData(`${site.url}api/price/eth.json`);
    const result = () => page.locator("[data-converter-result]").textContent();
    await expect
      .poll(async () => Number((await result())!.replace(/[, A-Z]/g, "")))
      .toBeCloseTo(2 * data.prices["usd"]!, 1);
    const given = () => page.locator("[data-converter-given]").textContent();
    expect(await given()).toBe("2 ETH =");
    await page.getByRole("button", { name: "Swap" }).click();
    await expect.poll(given).toBe("2.00 USD =");
    expect(await result()).toMatch(/ ETH$/);
    await page.goto(`${site.url}exchange-rates/?amount=2&from=no-such-coin&to=USD`);
    await expect.poll(() => page.locator("[data-converter-problem]").textContent()).toMatch(/^No rate for this/);
  });
});
