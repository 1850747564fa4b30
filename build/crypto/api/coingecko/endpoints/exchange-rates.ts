import type { Need } from "../../../../kit/api/derived.ts";
import { defineDerived } from "../../../../kit/api/derived.ts";
import { listOpenRows, round } from "../open-row.ts";
import { BASE_PATH, rowsIn } from "../published.ts";

const table: Need<{ data: { rates: Readonly<Record<string, number>> } }> = { endpoint: "exchange-rates", values: {} };

export const exchangeRates = defineDerived({
  path: `${BASE_PATH}/exchange_rates`,
  title: "Exchange rates of bitcoin",
  description: "Units of every currency for one bitcoin.",
  parameters: {},
  needs: () => [rowsIn("usd"), table],
  convert([
    coins,
    {
      data: { rates },
    },
  ]) {
    const rows = listOpenRows(coins);
    const bitcoin = rows.find(({ id }) => id === "bitcoin");
    const ether = rows.find(({ id }) => id === "ethereum");
    if (bitcoin === undefined) return undefined;
    const render = (code: string, name: string, value: number, type: string) => [
      code.toLowerCase(),
      { name, unit: code, value: round(value), type },
    ];
    return {
      rates: Object.fromEntries([
        render("BTC", "Bitcoin", 1, "crypto"),
        ...(ether === undefined ? [] : [render("ETH", "Ether", bitcoin.price / ether.price, "crypto")]),
        ...Object.entries(rates).map(([code, rate]) =>
          render(code, code, bitcoin.price * (round(rate) as number), "fiat"),
        ),
      ]),
    };
  },
});
