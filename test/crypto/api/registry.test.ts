import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { type ZodType, z } from "zod";
import { findFirst } from "../../../build/crypto/api/derived/derive-endpoint.ts";
import { endpoints, listEndpoints } from "../../../build/crypto/api/registry.ts";
import { TREES } from "../../../build/crypto/api/trees.ts";
import type { World } from "../../../build/crypto/api/world.ts";
import { NO_FIXINGS } from "../../../build/crypto/history/datasets/fixings.ts";
import { buildApi } from "../../../build/crypto/render/market-api.ts";
import { extensionOf } from "../../../build/kit/api/endpoint.ts";
import { answerSchema, computeAnswer, computeEnvelope } from "../../../build/kit/api/envelope.ts";
import { filesOf, parseQuery } from "../../../build/kit/api/query.ts";
import * as schema from "../../../build/kit/api/schema.ts";
import { renderRoutes } from "../../../build/kit/render/documents/routes.ts";
import { renderJson } from "../../../build/lib/json/render-json.ts";
import { EMPTY_SERIES, makeUnknownCoin, makeWorld, NOTHING } from "../../fixtures/market.ts";
import { makeSiteWorld } from "../../fixtures/site.ts";

const answering = endpoints.filter(({ body }) => body.form !== "download");
/** Each is one for all tests: answers that others are derived from are kept with their world. */
const USUAL = makeWorld();
const SITE = makeSiteWorld();
const AJV = new Ajv2020({ strict: false, validateFormats: false });
const worlds: { name: string; world: World }[] = [
  { name: "a sample market", world: makeWorld({}, { sample: true }) },
  {
    name: "without history and datasets",
    world: makeWorld(
      { datasets: [], coins: [makeUnknownCoin("a", "A")] },
      { history: { series: () => EMPTY_SERIES }, archives: [] },
    ),
  },
];

describe("registry", () => {
  it.each(endpoints)("has $id once, with an answer in the shared markets of tests", ({ id, variants, derived }) => {
    expect(endpoints.filter((endpoint) => endpoint.id === id)).toHaveLength(1);
    // Only the handler answers these.
    if (derived?.example) return;
    const small = `${id} has no answer in makeWorld(): add its data to test/fixtures/market.ts`;
    expect(findFirst(variants(USUAL)), small).toBeDefined();
    const large = `${id} has no answer in makeSiteWorld(): add its data to test/fixtures/site.ts`;
    expect(findFirst(variants(SITE)), large).toBeDefined();
  });

  it.each(TREES)("without the tree %s, publishes no answer in a currency that it does not publish in USD", (left) => {
    const chosen = listEndpoints(
      ["eur"],
      TREES.filter((tree) => tree !== left),
    );
    const ids = new Set(chosen.map(({ id }) => id));
    const published = chosen.filter(({ variants }) => findFirst(variants(SITE)) !== undefined);
    expect(published.filter(({ tree }) => tree === left)).toEqual([]);
    expect(published.filter(({ derived }) => derived?.base !== undefined && !ids.has(derived.base))).toEqual([]);
    const candles = published.filter(({ path }) => path.endsWith("/ohlc")).map(({ id }) => id);
    expect(candles.length > 0).toBe(left !== "candles");
  });

  it("has only parameters that the handler can apply", () => {
    const listed = new Set(renderRoutes(buildApi(endpoints)).map(({ endpoint }) => endpoint));
    expect(endpoints.filter(({ id }) => !listed.has(id))).toEqual([]);
  });

  it("shows the path of each endpoint beside its entry", () => {
    const text = readFileSync(new URL("../../../build/crypto/api/registry.ts", import.meta.url), "utf8");
    const shown = [...text.matchAll(/^ {2}\w+, \/\/ (\/\S+)$/gm)].map(([, path]) => path);
    const own = endpoints.filter(({ id, derived }) => derived?.shown === undefined && id !== "status");
    expect(shown).toEqual(own.map(({ path }) => path));
  });

  it("has no files for data that no source ever provided", () => {
    const history = { series: () => EMPTY_SERIES };
    const world = makeWorld(NOTHING, { archives: [], fixings: NO_FIXINGS, history });
    const available = endpoints.filter((endpoint) => [...endpoint.variants(world)].length > 0);
    expect(available.map(({ id }) => id)).toEqual(["data-archives", "reachability", "corrections", "status"]);
  });

  it("writes no file twice and keeps every file name lower-case and harmless", () => {
    const files = endpoints.flatMap((endpoint) =>
      [...endpoint.variants(USUAL)].flatMap((params) =>
        filesOf(endpoint.path, endpoint.parameters, params, extensionOf(endpoint)),
      ),
    );
    expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(files.length);
    for (const file of files) expect(file).toMatch(/^([a-z0-9_.-]|%[0-9A-F]{2})+(\/([a-z0-9_.-]|%[0-9A-F]{2})+)*$/);
    expect(files).toContain("data/download/coins-latest.csv.gz");
  });

  it("declares examples and defaults that its own parameters accept", () => {
    for (const { parameters } of endpoints) {
      const query = new URLSearchParams();
      for (const [name, { example }] of Object.entries(parameters)) query.set(name, `${example}`);
      expect(parseQuery(parameters, query)).toHaveProperty("values");
    }
  });
});

