import { expect, it } from "vitest";
import { describeEverySite, useBrowser } from "./use-browser.ts";

const { open } = useBrowser();

interface Answer {
  data?: unknown;
  error?: { code: string };
}

describeEverySite("the panel of the reference", (site) => {
  it("answers what no file holds, what one does, and a mistake", async () => {
    const { page, visit, problems } = await open(site);
    await visit("docs/api/");
    const ask = async (question: string): Promise<[status: string, answer: Answer]> => {
      await page.getByLabel("Address").fill(question);
      await page.getByRole("button", { name: "Ask", exact: true }).click();
      await expect.poll(() => page.locator("[data-try]").getAttribute("aria-busy")).toBeNull();
      await expect.poll(() => page.locator("[data-try-status]").textContent()).toMatch(/^\d{3} · /);
      const text = (await page.locator("[data-try-output]").textContent())!;
      return [(await page.locator("[data-try-status]").textContent())!.slice(0, 3), JSON.parse(text) as Answer];
    };
    const [found, { data: coins }] = await ask("/api/coins?search=bit&limit=2&offset=1");
    expect(found).toBe("200");
    expect((coins as { name: string }[]).length).toBe(2);
    const [known, { data: global }] = await ask(`${site.url}api/global`);
    expect(known).toBe("200");
    expect(global).toHaveProperty("total_market_cap");
    const [refused, { error }] = await ask("/api/coins?limit=0");
    expect(refused).toBe("400");
    expect(error?.code).toBe("invalid_parameter");
    // It looks for a file before it computes, and a browser notes whatever is missing.
    const own = problems.filter(
      (problem) => !/\/search\/bit\/|the server responded with a status of 404/.test(problem),
    );
    expect(own).toEqual([]);
  });

  it("asks an endpoint's own question with its fields filled in", async () => {
    const { page, visit, problems } = await open(site);
    await visit("docs/api/coin-history/");
    await page.getByLabel("symbol").fill("eth");
    await page.getByLabel("period").selectOption("24h");
    expect(await page.getByLabel("Address").inputValue()).toBe("/api/coins/eth/history?period=24h");
    await page.getByLabel("Address").press("Enter");
    await expect.poll(() => page.locator("[data-try-output]").textContent()).toContain('"prices"');
    expect(problems).toEqual([]);
  });

  it("refuses to ask another site", async () => {
    const { page, visit, problems } = await open(site);
    await visit("docs/api/");
    await page.getByLabel("Address").fill("https://elsewhere.example/api/coins");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await expect.poll(() => page.locator("[data-try-status]").textContent()).toMatch(/^Only what lies below/);
    expect(problems).toEqual([]);
  });
});

describeEverySite("code", (site) => {
  it("is copied with the site's own address, and works", async () => {
    const { page, visit, problems } = await open(site, { permissions: ["clipboard-read", "clipboard-write"] });
    await visit("docs/api/global/");
    const button = page.locator("[data-copy]").first();
    await button.click();
    await expect.poll(() => button.textContent()).toBe("Copied");
    const copied = (await page.evaluate("navigator.clipboard.readText()")) as string;
    const url = copied.match(/https?:\/\/[^\s"']+/)?.[0];
    expect(url).toMatch(new RegExp(`^${site.url}api/`));
    expect((await page.request.get(url!)).status()).toBe(200);
    expect(problems).toEqual([]);
  });

  it("of the front page asks the site when a question is chosen", async () => {
    const { page, visit, problems } = await open(site);
    await visit("");
    await page.locator("[data-terminal] [data-path]").last().click();
    await expect.poll(() => page.locator("[data-terminal-status]").textContent()).toMatch(/^200 · /);
    expect(problems).toEqual([]);
  });
});
