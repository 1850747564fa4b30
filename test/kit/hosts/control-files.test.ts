import { createContext, runInContext } from "node:vm";
import { normalizeRoutes, type Route } from "@vercel/routing-utils";
import { beforeAll, describe, expect, it } from "vitest";
import { layout } from "../../../build/crypto/api/layout.ts";
import { ErrorResponse } from "../../../build/kit/api/error-response.ts";
import type { Host } from "../../../build/kit/hosts/host.ts";
import { findUnstored } from "../../../build/kit/hosts/kit/query-rules.ts";
import { getHost, hosts } from "../../../build/kit/hosts/registry.ts";
import type { Artifact } from "../../../build/kit/platform/artifact.ts";
import { oncePer } from "../../../build/lib/once-per.ts";
import { makeCoin } from "../../fixtures/market.ts";
import type { MemoryTree } from "../../fixtures/memory-tree.ts";
import { makeSite } from "../../fixtures/site.ts";
import { parseHeaderRules } from "../../system/hosts/header-rules.ts";
import { completeMemory, routes } from "../../system/hosts/host-tree.ts";

let tree: MemoryTree;
beforeAll(async () => {
  tree = (await makeSite()).tree;
});
/** The published tree of a host; made once. */
const complete = oncePer((host: Host) => completeMemory(host, tree));
const read = async (id: string, path: string): Promise<string> => String((await complete(getHost(id))).get(path)?.body);

describe("every host", () => {
  it.each(hosts.map((host) => [host.id, host] as const))(
    "does not change the files of the tree for %s, and lacks only what it answers without a file",
    async (_, host: Host) => {
      const files: Map<string, Artifact> = await complete(host);
      const isUnstored = findUnstored(host, routes, layout);
      for (const [path, body] of tree) expect(files.get(path)?.body, path).toBe(isUnstored(path) ? undefined : body);
      const twice = await completeMemory(host, tree);
      expect([...twice.keys()]).toEqual([...files.keys()]);
    },
  );
});

it("the ids of coins are equal files on hosts without the handler, with plain names", async () => {
  for (const host of hosts) {
    const files = await complete(host);
    const alias = files.get("api/coins/bitcoin.json");
    expect(alias?.body, host.id).toBe(host.level === "L3" ? undefined : files.get("api/coins/btc.json")?.body);
    if (alias !== undefined) expect(JSON.parse(String(alias.body)).meta.self).toBe("coins/btc.json");
    const paths = [...files.keys()];
    // Programs decode escapes differently: no name needs one.
    expect(paths.filter((path) => !/^[\w./-]+$/.test(path))).toEqual([]);
  }
});

it("files that differ in case alone are the same file, for file systems that ignore the case", async () => {
  for (const host of hosts) {
    const bodies = new Map<string, unknown>();
    for (const { path, body } of (await complete(host)).values()) {
      const known = bodies.get(path.toLowerCase()) ?? body;
      expect(body, `${host.id}: ${path}`).toBe(known);
      bodies.set(path.toLowerCase(), known);
    }
  }
});

describe.each(["cloudflare", "cloudflare-pages", "netlify"])("_headers of %s", (id) => {
  it("allows every origin, and protects pages", async () => {
    const headersOf = parseHeaderRules(await read(id, "_headers"));
    for (const path of ["/", "/api/coins", "/api/coins/btc.json", "/api/nope"]) {
      expect(headersOf(path)).toMatchObject({
        "access-control-allow-origin": "*",
        "x-content-type-options": "nosniff",
      });
    }
    expect(headersOf("/docs/")["content-security-policy"]).toContain("object-src 'none'");
  });

  it("forbids proxies to unpack archives, and sets no encoding", async () => {
    const text = await read(id, "_headers");
    const headersOf = parseHeaderRules(text);
    expect(headersOf("/api/data/download/coins-latest.csv.gz")["cache-control"]).toContain("no-transform");
    expect(text.toLowerCase()).not.toContain("content-encoding");
  });
});

describe("Cloudflare", () => {
  it("gives closed days their own age", async () => {
    const headersOf = parseHeaderRules(await read("cloudflare", "_headers"));
    expect(headersOf("/api/coins/btc/history/1y.json")["cache-control"]).toBe("public, max-age=3600");
    expect(headersOf("/api/coins/btc/history/1h.json")["cache-control"]).toMatch(/max-age=60/);
  });

  it("runs the worker only without a file, and does not publish its code", async () => {
    const config = JSON.parse(await read("cloudflare", "wrangler.jsonc"));
    expect(config.assets).toMatchObject({ binding: "ASSETS", not_found_handling: "none" });
    expect(config.assets).not.toHaveProperty("run_worker_first");
    expect(await read("cloudflare", ".assetsignore")).toContain(config.main);
  });

  it("answers all of the API with the worker of Pages, archives included", async () => {
    const { include, exclude } = JSON.parse(await read("cloudflare-pages", "_routes.json"));
    expect(include).toEqual(["/api/*", "/api", "/compat/*"]);
    expect(exclude).toEqual([]);
  });
});

