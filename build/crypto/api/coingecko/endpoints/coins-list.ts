import { defineDerived } from "../../../../kit/api/derived.ts";
import { listOpen } from "../open-row.ts";
import { query } from "../parameters.ts";
import { allRows, BASE_PATH } from "../published.ts";

export const coinsList = defineDerived({
  path: `${BASE_PATH}/coins/list`,
  title: "List of coins",
  description: "Id, symbol and name of every coin that this project prices itself.",
  parameters: {
    include_platform: query("Contracts are not listed.", "false", { default: "false", enum: ["false"] }),
    status: query("Only active coins are known.", "active", { default: "active", enum: ["active"] }),
  },
  needs: () => [allRows],
  convert: ([all]) => listOpen(all).map(({ id, symbol, name }) => ({ id, symbol: symbol.toLowerCase(), name })),
});
