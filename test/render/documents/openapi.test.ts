import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../../build/api/registry.ts";
import { renderOpenApi } from "../../../build/render/documents/openapi.ts";
import { buildWorld } from "../../fixtures/small-world.ts";

/** What the official meta-schema of OpenAPI 3.1 demands of the parts that the document uses. */
const META = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  required: ["openapi", "info", "servers", "tags", "paths", "components"],
  properties: {
    openapi: { pattern: "^3\\.1\\.\\d+$" },
    info: {
      type: "object",
      required: ["title", "version"],
      properties: {
        title: { type: "string" },
        summary: { type: "string" },
        description: { type: "string" },
        version: { type: "string" },
        license: {
          type: "object",
          required: ["name"],
          properties: { name: { type: "string" }, identifier: { type: "string" }, url: { type: "string" } },
          not: { required: ["identifier", "url"] },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    },
    servers: { type: "array", items: { type: "object", required: ["url"] } },
    tags: { type: "array", items: { type: "object", required: ["name"] } },
    security: { type: "array" },
    paths: {
      type: "object",
      patternProperties: { "^/": { $ref: "#/$defs/path" } },
      additionalProperties: false,
    },
    components: {
      type: "object",
      propertyNames: { enum: ["schemas", "responses"] },
      additionalProperties: { type: "object", propertyNames: { pattern: "^[a-zA-Z0-9._-]+$" } },
      properties: {
        schemas: { additionalProperties: { $ref: "https://json-schema.org/draft/2020-12/schema" } },
        responses: { additionalProperties: { $ref: "#/$defs/response" } },
      },
    },
  },
  additionalProperties: false,
  $defs: {
    path: {
      type: "object",
      required: ["get"],
      properties: { get: { $ref: "#/$defs/operation" } },
      additionalProperties: false,
    },
    operation: {
      type: "object",
      required: ["operationId", "responses"],
      properties: {
        operationId: { type: "string" },
        tags: { type: "array", items: { type: "string" } },
        summary: { type: "string" },
        description: { type: "string" },
        parameters: { type: "array", items: { $ref: "#/$defs/parameter" } },
        responses: {
          type: "object",
          minProperties: 1,
          patternProperties: { "^[1-5][0-9][0-9]$": { $ref: "#/$defs/responseOrReference" } },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    },
    parameter: {
      type: "object",
      required: ["name", "in", "schema"],
      properties: {
        name: { type: "string" },
        in: { enum: ["query", "path"] },
        description: { type: "string" },
        required: { type: "boolean" },
        style: { const: "form" },
        explode: { type: "boolean" },
        schema: { $ref: "https://json-schema.org/draft/2020-12/schema" },
        example: true,
      },
      if: { properties: { in: { const: "path" } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { required: { const: true } } },
      additionalProperties: false,
    },
    responseOrReference: {
      oneOf: [
        { type: "object", required: ["$ref"], properties: { $ref: { type: "string" } }, additionalProperties: false },
        { $ref: "#/$defs/response" },
      ],
    },
    response: {
      type: "object",
      required: ["description"],
      properties: {
        description: { type: "string" },
        content: {
          type: "object",
          propertyNames: { pattern: "^[a-z]+/[a-z+]+$" },
          additionalProperties: { type: "object", propertyNames: { enum: ["schema"] } },
        },
      },
      additionalProperties: false,
    },
  },
};

interface Operation {
  operationId: string;
  tags: string[];
  parameters?: { name: string; in: string; required: boolean; schema: Record<string, unknown>; example: unknown }[];
  responses: Record<string, unknown>;
}

const document = JSON.parse(String(renderOpenApi(endpoints, buildWorld()).body));
const operations = document.paths as Record<string, { get: Operation }>;

describe("renderOpenApi", () => {
  it("has the structure of OpenAPI 3.1", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.validate(META, document);
    expect(ajv.errors).toBeNull();
  });

  it("describes every endpoint and every parameter of it", () => {
    for (const { path, parameters, tag } of endpoints) {
      const operation = operations[path]!.get;
      expect(operation.tags).toEqual([tag]);
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

  it("describes a download as the gzip file that it is", () => {
    const response = operations["/data/download/{filename}"]?.get.responses["200"];
    expect(response).toEqual({ description: "A gzip-compressed CSV file.", content: { "application/gzip": {} } });
  });
});
