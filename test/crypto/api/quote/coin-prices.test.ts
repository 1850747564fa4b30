import { expect, it } from "vitest";
import { coinPrices } from "../../../../build/crypto/api/quote/coin-prices.ts";

const meta = { stale: false, sources: ["a-source"] };
const request = { currency: "usd", currencies: [], values: { symbol: "abc" }, renderPoints: () => [] };

/** The prices of a coin at 2 USD. */
function convert(rates: Readonly<Record<string, number>>, bitcoinUsd: number): unknown {
  const coin = { data: { id: "abc", symbol: "ABC", name: "Abc", current_price: 2 }, meta };
  const bitcoin = { data: { id: "bitcoin", current_price: bitcoinUsd }, meta };
  return coinPrices.convert([coin, { data: { rates }, meta }, bitcoin], request);
}

it("prices follow the rates, also those of another answer with the same fiat rates", () => {
  const rates = { EUR: 0.5 };
  expect(convert(rates, 100)).toMatchObject({ data: { prices: { btc: 0.02, eur: 1, usd: 2 } } });
  expect(convert(rates, 200)).toMatchObject({ data: { prices: { btc: 0.01, eur: 1, usd: 2 } } });
  expect(convert({ EUR: 2 }, 200)).toMatchObject({ data: { prices: { btc: 0.01, eur: 4, usd: 2 } } });
});
