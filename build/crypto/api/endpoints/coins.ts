import { z } from "zod";
import { envelope, type Params } from "../../../kit/api/endpoint.ts";
import * as schema from "../../../kit/api/schema.ts";
import { BASE_CURRENCY, CurrencyMeta, PaginationMeta } from "../../../kit/api/schema.ts";
import { selectRows } from "../../../kit/api/search.ts";
import { oncePer } from "../../../lib/once-per.ts";
import type { Market } from "../../market/model/market.ts";
import { defineEndpoint } from "../define-endpoint.ts";
import { computeListFreshness } from "../freshness.ts";
import { buildSearchWords, createSearchIndex } from "../rows/coin-index.ts";
import { LIST_PATH, listParameters, PAGE_LIMITS } from "../rows/coin-list.ts";
import { CoinRow } from "../rows/coin-row.ts";
import { SEARCHED } from "../rows/find-coin.ts";

/** A coin is in hundreds of answers: its row is computed once. */
const computeRow = oncePer(CoinRow.compute);
const indexSearches = oncePer(({ coins }: Market) => createSearchIndex(coins));

export const coins = defineEndpoint({
  id: "coins",
  path: LIST_PATH,
  docs: {
    tag: "prices",
    title: "Coins",
    description: "Coins by market cap rank, with prices that are aggregated across exchanges.",
  },
  parameters: listParameters,
  kinds: ["ticker", "coin"],
  body: envelope(z.array(CoinRow.schema).describe("Coins by market cap rank, or by match where there is a search"), {
    currency: CurrencyMeta,
    pagination: PaginationMeta,
    search: schema.maybeText("The search as it was served; null without one"),
  }),
  *variants({ market }): Iterable<Params> {
    if (market.coins.length === 0) return;
    yield {};
    for (const limit of PAGE_LIMITS) {
      if (limit !== listParameters.limit.default) yield { limit };
      for (let offset = limit; offset < market.coins.length; offset += limit) yield { limit, offset };
    }
    yield { limit: "all" };
    for (const search of buildSearchWords(market.coins)) yield { search };
  },
  compute({ market }, params) {
    const search = params["search"];
    const candidates = search === undefined ? market.coins : indexSearches(market)(String(search));
    const { rows, pagination } = selectRows(LIST_PATH, listParameters, candidates, params, SEARCHED);
    return {
      data: rows.map(computeRow),
      meta: { currency: BASE_CURRENCY, pagination, search: search ?? null },
      ...computeListFreshness(rows),
    };
  },
});
