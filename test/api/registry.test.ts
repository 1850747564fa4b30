import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { type ZodType, z } from "zod";
import { computeEnvelope, envelopeSchema } from "../../build/api/envelope.ts";
import { gridValues, maybeTime, points, time } from "../../build/api/field.ts";
import { filesOf, parseQuery } from "../../build/api/query.ts";
import { endpoints } from "../../build/api/registry.ts";
import { renderJson } from "../../build/lib/json/render-json.ts";
import { EMPTY_SERIES, makeUnknownCoin, makeWorld, NOTHING } from "../fixtures/market.ts";

const answering = endpoints.filter((endpoint) => !endpoint.download);
const worlds = {
  "a small market": makeWorld(),
  "a sample world": makeWorld({}, { sample: true }),
  "a market without history and without datasets": makeWorld(
    { datasets: [], coins: [makeUnknownCoin("a", "A")] },
    { history: { series: () => EMPTY_SERIES }, archives: [] },
  ),
};

describe("registry", () => {
  it("lists the endpoints in the order of the interface", () => {
    expect(endpoints.map(({ path }) => path)).toEqual([
      "/coins",
      "/coins/{symbol}",
      "/coins/{symbol}/history",
      "/global",
      "/trending",
      "/exchanges",
      "/fear-greed",
      "/defi/overview",
      "/defi/protocols",
      "/defi/chains",
      "/data/archives",
      "/data/download/{filename}",
      "/news",
      "/exchange-rates",
      "/sparklines",
      "/status",
    ]);
    expect(new Set(endpoints.map(({ id }) => id)).size).toBe(endpoints.length);
  });

  it("has no files for data that no source ever provided", () => {
    const world = makeWorld(NOTHING, { archives: [] });
    const available = endpoints.filter((endpoint) => [...endpoint.variants(world)].length > 0);
    expect(available.map(({ id }) => id)).toEqual(["data-archives", "status"]);
  });

  it("writes no file twice and keeps every file name lower-case and harmless", () => {
    const files = endpoints.flatMap((endpoint) =>
      [...endpoint.variants(makeWorld())].flatMap((params) =>
        filesOf(endpoint.path, endpoint.parameters, params, endpoint.download ? "" : ".json"),
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

describe.each(Object.entries(worlds))("every answer of %s", (_name, world) => {
  it.each(answering)("$id passes its own schema and the JSON Schema of it", (endpoint) => {
    const schema = envelopeSchema(endpoint);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const validate = ajv.compile(z.toJSONSchema(schema) as object);
    for (const params of endpoint.variants(world)) {
      const answer = computeEnvelope(endpoint, world, params);
      const parsed = schema.safeParse(answer);
      expect(parsed.error?.issues ?? []).toEqual([]);
      const published = JSON.parse(renderJson(answer).toString());
      validate(published);
      expect(validate.errors ?? []).toEqual([]);
      expect(schema.safeParse(published).success).toBe(true);
    }
  });

  it.each(answering)("$id is the same to the byte when it is computed again", (endpoint) => {
    for (const params of endpoint.variants(world)) {
      const render = () => renderJson(computeEnvelope(endpoint, structuredCloneWorld(world), params)).toString();
      expect(render()).toBe(render());
    }
  });
});

/** A copy of the data, so that nothing kept from the first computation can answer the second. */
function structuredCloneWorld(world: (typeof worlds)["a small market"]) {
  return { ...world, market: structuredClone(world.market) };
}

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
    visit(z.toJSONSchema(envelopeSchema(endpoint)), endpoint.id);
    expect(missing).toEqual([]);
  });

  it.each(answering)("$id refuses a field that is not declared, in data and in meta", (endpoint) => {
    const [params] = [...endpoint.variants(makeWorld())];
    const answer = computeEnvelope(endpoint, makeWorld(), params ?? {});
    const schema = envelopeSchema(endpoint);
    expect(schema.safeParse({ ...answer, more: 1 }).success).toBe(false);
    expect(schema.safeParse({ ...answer, meta: { ...answer.meta, more: 1 } }).success).toBe(false);
    if (!Array.isArray(answer.data)) {
      expect(schema.safeParse({ ...answer, data: { ...(answer.data as object), more: 1 } }).success).toBe(false);
    } else {
      const [first, ...rest] = answer.data as object[];
      expect(schema.safeParse({ ...answer, data: [{ ...first, more: 1 }, ...rest] }).success).toBe(false);
    }
  });
});

function accepts(schema: ZodType, value: unknown): [boolean, boolean] {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(z.toJSONSchema(schema) as object);
  return [schema.safeParse(value).success, validate(value)];
}

describe("points", () => {
  it.each(["[]", "[[1,2]]", "[[1,2],[2,0.5]]"])("are pairs of time and value: %s", (json) =>
    expect(accepts(points("x"), JSON.parse(json))).toEqual([true, true]),
  );

  it.each([[null], [{}], [[1]], [[[1]]], [[[1, 2, 3]]], [[["1", 2]]], [[[1.5, 2]]], [[[1, null]]], [[[1, "2"]]]])(
    "are nothing else, also in the published schema: %j",
    (value) => expect(accepts(points("x"), value)).toEqual([false, false]),
  );

  it.each(["[[2, 1], [2, 1]]", "[[2, 1], [1, 1]]", "[[1, 1e999]]"])("ascend strictly and are finite: %s", (json) =>
    expect(points("x").safeParse(JSON.parse(json)).success).toBe(false),
  );

  it("may lack values where that is said", () => {
    expect(accepts(points("x", true), JSON.parse("[[1, null], [2, 3]]"))).toEqual([true, true]);
    expect(accepts(points("x", true), [[1, "3"]])).toEqual([false, false]);
  });
});

describe("gridValues", () => {
  it("has exactly the length of its grid", () => {
    expect(accepts(gridValues("x", 2), [1, null])).toEqual([true, true]);
    expect(accepts(gridValues("x", 2), [1])).toEqual([false, false]);
    expect(accepts(gridValues("x", 2), [1, 2, 3])).toEqual([false, false]);
    expect(accepts(gridValues("x", 2), [1, "2"])).toEqual([false, false]);
  });
});

describe("times", () => {
  it("are ISO 8601 in UTC with whole seconds", () => {
    expect(accepts(time("x"), "2026-11-20T09:15:00Z")).toEqual([true, true]);
    for (const wrong of ["2026-11-20", "2026-11-20T09:15:00.000Z", "2026-11-20T09:15:00+00:00", null]) {
      expect(accepts(time("x"), wrong)).toEqual([false, false]);
    }
    expect(accepts(maybeTime("x"), null)).toEqual([true, true]);
  });
});
