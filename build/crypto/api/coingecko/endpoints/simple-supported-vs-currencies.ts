import { defineDerived } from "../../../../kit/api/derived.ts";
import { BASE_PATH, rowsIn } from "../published.ts";

export const simpleSupportedVsCurrencies = defineDerived({
  path: `${BASE_PATH}/simple/supported_vs_currencies`,
  title: "Supported currencies",
  description: "The currency of the path.",
  parameters: {},
  needs: ({ currency }) => [rowsIn(currency)],
  convert: (_, { currency }) => [currency],
});
