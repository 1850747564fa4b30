import { describe, expect, it } from "vitest";
import { endpoints } from "../../build/api/registry.ts";
import { listDeprecated } from "../../build/hosts/kit/deprecation.ts";
import { getHost } from "../../build/hosts/registry.ts";
import { renderRoutes } from "../../build/render/documents/documents.ts";
import { renderOpenApi } from "../../build/render/documents/openapi.ts";
import { makeWorld } from "../fixtures/market.ts";

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

  it("has a pattern of its own answers only", () => {
    const [{ pattern } = { pattern: "" }] = listDeprecated(routes);
    const matches = (path: string) => new RegExp(`^${pattern}$`).test(path);
    for (const path of ["/api/sparklines", "/api/sparklines.json", "/api/sparklines/btc.json"])
      expect(matches(path)).toBe(true);
    for (const path of ["/api/sparklinesx", "/api/coins.json", "/api"]) expect(matches(path)).toBe(false);
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
