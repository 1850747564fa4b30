import { readFile } from "node:fs/promises";
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

const names = (page: Page) => page.locator("[data-table] tbody .coin-name").allTextContents();
const readData = async (url: string) => ((await (await fetch(url)).json()) as { data: CoinPrices }).data;
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
    const note = page.locator("[data-currency-note]");
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
});
