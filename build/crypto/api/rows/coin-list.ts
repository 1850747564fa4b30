import type { ParameterMap } from "../../../kit/api/query.ts";
import { MAX_SEARCH_LENGTH } from "../../../kit/api/search.ts";
import { SEARCHED } from "./find-coin.ts";

/** The list of coins and its pages. No dependencies: it also runs in workers. */

export const LIST_PATH = "/coins";
export const PAGE_LIMITS = [10, 20, 25, 50, 100, 200, 250, 500, 1000];

export const listParameters = {
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
