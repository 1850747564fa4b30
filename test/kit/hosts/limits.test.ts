import { describe, expect, it } from "vitest";
import { layout } from "../../../build/crypto/api/layout.ts";
import { type ControlFile, type Host, type HostFile, none } from "../../../build/kit/hosts/host.ts";
import { findLimitProblems } from "../../../build/kit/hosts/kit/host-limits.ts";
import { getHost, hosts } from "../../../build/kit/hosts/registry.ts";
import { OperationalError } from "../../../build/lib/operational-error.ts";
import { adaptTree } from "../../fixtures/memory-tree.ts";
import { routes, WORKER } from "../../system/hosts/host-tree.ts";

const file = (path: string, bytes = 1) => ({ path, bytes });
const small = (limits: Host["limits"]): Host => ({ ...none, name: "Small Host", limits });
const findProblems = (host: Host, files: HostFile[], controlFiles: ControlFile[] = []) =>
  findLimitProblems(host, files, controlFiles, layout.growth);

describe("findLimitProblems", () => {
  it("accepts a tree of exactly the limit", () => {
    const host = small({ files: { max: 2, reason: "a reason" }, totalBytes: { max: 2, reason: "a reason" } });
    expect(findProblems(host, [file("a"), file("b")])).toEqual([]);
  });

  it.each([
    [{ files: { max: 1, reason: "so it is" } }, /^2 files .* 1 that Small Host accepts \(so it is\): .*--coins/],
    [{ fileBytes: { max: 1_000, reason: "so it is" } }, /^2,000 bytes in d\/b .* 1,000 that .*archives/],
    [{ totalBytes: { max: 2_000, reason: "so it is" } }, /^2,001 bytes in total .*--site-host/],
    [{ folderFiles: { max: 0, reason: "so it is" } }, /^1 files in the folder \/ .*/],
    [{ rules: { max: 2, reason: "so it is" } }, /^3 rules in _r .* 2 that .*--coins/],
    [{ ruleLength: { max: 3, reason: "so it is" } }, /^4 characters in a rule of _r .* 3 that/],
    [{ controlBytes: { max: 4, reason: "so it is" } }, /^5 bytes in _r .* 4 that/],
  ] as const)("names the exceeded limit and what to lower: %j", (limits, sentence) => {
    const control = [{ path: "_r", body: "12345", rules: ["1", "1234", "1"] }];
    const problems = findProblems(small(limits), [file("a"), file("d/b", 2_000)], control);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(sentence);
  });
});

describe("adaptTree", () => {
  it("refuses a tree that the host cannot hold before it is complete", async () => {
    const artifacts = Array.from({ length: 20_000 }, (_, at) => ({ path: `${at}.json`, body: "" }));
    const passed: string[] = [];
    const complete = async () => {
      for await (const { path } of adaptTree(getHost("cloudflare"), artifacts, routes, WORKER)) passed.push(path);
    };
    await expect(complete()).rejects.toThrow(OperationalError);
    await expect(complete()).rejects.toThrow(/20,006 files are more than the 20,000 that Cloudflare Workers accepts/);
  });

  it("refuses what the free plan does not take, and says what to lower, by how much, and what a paid plan sets", async () => {
    const body = "x".repeat(100_000);
    const fixed = { path: "index.html", body };
    const coins = Array.from({ length: 1_500 }, (_, at) => [
      { path: `api/coins/c${at}.json`, body },
      { path: `api/sparklines/c${at}.json`, body: "" },
      { path: `api/sparklines/C${at}.json`, body: "" },
    ]);
    const complete = async (paidHosts: string[]) => {
      for await (const _ of adaptTree(getHost("vercel", paidHosts), [fixed, ...coins.flat()], routes, WORKER));
    };
    const refusal = await complete([]).catch((error) => error);
    expect(refusal).toBeInstanceOf(OperationalError);
    expect(refusal.message).toMatch(
      /^300,\d+,\d+ bytes in total are more than the 100,000,000 that Vercel accepts \(.*Hobby\)/,
    );
    expect(refusal.message).toMatch(/--coins.* With a paid plan, set paidHosts: \["vercel"\] in build\/settings.ts\./);
    expect(refusal.message).toMatch(/\nAbout 490 coins fit; more fit without optional files \(trees\)\.$/);
    await complete(["vercel"]);
  });

  it("counts copies and control files", async () => {
    const host: Host = {
      ...small({ files: { max: 3, reason: "so it is" } }),
      *controlFiles() {
        yield { path: "_rules", body: "" };
      },
      urlVariants: () => () => ["variant"],
    };
    const complete = async () => {
      for await (const _ of adaptTree(host, [{ path: "a", body: "" }], routes, undefined));
    };
    await expect(complete()).rejects.toThrow(/^5 files/);
  });
});

describe("the registry", () => {
  it("has every host once, and lists them when the id is unknown", () => {
    expect(new Set(hosts.map(({ id }) => id)).size).toBe(hosts.length);
    expect(() => getHost("nowhere")).toThrow(/"nowhere".*github-pages.*none/);
    expect(() => getHost("vercel", ["nowhere"])).toThrow(/"nowhere".*github-pages.*none/);
  });

  it("gives each host the limits of its plan", () => {
    for (const { id, limits, freePlan } of hosts) {
      expect(getHost(id)).toMatchObject({ id, limits: { ...limits, ...freePlan?.limits } });
      expect(getHost(id, [id])).toMatchObject({ id, limits });
      expect(getHost(id, [id]).freePlan).toBeUndefined();
    }
    const free = getHost("cloudflare", ["vercel"]);
    const paid = getHost("cloudflare", ["vercel", "cloudflare"]);
    expect([free, paid].map(({ limits }) => limits.files?.max)).toEqual([20_000, 100_000]);
  });
});
