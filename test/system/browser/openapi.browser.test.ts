import { expect, it } from "vitest";
import { describeEverySite, useBrowser } from "./use-browser.ts";

const { open } = useBrowser();

describeEverySite("the interactive view of the OpenAPI document", (site) => {
  it("comes on a click, keeps to the policy and to this site, and answers with its parameters", async () => {
    const { page, visit, problems, countBytes } = await open(site);
    await visit("docs/openapi/");
    expect(await countBytes()).toBeLessThan(100_000);
    await page.getByRole("button", { name: "Open the interactive view" }).click();
    const operation = page.locator("#operations-market-getCoins");
    await operation.locator(".opblock-summary-control").click();
    await operation.locator('[data-param-name="search"] input').fill("bit");
    await operation.locator('[data-param-name="limit"] input').fill("2");
    await operation.getByRole("button", { name: "Execute" }).click();
    const answer = operation.locator(".live-responses-table tr.response");
    await expect.poll(() => answer.locator(".response-col_status").textContent()).toContain("200");
    const text = (await answer.locator("pre").first().textContent())!;
    const { data, meta } = JSON.parse(text) as { data: unknown[]; meta: Record<string, unknown> };
    expect([data.length, meta["search"]]).toEqual([2, "bit"]);
    expect(await page.getByRole("button", { name: "Open the interactive view" }).isVisible()).toBe(false);
    // It looks for a file before it computes, and a browser notes whatever is missing.
    const own = problems.filter(
      (problem) => !/\/search\/bit\/|the server responded with a status of 404/.test(problem),
    );
    expect(own).toEqual([]);
  });

  it("follows the theme of the page", async () => {
    const { page, visit } = await open(site, { colorScheme: "dark" });
    await visit("docs/openapi/");
    await page.getByRole("button", { name: "Open the interactive view" }).click();
    await page.locator(".swagger-ui .opblock").first().waitFor();
    const isDark = () => page.evaluate("document.documentElement.classList.contains('dark-mode')");
    expect(await isDark()).toBe(true);
    await page.locator("[data-theme-toggle]").click();
    await expect.poll(isDark).toBe(false);
  });
});
