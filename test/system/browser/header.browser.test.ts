import { expect, it } from "vitest";
import { navigation } from "../../../templates/components/navigation.js";
import { describeOneSite, useBrowser } from "./use-browser.ts";

const { open } = useBrowser();
const HEADER_PX = 60;

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
    // The navigation appends the API, status and hosts itself.
    const pages = [...own.slice(0, -3), ...added];
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
