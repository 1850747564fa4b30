import { beforeAll, describe, expect, it } from "vitest";
import { ErrorResponse } from "../../../build/kit/api/error-response.ts";
import { caddy } from "../../../build/kit/hosts/caddy.ts";
import { cloudfront } from "../../../build/kit/hosts/cloudfront.ts";
import { githubPages } from "../../../build/kit/hosts/github-pages.ts";
import type { Host } from "../../../build/kit/hosts/host.ts";
import { netlify } from "../../../build/kit/hosts/netlify.ts";
import { nginx } from "../../../build/kit/hosts/nginx.ts";
import { hosts } from "../../../build/kit/hosts/registry.ts";
import { vercel } from "../../../build/kit/hosts/vercel.ts";
import { makeSite, type Site } from "../../fixtures/site.ts";
import { cloudfrontServer } from "./cloudfront-server.ts";
import { githubPagesServer } from "./github-pages-simulator.ts";
import type { HostServer, RunningHost } from "./host-server.ts";
import { completeMemory, writeHostTree } from "./host-tree.ts";
import { netlifyServer } from "./netlify-server.ts";
import { vercelServer } from "./vercel-server.ts";

const PAGE = "<!doctype html><title>Not here</title>";

let site: Site;
let bare: Site;
beforeAll(async () => {
  bare = await makeSite();
  const page = new Uint8Array(Buffer.from(PAGE));
  site = { ...bare, tree: new Map([...bare.tree, ["404.html", page]]) };
});

async function start(host: Host, server: HostServer): Promise<RunningHost> {
  return server.start(await writeHostTree(host, site.tree));
}

describe("the 404 page of a site", () => {
  it.each(hosts.map((host) => [host.id, host] as const))("is published for %s", async (_, host) => {
    const complete = await completeMemory(host, site.tree);
    expect(String(Buffer.from(complete.get(host.rename?.("404.html") ?? "404.html")?.body as Uint8Array))).toBe(PAGE);
  });

  it.each([
    // If the file of a rule is missing, Netlify sends its 404 file, whose type no header changes.
    [netlify, netlifyServer, /^(?:application\/json|text\/html)/],
    [vercel, vercelServer, /^application\/json/],
  ])("is sent for pages, and JSON for data: $id", async (host, server, type) => {
    const running = await start(host, server);
    const page = await running.fetch("/coins/nope/");
    expect([page.status, await page.text()]).toEqual([404, PAGE]);
    // Some match a rule whose file is missing.
    for (const path of [
      "/api/nope",
      "/api/coins/nope",
      "/api/coins?search=zzzz",
      "/api/coins?limit=20&offset=7",
      "/api/coins/btc/history?period=9z",
    ]) {
      const data = await running.fetch(path);
      expect(data.headers.get("content-type"), path).toMatch(type);
      expect(ErrorResponse.parse(await data.json()).error.status).toBe(404);
    }
  });

  it("is sent for all paths on GitHub Pages", async () => {
    const running = await start(githubPages, githubPagesServer);
    for (const path of ["/coins/nope/", "/api/nope"]) {
      const response = await running.fetch(path);
      expect([response.status, await response.text()]).toEqual([404, PAGE]);
    }
  });

  it.each([
    [nginx, "nginx-server.conf", "error_page 404 403 =404 /404.html;"],
    [caddy, "Caddyfile", "rewrite * /404.html"],
  ])("is sent outside of the API on $id, if there is one", async (host, file, rule) => {
    expect(String((await completeMemory(host, site.tree)).get(file)?.body)).toContain(rule);
    expect(String((await completeMemory(host, bare.tree)).get(file)?.body)).not.toContain(rule);
  });

  it("and other pages get a slash and their index on CloudFront", async () => {
    const files = new Map(site.tree);
    files.set("docs/hosts/index.html", Buffer.from("<h1>Hosts</h1>"));
    const running = await cloudfrontServer.start(await writeHostTree(cloudfront, files));
    for (const path of ["/docs/hosts/", "/docs/hosts"]) {
      expect(await (await running.fetch(path)).text()).toBe("<h1>Hosts</h1>");
    }
    const leaving = await running.fetch("https://host.example//evil.example/x", { redirect: "manual" });
    expect(leaving.headers.get("location")).toBeNull();
  });

  it("does not affect API paths on Vercel", async () => {
    const { routes } = JSON.parse(String((await completeMemory(vercel, site.tree)).get("vercel.json")?.body));
    const slash = new RegExp(routes.find(({ status }: { status?: number }) => status === 308).src);
    const isMoved = (path: string) => slash.test(path);
    expect(["/docs/hosts", "/docs", "/apis"].filter(isMoved)).toHaveLength(3);
    expect(["/api", "/api/coins/BTC", "/docs/hosts/", "/site.css", "//evil.example", "/"].filter(isMoved)).toEqual([]);
  });

  it("has another name on Netlify, where 404.html is the JSON error", async () => {
    for (const one of [site, bare]) {
      const complete = await completeMemory(netlify, one.tree);
      expect(JSON.parse(String(complete.get("404.html")?.body))).toHaveProperty("error.code", "not_found");
      expect(complete.get("_headers")?.body).toContain("/404.html\n  Content-Type: application/json");
      expect(String(complete.get("_redirects")?.body).includes("\n/* /missing.html 404")).toBe(one === site);
    }
  });
});
