import { beforeAll, describe, expect, it } from "vitest";
import { githubPages } from "../../../build/kit/hosts/github-pages.ts";
import { makeSite, type Site } from "../../fixtures/site.ts";
import { githubPagesServer } from "./github-pages-simulator.ts";
import type { RunningHost } from "./host-server.ts";
import { completeMemory, routes, writeHostTree } from "./host-tree.ts";

let site: Site;
let running: RunningHost;

beforeAll(async () => {
  site = await makeSite();
  running = await githubPagesServer.start(await writeHostTree(githubPages, site.tree));
});

describe("GitHub Pages", () => {
  it("redirects to the folder first, and keeps the query", async () => {
    const response = await running.fetch("/api/coins/BTC?x=1", { redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([301, "/api/coins/BTC/?x=1"]);
  });

  it("names the default response in meta when it ignores a query", async () => {
    const response = await running.fetch("/api/coins?limit=7");
    const { meta } = (await response.json()) as { meta: { self: string; pagination: { limit: number } } };
    expect([meta.self, meta.pagination.limit]).toEqual(["coins.json", 100]);
  });

  it("answers a missing file with the JSON error", async () => {
    const response = await running.fetch("/api/nope");
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: "not_found", status: 404 } });
  });

  it("marks only the copies whose path differs in case", async () => {
    const complete = await completeMemory(githubPages, site.tree);
    expect(complete.get("api/coins/BTC/index.json")).toMatchObject({ caseVariant: true });
    expect(complete.get("api/coins/btc/index.json")).not.toHaveProperty("caseVariant");
    expect(complete.has(".nojekyll")).toBe(true);
  });

  it("copies the manifest, but not the index", () => {
    const copy = (path: string) => [...githubPages.urlVariants!(routes)(path)];
    expect(copy("api/manifest.json")).toEqual(["api/manifest/index.json"]);
    expect(copy("api/index.json")).toEqual([]);
    expect(copy("api/coins/limit/10.json")).toEqual([]);
    expect(copy("api/data/download/x.csv.gz")).toEqual([]);
  });
});
