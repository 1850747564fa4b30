import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { sample } from "../../seed.ts";
import { describeOneSite, sampledKinds, useBrowser } from "./use-browser.ts";

const { open } = useBrowser();

const MAX_STOPS = 50;

interface Stop {
  at: number;
  name: string;
  outlined: boolean;
  seen: boolean;
}

/** The focused element; `null` after the last stop. */
const DESCRIBE_FOCUS = `(() => {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
  const x = Math.min(innerWidth - 1, Math.max(0, box.left + Math.min(box.width, innerWidth) / 2));
  const y = Math.min(innerHeight - 1, Math.max(0, box.top + Math.min(box.height, innerHeight) / 2));
  const top = document.elementFromPoint(x, y);
  return {
    at: [...document.querySelectorAll("*")].indexOf(element),
    name: element.tagName.toLowerCase() + " " + (element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40),
    outlined: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2,
    seen: box.width > 0 && top !== null && (element.contains(top) || top.contains(element)),
  };
})()`;

const describeFocus = async (page: Page) => (await page.evaluate(DESCRIBE_FOCUS)) as Stop | null;

describeOneSite("with the keyboard only", (ownSite) => {
  it.each(sample(sampledKinds, 2))("$name has visible, outlined tab stops in document order", async (kind) => {
    const { page, visit } = await open(ownSite);
    await visit(kind.path, kind.status);
    const stops: Stop[] = [];
    while (stops.length < MAX_STOPS) {
      await page.keyboard.press("Tab");
      const stop = await describeFocus(page);
      if (stop === null) break;
      // A date field has several stops.
      if (stop.at !== stops.at(-1)?.at) stops.push(stop);
      else if (!stop.outlined) stops.push({ ...stop, name: `part of ${stop.name}` });
    }
    expect(stops[0]?.name).toBe("a Skip to content");
    expect(stops.length).toBeGreaterThan(10);
    expect(stops.filter(({ outlined, seen }) => !outlined || !seen)).toEqual([]);
    expect(stops.map(({ at }) => at)).toEqual([...new Set(stops.map(({ at }) => at))].sort((a, b) => a - b));
  });

  it("skips to the content", async () => {
    const { page, visit } = await open(ownSite);
    await visit("market/");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("content");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.closest('main') !== null")).toBe(true);
  });

  it("sorts, searches and pages through the market", async () => {
    const { page, visit, problems } = await open(ownSite);
    await visit("market/");
    const status = page.locator("[data-table-status]");
    await page.locator("[data-order=volume] button").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("[data-order=volume]").getAttribute("aria-sort")).toBe("descending");
    expect(await page.evaluate("document.activeElement.closest('[data-order]')?.dataset.order")).toBe("volume");
    await page.getByRole("searchbox").focus();
    await page.keyboard.type("bitcoin");
    await expect.poll(() => status.textContent()).toMatch(/^1–\d of \d coins$/);
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Delete");
    await expect.poll(() => status.textContent()).toBe("1–100 of 120 coins");
    await page.getByRole("button", { name: "Next" }).focus();
    await page.keyboard.press("Space");
    await expect.poll(() => status.textContent()).toBe("101–120 of 120 coins");
    expect(problems).toEqual([]);
  });

  it("moves along a chart, changes its period and opens its data", async () => {
    const { page, visit } = await open(ownSite);
    await visit("coins/btc/");
    const readout = page.locator("[data-chart-readout]");
    await expect.poll(() => page.locator("[data-chart] canvas").count()).toBe(1);
    await page.locator("[data-period='30d']").focus();
    await page.keyboard.press("Space");
    await expect.poll(() => readout.textContent()).toMatch(/^30 days: /);
    await page.locator("[data-chart]").focus();
    await page.keyboard.press("Home");
    await expect.poll(() => readout.textContent()).toMatch(/^\d{4}-\d{2}-\d{2}.* · \$/);
    const first = await readout.textContent();
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(() => readout.textContent()).not.toBe(first);
    expect(await page.locator(".chart-tip").isVisible()).toBe(true);
    await page.keyboard.press("+");
    await expect.poll(() => readout.textContent()).toMatch(/^30 days, zoomed: /);
    expect(page.url()).toMatch(/\?range=30d&from=[\dT:Z-]+&to=[\dT:Z-]+$/);
    await page.keyboard.press("Escape");
    await expect.poll(() => readout.textContent()).toMatch(/^30 days: /);
    await page.locator("[data-chart-table] summary").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("[data-chart-table] tbody tr").first().isVisible()).toBe(true);
  });

  it("changes the theme, and the next page keeps it", async () => {
    const { page, visit } = await open(ownSite, { colorScheme: "light" });
    await visit("");
    const background = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const light = await background();
    await page.locator("[data-theme-toggle]").focus();
    await page.keyboard.press("Enter");
    const dark = await background();
    expect(dark).not.toBe(light);
    await visit("status/");
    expect(await background()).toBe(dark);
    expect(await page.locator("[data-theme-toggle]").getAttribute("aria-label")).toBe("Use light theme");
  });
});
