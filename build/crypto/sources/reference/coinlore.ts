import { z } from "zod";
import { MINUTE_MS, SECOND_MS } from "../../../lib/time.ts";
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
  renamed,
  rows,
  symbol,
} from "../kit/schema.ts";
import { defineTerms } from "../kit/terms.ts";
import { defineFeed, defineSource } from "../source.ts";
import { keepBestRanked, translateCoinloreId, UNKNOWN_COIN } from "./coin-ids.ts";

const API = "https://api.coinlore.net/api";

/** The largest page the upstream gives. */
const PAGE_SIZE = 100;

/** Prices have six decimals; below this one fewer than four digits are left, which is no price. */
const SMALLEST_PRICE_USD = 0.001;

/** Almost every number is a text; an unknown supply is an empty text, `null` or 0. */
const Row = renamed({
  nameId: ["nameid", identifier],
  symbol: ["symbol", symbol],
  name: ["name", label],
  rank: ["rank", maybeRank],
  priceUsd: ["price_usd", maybePositive],
  marketCapUsd: ["market_cap_usd", maybePositive],
  volumeUsd: ["volume24", maybeAmount],
  changePercentage1h: ["percent_change_1h", maybeNumeric],
  changePercentage24h: ["percent_change_24h", maybeNumeric],
  changePercentage7d: ["percent_change_7d", maybeNumeric],
  circulatingSupply: ["csupply", maybePositive],
  totalSupply: ["tsupply", maybePositive],
  maxSupply: ["msupply", maybePositive],
});

const tickers = defineFeed({
  id: "tickers",
  kind: "coin",
  fallback: true,
  maxBytes: 4 * 1024 * 1024,
  requests: (context) =>
    Array.from({ length: Math.ceil(context.coins / PAGE_SIZE) }, (_, index) => ({
      url: `${API}/tickers/?start=${index * PAGE_SIZE}&limit=${PAGE_SIZE}`,
    })),
  schema: z.object({
    data: rows(Row),
    info: z.object({ time: maybeAmount }),
  }),
  normalise: (body, context) => {
    const updatedAtMs = acceptPastTime(body.info.time === null ? null : body.info.time * SECOND_MS, context.now);
    return keepBestRanked(mapRows(body.data, (row) => normaliseRow(row, updatedAtMs)));
  },
});

function normaliseRow({ nameId, symbol, name, ...row }: z.infer<typeof Row>, updatedAtMs: number | null) {
  const { id, reviewed } = translateCoinloreId(nameId);
  const priceUsd = row.priceUsd !== null && row.priceUsd >= SMALLEST_PRICE_USD ? row.priceUsd : null;
  const sourceId = { id: nameId, certain: reviewed };
  return { id, sourceId, symbol, name, ...UNKNOWN_COIN, ...row, priceUsd, updatedAtMs };
}

/** `volume_ath` and `mcap_ath` are left out: they are off by orders of magnitude. */
const Global = renamed({
  activeCoins: ["coins_count", positive],
  totalMarketCapUsd: ["total_mcap", positive],
  totalVolumeUsd: ["total_volume", amount],
  btc: ["btc_d", amount],
  eth: ["eth_d", amount],
  marketCapChangePercentage24h: ["mcap_change", maybeNumeric],
  volumeChangePercentage24h: ["volume_change", maybeNumeric],
});

const global = defineFeed({
  id: "global",
  kind: "global",
  fallback: true,
  optional: true,
  maxBytes: 1024 * 1024,
  requests: () => [{ url: `${API}/global/` }],
  schema: z.tuple([Global]),
  // Its `active_markets` counts pairs, where the record counts exchanges.
  normalise: ([{ btc, eth, ...totals }]) => [
    { ...totals, markets: null, marketCapPercentage: { btc, eth }, updatedAtMs: null },
  ],
});

export const coinlore = defineSource({
  id: "coinlore",
  name: "CoinLore",
  homepage: "https://www.coinlore.com",
  license: "CoinLore free API",
  terms: defineTerms({
    url: "https://www.coinlore.com/cryptocurrency-data-api",
    says: "Nothing about republishing its public data was found in public reports.",
  }),
  attribution: "Data provided by CoinLore (https://www.coinlore.com)",
  pacing: {
    concurrency: 1,
    intervalMs: SECOND_MS,
    reason: "no documented limit; one request a second is modest",
    giveUpAfter429: 3,
  },
  cadenceMs: 30 * MINUTE_MS,
  priority: 3,
  ownIds: true,
  findError: findErrorText,
  feeds: [tickers, global],
});
