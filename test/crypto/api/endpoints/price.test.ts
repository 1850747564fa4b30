import { describe, expect, it } from "vitest";
import { computeRates, type PriceRow, priceCoin, prices } from "../../../../build/crypto/api/endpoints/price.ts";
import { endpoints } from "../../../../build/crypto/api/registry.ts";
import { computeEnvelope } from "../../../../build/kit/api/envelope.ts";
import { renderJson } from "../../../../build/lib/json/render-json.ts";
import { makeCoin, makeMarket, makeUnknownCoin, makeWorld } from "../../../fixtures/market.ts";

const price = endpoints.find(({ id }) => id === "price")!;
const bitcoin = makeCoin("bitcoin", "BTC", { price: 87_654.321 });
const ether = makeCoin("ethereum", "ETH", { rank: 2, price: 2_900.5 });
const rates = { EUR: 0.9, JPY: 150, USD: 1 };
const exchangeRates = { ...makeMarket().exchangeRates!, rates };
const world = makeWorld({ coins: [bitcoin, ether, makeUnknownCoin("dark", "DARK")], exchangeRates });
const read = (symbol: string) => computeEnvelope(price, world, { symbol }).data as PriceRow;

describe("the price of a coin", () => {
  it("is in every known currency, and in BTC and ETH", () => {
    const { prices: found } = read("eth");
    expect(Object.keys(found)).toEqual(["btc", "eth", "eur", "jpy", "usd"]);
    expect(found["eur"]).toBeCloseTo(2_900.5 * 0.9, 9);
    expect(found["btc"]).toBeCloseTo(2_900.5 / 87_654.321, 12);
    expect(found["eth"]).toBe(1);
  });

  it("lacks a currency without a rate, and is empty without a price", () => {
    const dark = makeWorld({ coins: [ether], exchangeRates: null });
    expect(computeEnvelope(price, dark, { symbol: "eth" }).data).toMatchObject({ prices: { eth: 1, usd: 2_900.5 } });
    expect(read("dark").prices).toEqual({});
  });

  it("takes at most 4 KB with 170 currencies", () => {
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    const codes = letters.flatMap((a) => letters.slice(0, 7).map((b) => `${a}${b}X`)).slice(0, 170);
    const many = {
      ...exchangeRates,
      rates: Object.fromEntries(codes.map((code, at) => [code, Math.PI * 10 ** (at % 5)])),
    };
    const answer = computeEnvelope(price, makeWorld({ coins: [bitcoin], exchangeRates: many }), { symbol: "btc" });
    expect(renderJson(answer).length).toBeLessThan(4_096);
  });
});

it("the list has the main currencies and USD", () => {
  const rows = computeEnvelope(prices, world, {}).data as PriceRow[];
  expect(rows.map(({ symbol }) => symbol)).toEqual(["BTC", "ETH", "DARK"]);
  expect(rows[0]).toMatchObject({ prices: { btc: 1, eur: 87_654.321 * 0.9, usd: 87_654.321 } });
  expect(Object.keys(rows[0]!.prices)).toEqual(["btc", "eur", "usd"]);
});

it("a fiat code is never replaced by a coin", () => {
  const market = makeMarket({ coins: [bitcoin], exchangeRates: { ...exchangeRates, rates: { ...rates, BTC: 7 } } });
  expect(priceCoin(bitcoin, computeRates(market)).prices["btc"]).toBeCloseTo(7 * 87_654.321, 6);
});
