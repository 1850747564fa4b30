import { expect, it } from "vitest";
import { simplePrice } from "../../../../build/crypto/api/coingecko/endpoints/simple-price.ts";
import type { DerivedRequest, Need } from "../../../../build/kit/api/derived.ts";
import { parseQuery } from "../../../../build/kit/api/query.ts";
import { createMemoryHandler, makeSite } from "../../../fixtures/site.ts";

/* Requests for prices in many currencies. */

/** More than any source has. */
const CODES = Array.from({ length: 200 }, (_, at) =>
  String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26), "q".charCodeAt(0)),
);

function makeRequest(currencies: readonly string[]): DerivedRequest {
  const parsed = parseQuery(simplePrice.parameters, new URLSearchParams({ vs_currencies: currencies.join() }));
  if ("error" in parsed) throw new Error(parsed.error);
  return { currency: "usd", currencies: ["usd"], ...parsed, renderPoints: () => [] };
}

const listNeeds = (currencies: readonly string[]): readonly Need[] => simplePrice.needs(makeRequest(currencies));

it("texts that cannot be a currency are dropped before anything is read", () => {
  expect(listNeeds(["usd", "EUR", "e", "x1", "../eur", "abcdefghi", "é"])).toEqual(listNeeds(["usd", "eur"]));
});

it("every currency with a rate fits into one request, which reads few files", async () => {
  expect(listNeeds([...CODES, "btc", "eth"]).length).toBeLessThan(10);
  const rates = Object.fromEntries(CODES.map((code, at) => [code.toUpperCase(), at + 1]));
  const { tree } = await makeSite({ exchangeRates: { date: "2026-11-19", rates, observedAtMs: 0, source: "ecb" } });
  const get = createMemoryHandler(tree);
  const ask = async (path: string) => {
    const response = await get(`/compat/coingecko/usd/api/v3/simple/${path}`);
    return { status: response.status, body: await response.json() };
  };
  const { body: supported } = await ask("supported_vs_currencies");
  expect(supported.length).toBeGreaterThan(200);
  const { status, body } = await ask(`price?ids=bitcoin&vs_currencies=${supported}`);
  expect(status).toBe(200);
  expect(supported.filter((code: string) => !(body.bitcoin[code] > 0))).toEqual([]);
});
