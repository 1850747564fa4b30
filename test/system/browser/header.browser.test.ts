import { expect, it } from "vitest";
import { navigation } from "../../../templates/components/navigation.js";
import { describeOneSite, useBrowser } from "./use-browser.ts";

const { open } = useBrowser();
const HEADER_PX = 60;
const DAY_MS = 86_400_000;

describeOneSite("the header", (site) => {
  it.each([0, 1, 2, 5, 30])("has one line at every width with %i more entries, all of them reachable", async (more) => {
    const { page, visit } = await open(site);
    await visit("status/");
    const added = Array.from({ length: more }, (_, at) => ({ path: `new-${at}/`, label: `Categories ${at}` }));
    const own = await page
      .locator(".site-nav a")
      .evaluateAll((links) =>
        links.map((link) => ({ path: link.getAttribute("href")!.replace(/^[./]+/, ""), label: link.textContent! })),
      );
    // The navigation adds these itself.
    const pages = [...own.filter(({ path }) => !["docs/", "docs/api/", "status/"].includes(path)), ...added];
    const name = (await page.locator(".brand").textContent())!.trim();
    const markup = String(navigation("../", "/status/", pages, name));
    await page.locator(".menu-button").evaluate((button) => button.remove());
    await page.locator(".site-nav").evaluate((nav, text) => {
      nav.outerHTML = text;
    }, markup);
    for (const width of [375, 1089, 1100, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const header = await page.locator(".site-header").boundingBox();
      expect([width, Math.round(header!.height)]).toEqual([width, HEADER_PX]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      const button = page.locator(".menu-button:visible, .nav-more button:visible");
      if ((await button.count()) > 0) await button.click();
      expect(await page.locator(".site-nav a:visible").count()).toBe(own.length + more);
      await page.keyboard.press("Escape");
    }
  });
});

describeOneSite("the search in the header", (site) => {
  it("is opened by a slash, and leads to a coin by the keyboard alone", async () => {
    const { page, visit, problems } = await open(site);
    await visit("docs/errors/");
    await page.keyboard.press("/");
    await page.keyboard.type("ethereum");
    const options = page.getByRole("listbox", { name: "Results" }).getByRole("option");
    await expect.poll(() => options.first().textContent()).toContain("Ethereum");
    await page.keyboard.press("ArrowDown");
    expect(await options.first().getAttribute("aria-selected")).toBe("true");
    expect(await page.locator("#site-search").getAttribute("aria-activedescendant")).toBe(
      await options.first().getAttribute("id"),
    );
    await page.keyboard.press("Enter");
    await page.waitForURL(`${site.url}coins/eth/`);
    expect(problems).toEqual([]);
  });

  it("follows each keystroke, finds exchanges and pages, and closes with Escape", async () => {
    const { page, visit, problems } = await open(site);
    await visit("");
    const field = page.locator("#site-search");
    await field.fill("kraken");
    const list = page.getByRole("listbox", { name: "Results" });
    await expect.poll(() => list.textContent()).toContain("Kraken");
    await field.fill("error");
    await expect.poll(() => list.textContent()).toContain("Errors");
    await field.fill("zzzzzz");
    await expect.poll(() => list.textContent()).toContain("Nothing found");
    // A list box may contain options and groups only.
    expect(await page.locator("#site-search-list > :not([role=option], [role=group])").count()).toBe(0);
    await page.keyboard.press("Escape");
    expect([await list.isVisible(), await field.inputValue()]).toEqual([false, ""]);
    expect(problems).toEqual([]);
  });

  it("names no option of a closed list to screen readers", async () => {
    const { page, visit } = await open(site);
    await visit("docs/errors/");
    await page.keyboard.press("/");
    await page.keyboard.type("ethereum");
    await page.locator("#site-search-list [role=option]").first().waitFor();
    const active = () => page.locator("#site-search").getAttribute("aria-activedescendant");
    await page.keyboard.press("ArrowDown");
    expect(await active()).toBe("search-option-0");
    await page.keyboard.press("Escape");
    expect(await active()).toBeNull();
    await page.keyboard.press("ArrowDown");
    expect(await active()).toBeNull();
  });

  it("leads to the price of a day, which the page of the coin shows", async () => {
    const { page, visit, problems } = await open(site);
    await visit("docs/errors/");
    const day = new Date(Date.now() - 3 * DAY_MS).toISOString().slice(0, 10);
    await page.keyboard.press("/");
    await page.keyboard.type(`${day} btc`);
    const option = page.getByRole("listbox", { name: "Results" }).getByRole("option");
    await expect.poll(() => option.first().textContent()).toBe(`Bitcoin on ${day} BTC`);
    await page.keyboard.press("Enter");
    await page.waitForURL(/coins\/btc\//);
    await expect.poll(() => page.locator("[data-price-on-result]").textContent()).toContain(`Close of ${day} (UTC): $`);
    expect(problems).toEqual([]);
  });

  it("finds words, other words for the same thing and a word with a typing error", async () => {
    const { page, visit, problems } = await open(site);
    await visit("");
    const field = page.locator("#site-search");
    const list = page.getByRole("listbox", { name: "Results" });
    for (const [text, found] of [
      ["bitconi", "Bitcoin"],
      ["swiss franc", "CHF"],
      ["mcap", "market_cap"],
      ["checksum", "Archives"],
      ["404", "not_found"],
    ] as const) {
      await field.fill(text);
      await expect.poll(() => list.textContent(), { message: text }).toContain(found);
    }
    expect(problems).toEqual([]);
  });

  it.each(["search.json", "vendor/minisearch.js", "js/search-index-*.js"])(
    "says below the field that %s could not be loaded, and loads with the next letter",
    async (file) => {
      const { page, visit } = await open(site);
      // On a busy machine, a request right after a late `route` would pass it.
      await page.route(`**/${file}`, (route) => route.abort());
      await visit("docs/errors/");
      const list = page.locator("#site-search-list");
      await page.keyboard.press("/");
      await expect.poll(() => list.isVisible()).toBe(true);
      expect(await list.textContent()).toBe("The search could not be loaded.");
      await page.unroute(`**/${file}`);
      await page.keyboard.type("kraken");
      await expect.poll(() => list.textContent()).toContain("Kraken");
    },
  );

  it("takes the longest address, and no pasted page", async () => {
    const { page, visit } = await open(site);
    await visit("docs/errors/");
    await page.keyboard.press("/");
    await page.keyboard.insertText("a1".repeat(20_000));
    expect((await page.locator("#site-search").inputValue()).length).toBe(200);
    await expect.poll(() => page.getByRole("listbox", { name: "Results" }).textContent()).toContain("contracts");
  });

  it("opens from its button on a phone", async () => {
    const { page, problems } = await open(site, { viewport: { width: 375, height: 667 } });
    await page.goto(`${site.url}market/`);
    expect(await page.locator("#site-search").isVisible()).toBe(false);
    // The first row of the table is on the first screen.
    const row = await page.locator("[data-table] tbody tr").first().boundingBox();
    expect(row!.y + row!.height).toBeLessThan(667);
    const button = page.getByRole("button", { name: "Search" });
    await button.click();
    await page.keyboard.type("sol");
    await page.keyboard.press("Escape");
    expect(await page.locator("#site-search").isVisible()).toBe(false);
    await expect.poll(() => page.evaluate("document.activeElement.ariaLabel")).toBe("Search");
    await button.click();
    await page.keyboard.type("sol");
    await page.locator("#site-search-list [role=option]").first().click();
    await page.waitForURL(/\/coins\/[^/]+\/$/);
    expect(problems).toEqual([]);
  });
});
