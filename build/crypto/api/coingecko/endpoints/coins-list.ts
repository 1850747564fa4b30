import { defineDerived } from "../../../../kit/api/derived.ts";
import { listOpenRows } from "../open-row.ts";
import { BASE_PATH, rowsIn } from "../published.ts";

export const coinsList = defineDerived({
  path: `${BASE_PATH}/coins/list`,
  title: "List of coins",
  description: "Id, symbol and name of every coin with a price of this project.",
  parameters: {},
  needs: ({ currency }) => [rowsIn(currency)],
  convert: ([all]) => listOpenRows(all).map(({ id, symbol, name }) => ({ id, symbol, name })),
});
