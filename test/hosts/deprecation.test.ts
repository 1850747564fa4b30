import { describe, expect, it } from "vitest";
import { describedId } from "../../build/api/endpoint.ts";
import { endpoints } from "../../build/api/registry.ts";
import { listDeprecated } from "../../build/hosts/kit/deprecation.ts";
import { getHost } from "../../build/hosts/registry.ts";
import { renderRoutes } from "../../build/render/documents/documents.ts";
import { renderOpenApi } from "../../build/render/documents/openapi.ts";
import { MANIFEST_PATH, type ManifestFile } from "../../build/render/manifest.ts";
import { makeWorld } from "../fixtures/market.ts";
import { makeCoins, makeSite } from "../fixtures/site.ts";

const deprecated = { announced: "2026-11-22", removed: "2027-03-01", instead: "/price" };
const changed = endpoints.map((endpoint) => (endpoint.id === "sparklines" ? { ...endpoint, deprecated } : endpoint));
const routes = renderRoutes(changed);
const DEPRECATION = `@${Date.parse("2026-11-22") / 1_000}`;
const SUNSET = "Mon, 01 Mar 2027 00:00:00 GMT";

function renderControl(id: string): string {
  const host = getHost(id);
  const files = [...host.controlFiles({ routes, files: [], worker: "" })];
  return files.map(({ body }) => String(body)).join("\n");
}

describe("a deprecated endpoint", () => {
  it.each(["cloudflare", "cloudflare-pages", "netlify", "vercel", "firebase", "nginx", "caddy"])(
    "has its headers on %s",
    (id) => {
      const text = renderControl(id);
      expect(text).toContain(DEPRECATION);
      expect(text).toContain(SUNSET);
      expect(text).toMatch(/deprecation/i);
    },
  );

  it("changes no host while there is none", () => {
    expect(listDeprecated(renderRoutes(endpoints))).toEqual([]);
  });

  it("has paths of its own answers only, each once", async () => {
    const { tree } = await makeSite({ coins: makeCoins(0) });
    const { data } = JSON.parse(String(tree.get(MANIFEST_PATH))) as { data: { files: ManifestFile[] } };
    const answers = data.files.flatMap(({ path, endpoint }) => (endpoint === null ? [] : [{ path, endpoint }]));
    const wrong: string[] = [];
    const marked = new Set<string>();
    for (const endpoint of endpoints) {
      const [found] = listDeprecated(renderRoutes([{ ...endpoint, deprecated }]));
      if (found === undefined || endpoint.download) continue;
      const pattern = new RegExp(`^${found.pattern}$`);
      const globs = found.globs.map(
        (glob) => new RegExp(`^${glob.replaceAll(".", "\\.").replace(/\*$/, ".*").replaceAll(/:\w+/g, "[^/]+")}$`),
      );
      for (const { path, endpoint: owner } of answers) {
        const isOwn = owner === describedId(endpoint) && pattern.test(`/${path}`);
        if (isOwn) marked.add(path);
        const times = globs.filter((glob) => glob.test(`/${path}`)).length;
        if (pattern.test(`/${path}`) !== times > 0 || times > 1 || (times > 0 && !isOwn))
          wrong.push(`${endpoint.id} ${path}`);
      }
    }
    // Hosts cannot tell a key from a word in its place, which no key is.
    expect(wrong.filter((line) => !/\/coins\/(search\/history|list|markets)\.json$/.test(line))).toEqual([]);
    expect(answers.flatMap(({ path }) => (marked.has(path) ? [] : path))).toEqual(["api/index.json"]);
  });

  it("is marked in OpenAPI, with what to use instead", () => {
    const { body } = renderOpenApi(changed, makeWorld(), new Map());
    const paths: Record<string, { get: { deprecated?: true; description: string; operationId: string } }> = JSON.parse(
      String(body),
    ).paths;
    const marked = Object.values(paths).flatMap(({ get }) => (get.deprecated ? get : []));
    expect(marked.map(({ operationId }) => operationId)).toEqual([expect.stringMatching(/sparklines/i)]);
    const [operation = { description: "" }] = marked;
    expect(operation.description).toContain(
      "Deprecated since 2026-11-22: use `/price`. It will be removed on 2027-03-01.",
    );
  });

  it("may not be removed within 90 days", () => {
    const soon = routes.map((route) =>
      route.deprecated ? { ...route, deprecated: { ...deprecated, removed: "2027-02-19" } } : route,
    );
    expect(() => listDeprecated(soon)).toThrow("sparklines is removed less than 90 days after its announcement");
    const ninety = routes.map((route) =>
      route.deprecated ? { ...route, deprecated: { ...deprecated, removed: "2027-02-20" } } : route,
    );
    expect(listDeprecated(ninety)).toHaveLength(1);
  });
});
