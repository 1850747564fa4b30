import { defineDerived } from "../../../../kit/api/derived.ts";
import { roundNumber } from "../../../../lib/json/significant-digits.ts";
import { listOpen, round } from "../open-row.ts";
import { allRows, BASE_PATH, rates as table } from "../published.ts";

export const exchangeRates = defineDerived({
  path: `${BASE_PATH}/exchange_rates`,
  title: "Exchange rates of bitcoin",
  description: "The price of one bitcoin in every currency.",
  parameters: {},
  needs: () => [allRows, table],
  convert([
    coins,
    {
      data: { rates },
    },
  ]) {
    const rows = listOpen(coins);
    const bitcoin = rows.find(({ id }) => id === "bitcoin");
    const ether = rows.find(({ id }) => id === "ethereum");
    if (bitcoin === undefined) return undefined;
    const price = roundNumber(bitcoin.current_price);
    const render = (code: string, name: string, value: number, type: string) => [
      code.toLowerCase(),
      { name, unit: code, value: round(value), type },
    ];
    return {
      rates: Object.fromEntries([
        render("BTC", "Bitcoin", 1, "crypto"),
        ...(ether === undefined ? [] : [render("ETH", "Ether", price / roundNumber(ether.current_price), "crypto")]),
        ...Object.entries(rates).map(([code, rate]) => render(code, code, price * roundNumber(rate), "fiat")),
      ]),
    };
  },
});
