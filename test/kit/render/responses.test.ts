import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineEndpoint } from "../../../build/crypto/api/define-endpoint.ts";
import { coin } from "../../../build/crypto/api/endpoints/coin.ts";
import { dataDownload } from "../../../build/crypto/api/endpoints/data-download.ts";
import { envelope } from "../../../build/kit/api/endpoint.ts";
import { renderResponses } from "../../../build/kit/render/responses.ts";
import { computeSha256 } from "../../../build/lib/hash.ts";
import { list, smallRegistry } from "../../fixtures/small-registry.ts";
import { buildCoin, buildWorld } from "../../fixtures/small-world.ts";

function render(endpoints = smallRegistry, world = buildWorld()) {
  return [...renderResponses(endpoints, world)];
}

describe("renderResponses", () => {
  it("writes every variant of every endpoint, and a default also to the file that spells it out", () => {
    expect(render([list, coin]).map((artifact) => artifact.path)).toEqual([
      "api/coins.json",
      "api/coins/limit/100.json",
      "api/coins/limit/1.json",
      "api/coins/limit/1/offset/1.json",
      "api/coins/btc.json",
      "api/coins/evil.json",
      "api/coins/dollar-pepe.json",
    ]);
  });

  it("computes the two files of a default once, with the canonical self in both", () => {
    let computed = 0;
    const counted = defineEndpoint({
      ...list,
      variants: () => [{}],
      compute(world, params) {
        computed += 1;
        return list.compute(world, params);
      },
    });
    const [canonical, spelt] = render([counted]);
    expect(computed).toBe(1);
    expect(spelt?.body).toBe(canonical?.body);
    expect(JSON.parse(String(spelt?.body)).meta.self).toBe("coins.json");
  });

  it("rounds numbers to 12 significant digits and ends with a newline", () => {
    const body = String(render([list], buildWorld({ coins: [buildCoin({ price: 0.1 + 0.2 })] }))[0]?.body);
    expect(body).toContain('"current_price":0.3,');
    expect(body.endsWith("}\n")).toBe(true);
  });

  it("names the endpoint of each artifact and skips downloads", () => {
    const ids = smallRegistry.filter(({ body }) => body.form !== "download").map(({ id }) => id);
    expect([...new Set(render().map((artifact) => artifact.endpoint))]).toEqual(ids);
    expect(render([dataDownload])).toEqual([]);
  });

  it("throws if an answer does not fit its schema, and names the field", () => {
    const wrong = defineEndpoint({ ...list, body: envelope(z.array(z.strictObject({ id: z.number() }))) });
    expect(() => render([wrong])).toThrow(
      /^coins: coins\.json does not fit its schema: data\.0\.id: .*expected number.*; data\.0: Unrecognized keys/,
    );
  });

  it("throws on a field that is not in the schema", () => {
    const wrong = defineEndpoint({
      ...list,
      compute: () => ({ data: [], meta: { currency: "usd", pagination: null, extra: 1 } }),
    });
    expect(() => render([wrong])).toThrow(/meta.*Unrecognized key: "extra"/);
  });

  it("throws on a number that is not finite", () => {
    const wrong = defineEndpoint({ ...list, body: envelope(z.unknown()), compute: () => ({ data: Number.NaN }) });
    expect(() => render([wrong])).toThrow("must be finite");
  });

  it("names endpoint and file if an answer cannot be computed", () => {
    const wrong = defineEndpoint({ ...coin, variants: () => [{ symbol: "nothing" }] });
    expect(() => render([wrong])).toThrow("coin: coins/nothing.json cannot be computed");
  });

  it("throws on two answers for one file", () => {
    const other = defineEndpoint({ ...list, id: "others" });
    expect(() => render([list, other])).toThrow("api/coins.json is written by both coins and others");
    const twice = defineEndpoint({ ...list, variants: () => [{ limit: 1 }, { limit: 1 }] });
    expect(() => render([twice])).toThrow("api/coins/limit/1.json is written by both coins and coins");
  });

  describe("with inputs that rarely change", () => {
    const lasting = defineEndpoint({
      ...list,
      variants: () => [{}],
      inputs: ({ market }) => String(market.coins.length),
    });
    const known = { body: Buffer.from("as it was"), sha256: "its hash" };

    it("reuses the previous answer with equal inputs without computing it", () => {
      const requested: string[] = [];
      const failing = { ...lasting, compute: () => expect.fail("was computed") };
      const previous = {
        program: "p",
        find(path: string, digest: string) {
          requested.push(path, digest);
          return known;
        },
      };
      const rendered = [...renderResponses([failing], buildWorld(), { previous })];
      expect(requested).toEqual(["api/coins.json", computeSha256(String(buildWorld().market.coins.length))]);
      const artifact = { ...known, endpoint: "coins", inputsDigest: requested[1] };
      expect(rendered).toEqual([
        { path: "api/coins.json", ...artifact },
        { path: "api/coins/limit/100.json", ...artifact },
      ]);
    });

    it("computes the answer otherwise, and states its inputs digest only with a previous tree", () => {
      const [expected] = render([lasting]);
      expect(expected).not.toHaveProperty("inputsDigest");
      const previous = { program: "p", find: () => undefined };
      const [rendered] = [...renderResponses([lasting], buildWorld(), { previous })];
      expect(rendered).toEqual({ ...expected, inputsDigest: computeSha256(String(buildWorld().market.coins.length)) });
      const other = { ...lasting, inputs: () => undefined };
      expect([...renderResponses([other], buildWorld(), { previous: { program: "p", find: () => known } })][0]).toEqual(
        expected,
      );
    });
  });
});
