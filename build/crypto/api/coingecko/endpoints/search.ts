import { defineDerived } from "../../../../kit/api/derived.ts";
import { searchRows } from "../../../../kit/api/search.ts";
import { SEARCHED } from "../../rows/find-coin.ts";
import { listOpen } from "../open-row.ts";
import { query } from "../parameters.ts";
import { allRows, BASE_PATH } from "../published.ts";

const MAX_FOUND = 25;

export const search = defineDerived({
  path: `${BASE_PATH}/search`,
  title: "Search",
  description: "Coins whose symbol, name or id contains a text. Only hosts with the handler answer it.",
  parameters: { query: query("The text, in upper or lower case.", "bit", { required: true }) },
  example: ({ code }) => ({ query: code.toLowerCase() }),
  needs: () => [allRows],
  convert([all], { values }) {
    const found = searchRows(listOpen(all), String(values["query"]), SEARCHED).slice(0, MAX_FOUND);
    const coins = found.map(({ id, name, symbol, market_cap_rank }) => ({
      id,
      name,
      api_symbol: id,
      symbol: symbol.toLowerCase(),
      market_cap_rank,
      thumb: null,
      large: null,
    }));
    return { coins, exchanges: [], icos: [], categories: [], nfts: [] };
  },
});
