import { z } from "zod";
import { envelope, type Params } from "../../../kit/api/endpoint.ts";
import { fileOf } from "../../../kit/api/query.ts";
import * as schema from "../../../kit/api/schema.ts";
import { BASE_CURRENCY, CurrencyMeta } from "../../../kit/api/schema.ts";
import { isKey } from "../../../lib/key.ts";
import { HOUR_MS, renderTime } from "../../../lib/time.ts";
import type { Market, MarketCoin } from "../../market/model/market.ts";
import { METHODOLOGY_VERSION } from "../../market/rules/methodology-version.ts";
import type { RecordKind } from "../../normalise/record.ts";
import { defineEndpoint } from "../define-endpoint.ts";
import { computeCoinFreshness } from "../freshness.ts";
import { placeFile } from "../place-file.ts";
import { type CoinIndex, indexCoins } from "../rows/coin-index.ts";
import { buildGrid, computeSparkline, type Grid } from "../rows/coin-points.ts";
import { CoinRow, computeCoinPath, computePriceEvidence, PriceEvidence } from "../rows/coin-row.ts";
import type { World } from "../world.ts";
import { HISTORY_PATH, historyParameters, PERIOD_NAMES, symbol } from "./coin-history.ts";

const KINDS: readonly RecordKind[] = ["ticker", "coin", "coin-detail"];
const ALIASED_COINS = 250;
/** 7 days of hours. */
const SPARKLINE_POINTS = 168;

/** The field for the version of the rules that made the prices of an answer. */
export const methodologyVersion = schema.text("Version of the rules that compute prices, see docs/policy/");

const CoinDetail = schema.object("A coin in detail", {
  ...CoinRow.schema.shape,
  atl: schema.maybeMoney(
    "Lowest price ever known; in currencies other than USD, that price at the rate of its day; null in BTC and ETH",
  ),
  atl_date: schema.maybeTime("When the lowest price was observed"),
  atl_change_percentage: schema.maybeNumber("Distance of the price from the lowest one in percent"),
  categories: z.array(schema.text("Name of a category")).describe("Categories of the coin"),
  links: schema.object("Links about the coin", {
    homepage: schema.maybeText("URL of the project"),
    explorer: schema.maybeText("URL of a block explorer"),
    source_code: schema.maybeText("URL of the source code"),
    whitepaper: schema.maybeText("URL of the white paper"),
    twitter: schema.maybeText("URL on X (Twitter)"),
    reddit: schema.maybeText("URL on Reddit"),
  }),
  platforms: z.record(z.string(), schema.text("Contract address")).describe("Contract address by chain"),
  genesis_date: schema.maybeDay("Day of the first block"),
  same_symbol: schema.listOf(
    "The other coins that claim its symbol or its id, by market cap rank",
    "A coin that claims the same symbol or id",
    {
      id: schema.text("Unique id of the other coin"),
      name: schema.text("Name of the other coin"),
      market_cap_rank: schema.maybeCount("Rank of the other coin by market cap"),
      path: schema.text("The other coin in detail, relative to the base URL"),
    },
  ),
  history: schema.object(
    "Files of the price history by period, relative to the base URL",
    Object.fromEntries(
      PERIOD_NAMES.map((name) => [name, schema.text(name === "all" ? "All days that are known" : `The last ${name}`)]),
    ),
  ),
  sparkline_7d: schema.gridValues(
    "Hourly prices of the last 7 days in meta.currency, oldest first, at the times of meta.sparkline_7d; null where none is known",
    SPARKLINE_POINTS,
  ),
  price_evidence: PriceEvidence.schema,
});
export type CoinDetail = z.infer<typeof CoinDetail>;

export const coin = defineEndpoint({
  id: "coin",
  path: "/coins/{symbol}",
  docs: {
    tag: "prices",
    title: "Coin",
    description:
      "One coin in detail, with the evidence of its price. If several coins share a symbol, the path belongs to " +
      "the largest one at the time it was first used; the others are in `same_symbol`. `path` names the coin's own " +
      "file, which every host has.",
  },
  parameters: { symbol },
  kinds: KINDS,
  body: envelope(CoinDetail, {
    currency: CurrencyMeta,
    methodology_version: methodologyVersion,
    sparkline_7d: schema.object("The times of sparkline_7d", {
      interval: z.literal("1h").describe("Distance of two times"),
      points: z.literal(SPARKLINE_POINTS).describe("Number of times"),
      to: schema.time("The last time, the newest full hour"),
    }),
  }),
  *variants({ market }): Iterable<Params> {
    for (const { key } of market.coins) yield { symbol: key };
  },
  compute(world, params) {
    const index = indexCoins(world.market);
    const found = index.get(String(params["symbol"]));
    const grid = buildGrid(world.market.asOfMs, HOUR_MS, SPARKLINE_POINTS);
    const to = renderTime(grid.at(-1) ?? world.market.asOfMs);
    return {
      data: computeDetail(world, found, index, grid),
      meta: {
        currency: BASE_CURRENCY,
        methodology_version: METHODOLOGY_VERSION,
        sparkline_7d: { interval: "1h", points: SPARKLINE_POINTS, to },
      },
      ...computeCoinFreshness(world.market, found, KINDS),
    };
  },
});

/**
 * The files named by the id of a large coin, by the file that is named by its key. Hosts without
 * the handler need both.
 */
export function listAliases(market: Market): ReadonlyMap<string, string> {
  const index = indexCoins(market);
  const nameFile = (symbol: string) => placeFile(fileOf(coin.path, coin.parameters, { symbol }));
  const aliased = market.coins.filter(
    ({ id, rank }) => rank !== null && rank <= ALIASED_COINS && isKey(id) && !index.has(id),
  );
  return new Map(aliased.map(({ key, id }) => [nameFile(key), nameFile(id)]));
}

function computeDetail(
  { history, hidesBooks }: World,
  coin: MarketCoin,
  index: CoinIndex,
  grid: Grid,
): z.infer<typeof CoinDetail> {
  const { atl, detail } = coin;
  return {
    ...CoinRow.compute(coin),
    atl: atl.price,
    atl_date: atl.timeMs === null ? null : renderTime(atl.timeMs),
    atl_change_percentage: atl.changePercentage,
    categories: detail?.categories ?? [],
    links: {
      homepage: detail?.homepage ?? null,
      explorer: detail?.explorer ?? null,
      source_code: detail?.sourceCode ?? null,
      whitepaper: detail?.whitepaper ?? null,
      twitter: detail?.twitter ?? null,
      reddit: detail?.reddit ?? null,
    },
    platforms: detail?.platforms ?? {},
    genesis_date: detail?.genesisDate ?? null,
    same_symbol: index.listNamesakes(coin).map((other) => ({
      id: other.id,
      name: other.name,
      market_cap_rank: other.rank,
      path: computeCoinPath(other),
    })),
    history: Object.fromEntries(
      PERIOD_NAMES.map((period) => [period, fileOf(HISTORY_PATH, historyParameters, { symbol: coin.key, period })]),
    ),
    sparkline_7d: computeSparkline(history, coin.id, grid, HOUR_MS),
    price_evidence: computePriceEvidence(coin.evidence, hidesBooks),
  };
}
