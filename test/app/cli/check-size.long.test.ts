import { describe, expect, it } from "vitest";
import { checkGrowth, checkSize, refuseTooLarge } from "../../../build/app/cli/kit/check-size.ts";
import { estimateSite, measureCore, measureToday } from "../../../build/app/workflow/estimate-site.ts";
import { layout } from "../../../build/crypto/api/layout.ts";
import { TREES } from "../../../build/crypto/api/trees.ts";
import { type Host, none } from "../../../build/kit/hosts/host.ts";
import { findUnstored } from "../../../build/kit/hosts/kit/query-rules.ts";
import { getHost, hosts } from "../../../build/kit/hosts/registry.ts";
import { makeCoins, makeSite } from "../../fixtures/site.ts";
import { completeMemory, routes } from "../../system/hosts/host-tree.ts";

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
    expect(measureToday({ host: none, routes }, siteOf(10), 10)).toEqual({
      files: 32,
      bytes: 5_500,
      trees: TREES,
      hourlyCsvBytes: 0,
      hourFiles: 0,
    });
    expect(checkSize(none, routes, 10, siteOf(10))[0]?.detail).toContain("as the last build here");
  });

  it("grows by what belongs to coins, and by nothing else", () => {
    for (const coins of [1, 5, 20, 1_000]) {
      const { files } = siteOf(coins);
      const projected = measureToday({ host: none, routes }, siteOf(10), coins);
      expect(projected.files).toBe(files.length);
      expect(projected.bytes).toBe(files.reduce((sum, file) => sum + file.bytes, 0));
    }
  });

  it("is refused before a build reads anything, if even a site without optional files is too large", () => {
    const refuse =
      (id: string, coins: number, paid: string[] = []) =>
      () =>
        refuseTooLarge([getHost(id, paid)], coins);
    expect(refuse("cloudflare", 10_000)).toThrow(
      /^10,000 coins need at least 9\d,\d{3} files, more than the 20,000 that Cloudflare .* accepts \(.*\)\. Cover at most about 1,\d00 coins \(--coins\), or choose another host \(--site-host\)\. .*paidHosts/,
    );
    expect(refuse("github-pages", 10_000)).toThrow(/more than the 1\.00 GB that GitHub Pages accepts/);
    for (const id of ["cloudflare", "github-pages", "netlify"]) expect(refuse(id, 1_000)).not.toThrow();
    for (const id of ["s3", "nginx", "none"]) expect(refuse(id, 100_000)).not.toThrow();
  });

  it("is an estimate where nothing was built yet, and says by what", () => {
    const [small, large] = [100, 200].map((coins) => measureToday({ host: none, routes }, undefined, coins));
    expect(large!.files).toBeGreaterThan(small!.files);
    expect(checkSize(none, routes, 100, undefined)[0]?.detail).toContain("estimated with all history");
  });

  it("counts the copies that a host needs, and not those of another host", async () => {
    const { tree } = await makeSite({ coins: makeCoins(0) });
    const sizes = new Map<string, number>();
    /** Most hosts store the same files: the tree of a host for them is made once. */
    const counts = new Map<string, number>();
    const countFiles = async (host: Host, stored: typeof tree): Promise<number> => {
      const key = `${host.id} ${stored.size}`;
      const count = counts.get(key) ?? (await completeMemory(host, stored)).size;
      counts.set(key, count);
      return count;
    };
    for (const host of hosts) {
      const complete = await completeMemory(host, tree);
      const files = [...complete.values()].map(({ path, body }) => ({ path, bytes: Buffer.byteLength(body) }));
      sizes.set(host.id, files.length);
      // The tree of any host tells the size for each other one, up to control files and ids, and to
      // the files that its own host answers without.
      const isUnstored = findUnstored(host, routes, layout);
      const stored = new Map([...tree].filter(([path]) => !isUnstored(path)));
      for (const other of hosts) {
        const { files: projected } = measureToday({ host: other, routes }, { coins: 10, files }, 10);
        const counted = await countFiles(other, stored);
        expect(Math.abs(projected - counted), `${host.id} as ${other.id}`).toBeLessThan(80);
      }
    }
    expect(sizes.get("vercel")! - sizes.get("nginx")!).toBeGreaterThan(200);
    const each = (id: string) => measureCore({ host: getHost(id), routes }, 1_000).files;
    expect(each("vercel")).toBeGreaterThan(each("github-pages"));
    expect(each("github-pages")).toBeGreaterThan(each("firebase"));
    expect(each("firebase")).toBeGreaterThan(each("cloudflare"));
  });
});

it("the size today, the estimate of no days, and the first forecast are one number", () => {
  const plan = { coins: 250, buildsPerDay: 48, archiveMonths: { hourly: 2 }, trees: TREES };
  const now = Date.parse("2026-11-20T00:00:00Z");
  for (const host of hosts) {
    const today = measureToday({ host, routes }, undefined, 250);
    expect(estimateSite(today, plan, 0)).toMatchObject({ files: today.files, bytes: today.bytes });
    const full: Host = { ...host, limits: { totalBytes: { max: today.bytes, reason: "as it is" } } };
    expect(checkGrowth(full, today, plan, now).detail).toContain("its limit of size on 2026-11-21");
  }
});

describe("the limits of a host", () => {
  const levelOf = (host: string, coins: number) =>
    Object.fromEntries(
      checkSize(getHost(host), routes, coins, undefined).map(({ subject, level }) => [subject, level]),
    );

  it("hold for the defaults on the default host", () => {
    expect(levelOf("github-pages", 1_000)).toEqual({ files: "ok", bytes: "ok" });
  });

  it("make a larger site a problem, with advice", () => {
    expect(levelOf("cloudflare", 9_000)).toMatchObject({ files: "problem" });
    expect(levelOf("github-pages", 9_000)).toMatchObject({ files: "ok", bytes: "problem" });
    const [files] = checkSize(getHost("cloudflare"), routes, 9_000, undefined);
    expect(files?.advice).toContain("Cover fewer coins");
  });

  it("warn before they are reached, and are optional", () => {
    expect(levelOf("github-pages", 2_400)).toMatchObject({ bytes: "warning" });
    expect(levelOf("nginx", 10_000)).toEqual({ files: "ok", bytes: "ok" });
  });

  it("of the free plan make a larger site a problem, and say what fits and what a paid plan sets", () => {
    expect(levelOf("vercel", 1_000)).toEqual({ files: "ok", bytes: "problem" });
    const [, bytes] = checkSize(getHost("vercel"), routes, 1_000, undefined);
    const [, coins = ""] = /About ([\d,]+) coins fit/.exec(bytes?.advice ?? "") ?? [];
    expect(levelOf("vercel", Number(coins))).toMatchObject({ bytes: "warning" });
    expect(levelOf("vercel", Math.ceil(1.15 * Number(coins)))).toMatchObject({ bytes: "problem" });
    expect(bytes?.advice).toContain('set paidHosts: ["vercel"] in build/settings.ts');
    expect(checkSize(getHost("vercel", ["vercel"]), routes, 1_000, undefined)).toMatchObject([
      { level: "ok" },
      { level: "ok" },
    ]);
  });
});
