import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { holdBack } from "./hold-back.ts";
import { describeEverySite, describeOneSite, useBrowser } from "./use-browser.ts";

const { open } = useBrowser();

async function enter(page: Page, url: string): Promise<void> {
  const field = page.getByLabel("URL", { exact: true });
  await field.fill(url);
  await field.press("Enter");
}

interface Answer {
  data?: unknown;
  error?: { code: string };
}

describeEverySite("the Try it panel", (site) => {
  it("shows a computed response, a file and an error", async () => {
    const { page, visit, problems } = await open(site);
    await visit("docs/api/");
    const send = async (url: string): Promise<[status: string, answer: Answer]> => {
      await page.getByLabel("URL", { exact: true }).fill(url);
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await expect.poll(() => page.locator("[data-try]").getAttribute("aria-busy")).toBeNull();
      await expect.poll(() => page.locator("[data-try-status]").textContent()).toMatch(/^\d{3} · /);
      const text = (await page.locator("[data-try-output]").textContent())!;
      return [(await page.locator("[data-try-status]").textContent())!.slice(0, 3), JSON.parse(text) as Answer];
    };
    const [found, { data: coins }] = await send("/api/coins?search=bit&limit=2&offset=1");
    expect(found).toBe("200");
    expect((coins as { name: string }[]).length).toBe(2);
    const [known, { data: global }] = await send(`${site.url}api/global`);
    expect(known).toBe("200");
    expect(global).toHaveProperty("total_market_cap");
    const [refused, { error }] = await send("/api/coins?limit=0");
    expect(refused).toBe("400");
    expect(error?.code).toBe("invalid_parameter");
    // `client.js` looks for a file first, and the browser logs the 404.
    const own = problems.filter(
      (problem) => !/\/search\/bit\/|the server responded with a status of 404/.test(problem),
    );
    expect(own).toEqual([]);
  });

  it("fills the fields of an endpoint into its URL", async () => {
    const { page, visit, problems } = await open(site);
    await visit("docs/api/coin-history/");
    await page.getByLabel("symbol").fill("eth");
    await page.getByLabel("period").selectOption("24h");
    expect(await page.getByLabel("URL", { exact: true }).inputValue()).toBe("/api/coins/eth/history?period=24h");
    expect(await page.locator("#use-curl").textContent()).toBe(
      `curl -fsS "${site.url}api/coins/eth/history?period=24h"`,
    );
    await page.getByRole("radio", { name: "Python" }).check();
    expect(await page.locator("#use-python").isVisible()).toBe(true);
    expect(await page.locator("#use-curl").isVisible()).toBe(false);
    await page.getByLabel("URL", { exact: true }).press("Enter");
    // Then the code has the file, which every host serves.
    await expect.poll(() => page.locator("#use-python").textContent()).toContain("api/coins/eth/history/24h.json");
    await expect.poll(() => page.locator("[data-try-output]").textContent()).toContain('"prices"');
    expect(problems).toEqual([]);
  });

  it("shows a stored response at first, and sends the request that a link chooses", async () => {
    const { page, visit, problems } = await open(site);
    await visit("docs/api/coin-history/");
    expect(await page.locator("[data-try-output]").textContent()).toContain('"period": "30d"');
    await visit("docs/api/coin-history/?period=30d");
    await expect.poll(() => page.locator("[data-try-output]").textContent()).toContain('"period": "30d"');
    expect(problems).toEqual([]);
  });

  it("shows the response to the last request, also if that of another one comes later", async () => {
    const { page, visit, problems } = await open(site);
    const release = await holdBack(page, "**/api/trending.json");
    await visit("docs/api/");
    await enter(page, "/api/trending");
    await enter(page, "/api/exchange-rates");
    const output = page.locator("[data-try-output]");
    await expect.poll(() => output.textContent()).toContain('"base": "USD"');
    await release();
    expect(await output.textContent()).toContain('"base": "USD"');
    expect(problems).toEqual([]);
  });

  it("is not busy after a URL that it refuses, also while another response is awaited", async () => {
    const { page, visit } = await open(site);
    const release = await holdBack(page, "**/api/trending.json");
    await visit("docs/api/");
    await enter(page, "/api/trending");
    await enter(page, "https://elsewhere.example/api/coins");
    const panel = page.locator("[data-try]");
    await expect.poll(() => panel.getAttribute("aria-busy")).toBeNull();
    await release();
    expect(await panel.getAttribute("aria-busy")).toBeNull();
    expect(await page.locator("[data-try-status]").textContent()).toMatch(/^Only URLs of this site/);
  });

  it("refuses URLs of other sites", async () => {
    const { page, visit, problems } = await open(site);
    await visit("docs/api/");
    await page.getByLabel("URL", { exact: true }).fill("https://elsewhere.example/api/coins");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect.poll(() => page.locator("[data-try-status]").textContent()).toMatch(/^Only URLs of this site/);
    expect(problems).toEqual([]);
  });
});

describeOneSite("code examples", (site) => {
  it("are copied with the URL of the site, and work", async () => {
    const { page, visit, problems } = await open(site, { permissions: ["clipboard-read", "clipboard-write"] });
    await visit("docs/api/global/");
    const button = page.locator("[data-copy]").first();
    await button.click();
    await expect.poll(() => button.textContent()).toBe("Copied");
    // Screen readers do not read the new label of a button.
    expect(await page.locator("[role=status]").allTextContents()).toContain("Copied");
    const copied = (await page.evaluate("navigator.clipboard.readText()")) as string;
    const url = copied.match(/https?:\/\/[^\s"']+/)?.[0];
    expect(url).toMatch(new RegExp(`^${site.url}api/`));
    expect((await page.request.get(url!)).status()).toBe(200);
    expect(problems).toEqual([]);
  });

  it("and ids in rows that a script added are copied", async () => {
    const { page, visit, problems } = await open(site, { permissions: ["clipboard-read", "clipboard-write"] });
    await visit("ids/?order=name&direction=down");
    await expect.poll(() => page.locator("[data-table]").getAttribute("aria-busy")).toBe("false");
    const button = page.locator("[data-copy-text]:visible").first();
    await button.click();
    await expect.poll(() => button.textContent()).toBe("Copied");
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(await button.getAttribute("data-copy-text"));
    await expect.poll(() => button.textContent()).toBe("");
    expect(problems).toEqual([]);
  });

  it("on the home page run the chosen request", async () => {
    const { page, visit, problems } = await open(site);
    await visit("");
    await page.locator("[data-terminal] [data-path]").last().click();
    await expect.poll(() => page.locator("[data-terminal-status]").textContent()).toMatch(/^200 · /);
    expect(problems).toEqual([]);
  });

  it("on the home page show the response to the shown request, or none", async () => {
    const { page, visit } = await open(site);
    const release = await holdBack(page, "**/api/global.json");
    await visit("");
    const requests = page.locator("[data-terminal] [data-path]");
    const output = page.locator("[data-terminal-output]");
    await requests.first().click();
    await requests.last().click();
    await expect.poll(() => output.textContent()).toContain('"base": "USD"');
    await release();
    expect(await output.textContent()).toContain('"base": "USD"');
    await page.route("**/api/**", (route) => route.abort());
    await requests.first().click();
    await expect.poll(() => page.locator("[data-terminal-status]").textContent()).toBe("no response");
    expect(await output.textContent()).toBe("");
  });
});
