import { expect, it } from "vitest";
import { describeOneSite, useBrowser } from "./use-browser.ts";

const { open } = useBrowser();

describeOneSite("a link", (site) => {
  it("to a page that does not exist names its path, and searches the market", async () => {
    const { page, visit, problems } = await open(site);
    await visit("coins/no-such-coin", 404);
    expect(await page.locator("h1").textContent()).toContain(new URL("coins/no-such-coin", site.url).pathname);
    await page.getByLabel("Search coins", { exact: true }).fill("bitcoin");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.waitForURL(/\/market\/\?search=bitcoin$/);
    expect(problems).toEqual([]);
  });

  it("to a coin by its id or name suggests its page", async () => {
    const { page, visit } = await open(site);
    await visit("coins/bitcoin/", 404);
    const suggestion = page.locator("[data-missing-coin]");
    await expect.poll(() => suggestion.textContent()).toBe("Did you mean Bitcoin?");
    await suggestion.getByRole("link").click();
    await page.waitForURL(`${site.url}coins/btc/`);
    for (const path of ["coins/bitcoin/index.html", "coins/bitcoin%20cash/", "coins/tether%2Dgold"]) {
      await visit(path, 404);
      await expect.poll(() => suggestion.isVisible(), { message: path }).toBe(true);
    }
    await visit("coins/no-such-coin/", 404);
    expect(await suggestion.isVisible()).toBe(false);
  });

  it("to a closed part of a page opens it, from the page itself and from elsewhere", async () => {
    const { page, visit, problems } = await open(site);
    await visit("docs/hosts/");
    const netlify = page.locator("details#netlify");
    expect(await netlify.getAttribute("open")).toBeNull();
    await page.locator("table").getByRole("link", { name: "Netlify" }).click();
    await expect.poll(() => netlify.getAttribute("open")).toBe("");
    await visit("docs/methodology/#venues");
    await expect.poll(() => page.locator("details#venues").getAttribute("open")).toBe("");
    // It is not encoded as addresses are. It leads nowhere, and stops no script.
    await visit("docs/methodology/?#%");
    expect(problems).toEqual([]);
  });
});
