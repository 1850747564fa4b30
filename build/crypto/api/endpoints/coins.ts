import { z } from "zod";
import { envelope, type Params } from "../../../kit/api/endpoint.ts";
import type { ParameterMap } from "../../../kit/api/query.ts";
import * as schema from "../../../kit/api/schema.ts";
import { BASE_CURRENCY, CurrencyMeta, PaginationMeta } from "../../../kit/api/schema.ts";
import { MAX_SEARCH_LENGTH, selectRows } from "../../../kit/api/search.ts";
import { oncePer } from "../../../lib/once-per.ts";
import type { Market } from "../../market/model/market.ts";
import { defineEndpoint } from "../define-endpoint.ts";
import { computeListFreshness } from "../freshness.ts";
import { buildSearchWords, createSearchIndex } from "../rows/coin-index.ts";
import { CoinRow } from "../rows/coin-row.ts";
import { SEARCHED } from "../rows/find-coin.ts";

const PATH = "/coins";
const PAGE_LIMITS = [10, 20, 25, 50, 100, 200, 250, 500, 1000];

const parameters = {
  search: {
    in: "query",
    type: "string",
    description:
      "Coins whose symbol, name or id contains this text, in upper or lower case. Coins with an exact match of any " +
      "of them come first, then coins with a prefix, then the rest; each group by market cap rank.",
    example: "bit",
    maxLength: MAX_SEARCH_LENGTH,
    members: SEARCHED,
  },
  limit: {
    in: "query",
    type: "integer",
    description: "Number of coins, after the search.",
    example: 10,
    default: 100,
    minimum: 1,
    maximum: 1000,
    files: [...PAGE_LIMITS, "all"],
  },
  offset: {
    in: "query",
    type: "integer",
    description: "Number of coins to skip, after the search. Past the end the list is empty.",
    example: 20,
    default: 0,
    minimum: 0,
  },
} as const satisfies ParameterMap;

/** A coin is in hundreds of answers: its row is computed once. */
const computeRow = oncePer(CoinRow.compute);
const indexSearches = oncePer(({ coins }: Market) => createSearchIndex(coins));

export const coins = defineEndpoint({
  id: "coins",
  path: PATH,
  docs: {
    tag: "prices",
    title: "Coins",
    description: "Coins by market cap rank, with prices that are aggregated across exchanges.",
  },
  parameters,
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
      if (limit !== parameters.limit.default) yield { limit };
      for (let offset = limit; offset < market.coins.length; offset += limit) yield { limit, offset };
    }
    yield { limit: "all" };
    for (const search of buildSearchWords(market.coins)) yield { search };
  },
  compute({ market }, params) {
    const search = params["search"];
    const candidates = search === undefined ? market.coins : indexSearches(market)(String(search));
    const { rows, pagination } = selectRows(PATH, parameters, candidates, params, SEARCHED);
    return {
      data: rows.map(computeRow),
      meta: { currency: BASE_CURRENCY, pagination, search: search ?? null },
      ...computeListFreshness(rows),
    };
  },
});
