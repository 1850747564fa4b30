import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { formatPrice } from "../../../public/js/format.js";
import { describeOneSite, useBrowser } from "./use-browser.ts";

const { open } = useBrowser();

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const readout = (page: Page) => page.locator("[data-chart-readout]").textContent();
const readJson = async (url: string) => (await fetch(url)).json();

/** A day of hourly candles with prices that are easy to tell. */
function makeCandles(currency: string): string {
  const startMs = Date.UTC(2026, 10, 1);
  const candles = Array.from({ length: 24 }, (_, at) => [
    startMs + at * HOUR_MS,
    100 + at,
    110 + at,
    90 + at,
    101 + at,
  ]);
  const data = { id: "bitcoin", symbol: "BTC", period: "30d", interval: "1h", points: candles.length, candles };
  return JSON.stringify({ data, meta: { currency, provisional_from: null } });
}

/** Answers the requests for candles, and counts them. */
async function serveCandles(page: Page): Promise<string[]> {
  const urls: string[] = [];
  await page.route("**/ohlc.json", (route) => {
    const url = route.request().url();
    urls.push(url);
    const currency = /\/in\/([a-z]+)\//.exec(url)?.[1] ?? "usd";
    return route.fulfill({ contentType: "application/json", body: makeCandles(currency) });
  });
  return urls;
}

async function showChart(page: Page): Promise<void> {
  await page.locator("[data-chart]").scrollIntoViewIfNeeded();
  await page.locator("[data-chart] canvas").waitFor();
}

describeOneSite("candles", (site) => {
  it("load when the switch is used, by the keyboard, and name open, high, low and close", async () => {
    const { page, visit, problems } = await open(site);
    const urls = await serveCandles(page);
    await visit("coins/btc/");
    await showChart(page);
    expect(urls).toEqual([]);
    const candles = page.getByRole("button", { name: "Candles" });
    await candles.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => readout(page)).toContain("between $90.00 and $133.00. Each candle: 1 hour.");
    expect(await candles.getAttribute("aria-pressed")).toBe("true");
    expect(page.url()).toContain("chart=candles");
    await page.locator("[data-chart]").focus();
    await page.keyboard.press("Home");
    await expect
      .poll(() => readout(page))
      .toBe("2026-11-01 · open $100.00 · high $110.00 · low $90.00 · close $101.00");
    expect(await page.locator(".chart-tip dt").allTextContents()).toEqual(["Open", "High", "Low", "Close"]);
    await page.locator("[data-currency-select]").selectOption("eur");
    await expect.poll(() => readout(page)).toContain("between €90.00 and €133.00");
    await page.locator('[data-period="24h"]').click();
    await expect.poll(() => candles.isDisabled()).toBe(true);
    await page.locator('[data-period="7d"]').click();
    await expect.poll(() => readout(page)).toContain("Each candle");
    await candles.click();
    await expect.poll(() => readout(page)).toMatch(/^7 days: (?!.*Each candle)/);
    expect(problems).toEqual([]);
  });

  it.each([360, 1440])("fit a window of %s pixels", async (width) => {
    const { page, visit, problems } = await open(site, { viewport: { width, height: 900 } });
    await serveCandles(page);
    await visit("coins/btc/?chart=candles");
    await page.locator("[data-chart]").scrollIntoViewIfNeeded();
    await expect.poll(() => readout(page)).toContain("Each candle");
    await page.getByText("Get this data", { exact: true }).click();
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    expect(problems).toEqual([]);
  });
});

