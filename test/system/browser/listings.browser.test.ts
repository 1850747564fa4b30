import { expect, it } from "vitest";
import { formatPercent } from "../../../public/js/format.js";
import { findKinds } from "./page-kinds.ts";
import { describeOneSite, kinds, publishedFolder, useBrowser } from "./use-browser.ts";

const { open } = useBrowser();

const listings = await findKinds(publishedFolder, kinds, "data-table-rows");
const charts = await findKinds(publishedFolder, kinds, "data-period");

describeOneSite("every page with a list or a chart", (ownSite) => {
  it("is known", () => {
    expect(listings.map(({ name }) => name)).toContain("market");
    expect(charts.map(({ name }) => name)).toContain("coins-most");
  });

  it.each(listings)("$name sorts by every column head and reports an empty search", async (kind) => {
    const { page, visit, problems } = await open(ownSite);
    await visit(kind.path, kind.status);
    const table = page.locator("[data-table]");
    const status = page.locator("[data-table-status]");
    const asBuilt = await status.textContent();
    for (const head of await table.locator("[data-order]").all()) {
      const before = await head.getAttribute("aria-sort");
      await head.locator("button").click();
      await expect.poll(() => head.getAttribute("aria-sort")).not.toBe(before);
      await expect.poll(() => table.getAttribute("aria-busy")).toBe("false");
      expect(await table.locator("[data-order][aria-sort]").count()).toBe(1);
      expect(await status.textContent()).toBe(asBuilt);
    }
    await page.getByRole("searchbox").fill("nothing is called this");
    await expect.poll(() => status.textContent()).toMatch(/^No matching /);
    await page.locator("[data-table-tools] [name=reset]").click();
    await expect.poll(() => status.textContent()).toBe(asBuilt);
    expect(problems).toEqual([]);
  });

  it.each(charts)("$name draws every period of its chart and lists its data", async (kind) => {
    const { page, visit, problems } = await open(ownSite);
    await visit(kind.path, kind.status);
    const periods = await page.locator("[data-period]").all();
    await page.locator("[data-chart-table] summary").click();
    for (const period of periods) {
      const title = (await period.getAttribute("data-title"))!;
      await period.click();
      await expect.poll(() => page.locator("[data-chart-caption]").textContent()).toContain(title);
      expect(await page.locator("[data-period][aria-pressed=true]").getAttribute("data-title")).toBe(title);
      const readout = (await page.locator("[data-chart-readout]").textContent())!;
      const isKnown = !readout.endsWith("data yet");
      if (isKnown) expect(readout).toContain(`${title}: `);
      expect((await page.locator("[data-chart] canvas").count()) > 0).toBe(isKnown);
      if (isKnown) expect(await page.locator("[data-chart-table] tbody tr").count()).toBeGreaterThan(0);
    }
    expect(problems).toEqual([]);
  });

  it("states the change of each period as the statistics do", async () => {
    const { page, visit, problems } = await open(ownSite);
    await visit("coins/btc/");
    const readout = page.locator("[data-chart-readout]");
    const asBuilt = (await readout.textContent())!.match(/^7 days: [+−][\d.]+%/)![0];
    await page.locator("[data-chart]").scrollIntoViewIfNeeded();
    await expect.poll(() => page.locator("[data-chart] canvas").count()).toBe(1);
    expect(await readout.textContent()).toContain(asBuilt);
    for (const period of ["1h", "24h", "7d", "30d", "1y"]) {
      const change = Number(
        await page.locator(`[data-field=price_change_percentage_${period}] data`).last().getAttribute("value"),
      );
      const button = page.locator(`[data-period="${period}"]`);
      await button.click();
      const title = await button.getAttribute("data-title");
      const text = `${title}: ${formatPercent(change, { signed: true })}, between `;
      await expect.poll(() => readout.textContent()).toContain(text);
    }
    await page.locator('[data-period="all"]').click();
    await expect.poll(() => readout.textContent()).toMatch(/^Full history: .* first point/);
    expect(problems).toEqual([]);
  });

  it("zooms into a chart by dragging, copies what it shows, and restores it from the URL", async () => {
    const { page, visit, problems } = await open(ownSite, { permissions: ["clipboard-read", "clipboard-write"] });
    const readout = page.locator("[data-chart-readout]");
    const copy = async (value: string) => {
      const button = page.locator(`[name=copy][value=${value}]`);
      await button.click();
      await expect.poll(() => button.textContent()).toBe("Copied");
      return (await page.evaluate("navigator.clipboard.readText()")) as string;
    };
    await visit("coins/btc/");
    const plot = page.locator("[data-chart] .u-over");
    await plot.scrollIntoViewIfNeeded();
    const { x, y, width } = (await plot.boundingBox())!;
    await page.mouse.move(x + width * 0.25, y + 50);
    await expect.poll(() => page.locator(".chart-tip").textContent()).toMatch(/Price\$.*Since first point[+−]/);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.5, y + 60, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => readout.textContent()).toMatch(/^7 days, zoomed: /);
    await page.getByRole("button", { name: "Log scale" }).click();
    const url = await copy("url");
    expect(url).toMatch(/\/coins\/btc\/\?range=7d&from=[\dT:Z-]+&to=[\dT:Z-]+&scale=log$/);
    const zoomed = await readout.textContent();
    const csv = (await copy("csv")).trimEnd().split("\n");
    const { prices, from } = JSON.parse(await copy("json"));
    expect(csv[0]).toMatch(/^hour_start,price/);
    expect(csv[1]).toContain(from);
    expect(prices).toHaveLength(csv.length - 1);
    expect(prices.length).toBeLessThan(60);
    await visit(`coins/btc/${new URL(url).search}`);
    await expect.poll(() => readout.textContent()).toBe(zoomed);
    expect(await page.getByRole("button", { name: "Log scale" }).getAttribute("aria-pressed")).toBe("true");
    await page.getByRole("button", { name: "Reset zoom" }).click();
    await expect.poll(() => readout.textContent()).toMatch(/^7 days: /);
    expect(problems).toEqual([]);
  });
});
