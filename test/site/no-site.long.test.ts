import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../cli/run-cli.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "no-site-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function build(name: string, ...flags: string[]): Promise<string> {
  const out = join(root, name);
  const state = join(root, `${name}-state`);
  const { code, stderr } = await runCli("build", "--sample", "--coins", "12", "--out", out, "--state", state, ...flags);
  expect([code, code === 0 ? "" : stderr]).toEqual([0, ""]);
  return out;
}

describe("a build", () => {
  it("has pages, and a sitemap with a base URL", async () => {
    const out = await build("pages", "--base-url", "https://host.example/repo/");
    expect(await readFile(join(out, "index.html"), "utf8")).toMatch(/class="banner"[^>]*><strong>Demo data/);
    expect(await readFile(join(out, "404.html"), "utf8")).toContain('href="/repo/site.css"');
    expect(await readFile(join(out, "sitemap.xml"), "utf8")).toContain("<loc>https://host.example/repo/</loc>");
  }, 120_000);

  it("contains only the API with --no-site, with a JSON error in 404.html", async () => {
    const out = await build("bare", "--no-site");
    expect(existsSync(join(out, "index.html"))).toBe(false);
    expect(existsSync(join(out, "site.css"))).toBe(false);
    expect(JSON.parse(await readFile(join(out, "404.html"), "utf8"))).toHaveProperty("error.code", "not_found");
  }, 120_000);
});
