import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { documented, endpoints } from "../../../../build/crypto/api/registry.ts";
import { buildApi } from "../../../../build/crypto/render/market-api.ts";
import { renderExamples } from "../../../../build/kit/render/documents/documents.ts";
import { renderOpenApi } from "../../../../build/kit/render/documents/openapi.ts";
import { makeSiteWorld } from "../../../fixtures/site.ts";

const SCHEMA = { $ref: "https://json-schema.org/draft/2020-12/schema" };
const text = { type: "string" };
const texts = { type: "array", items: text };
const mapOf = (additionalProperties: object) => ({ type: "object", additionalProperties });
/** An object with no other fields. */
const fields = (properties: object, ...required: string[]) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

const license = {
  ...fields({ name: text, identifier: text, url: text }, "name"),
  not: { required: ["identifier", "url"] },
};
const info = fields({ title: text, summary: text, description: text, version: text, license }, "title", "version");
const parameter = {
  ...fields(
    {
      name: text,
      in: { enum: ["query", "path"] },
      description: text,
      required: { type: "boolean" },
      style: { const: "form" },
      explode: { type: "boolean" },
      schema: SCHEMA,
      example: true,
    },
    ...["name", "in", "schema"],
  ),
  if: { properties: { in: { const: "path" } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { required: { const: true } } },
};
const media = fields({ schema: SCHEMA, example: true, examples: mapOf(fields({ externalValue: text })) }, "schema");
const content = { ...mapOf(media), propertyNames: { pattern: "^[a-z]+/[a-z+]+$" } };
const response = fields({ description: text, content }, "description");
const responses = {
  ...mapOf({ oneOf: [fields({ $ref: text }, "$ref"), response] }),
  propertyNames: { pattern: "^[1-5][0-9][0-9]$" },
  minProperties: 1,
};
const operation = fields(
  {
    operationId: text,
    tags: texts,
    summary: text,
    description: text,
    parameters: { type: "array", items: parameter },
    responses,
  },
  ...["operationId", "responses"],
);
const servers = { type: "array", items: { type: "object", required: ["url"] } };
/** What the official meta-schema of OpenAPI 3.1 demands of the parts that the document uses. */
const META = {
  $schema: SCHEMA.$ref,
  ...fields(
    {
      openapi: { pattern: "^3\\.1\\.\\d+$" },
      info,
      servers,
      tags: { type: "array", items: { type: "object", required: ["name"] } },
      security: { type: "array" },
      paths: { ...mapOf(fields({ get: operation, servers }, "get")), propertyNames: { pattern: "^/" } },
      components: fields({ schemas: mapOf(SCHEMA), responses: mapOf(response) }),
    },
    ...["openapi", "info", "servers", "tags", "paths", "components"],
  ),
};

interface Operation {
  operationId: string;
  tags: string[];
  parameters?: { name: string; in: string; required: boolean; schema: Record<string, unknown>; example: unknown }[];
  responses: Record<string, unknown>;
}

interface Answered {
  content: Record<string, { example: unknown }>;
}

/** Without data in the world of this test. */
const world = makeSiteWorld();
const api = buildApi(endpoints);
const document = JSON.parse(String(renderOpenApi(api, world, await renderExamples(api, world)).body));
const operations = document.paths as Record<string, { get: Operation }>;

describe("renderOpenApi", () => {
  it("has the structure of OpenAPI 3.1", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.validate(META, document);
    expect(ajv.errors).toBeNull();
  });

  it("names the mirror of a site after the site itself, and only if there is one", async () => {
    const { servers, paths } = JSON.parse(
      String(renderOpenApi(api, world, new Map(), { mirrorUrl: "https://mirror.example/x/" }).body),
    );
    const urlsOf = (list: { url: string }[]) => list.map(({ url }) => url);
    expect(urlsOf(servers)).toEqual([".", "https://mirror.example/x/api"]);
    const compat = documented.find(({ docs }) => docs.tag === "compat")!;
    expect(urlsOf(paths[compat.path].servers)).toEqual(["..", "https://mirror.example/x/"]);
    expect(urlsOf(document.servers)).toEqual(["."]);
  });

  it("describes every endpoint and every parameter of it", () => {
    for (const { path, parameters, docs } of documented) {
      const operation = operations[path]!.get;
      expect(operation.tags).toEqual([docs.tag]);
      expect((operation.parameters ?? []).map(({ name }) => name)).toEqual(Object.keys(parameters));
      expect(Object.keys(operation.responses)).toEqual(["200", "304", "400", "404", "405", "503"]);
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect((operation.parameters ?? []).filter((one) => one.in === "path").map(({ name }) => name)).toEqual(inPath);
    }
  });

  it("names every operation once", () => {
    const names = Object.values(operations).map(({ get }) => get.operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^get[A-Z][A-Za-z0-9]+$/);
  });

  it("uses only tags that it declares", () => {
    const declared = document.tags.map(({ name }: { name: string }) => name);
    for (const { get } of Object.values(operations)) expect(declared).toEqual(expect.arrayContaining(get.tags));
  });

  it("has no reference that leads nowhere", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!);
    expect(references.length).toBeGreaterThan(10);
    for (const reference of references) {
      expect(reference).toMatch(/^#\//);
      const target = reference
        .slice(2)
        .split("/")
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
      expect(target, reference).toBeTypeOf("object");
    }
  });

  it("has a valid example for each parameter", () => {
    const ajv = new Ajv2020({ strict: false });
    for (const { get } of Object.values(operations)) {
      for (const { name, schema, example } of get.parameters ?? []) {
        expect([get.operationId, name, ajv.validate(schema, example)]).toEqual([get.operationId, name, true]);
      }
    }
  });

  it("has a server address that follows the document, so that a fork needs no change", () => {
    expect(document.servers.map(({ url }: { url: string }) => url)).toEqual(["."]);
  });

  it("states the bounds and defaults of a parameter", () => {
    const limit = operations["/coins"]?.get.parameters?.find(({ name }) => name === "limit");
    expect(limit).toEqual({
      name: "limit",
      in: "query",
      description: "Number of coins, after the search.",
      required: false,
      schema: { type: "integer", minimum: 1, maximum: 1000, default: 100 },
      example: 10,
    });
  });

  it("has a schema for every response with a body, and an example that fits it", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: "https://api.example/openapi.json", components: document.components });
    for (const [path, { get }] of Object.entries(operations)) {
      const { content } = get.responses["200"] as { content: Record<string, { schema: object; example?: unknown }> };
      for (const [type, { schema, example }] of Object.entries(content)) {
        expect(schema, path).not.toEqual({});
        if (type === "application/gzip") continue;
        expect(example, `${path} has no example`).toBeDefined();
        const { $ref } = schema as { $ref?: string };
        const resolved = $ref === undefined ? schema : { $ref: `https://api.example/openapi.json${$ref}` };
        ajv.validate(resolved, example);
        expect([path, ajv.errors]).toEqual([path, null]);
      }
    }
    for (const { content } of Object.values(document.components.responses) as { content?: Record<string, never> }[]) {
      if (content === undefined) continue;
      const { example } = content["application/json"] as unknown as { example: unknown };
      ajv.validate({ $ref: "https://api.example/openapi.json#/components/schemas/error" }, example);
      expect(ajv.errors).toBeNull();
    }
  });

  it("has short examples, whatever the size of the market", () => {
    const lengths = Object.values(operations).map(({ get }) => JSON.stringify(get.responses["200"]).length);
    expect(Math.max(...lengths)).toBeLessThan(6_000);
    const { example } = (operations["/coins"]!.get.responses["200"] as Answered).content["application/json"]!;
    expect((example as { data: object[] }).data.map((coin) => (coin as { id: string }).id)).toEqual(["bitcoin"]);
  });

  it("has every tuple as a list of that length, which all generators know", () => {
    expect(JSON.stringify(document)).not.toContain("prefixItems");
    expect(document.components.schemas["coin-history"].properties.data.properties.market_caps.items).toEqual({
      type: "array",
      minItems: 2,
      maxItems: 2,
      items: { type: ["number", "null"] },
    });
  });

  it("describes a download as the gzip file that it is", () => {
    const response = operations["/data/download/{filename}"]?.get.responses["200"];
    expect(response).toEqual({
      description: "A gzip-compressed CSV file, such as `data/download/coins-latest.csv.gz`.",
      content: {
        "application/gzip": { schema: { type: "string", format: "binary", contentMediaType: "application/gzip" } },
      },
    });
  });
});
