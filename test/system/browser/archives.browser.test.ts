import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { holdBack } from "./hold-back.ts";
import { describeOneSite, useBrowser } from "./use-browser.ts";

const { open } = useBrowser();

describeOneSite("the archives", (site) => {
  it("show the next files once their list is loaded, also after two clicks", async () => {
    const { page, visit } = await open(site);
    const release = await holdBack(page, "**/api/data/archives.json");
    await visit("archives/");
    const more = page.getByRole("button", { name: "Show more" });
    const status = page.locator("[data-archive-status]");
    const before = await status.textContent();
    await more.click();
    await more.click();
    expect(await status.textContent()).toBe(before);
    await release();
    await expect.poll(() => status.textContent()).not.toBe(before);
    expect(await status.textContent()).toMatch(/^[\d,]+ of [\d,]+ files$/);
  });

  it("download completely and match their checksum", async () => {
    const { page, visit, problems } = await open(site);
    await visit("archives/");
    const row = page.locator("[data-archive-rows] tr").first();
    const listed = await row.locator("[data-check]").getAttribute("data-sha256");
    const waiting = page.waitForEvent("download");
    await row.getByRole("link").first().click();
    const bytes = await readFile((await (await waiting).path())!);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(listed);
    expect(gunzipSync(bytes).toString().split("\n").length).toBeGreaterThan(2);
    await row.getByRole("button", { name: "Verify checksum" }).click();
    await expect.poll(() => row.locator("[data-result]").textContent()).toMatch(/^✓ matches/);
    expect(problems).toEqual([]);
  });

  it("are found by dataset and name, and appear in the code examples", async () => {
    const { page, visit, problems } = await open(site);
    await visit("archives/");
    const files = () => page.locator("[data-archive-rows] [data-file]").allTextContents();
    await page.getByLabel("Dataset", { exact: true }).selectOption({ index: 1 });
    const dataset = await page.getByLabel("Dataset", { exact: true }).inputValue();
    await expect.poll(() => page.locator("[data-archive-status]").textContent()).toMatch(/ of \d/);
    await page.getByLabel("File name").fill("no file is called this");
    await expect.poll(() => page.locator("[data-archive-status]").textContent()).toBe("No matching files");
    await page.getByLabel("File name").fill("");
    await expect.poll(async () => (await files()).length).toBeGreaterThan(0);
    const row = page.locator("[data-archive-rows] tr").last();
    const name = (await files()).at(-1)!;
    expect(name).toContain(dataset.split("-")[0]!);
    await row.getByRole("button", { name: "Code" }).click();
    expect(await page.locator("#take-curl").textContent()).toContain(`${site.url}api/data/download/${name}`);
    expect(problems).toEqual([]);
  });

  it("are listed by a link of their dataset", async () => {
    const { page, visit, problems } = await open(site);
    await visit("archives/");
    const link = page.locator("[data-archive-dataset]").last();
    const dataset = await link.getAttribute("data-archive-dataset");
    await page.locator("details.dataset:has([data-archive-dataset]) > summary").last().click();
    await link.click();
    await expect.poll(() => page.getByLabel("Dataset", { exact: true }).inputValue()).toBe(dataset);
    const [, count] = /(\d+)/.exec((await link.textContent())!)!;
    await expect
      .poll(() => page.locator("[data-archive-status]").textContent())
      .toMatch(new RegExp(` of ${count} files`));
    expect(problems).toEqual([]);
  });

  it("report a mismatch", async () => {
    const { page, visit } = await open(site);
    await page.route("**/data/download/**", (route) => route.fulfill({ body: "something else" }));
    await visit("archives/");
    const row = page.locator("[data-archive-rows] tr").first();
    await row.getByRole("button", { name: "Verify checksum" }).click();
    await expect.poll(() => row.locator("[data-result]").textContent()).toMatch(/^✕ mismatch/);
  });
});
