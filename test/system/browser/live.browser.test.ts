import type { Page, Route } from "playwright-core";
import { expect, it } from "vitest";
import { createScriptJoiner } from "../../../build/app/site/join-scripts.ts";
import type { Site } from "./site.ts";
import { describeOneSite, useBrowser } from "./use-browser.ts";

const { open } = useBrowser();
const MINUTE_MS = 60_000;
const PRICE = 98_765.43;

interface Live {
  data: Record<string, unknown>[];
  meta: { updated_at: string; expires_at: string; stale: boolean };
}

/** Bitcoin, as a live run so many minutes after the newest price of the site found it. */
async function makeLive(page: Page, minutes: number): Promise<Live> {
  const { data, meta } = await (await page.request.get("api/coins/limit/10.json")).json();
  const updatedMs = Date.parse(meta.updated_at) + minutes * MINUTE_MS;
  const time = (ms: number) => new Date(ms).toISOString();
  const [{ id, symbol }] = data;
  const row = { id, symbol, key: "btc", price: PRICE, change_24h_percentage: -12.34, price_source: "aggregated" };
  return {
    data: [{ ...row, last_updated: time(updatedMs) }],
    meta: { updated_at: time(updatedMs), expires_at: time(updatedMs + 2 * MINUTE_MS), stale: false },
  };
}

