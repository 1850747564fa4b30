import { expect, it } from "vitest";
import { describeEverySite, useBrowser } from "./use-browser.ts";

const { open } = useBrowser();

describeEverySite("the button of a price", (site) => {
  it("recomputes the price of Bitcoin in the browser", async () => {
    const { page, visit, problems } = await open(site);
    await visit("coins/btc/");
    await page.getByRole("button", { name: "Recompute this price in your browser" }).click();
    await expect
      .poll(() => page.locator("[data-verify-result]").textContent())
      .toMatch(
        /^Recomputed from the evidence of bitcoin: [\d.]+ USD\. Published: [\d.]+ USD\. The price and all weights agree\.$/,
      );
    expect(problems).toEqual([]);
  });
});