describeOneSite("a chart whose files do not load", (site) => {
  const pressed = (page: Page) => page.locator("[data-period][aria-pressed=true]").getAttribute("data-period");

  it("names the period that it shows, also in the address", async () => {
    const { page, visit } = await open(site);
    await page.route("**/history/1y.json", (route) => route.abort());
    await page.route("**/ohlc.json", (route) => route.abort());
    await visit("coins/btc/");
    await showChart(page);
    await page.locator('[data-period="30d"]').click();
    await expect.poll(() => readout(page)).toMatch(/^30 days: /);
    await page.locator('[data-period="1y"]').click();
    const failure = "The history could not be loaded. The chart shows 30 days.";
    await expect.poll(() => readout(page)).toBe(failure);
    expect([await pressed(page), new URL(page.url()).search]).toEqual(["30d", "?range=30d"]);
    await page.getByRole("button", { name: "Zoom in" }).click();
    await expect.poll(() => readout(page)).toMatch(/^30 days, zoomed: /);
    const { search } = new URL(page.url());
    await page.getByRole("button", { name: "Candles" }).click();
    await expect.poll(() => readout(page)).toBe(failure);
    expect(new URL(page.url()).search).toBe(search);
    await page.unroute("**/history/1y.json");
    await page.locator('[data-period="1y"]').click();
    await expect.poll(() => readout(page)).toMatch(/^1 year: /);
  });

  it("presses the period of the drawing that the page was built with", async () => {
    const { page, visit } = await open(site);
    await page.route("**/history/1y.json", (route) => route.abort());
    await visit("coins/btc/?range=1y");
    await page.locator("[data-chart]").scrollIntoViewIfNeeded();
    await expect.poll(() => readout(page)).toBe("The history could not be loaded. The chart shows 7 days.");
    expect(await pressed(page)).toBe("7d");
    // The next load may succeed.
    expect(new URL(page.url()).search).toBe("?range=1y");
  });
});

