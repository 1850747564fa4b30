import { describe, expect, it } from "vitest";
import { checkSize, projectSize } from "../../build/diagnostics/check-size.ts";
import { getHost } from "../../build/hosts/registry.ts";

/** A site with three files per coin, and two more. */
const siteOf = (coins: number) => ({
  coins,
  files: [
    { path: "api/global.json", bytes: 500 },
    { path: "index.html", bytes: 1_500 },
    ...Array.from({ length: coins }, (_, at) => [
      { path: `api/coins/${at}.json`, bytes: 100 },
      { path: `api/coins/${at}/history.json`, bytes: 200 },
      { path: `api/sparklines/${at}.json`, bytes: 50 },
    ]).flat(),
  ],
});

describe("the projected size of a site", () => {
  it("is that of the last build with as many coins", () => {
    expect(projectSize(10, siteOf(10))).toEqual({ files: 32, bytes: 5_500, estimate: "as the last build here" });
  });

  it("grows by what belongs to coins, and by nothing else", () => {
    for (const coins of [1, 5, 20, 1_000]) {
      const { files } = siteOf(coins);
      const projected = projectSize(coins, siteOf(10));
      expect(projected.files).toBe(files.length);
      expect(projected.bytes).toBe(files.reduce((sum, file) => sum + file.bytes, 0));
    }
  });

  it("is an estimate where nothing was built yet, and says by what", () => {
    const [small, large] = [projectSize(100, undefined), projectSize(200, undefined)];
    expect(large.files).toBeGreaterThan(small.files);
    expect(small.estimate).toMatch(/files and .* per coin/);
  });

  it("has fewer files on a host without URL variants", () => {
    const pages = projectSize(1_000, undefined, getHost("github-pages"));
    expect(projectSize(1_000, undefined, getHost("cloudflare")).files).toBeLessThan(pages.files);
  });
});

describe("the limits of a host", () => {
  const levelOf = (host: string, coins: number) =>
    Object.fromEntries(checkSize(getHost(host), coins, undefined).map(({ subject, level }) => [subject, level]));

  it("hold for the defaults on the default host", () => {
    expect(levelOf("github-pages", 1_000)).toEqual({ files: "ok", bytes: "ok" });
  });

  it("make a larger site a problem, with advice", () => {
    expect(levelOf("cloudflare", 9_000)).toMatchObject({ files: "problem" });
    expect(levelOf("github-pages", 9_000)).toMatchObject({ files: "ok", bytes: "problem" });
    const [files] = checkSize(getHost("cloudflare"), 9_000, undefined);
    expect(files?.advice).toContain("Cover fewer coins");
  });

  it("warn before they are reached, and are optional", () => {
    expect(levelOf("github-pages", 4_000)).toMatchObject({ bytes: "warning" });
    expect(levelOf("nginx", 10_000)).toEqual({ files: "ok", bytes: "ok" });
  });
});
