import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningServer, startServer } from "../../../build/serve/node/node-server.ts";
import { HOSTILE_LINK, HOSTILE_NAMES, writeHostileTree } from "./hostile-tree.ts";
import { listPageKinds } from "./page-kinds.ts";
import type { Site } from "./site.ts";
import { describeOneSite, useBrowser } from "./use-browser.ts";
import type { WatchedPage } from "./watched-page.ts";

const { open } = useBrowser();
let tree: Awaited<ReturnType<typeof writeHostileTree>>;
let server: RunningServer;
let site: Site;

/** No script ran, the policy blocked nothing, and no link would run a script. */
async function expectHarmless({ page, problems }: WatchedPage): Promise<void> {
  expect(await page.evaluate("globalThis.hostile")).toBeUndefined();
  const links: string[] = await page
    .locator("[href], [src]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? one.getAttribute("src") ?? ""));
  expect(links.filter((link) => /^\s*(?:javascript|data|vbscript):/i.test(link))).toEqual([]);
  expect(await page.locator("iframe, [onerror], [onload], [onfocus], [onmouseover], [srcdoc]").count()).toBe(0);
  expect(problems).toEqual([]);
}

describeOneSite("hostile names, headlines and links", () => {
  beforeAll(async () => {
    tree = await writeHostileTree();
    server = await startServer({ folder: tree.folder, host: "127.0.0.1", port: 0 });
    site = { name: "hostile", url: `${server.url}/` };
  });
  afterAll(async () => {
    await server?.close();
    await tree?.remove();
  });

  it("run no script on any kind of page", async () => {
    const kinds = await listPageKinds(tree.folder);
    expect(kinds.length).toBeGreaterThan(10);
    const opened = await open(site);
    for (const { path, status } of kinds) {
      await opened.visit(path, status);
      await expectHarmless(opened);
    }
  });

  it("appear as text in rows from the build and from the browser", async () => {
    const opened = await open(site);
    const { page, visit } = opened;
    await visit("market/");
    const names = () => page.locator("[data-table] tbody .coin-name").allTextContents();
    expect(await names()).toEqual(expect.arrayContaining(HOSTILE_NAMES));
    await page.locator("[data-order=name] button").click();
    await expect.poll(() => page.locator("[data-order=name]").getAttribute("aria-sort")).toBe("ascending");
    await expect.poll(() => page.locator("[data-table]").getAttribute("aria-busy")).toBe("false");
    expect(await names()).toEqual(expect.arrayContaining(HOSTILE_NAMES));
    await page.getByRole("searchbox").fill("<img src");
    await expect.poll(async () => new Set(await names())).toEqual(new Set([HOSTILE_NAMES[0]]));
    await expectHarmless(opened);
    await page.locator("[data-table] tbody .coin-name").first().click();
    await expect.poll(() => page.locator("h1").textContent()).toContain(HOSTILE_NAMES[0]);
    expect(await page.title()).toContain(HOSTILE_NAMES[0]);
    await page.waitForLoadState("networkidle");
    await expectHarmless(opened);
  });

  it("are harmless on the pages of news, DeFi and exchanges", async () => {
    const opened = await open(site);
    for (const [path, text] of [
      ["news/", "Headline"],
      ["defi/", HOSTILE_NAMES[1]!],
      ["exchanges/", HOSTILE_NAMES[0]!],
    ] as const) {
      await opened.visit(path);
      expect(await opened.page.locator("main").textContent()).toContain(text);
      await expectHarmless(opened);
    }
  });

  it("appear as text in the Try it panel", async () => {
    const opened = await open(site);
    const { page, visit } = opened;
    await visit("docs/api/");
    await page.getByLabel("URL", { exact: true }).fill("/api/coins");
    await page.getByLabel("URL", { exact: true }).press("Enter");
    await expect.poll(() => page.locator("[data-try-output]").textContent()).toContain("<img src=x onerror=");
    await page.getByLabel("URL", { exact: true }).fill(HOSTILE_LINK);
    await page.getByLabel("URL", { exact: true }).press("Enter");
    await expect.poll(() => page.locator("[data-try-status]").textContent()).toMatch(/^Only URLs below/);
    await expectHarmless(opened);
  });
});
