import { z } from "zod";
import { CoinRow } from "../../../crypto/api/rows/coin-row.ts";
import { ADVICE, commonOutput, defineTool, pickCommon } from "../tool.ts";
import { cutName, nameCoin, sayAge, sayAmount, sayPercent } from "../words.ts";

const MAX_QUERY = 64;
const QUERY_RULE = `must be text of at most ${MAX_QUERY} characters`;
const LIMIT_RULE = "must be a whole number from 1 to 100";

const Found = CoinRow.schema
  .pick({
    id: true,
    symbol: true,
    name: true,
    market_cap_rank: true,
    current_price: true,
    market_cap: true,
    total_volume: true,
    price_change_percentage_24h: true,
  })
  .strip();

export const searchCoins = defineTool({
  name: "search_coins",
  title: "Search coins",
  description:
    "Finds coins by symbol, name or id, exact matches first, then by market cap. Without a query: the largest " +
    "coins. Use it to learn the id of a coin, because several coins may share a symbol.",
  input: z.strictObject({
    query: z.string(QUERY_RULE).trim().max(MAX_QUERY, QUERY_RULE).default("").describe("Part of a symbol, name or id"),
    limit: z.int(LIMIT_RULE).min(1, LIMIT_RULE).max(100, LIMIT_RULE).default(10).describe("Number of coins"),
  }),
  output: z.strictObject({
    coins: z.array(Found).describe("The coins that match; amounts in USD"),
    total: z.int().describe("Number of coins that match"),
    ...commonOutput,
  }),
  async answer(site, { query, limit }) {
    const search = new URLSearchParams({ limit: String(limit), ...(query !== "" && { search: query }) });
    const read = await site.ask(`coins?${search}`, z.array(Found), { ifMissing: ADVICE.endpoint });
    const { total } = read.meta.pagination ?? { total: read.data.length };
    const common = pickCommon(read);
    const lines = read.data.map(
      (coin) =>
        `- ${nameCoin(coin)}, id ${cutName(coin.id)}: ${sayAmount(coin.current_price)}, ${sayPercent(coin.price_change_percentage_24h)} in 24 hours`,
    );
    const head = `${total} coins match; ${read.data.length} are listed.`;
    return { values: { coins: read.data, total, ...common }, text: [head, ...lines, sayAge(read)].join("\n") };
  },
});
