import { beforeAll, describe, expect, it } from "vitest";
import { defiProtocols } from "../../../../build/crypto/api/endpoints/defi-protocols.ts";
import type { Endpoint } from "../../../../build/crypto/api/world.ts";
import { buildApi } from "../../../../build/crypto/render/market-api.ts";
import type { ParameterMap } from "../../../../build/kit/api/query.ts";
import { filterRows } from "../../../../build/kit/api/search.ts";
import { renderRoutes } from "../../../../build/kit/render/documents/routes.ts";
import { readText } from "../../../fixtures/memory-tree.ts";
import { createMemoryHandler, makeSite } from "../../../fixtures/site.ts";

const chain = { in: "query", type: "string", description: "Protocols on this chain.", example: "ethereum" } as const;
const offset = { ...chain, type: "integer", minimum: 0 } as const;

/** The endpoint of protocols with one more parameter. */
function withParameters(more: ParameterMap): Endpoint {
  return { ...defiProtocols, parameters: { ...defiProtocols.parameters, ...more } };
}

describe("a filter of a list", () => {
  let get: ReturnType<typeof createMemoryHandler>;
  let rows: { slug: string; chains: string[] }[];
  beforeAll(async () => {
    const { tree } = await makeSite();
    const routes = renderRoutes(
      buildApi([withParameters({ offset, chain: { ...chain, field: "chains" }, slug: { ...chain, field: "slug" } })]),
    );
    const all = new Map(tree).set("api/routes.json", Buffer.from(JSON.stringify(routes)));
    get = createMemoryHandler(all);
    rows = JSON.parse(readText(tree, "api/defi/protocols/limit/all.json")).data;
  });
  const ask = async (query: string) => (await get(`/api/defi/protocols?${query}`)).json();

  it("keeps the rows whose field is the value, in any case, before limit and offset", async () => {
    const [first, second] = rows;
    const { data, meta } = await ask(`slug=${second!.slug.toUpperCase()}`);
    expect(data.map(({ slug }: { slug: string }) => slug)).toEqual([second!.slug]);
    expect(meta.pagination).toMatchObject({ total: 1, count: 1 });
    expect((await ask(`slug=${first!.slug}&offset=1`)).data).toEqual([]);
    expect((await ask("slug=nothing")).data).toEqual([]);
  });

  it("keeps the rows whose list has the value, and its pages link to queries with the filter", async () => {
    const [name = ""] = rows[0]!.chains;
    const expected = rows.filter(({ chains }) => chains.includes(name));
    const { data, meta } = await ask(`chain=${name.toLowerCase()}&limit=5`);
    expect(data).toEqual(expected.slice(0, 5));
    expect(meta.pagination.total).toBe(expected.length);
    expect(meta.pagination.next).toMatch(/chain=.*limit=5|limit=5.*chain=/);
  });
});

describe("a parameter that no host could apply", () => {
  it.each([
    ["of a list, without a field", withParameters({ chain }), /Add `field`: /],
    [
      "with a field, without a file of all rows",
      { ...defiProtocols, parameters: { chain: { ...chain, field: "chains" } } },
      /Add the parameter `limit` with "all" in `files`: /,
    ],
    ["without a file of each value", { ...defiProtocols, parameters: { chain } }, /Add `enum` and `files`/],
    [
      "with a file of some values",
      { ...defiProtocols, parameters: { chain: { ...chain, enum: ["a", "b"], files: ["a"] } } },
      /Add `enum` and `files`/,
    ],
  ])("is refused with the endpoint and what to do: %s", (_, endpoint: Endpoint, advice) => {
    const routes = () => renderRoutes(buildApi([endpoint]));
    expect(routes).toThrow(/^Endpoint "defi-protocols": the handler cannot apply the parameter "chain"\. Add /);
    expect(routes).toThrow(advice);
  });
});

it("a filter by a field that no row has is refused with the fields that they have", () => {
  const endpoint = withParameters({ chain: { ...chain, field: "chain" } });
  expect(() => renderRoutes(buildApi([endpoint]))).toThrow(
    /^Endpoint "defi-protocols": the parameter "chain" filters by the field "chain", which its rows do not have\. They have: .*\bchains\b/,
  );
});

it("rows without the field of a filter are not kept, and without values all are", () => {
  const parameters = { kind: { ...chain, field: "kind" } };
  const list = [{ kind: "A" }, { kind: null }, {}];
  expect(filterRows(parameters, list, { kind: "a" })).toEqual([{ kind: "A" }]);
  expect(filterRows(parameters, list, {})).toEqual(list);
});
