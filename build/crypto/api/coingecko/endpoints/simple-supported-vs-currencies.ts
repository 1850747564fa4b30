import { defineDerived } from "../../../../kit/api/derived.ts";
import { COIN_CURRENCIES } from "../../quote/currencies.ts";
import { isOpen } from "../open-row.ts";
import { allRows, BASE_PATH, rates } from "../published.ts";

export const simpleSupportedVsCurrencies = defineDerived({
  path: `${BASE_PATH}/simple/supported_vs_currencies`,
  title: "Supported currencies",
  description: "Every currency that prices and lists are available in.",
  parameters: {},
  needs: () => [allRows, { ...rates, optional: true }],
  convert([{ data }, table]) {
    const coins = Object.entries(COIN_CURRENCIES).filter(([, { id }]) =>
      data.some((row) => row.id === id && isOpen(row)),
    );
    const codes = Object.keys(table?.data.rates ?? {}).map((code) => code.toLowerCase());
    return [...new Set(["usd", ...codes, ...coins.map(([code]) => code)])].sort();
  },
});
