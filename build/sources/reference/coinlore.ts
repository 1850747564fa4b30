import { z } from "zod";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../lib/time.ts";
import type { ReferenceCoin } from "../../normalise/record.ts";
import { findErrorText } from "../kit/error-body.ts";
import {
  acceptPastTime,
  amount,
  identifier,
  label,
  mapRows,
  maybeAmount,
  maybeNumeric,
  maybePositive,
  maybeRank,
  positive,
  rows,
} from "../kit/schema.ts";
import { defineFeed, defineSource } from "../source.ts";
import { keepBestRanked, translateCoinloreId } from "./coin-ids.ts";

const API = "https://api.coinlore.net/api";

/** The largest page the upstream gives. */
const PAGE_SIZE = 100;

/** Prices have six decimals; below this one fewer than four digits are left, which is no price. */
const SMALLEST_PRICE_USD = 0.001;

/** Almost every number is a text; an unknown supply is an empty text, `null` or 0. */
const Row = z.object({
  symbol: label,
  name: label,
  nameid: identifier,
  rank: maybeRank,
  price_usd: maybePositive,
  percent_change_1h: maybeNumeric,
  percent_change_24h: maybeNumeric,
  percent_change_7d: maybeNumeric,
  market_cap_usd: maybePositive,
  volume24: maybeAmount,
  csupply: maybePositive,
  tsupply: maybePositive,
  msupply: maybePositive,
});

const tickers = defineFeed({
  id: "tickers",
  kind: "coin",
  key: (coin) => coin.id,
  fallback: true,
  learnMs: DAY_MS,
  coinsPerRequest: PAGE_SIZE,
  format: "json",
  maxBytes: 4 * 1024 * 1024,
  requests: (context) =>
    Array.from({ length: Math.ceil(context.coins / PAGE_SIZE) }, (_, index) => ({
      url: `${API}/tickers/?start=${index * PAGE_SIZE}&limit=${PAGE_SIZE}`,
    })),
  findError: findErrorText,
  schema: z.object({
    data: rows(Row),
    info: z.object({ time: maybeAmount }),
  }),
  normalise: (body, context) => {
    const updatedAtMs = acceptPastTime(body.info.time === null ? null : body.info.time * SECOND_MS, context.now);
    return keepBestRanked(mapRows(body.data, (row) => normaliseRow(row, updatedAtMs)));
  },
});

function normaliseRow(row: z.infer<typeof Row>, updatedAtMs: number | null): ReferenceCoin {
  const { id, reviewed } = translateCoinloreId(row.nameid);
  return {
    id,
    sourceId: { id: row.nameid, certain: reviewed },
    symbol: row.symbol.toUpperCase(),
    name: row.name,
    image: null,
    rank: row.rank,
    priceUsd: row.price_usd !== null && row.price_usd >= SMALLEST_PRICE_USD ? row.price_usd : null,
    marketCapUsd: row.market_cap_usd,
    fullyDilutedValuationUsd: null,
    volumeUsd: row.volume24,
    high24hUsd: null,
    low24hUsd: null,
    change24hUsd: null,
    changePercentage1h: row.percent_change_1h,
    changePercentage24h: row.percent_change_24h,
    changePercentage7d: row.percent_change_7d,
    changePercentage30d: null,
    changePercentage1y: null,
    circulatingSupply: row.csupply,
    totalSupply: row.tsupply,
    maxSupply: row.msupply,
    athUsd: null,
    athTimeMs: null,
    atlUsd: null,
    atlTimeMs: null,
    updatedAtMs,
    sparklineUsd: [],
  };
}

/** `volume_ath` and `mcap_ath` are left out: they are off by orders of magnitude. */
const Global = z.object({
  coins_count: positive,
  total_mcap: positive,
  total_volume: amount,
  btc_d: amount,
  eth_d: amount,
  mcap_change: maybeNumeric,
  volume_change: maybeNumeric,
});

const global = defineFeed({
  id: "global",
  kind: "global",
  fallback: true,
  optional: true,
  format: "json",
  maxBytes: 1024 * 1024,
  requests: () => [{ url: `${API}/global/` }],
  findError: findErrorText,
  schema: z.tuple([Global]),
  normalise: ([row]) => [
    {
      activeCoins: row.coins_count,
      // Its `active_markets` counts pairs, where the record counts exchanges.
      markets: null,
      totalMarketCapUsd: row.total_mcap,
      totalVolumeUsd: row.total_volume,
      marketCapPercentage: { btc: row.btc_d, eth: row.eth_d },
      marketCapChangePercentage24h: row.mcap_change,
      volumeChangePercentage24h: row.volume_change,
      updatedAtMs: null,
    },
  ],
});

export const coinlore = defineSource({
  id: "coinlore",
  name: "CoinLore",
  homepage: "https://www.coinlore.com",
  license: "CoinLore free API",
  termsUrl: "https://www.coinlore.com/cryptocurrency-data-api",
  attribution: "Data provided by CoinLore (https://www.coinlore.com)",
  redistribution: "attribution",
  pacing: {
    concurrency: 1,
    intervalMs: SECOND_MS,
    reason: "no documented limit; one request a second is modest",
    giveUpAfter429: 3,
  },
  cadenceMs: 30 * MINUTE_MS,
  priority: 3,
  ownIds: true,
  feeds: [tickers, global],
});
