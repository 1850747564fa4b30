import { posix } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { documented, endpoints } from "../../../../build/crypto/api/registry.ts";
import { marketDocuments } from "../../../../build/crypto/render/documents/market-documents.ts";
import { PRICE_FORMATS } from "../../../../build/crypto/render/documents/price-files.ts";
import { ERROR_STATUS } from "../../../../build/kit/api/error-body.ts";
import { serviceDocuments } from "../../../../build/kit/render/documents/service-documents.ts";
import { type MemoryTree, readText, writeTree } from "../../../fixtures/memory-tree.ts";
import { buildWorld } from "../../../fixtures/small-world.ts";

describe("the documents", () => {
  let tree: MemoryTree;
  beforeAll(async () => {
    tree = await writeTree(endpoints, buildWorld());
  });

  const read = (path: string) => JSON.parse(readText(tree, path));

  it("states the build time only in what tells of builds", async () => {
    const world = buildWorld();
    const run = { ...world.run, generatedAtMs: world.run.generatedAtMs + 7_000, commit: "def5678", run: "42" };
    const later = await writeTree(endpoints, { ...world, run });
    const changed = [...tree.keys()].filter((path) => readText(tree, path) !== readText(later, path));
    expect(changed.toSorted()).toEqual(["api/manifest.json", "api/reachability.json", "api/status.json"]);
  });

  it("lists every endpoint and every document that exists in the index", () => {
    const { data, meta } = read("api/index.json");
    expect(data.endpoints.map((entry: { id: string }) => entry.id)).toEqual(documented.map(({ id }) => id));
    expect(meta.self).toBe("index.json");
    for (const { example, schema } of data.endpoints) {
      if (example !== null) expect(tree.has(posix.join("api", decodeURIComponent(example)))).toBe(true);
      if (schema !== null) expect(tree.has(`api/${schema}`)).toBe(true);
    }
    const paths: string[] = data.documents.map(({ path }: { path: string }) => path);
    for (const path of paths) expect(tree.has(`api/${path}`)).toBe(true);
    const tables = [...tree.keys()].filter((path) => /^api\/(?!data\/).*\.csv$/.test(path));
    expect(tables.filter((path) => !paths.includes(path.slice("api/".length)))).toEqual([]);
    // The manifest is one more, and `coins.csv` is one of the documents of the market.
    expect(paths).toHaveLength(
      serviceDocuments.length + marketDocuments.length + tables.length + Object.keys(PRICE_FORMATS).length,
    );
  });

  it("omits the feeds from index and OpenAPI without news", async () => {
    const silent = await writeTree(endpoints, buildWorld({ articles: [] }));
    const { data } = JSON.parse(readText(silent, "api/index.json"));
    expect(data.documents.map(({ path }: { path: string }) => path)).not.toContain("news.rss");
    expect(JSON.parse(readText(silent, "api/openapi.json")).paths).not.toHaveProperty(["/news.rss"]);
    expect(silent.has("api/news.rss")).toBe(false);
  });

  it("publishes a JSON Schema for every endpoint that answers with JSON", () => {
    for (const { id, body } of documented.filter(({ derived }) => derived?.base === undefined))
      expect(tree.has(`api/schemas/${id}.json`)).toBe(body.form !== "download");
    expect([...tree.keys()].filter((path) => /schemas\/(in|compat-(usd|eur))-/.test(path))).toEqual([]);
    expect(read("api/schemas/coins.json").$schema).toBe("https://json-schema.org/draft/2020-12/schema");
  });

  it("publishes the endpoints as routes with their parameters as declared", () => {
    const routes = read("api/routes.json");
    expect(routes.map((route: { endpoint: string }) => route.endpoint)).toEqual([
      ...endpoints.map(({ id }) => id),
      "index",
      "manifest",
    ]);
    for (const [at, { path, parameters }] of endpoints.entries())
      expect(routes[at]).toMatchObject(JSON.parse(JSON.stringify({ path, parameters })));
  });

  it.each([
    ["coins", { dynamic: { kind: "list", from: "coins/limit/all.json" } }],
    ["sparklines", { dynamic: { kind: "pick", from: "sparklines.json" } }],
    ["data-download", { download: true }],
    ["price", { derived: { kind: "price", currency: "usd" }, tree: "price" }],
    ["status", {}],
    ["in-eur-coins", { derived: { kind: "rows", currency: "eur", base: "coins" }, tree: "currencies" }],
    ["compat-usd-ping", { outside: true, bare: true, derived: { kind: "ping", currency: "usd" }, tree: "compat" }],
  ])("publishes what the handler needs to know of %s", (id, expected) => {
    const route = read("api/routes.json").find(({ endpoint }: { endpoint: string }) => endpoint === id);
    const { endpoint: _, path: _path, parameters: _parameters, ...rest } = route;
    expect(rest).toEqual(expected);
  });

  it("explains every error code in a file that errors lead to, with and without pages", () => {
    const { errors } = read("api/errors.json");
    expect(errors.map(({ code, status }: { code: string; status: number }) => [code, status])).toEqual(
      Object.entries(ERROR_STATUS),
    );
    const validate = new Ajv2020({ strict: false }).compile(read("api/schemas/error.json"));
    for (const { meaning, remedy, body } of errors) {
      expect([meaning.length, remedy.length].every((length) => length > 20)).toBe(true);
      expect(validate(body)).toBe(true);
      expect(tree.has(`api/${body.error.docs}`)).toBe(true);
    }
    expect(tree.has(`api/${read("api/404.json").error.docs}`)).toBe(true);
  });

  it("answers what does not exist with an error that fits the schema of errors", () => {
    const body = read("api/404.json");
    expect(body.error).toMatchObject({ code: "not_found", status: 404 });
    expect(new Ajv2020({ strict: false }).validate(read("api/schemas/error.json"), body)).toBe(true);
  });
});
