import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { holdBack } from "./hold-back.ts";
import { describeEverySite, describeOneSite, useBrowser } from "./use-browser.ts";

const { open } = useBrowser();

describeOneSite("the page of queries", (site) => {
  it("loads the engine at the first query only, and shows rows, a chart and CSV", async () => {
    const { page, visit, problems } = await open(site);
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    await visit("data/sql/");
    await page.waitForLoadState("networkidle");
    expect(loaded.filter((url) => /sql-worker|parquet|uplot\.js/.test(url))).toEqual([]);
    const stored = await page.locator("[data-sql-table]").innerHTML();
    expect(stored.match(/<tr/g)).toHaveLength(11);
    const readCsv = async () => {
      const button = page.getByRole("button", { name: "Download CSV" });
      const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
      return readFile(await download.path(), "utf8");
    };
    const storedCsv = await readCsv();
    expect(storedCsv).toMatch(/^name,current_price,market_cap\r\nBitcoin,[\d.]+,[\d.]+\r\n/);
    const startedMs = performance.now();
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator("[data-sql-status]", { hasText: "10 rows in" }).waitFor();
    process.stdout.write(`first row after ${Math.round(performance.now() - startedMs)} ms\n`);
    // The stored result is that of the query.
    expect(await page.locator("[data-sql-table]").innerHTML()).toBe(stored);
    expect(await readCsv()).toBe(storedCsv);
    expect(await page.locator("[data-sql-table] tbody td").first().textContent()).toBe("Bitcoin");
    expect(await page.locator("[data-sql-status]").textContent()).toMatch(/^10 rows in [\d.]+ s, .+ read\.$/);
    expect(await page.locator("[data-sql-chart]").isVisible()).toBe(false);
    await page.locator("[name=example]").selectOption({ label: "Bitcoin, day by day" });
    await page.locator("[name=query]").press("Control+Enter");
    await page.locator("[data-sql-chart] canvas").waitFor();
    const [head, first] = (await readCsv()).split("\r\n");
    expect(head).toBe("date,price");
    expect(first).toMatch(/^\d{4}-\d\d-\d\d,\d/);
    expect(loaded.filter((url) => !url.startsWith(new URL(site.url).origin) && !url.startsWith("blob:"))).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("reads files that a build replaced after the page was made", async () => {
    const { page, visit } = await open(site);
    await page.route("**/data/sql/", async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      const older = body.replace(/"bytes":(\d+)/g, (_, bytes) => `"bytes":${Number(bytes) - 10}`);
      await route.fulfill({ response, body: older });
    });
    await visit("data/sql/");
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator("[data-sql-status]", { hasText: "10 rows in" }).waitFor();
  });

  it("shows the result of the last query, also while the chart of another one loads", async () => {
    const { page, visit } = await open(site);
    const release = await holdBack(page, "**/vendor/uplot.js");
    await visit("data/sql/");
    const run = async (query: string) => {
      await page.locator("[name=query]").fill(query);
      await page.getByRole("button", { name: "Run" }).click();
      await page.locator("[data-sql-status]", { hasText: /^\d+ rows in/ }).waitFor();
    };
    const prices = (id: string) => `SELECT date, price AS ${id} FROM daily WHERE id = '${id}' ORDER BY date`;
    await run(prices("bitcoin"));
    await run(prices("ethereum"));
    await release();
    await page.locator("[data-sql-chart] canvas").first().waitFor();
    expect(await page.locator("[data-sql-chart] canvas").count()).toBe(1);
    expect(await page.locator("[data-sql-chart]").getAttribute("aria-label")).toContain("ethereum");
  });

  it("says that scripts did not load, and loads them at the next attempt", async () => {
    const { page, visit, problems } = await open(site);
    const scripts = /\/js\/(?:csv|sql-view)-\w+\.js/;
    await page.route(scripts, (route) => route.abort());
    await visit("data/sql/");
    const status = () => page.locator("[data-sql-status]").textContent();
    const csv = page.getByRole("button", { name: "Download CSV" });
    await csv.click();
    await expect.poll(status).toBe("The CSV could not be made. Try again.");
    await page.getByRole("button", { name: "Run" }).click();
    await expect.poll(status).toBe("The result could not be shown. Run the query again.");
    // It is that of another query.
    expect(await page.locator("[data-sql-table]").isVisible()).toBe(false);
    await page.unroute(scripts);
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator("[data-sql-table]").waitFor();
    await Promise.all([page.waitForEvent("download"), csv.click()]);
    expect(problems.filter((problem) => problem.startsWith("script:"))).toEqual([]);
  });

  it("says what is wrong with a query, and runs the next one", async () => {
    const { page, visit } = await open(site);
    await visit("data/sql/");
    await page.locator("[name=query]").fill("SELECT nothing FROM coins");
    await page.getByRole("button", { name: "Run" }).click();
    await expect.poll(() => page.locator("[data-sql-status]").textContent()).toContain('Column "nothing" not found');
    await page.locator("[name=query]").fill("SELECT COUNT(*) AS n FROM coins");
    await page.getByRole("button", { name: "Run" }).click();
    await expect.poll(() => page.locator("[data-sql-table] tbody td").allTextContents()).toEqual(["120"]);
  });
});

describeEverySite("the page of queries", (site) => {
  it("runs a query, or says that there are no files for one", async () => {
    const { page, visit, problems } = await open(site);
    await visit("data/sql/");
    const run = page.getByRole("button", { name: "Run" });
    if ((await run.count()) === 0) expect(await page.locator("main").textContent()).toContain("no Parquet files");
    else {
      await run.click();
      await expect.poll(() => page.locator("[data-sql-table] tbody tr").count()).toBe(10);
    }
    expect(problems).toEqual([]);
  });
});
