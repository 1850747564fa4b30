import { expect, it } from "vitest";
import { simplePrice } from "../../../../build/crypto/api/coingecko/endpoints/simple-price.ts";
import type { DerivedRequest } from "../../../../build/kit/api/derived.ts";

/* Requests for prices in many currencies. */

const listNeeds = (currencies: string) => {
  const values = { vs_currencies: currencies };
  const request: DerivedRequest = { currency: "usd", currencies: ["usd"], values, renderPoints: () => [] };
  return simplePrice.needs(request);
};

it("texts that cannot be a currency are dropped before anything is read", () => {
  expect(listNeeds("usd,EUR,e,x1,../eur,abcdefghi,é")).toEqual(listNeeds("usd,eur"));
});