/** A copy of the data, so that nothing kept from the first computation can answer the second. */
const copy = (world: World) => ({ ...world, market: structuredClone(world.market) });

describe.each(answering)("every answer of $id", (endpoint) => {
  const schema = answerSchema(endpoint);
  const validate = AJV.compile(z.toJSONSchema(schema) as object);

  it.each(worlds)("passes both schemas, and is the same when it is computed again: $name", ({ world }) => {
    const example = endpoint.derived?.example?.(world);
    const again = copy(world);
    for (const params of [...endpoint.variants(world), ...(example ? [example] : [])]) {
      const answer = computeAnswer(endpoint, world, params);
      const body = renderJson(answer).toString();
      expect(schema.safeParse(answer).error?.issues ?? []).toEqual([]);
      const published = JSON.parse(body);
      validate(published);
      expect(validate.errors ?? []).toEqual([]);
      expect(schema.safeParse(published).success).toBe(true);
      expect(renderJson(computeAnswer(endpoint, again, params)).toString()).toBe(body);
    }
  });
});

describe("schemas", () => {
  it.each(answering)("$id describes every field", (endpoint) => {
    const missing: string[] = [];
    const visit = (node: unknown, at: string): void => {
      if (typeof node !== "object" || node === null) return;
      const { properties, items, additionalProperties, description, anyOf } = node as Record<string, unknown>;
      if (description === undefined && !/anyOf/.test(at)) missing.push(at);
      for (const [name, field] of Object.entries((properties as object) ?? {})) visit(field, `${at}.${name}`);
      for (const [index, one] of ((anyOf as unknown[]) ?? []).entries()) {
        for (const [name, field] of Object.entries((one as { properties?: object }).properties ?? {})) {
          visit(field, `${at}.anyOf${index}.${name}`);
        }
      }
      if (!/series|points/.test(at) && (items as { prefixItems?: unknown })?.prefixItems === undefined) {
        if ((items as { type?: unknown })?.type === "object") visit(items, `${at}[]`);
      }
      if (typeof additionalProperties === "object") visit(additionalProperties, `${at}{}`);
    };
    visit(z.toJSONSchema(answerSchema(endpoint)), endpoint.id);
    expect(missing).toEqual([]);
  });

  it.each(answering.filter(({ body }) => body.form === "envelope"))(
    "$id refuses a field that is not declared, in data and in meta",
    (endpoint) => {
      const [params = endpoint.derived?.example?.(USUAL)] = [...endpoint.variants(USUAL)];
      const answer = computeEnvelope(endpoint, USUAL, params ?? {});
      const schema = answerSchema(endpoint);
      expect(schema.safeParse({ ...answer, more: 1 }).success).toBe(false);
      expect(schema.safeParse({ ...answer, meta: { ...answer.meta, more: 1 } }).success).toBe(false);
      if (!Array.isArray(answer.data)) {
        expect(schema.safeParse({ ...answer, data: { ...(answer.data as object), more: 1 } }).success).toBe(false);
      } else {
        const [first, ...rest] = answer.data as object[];
        expect(schema.safeParse({ ...answer, data: [{ ...first, more: 1 }, ...rest] }).success).toBe(false);
      }
    },
  );
});

function accepts(schema: ZodType, value: unknown): [boolean, boolean] {
  return [schema.safeParse(value).success, AJV.validate(z.toJSONSchema(schema) as object, value)];
}

describe("the building blocks of schemas, also as published", () => {
  it.each<[string, ZodType, unknown]>([
    ...["[]", "[[1,2]]", "[[1,2],[2,0.5]]"].map((json): [string, ZodType, unknown] => [
      "points",
      schema.points("x"),
      JSON.parse(json),
    ]),
    [
      "points without values",
      schema.points("x", true),
      [
        [1, null],
        [2, 3],
      ],
    ],
    ["values of a grid", schema.gridValues("x", 2), [1, null]],
    ["a time", schema.time("x"), "2026-11-20T09:15:00Z"],
    ["an unknown time", schema.maybeTime("x"), null],
  ])("accept %s", (_, schema, value) => expect(accepts(schema, value)).toEqual([true, true]));

  it.each<[string, ZodType, readonly unknown[]]>([
    [
      "points",
      schema.points("x"),
      [null, {}, [1], [[1]], [[1, 2, 3]], [["1", 2]], [[1.5, 2]], [[1, null]], [[1, "2"]]],
    ],
    ["points without values", schema.points("x", true), [[[1, "3"]]]],
    ["a grid of another length", schema.gridValues("x", 2), [[1], [1, 2, 3], [1, "2"]]],
    ["a time", schema.time("x"), ["2026-11-20", "2026-11-20T09:15:00.000Z", "2026-11-20T09:15:00+00:00", null]],
  ])("refuse other forms of %s", (_, schema, values) => {
    for (const value of values) expect(accepts(schema, value), JSON.stringify(value)).toEqual([false, false]);
  });

  it.each(["[[2, 1], [2, 1]]", "[[2, 1], [1, 1]]", "[[1, 1e999]]"])("refuse points out of order: %s", (json) =>
    expect(schema.points("x").safeParse(JSON.parse(json)).success).toBe(false),
  );
});