/** A page as a site with a live tier has it. Counts the requests for live prices. */
async function openLive(site: Site, path: string, find: (page: Page) => Promise<Live | undefined>) {
  const watched = await open(site);
  const { page, visit } = watched;
  const requests = { count: 0 };
  const live = await find(page);
  let scripts = new Map<string, string | Uint8Array>();
  await page.route(new URL(path, site.url).href, async (route: Route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/js\/(site\.[\w.-]+)\.js/, "js/$1.live.js");
    const joiner = createScriptJoiner();
    joiner.add(body);
    scripts = new Map((await joiner.join()).map((file) => [file.path, file.body]));
    await route.fulfill({ response, body });
  });
  await page.route(/\/js\/site\.[\w.-]+\.live\.js$/, async (route: Route) => {
    const body = scripts.get(new URL(route.request().url()).pathname.replace(/^.*\/js\//, "js/"));
    await route.fulfill({ contentType: "text/javascript", body: String(body) });
  });
  await page.route("**/api/live.json", async (route: Route) => {
    requests.count += 1;
    if (live === undefined) await route.fulfill({ status: 404, body: "{}" });
    else await route.fulfill({ json: live });
  });
  // Half a minute after the live run.
  const shown = live ?? (await makeLive(page, 1));
  await page.clock.install({ time: Date.parse(shown.meta.updated_at) + MINUTE_MS / 2 });
  await visit(path);
  return { ...watched, requests };
}

/** The first action of a reader, once the scripts of the page run. */
async function movePointer(page: Page) {
  await expect.poll(() => page.locator("[data-freshness]").textContent()).toMatch(/next due/);
  await page.mouse.move(200, 200);
}

/** What the next requests for live prices get. */
async function answerWith(page: Page, answer: Live | number) {
  await page.route("**/api/live.json", (route) =>
    typeof answer === "number" ? route.fulfill({ status: answer, body: "" }) : route.fulfill({ json: answer }),
  );
}

const later = (page: Page) => makeLive(page, 1);
const choose = (page: Page, code: string) => page.locator("[data-currency-select]").selectOption(code);
const bitcoin = (page: Page) => page.locator("main tr, main li", { has: page.locator("a.coin[href$='coins/btc/']") });
const readLine = (page: Page) => page.locator("[data-freshness]").getAttribute("data-updated");

describeOneSite("live prices", (site) => {
  it.each(["", "market/"])("replace those of the build on the page %j", async (path) => {
    const { page, problems, sumShifts } = await openLive(site, path, later);
    const row = bitcoin(page).first();
    await expect.poll(() => row.locator("td.price data").first().getAttribute("value")).toBe(String(PRICE));
    expect(await row.textContent()).toMatch(/98,765\.43[\s\S]*12\.3/);
    expect(await readLine(page)).toBe((await later(page)).meta.updated_at);
    expect(await sumShifts()).toBeLessThan(0.02);
    expect(problems).toEqual([]);
  });

  it("leave the market cap below the price, where phones show it", async () => {
    const { page } = await openLive(site, "market/", later);
    const price = bitcoin(page).first().locator("td.price");
    await expect.poll(() => price.locator("data").first().getAttribute("value")).toBe(String(PRICE));
    expect(await price.locator(".sub data").count()).toBe(1);
  });

  it("stay when the table is sorted and shows other currencies meanwhile", async () => {
    const { page } = await openLive(site, "market/", later);
    const price = bitcoin(page).first().locator("td.price data").first();
    await expect.poll(() => price.getAttribute("value")).toBe(String(PRICE));
    await page.locator("[data-order=name] button").click();
    await page.locator("[data-order=rank] button").click();
    await expect.poll(() => price.getAttribute("value")).toBe(String(PRICE));
    await page.locator("[data-currency-select]").selectOption("eur");
    await expect.poll(() => price.getAttribute("title")).toMatch(/EUR$/);
    expect(Number(await price.getAttribute("value"))).not.toBe(PRICE);
    await page.locator("[data-currency-select]").selectOption("usd");
    await expect.poll(() => price.getAttribute("value")).toBe(String(PRICE));
  });

  it("leave the time and the source of the build beside amounts in other currencies, which are the build's", async () => {
    const { page } = await openLive(site, "coins/btc/", later);
    const [updated, source] = [await readLine(page), await page.locator(".coin-source").textContent()];
    await movePointer(page);
    await expect.poll(() => page.locator(".coin-source").textContent()).toMatch(/Live price/);
    await choose(page, "eur");
    await expect.poll(() => readLine(page)).toBe(updated);
    await expect.poll(() => page.locator(".coin-source").textContent()).not.toMatch(/Live price/);
    expect((await page.locator(".coin-source").textContent())?.split("·")[0]).toBe(source?.split("·")[0]);
    await choose(page, "usd");
    await expect.poll(() => page.locator(".coin-source").textContent()).toMatch(/Live price/);
    expect(await readLine(page)).toBe((await later(page)).meta.updated_at);
  });

  it("leave the time of the build beside amounts in other currencies also after several answers", async () => {
    const { page } = await openLive(site, "coins/btc/", later);
    const updated = await readLine(page);
    await movePointer(page);
    await expect.poll(() => readLine(page)).toBe((await later(page)).meta.updated_at);
    const newest = await makeLive(page, 2);
    await answerWith(page, newest);
    await page.locator(".coin-source a").focus();
    await page.clock.runFor(MINUTE_MS);
    await expect.poll(() => readLine(page)).toBe(newest.meta.updated_at);
    expect(await page.locator(".coin-source a:focus").count()).toBe(1);
    await choose(page, "eur");
    await expect.poll(() => readLine(page)).toBe(updated);
    // A cache may have the answer before.
    const asked = page.waitForResponse("**/api/live.json");
    await answerWith(page, await later(page));
    await page.clock.runFor(MINUTE_MS);
    await (await asked).finished();
    await choose(page, "usd");
    await expect.poll(() => readLine(page)).toBe(newest.meta.updated_at);
  });

  it("do not make a page current whose other numbers are of an old build", async () => {
    const { page } = await openLive(site, "market/", later);
    const { meta } = await (await page.request.get("api/coins.json")).json();
    const line = page.locator("[data-freshness]");
    await expect.poll(() => readLine(page)).toBe((await later(page)).meta.updated_at);
    const newest = await makeLive(page, 5 * 60 + 1);
    await answerWith(page, { ...newest, data: newest.data.map((row) => ({ ...row, price: 1234.5 })) });
    await page.clock.fastForward(5 * 60 * MINUTE_MS);
    await expect.poll(() => bitcoin(page).first().locator("td.price").textContent()).toContain("1,234.50");
    await expect.poll(() => readLine(page)).toBe(meta.updated_at);
    expect(await line.getAttribute("data-state")).toBe("stale");
    expect(await line.textContent()).toMatch(/5 hours old.*overdue/);
  });

  it.each([404, 503])(
    "that are no longer answered make no page stale while the build is current: %i",
    async (status) => {
      const { page } = await openLive(site, "market/", later);
      await expect.poll(() => readLine(page)).toBe((await later(page)).meta.updated_at);
      await answerWith(page, status);
      await page.clock.runFor(5 * MINUTE_MS);
      await expect.poll(() => page.locator("[data-freshness]").getAttribute("data-state")).toBe("fresh");
    },
  );

  it.each(["market/", "coins/btc/"])("are marked on %s when they are no longer live", async (path) => {
    const { page } = await openLive(site, path, later);
    const price =
      path === "market/" ? bitcoin(page).first().locator("td.price") : page.locator(".coin-price .figure [data-field]");
    await movePointer(page);
    await expect.poll(() => price.locator("data").first().getAttribute("value")).toBe(String(PRICE));
    const { data, meta } = await makeLive(page, 2);
    await answerWith(page, { data: data.map((row) => ({ ...row, price_source: "stale" })), meta });
    await page.clock.runFor(MINUTE_MS);
    await expect.poll(() => price.locator(".tag.stale").count()).toBe(1);
    if (path !== "market/") expect(await page.locator(".coin-source").textContent()).toMatch(/^Last known good price/);
    await answerWith(page, await makeLive(page, 3));
    await page.clock.runFor(MINUTE_MS);
    await expect.poll(() => price.locator(".tag").count()).toBe(0);
  });

  it("of a refused run make no page stale while the build is current", async () => {
    const refused = async (one: Page) => {
      const { data, meta } = await later(one);
      return { data, meta: { ...meta, stale: true } };
    };
    const { page } = await openLive(site, "market/", refused);
    await expect.poll(() => readLine(page)).toBe((await later(page)).meta.updated_at);
    expect(await page.locator("[data-freshness]").getAttribute("data-state")).toBe("fresh");
  });

  it("are named as newer than the evidence on the page of a coin", async () => {
    const { page, problems, sumShifts, requests } = await openLive(site, "coins/btc/", later);
    // The chart leaves no room for the file before the reader does something.
    expect(requests.count).toBe(0);
    await movePointer(page);
    await expect.poll(() => page.locator(".coin-price .figure data").getAttribute("value")).toBe(String(PRICE));
    expect(await page.locator(".coin-source").textContent()).toMatch(/Live price, newer than the evidence/);
    expect(await page.locator(".coin-source .age").textContent()).toMatch(/ago$/);
    expect(await sumShifts()).toBeLessThan(0.02);
    expect(problems).toEqual([]);
  });

  it("are the same wherever the page of a coin has them, and those of the build in other currencies", async () => {
    const { page, problems } = await openLive(site, "coins/btc/?range=24h", later);
    const readout = page.locator("[data-chart-readout]");
    await page.locator("[data-chart]").scrollIntoViewIfNeeded();
    await page.locator("[data-chart] canvas").waitFor();
    await page.locator("[data-coin-converter]").scrollIntoViewIfNeeded();
    const money = page.locator("[data-coin-converter] [name=money]");
    const rate = page.locator("[data-converter-rate]");
    await movePointer(page);
    await expect.poll(() => money.inputValue()).toBe("98,765.43");
    expect(await rate.textContent()).toBe("1 BTC = $98,765.43");
    await expect.poll(() => readout.textContent()).toMatch(/^24 hours: −12\.34%/);
    const changes = page.locator("[data-field=price_change_percentage_24h] data");
    const values = () => changes.evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value));
    expect(await values()).toEqual(["-12.34", "-12.34"]);
    await page.locator("[data-currency-select]").selectOption("eur");
    await expect.poll(() => rate.textContent()).toMatch(/€/);
    await expect.poll(() => readout.textContent()).toMatch(/^24 hours: (?!−12\.34)/);
    expect(new Set(await values()).size).toBe(1);
    await page.locator("[data-currency-select]").selectOption("usd");
    await expect.poll(() => rate.textContent()).toBe("1 BTC = $98,765.43");
    await expect.poll(() => readout.textContent()).toMatch(/^24 hours: −12\.34%/);
    expect(problems).toEqual([]);
  });

  it("are requested after a minute on the page of a coin that the reader only looks at", async () => {
    const { page, requests } = await openLive(site, "coins/btc/", later);
    await page.clock.runFor(MINUTE_MS / 2);
    expect(requests.count).toBe(0);
    await page.clock.runFor(MINUTE_MS / 2);
    await expect.poll(() => requests.count).toBe(1);
  });

  it("are requested once a minute, and not while the page is hidden", async () => {
    const { page, requests } = await openLive(site, "", later);
    for (const count of [1, 2, 3]) {
      await expect.poll(() => requests.count).toBe(count);
      // Time for the answer, which starts the next minute.
      await page.waitForTimeout(100);
      // The page's clock also runs by itself, for seconds on a busy machine.
      await page.clock.runFor(MINUTE_MS / 2);
      expect(requests.count).toBe(count);
      await page.clock.runFor(MINUTE_MS / 2);
    }
    await expect.poll(() => requests.count).toBe(4);
    const setHidden = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await setHidden(true);
    await page.clock.runFor(5 * MINUTE_MS);
    expect(requests.count).toBe(4);
    await setHidden(false);
    await expect.poll(() => requests.count).toBe(5);
  });

  it("make no page stale that the build alone keeps current", async () => {
    const { page } = await openLive(site, "", later);
    const line = page.locator("[data-freshness]");
    await expect.poll(() => line.textContent()).toMatch(/next due/);
    await page.clock.runFor(5 * MINUTE_MS);
    await expect.poll(() => line.textContent()).toMatch(/next due/);
    expect(await line.getAttribute("data-state")).toBe("fresh");
    expect(await readLine(page)).toBe((await later(page)).meta.updated_at);
  });

  it("of a cache that are older than the page do not show", async () => {
    const { page, requests } = await openLive(site, "", (one) => makeLive(one, -1));
    await expect.poll(() => requests.count).toBe(1);
    await page.clock.runFor(1_000);
    expect(await bitcoin(page).first().locator("td.price data").first().getAttribute("value")).not.toBe(String(PRICE));
    expect(await readLine(page)).not.toBe((await makeLive(page, -1)).meta.updated_at);
  });

  it("are not requested again once they are switched off, and never on a site without live runs", async () => {
    const { page, requests } = await openLive(site, "", async () => undefined);
    await expect.poll(() => requests.count).toBe(1);
    await page.clock.runFor(5 * MINUTE_MS);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.waitForTimeout(100);
    expect(requests.count).toBe(1);
    const other = await open(site);
    let asked = 0;
    await other.page.route("**/api/live.json", (route: Route) => {
      asked += 1;
      return route.abort();
    });
    await other.visit("market/");
    expect(asked).toBe(0);
  });
});