describe("Vercel", () => {
  it("has a configuration that its own library accepts", async () => {
    const { routes: entries, version } = JSON.parse(await read("vercel", "vercel.json")) as {
      routes: Route[];
      version: number;
    };
    expect(version).toBe(2);
    expect(normalizeRoutes(entries).error).toBeNull();
  });

  it("publishes the folder as it is: with builds, each file would be an entry point", async () => {
    const config = JSON.parse(await read("vercel", "vercel.json"));
    expect(config).toMatchObject({ outputDirectory: "." });
    expect(config).not.toHaveProperty("builds");
  });
});

describe("Firebase", () => {
  const findRedirect = async (path: string) => {
    const { hosting } = JSON.parse(await read("firebase", "firebase.json"));
    for (const { regex, destination } of hosting.redirects as { regex: string; destination: string }[]) {
      const match = path.match(new RegExp(regex));
      if (match !== null) return destination.replace(/:(\d)/g, (_, at: string) => match[Number(at)]!);
    }
    return undefined;
  };

  it("redirects paths without extension, but no files", async () => {
    expect(await findRedirect("/api/coins")).toBe("/api/coins.json");
    expect(await findRedirect("/api/coins/BTC")).toBe("/api/coins/BTC.json");
    expect(await findRedirect("/api/coins/BTC/history")).toBe("/api/coins/BTC/history.json");
    expect(await findRedirect("/api/coins/btc/hours/2026")).toBe("/api/coins/btc/hours/2026.json");
    expect(await findRedirect("/api/coins/nope.json")).toBeUndefined();
    // A file is not redirected.
    expect(await findRedirect("/api/coins/btc.json")).toBeUndefined();
    // A redirect would escape it again.
    expect(await findRedirect("/api/coins/%24ANRX")).toBeUndefined();
  });

  it("has the files in capitals that redirects lead to", async () => {
    const complete = await completeMemory(getHost("firebase"), tree);
    expect(complete.get("api/coins/BTC.json")).toMatchObject({
      caseVariant: true,
      body: tree.get("api/coins/btc.json"),
    });
    expect(complete.has("api/coins/BTC/history.json")).toBe(true);
  });
});

describe("CloudFront", () => {
  /** What the function makes of a request: another request, or a response. */
  const run = async (uri: string, query: Readonly<Record<string, string>> = {}) => {
    const querystring = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, { value }]));
    const context = createContext({ event: { request: { method: "GET", uri, querystring } } });
    runInContext(await read("cloudfront", "cloudfront-function.js"), context);
    return runInContext("handler(event)", context) as { uri?: string; statusCode?: number; body?: string };
  };

  it("does not send the file of the error as a document", async () => {
    for (const path of ["/api/404.json", "/api/404", "/api/%3404.json"])
      expect(await run(path)).toMatchObject({ statusCode: 404 });
  });

  it("answers names above the 1,024 bytes that S3 can store", async () => {
    const long = "a".repeat(8000);
    expect((await run("/api/coins", { search: "a".repeat(900) })).uri).toMatch(/^\/api\/coins\/search\/a+\.json$/);
    for (const asked of [
      run("/api/coins", { search: long }),
      run("/api/coins", { offset: "1".repeat(8000) }),
      run(`/api/coins/${long}`),
      run(`/api/${long}.json`),
      run(`/${long}.html`),
    ]) {
      const { statusCode, body } = await asked;
      expect(statusCode).toBe(404);
      expect(ErrorResponse.parse(JSON.parse(body!)).error.code).toBe("not_found");
    }
  });

  it("stays within the size limit of a function", async () => {
    expect((await read("cloudfront", "cloudfront-function.js")).length).toBeLessThan(10_240);
  });
});

describe("nginx and Caddy", () => {
  it("name only plain files, and hide their configuration", async () => {
    const nginx = await read("nginx", "nginx-server.conf");
    expect(nginx).not.toContain("%24");
    expect(nginx).toContain("location ~ ^/(?:nginx-maps\\.conf|nginx-server\\.conf|nginx-site\\.conf)$");
    // A redirect of `//api/coins` to its slash would lead to a host named `api`.
    expect(nginx).toMatch(/^ {2}location ~ \/\/ \{\s+return 404;/m);
    expect(nginx.match(/\{/g)!.length).toBeGreaterThan(50);
    const caddy = await read("caddy", "Caddyfile");
    expect(caddy).not.toContain("%24");
    expect(caddy).toContain("error @control 404");
  });

  it("leave the settings of the user to a file that includes the rules", async () => {
    const site = await read("nginx", "nginx-site.conf");
    for (const setting of ["listen", "server_name", "root"]) {
      expect(site).toMatch(new RegExp(`^ *(?:# )?${setting} `, "m"));
      for (const path of ["nginx-maps.conf", "nginx-server.conf"])
        expect(await read("nginx", path)).not.toMatch(new RegExp(`^ *${setting} `, "m"));
    }
  });
});

it("rules that a server reads once do not depend on the data", async () => {
  const installed = [
    ["nginx", "nginx-maps.conf"],
    ["nginx", "nginx-server.conf"],
    ["caddy", "Caddyfile"],
    ["cloudfront", "cloudfront-function.js"],
  ] as const;
  const other = (await makeSite({ coins: [makeCoin("newcomer", "NEW", { rank: 1 })], defi: null, articles: [] })).tree;
  for (const [id, path] of installed) {
    const later = (await completeMemory(getHost(id), other)).get(path)?.body;
    expect(String(later), path).toBe(await read(id, path));
  }
});