describeOneSite("the data of a chart", (site) => {
  it("has the address, the code and the CSV of the period and the currency", async () => {
    const { page, visit, problems } = await open(site);
    await visit("coins/btc/");
    await showChart(page);
    await page.getByText("Get this data", { exact: true }).click();
    const link = page.locator("[data-get-link]");
    await expect.poll(() => link.textContent()).toBe("api/coins/btc/history.json");
    await page.locator("[data-currency-select]").selectOption("eur");
    await page.getByRole("button", { name: "30d", exact: true }).click();
    const path = "api/in/eur/coins/btc/history/30d.json";
    await expect.poll(() => link.textContent()).toBe(path);
    expect(await page.locator("[data-get-file]").textContent()).toMatch(/^Only \d+ of 30 days are known\.$/);
    expect(await link.evaluate((one) => (one as unknown as { href: string }).href)).toBe(`${site.url}${path}`);
    for (const id of ["curl", "javascript", "python"])
      expect(await page.locator(`#get-${id}`).textContent()).toContain(`${site.url}${path}`);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("btc-30d-eur.csv");
    const lines = (await readFile(await download.path(), "utf8")).trim().split("\n");
    const { data } = await readJson(`${site.url}${path}`);
    expect(Number(lines[1]?.split(",")[1])).toBe(data.prices[0][1]);
    expect(problems).toEqual([]);
  });

  it("has downloads in the currency where the site publishes them", async () => {
    const { page, visit, problems } = await open(site);
    await visit("coins/btc/");
    const links = page.locator("[data-quoted]");
    const listLinks = () => links.evaluateAll((all) => all.map((one) => (one as unknown as { href: string }).href));
    const inDollars = await listLinks();
    expect(inDollars.length).toBeGreaterThan(7);
    const unit = page.locator("[data-quoted-unit]").first();
    await page.locator("[data-currency-select]").selectOption("eur");
    await expect.poll(() => unit.textContent()).toBe("EUR");
    const inEuros = await listLinks();
    expect(inEuros).toEqual(inDollars.map((url) => url.replace(`${site.url}api/`, `${site.url}api/in/eur/`)));
    const statuses = await Promise.all(inEuros.map(async (url) => (await fetch(url)).status));
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    // The page converts amounts to this one.
    await page.locator("[data-currency-select]").selectOption("chf");
    await expect.poll(() => unit.textContent()).toBe("USD");
    expect(await listLinks()).toEqual(inDollars);
    expect(problems).toEqual([]);
  });

  it.each(["eur", "btc"])("is in %s also for coins without files in currencies", async (currency) => {
    const { page, visit, problems } = await open(site);
    const { data } = await readJson(`${site.url}api/coins/limit/all.json`);
    const coin = data.findLast((one: { current_price: number | null }) => one.current_price !== null);
    const path = coin.path.replace(".json", "/history");
    expect((await fetch(`${site.url}api/in/${currency}/${path}.json`)).status).toBe(404);
    await visit(coin.path.replace(".json", "/"));
    await showChart(page);
    await page.locator("[data-currency-select]").selectOption(currency);
    const price = page.locator("[data-part=price] [data-field=current_price] data");
    await expect.poll(() => price.getAttribute("title")).toContain(currency.toUpperCase());
    await expect
      .poll(() => page.locator("[data-chart]").getAttribute("data-unit"))
      .toBe(`in ${currency.toUpperCase()}`);
    expect(await page.locator("[data-currency-problem]").isHidden()).toBe(true);
    // Their files are those in USD.
    expect(await page.locator("[data-get-link]").textContent()).toBe(`api/${path}.json`);
    expect(await page.locator("[data-quoted-unit]").first().textContent()).toBe("USD");
    expect(problems.filter((problem) => !problem.includes("404"))).toEqual([]);
  });

  it("keeps its zoom in other currencies, also with a stored one", async () => {
    const { page, visit, problems } = await open(site);
    await visit("coins/btc/");
    await showChart(page);
    await page.locator("[data-chart]").focus();
    await page.keyboard.press("+");
    await expect.poll(() => readout(page)).toMatch(/^7 days, zoomed: .*\$/);
    const { search } = new URL(page.url());
    expect(search).toMatch(/from=.*&to=/);
    await page.locator("[data-currency-select]").selectOption("eur");
    await expect.poll(() => readout(page)).toMatch(/^7 days, zoomed: .*€/);
    const zoomed = await readout(page);
    await visit(`coins/btc/${search}`);
    await expect.poll(() => readout(page)).toBe(zoomed);
    expect(new URL(page.url()).search).toBe(search);
    expect(problems).toEqual([]);
  });

  it("has the price of a day, in the currency, or says that none is known", async () => {
    const { page, visit, problems } = await open(site);
    await visit("coins/btc/");
    const { data } = await readJson(`${site.url}api/coins/btc/history/all.json`);
    const [timeMs, price] = data.prices.at(-20);
    const result = page.locator("[data-price-on-result]");
    const day = new Date(timeMs).toISOString().slice(0, 10);
    await page.getByRole("textbox", { name: "Price on" }).fill(day);
    await expect.poll(() => result.textContent()).toContain(`Close of ${day} (UTC): ${formatPrice(price, "usd")}`);
    const end = new Date(timeMs + DAY_MS).toISOString().slice(0, 10);
    expect(await result.textContent()).toContain(`api/coins/btc/at?time=${end}T00:00Z`);
    await page.locator("[data-currency-select]").selectOption("eur");
    await expect.poll(() => result.textContent()).toMatch(/\(UTC\): €.*api\/in\/eur\/coins\/btc\/at/s);
    const link = result.locator("a").first();
    expect(await link.evaluate((one) => (one as unknown as { href: string }).href)).toBe(
      `${site.url}api/in/eur/coins/btc/at?time=${end}T00:00Z`,
    );
    await page.locator("[data-currency-select]").selectOption("chf");
    await expect
      .poll(() => result.textContent())
      .toMatch(/\(UTC\): CHF.*API in USD, which this page converts to CHF: api\/coins\/btc\/at/s);
    // A reload keeps the day and the currency.
    expect(new URL(page.url()).search).toBe(`?on=${day}`);
    await page.reload();
    await expect.poll(() => result.textContent()).toMatch(new RegExp(`Close of ${day} \\(UTC\\): CHF`));
    const [firstMs] = data.prices[0];
    await page.getByRole("textbox", { name: "Price on" }).fill("2009-01-03");
    await expect
      .poll(() => result.textContent())
      .toBe(
        `No price of 2009-01-03 is known. The nearest known day is ${new Date(firstMs).toISOString().slice(0, 10)}.`,
      );
    expect(problems).toEqual([]);
  });
});
