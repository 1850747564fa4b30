import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { describeOneSite, useBrowser } from "./use-browser.ts";

const { open } = useBrowser();
const HOUR_MS = 3_600_000;

/** One minute after the build. */
async function readUpdated(page: Page): Promise<number> {
  const { data } = await (await page.request.get("api/status.json")).json();
  return Date.parse(data.generated_at) + 60_000;
}

describeOneSite("the freshness line", (site) => {
  it("is current after a build and becomes stale in a page that stays open", async () => {
    const { page, visit, problems } = await open(site);
    await page.clock.install({ time: await readUpdated(page) });
    await visit("");
    const line = page.locator("[data-freshness]");
    expect(await line.getAttribute("data-state")).toBe("fresh");
    expect(await line.textContent()).toMatch(/next due/);
    await page.clock.fastForward(5 * HOUR_MS);
    await expect.poll(() => line.getAttribute("data-state")).toBe("stale");
    expect(await line.innerText()).toMatch(/^Stale/);
    expect(await line.textContent()).toMatch(/5 h.* old.*overdue/);
    expect(problems).toEqual([]);
  });

  it("shows the age of an old build", async () => {
    const { page, visit } = await open(site);
    await page.clock.setFixedTime(Date.now() + 72 * HOUR_MS);
    await visit("status/");
    expect(await page.locator("[data-freshness]").innerText()).toMatch(/Stale[\s\S]* 3 days old/);
    expect(await page.locator("[data-due]").first().textContent()).toMatch(/^overdue/);
  });

  it("agrees with the verdict and the next expected build at every age", async () => {
    const { page, visit } = await open(site);
    const builtMs = (await readUpdated(page)) - 60_000;
    const { data } = await (await page.request.get("api/status.json")).json();
    const { meta } = await (await page.request.get("api/coins.json")).json();
    const nextMs = Date.parse(data.next_update_at);
    const expiresMs = Date.parse(meta.expires_at);
    expect(nextMs).toBeLessThan(expiresMs);
    const ages: readonly (readonly [timeMs: number, due: RegExp, isOverdue: boolean])[] = [
      [builtMs, /^in /, false],
      [nextMs + 1, /^due .* ago$/, false],
      [expiresMs - 1, /^due .* ago$/, false],
      [expiresMs + 1, /^overdue for /, true],
    ];
    for (const [timeMs, due, isOverdue] of ages) {
      await page.clock.setFixedTime(timeMs);
      await visit("status/");
      expect(await page.locator("[data-due]").textContent()).toMatch(due);
      expect((await page.locator("[data-due]").getAttribute("class"))?.includes("overdue")).toBe(isOverdue);
      expect(await page.locator("[data-verdict-old]").isVisible()).toBe(isOverdue);
      expect((await page.locator("[data-freshness]").textContent())?.includes("overdue")).toBe(isOverdue);
    }
  });

  it("is followed by a notice while offline, and loaded tables keep working", async () => {
    const { page, visit } = await open(site);
    await visit("market/");
    expect(await page.locator("[data-offline]").isVisible()).toBe(false);
    await page.locator("[data-order=name] button").waitFor();
    await page.context().setOffline(true);
    await expect.poll(() => page.locator("[data-offline]").isVisible()).toBe(true);
    await page.getByRole("searchbox").fill("ethereum");
    await expect.poll(() => page.locator("[data-table-status]").textContent()).toBe("You are offline.");
    expect(await page.locator("[data-table] tbody tr").count()).toBe(100);
    await page.context().setOffline(false);
    await expect.poll(() => page.locator("[data-offline]").isVisible()).toBe(false);
    await page.getByRole("searchbox").fill("ethere");
    await expect.poll(() => page.locator("[data-table] tbody tr").count()).toBeLessThan(10);
  });
});
