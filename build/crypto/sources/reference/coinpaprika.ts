import { z } from "zod";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../lib/time.ts";
import { ignored } from "../../normalise/record.ts";
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
  maybeTime,
  maybeWebUrl,
  positive,
  renamed,
  rows,
  symbol,
} from "../kit/schema.ts";
import { defineTerms } from "../kit/terms.ts";
import { defineFeed, defineSource } from "../source.ts";
import { keepBestRanked, translateCoinpaprikaId, UNKNOWN_COIN } from "./coin-ids.ts";

// A trailing slash is answered with a redirect and a page of HTML.
const API = "https://api.coinpaprika.com/v1";

/** Percentages went through a 32-bit float (`-1.2699999809265137`); rounding restores them. */
const maybePercentage = maybeNumeric.transform((value) => (value === null ? null : Math.round(value * 100) / 100));

/** The free plan answers 0 for the windows that it excludes. */
const maybePaidPercentage = maybePercentage.transform((value) => (value === 0 ? null : value));

const Quote = renamed({
  priceUsd: ["price", maybePositive],
  marketCapUsd: ["market_cap", maybePositive],
  volumeUsd: ["volume_24h", maybeAmount],
  changePercentage1h: ["percent_change_1h", maybePercentage],
  changePercentage24h: ["percent_change_24h", maybePercentage],
  changePercentage7d: ["percent_change_7d", maybePercentage],
  changePercentage30d: ["percent_change_30d", maybePaidPercentage],
  changePercentage1y: ["percent_change_1y", maybePaidPercentage],
  athUsd: ["ath_price", maybePositive],
  athTimeMs: ["ath_date", maybeTime],
});

const Ticker = renamed({
  paprikaId: ["id", identifier],
  symbol: ["symbol", symbol],
  name: ["name", label],
  rank: ["rank", maybeRank],
  circulatingSupply: ["circulating_supply", maybePositive],
  totalSupply: ["total_supply", maybePositive],
  maxSupply: ["max_supply", maybePositive],
  updatedAtMs: ["last_updated", maybeTime],
  quotes: ["quotes", z.object({ USD: Quote })],
});

const tickers = defineFeed({
  id: "tickers",
  kind: "coin",
  maxBytes: 32 * 1024 * 1024,
  requests: () => [{ url: `${API}/tickers` }],
  schema: rows(Ticker),
  normalise: (body, context) => keepBestRanked(mapRows(body, (row) => normaliseTicker(row, context.now))),
});

function normaliseTicker(
  { paprikaId, symbol, name, quotes: { USD: usd }, ...row }: z.infer<typeof Ticker>,
  now: number,
) {
  const { id, reviewed } = translateCoinpaprikaId(paprikaId, symbol);
  return {
    id,
    sourceId: { id: paprikaId, certain: reviewed },
    symbol,
    name,
    ...UNKNOWN_COIN,
    ...row,
    ...usd,
    // Derived where the free plan leaves the field out: the upstream's own cap is this supply times
    // this price.
    circulatingSupply: row.circulatingSupply ?? divide(usd.marketCapUsd, usd.priceUsd),
    athTimeMs: usd.athUsd === null ? null : acceptPastTime(usd.athTimeMs, now),
    updatedAtMs: acceptPastTime(row.updatedAtMs, now),
  };
}

function divide(part: number | null, whole: number | null): number | null {
  return part === null || whole === null ? null : part / whole;
}

const global = defineFeed({
  id: "global",
  kind: "global",
  fallback: true,
  optional: true,
  maxBytes: 1024 * 1024,
  requests: () => [{ url: `${API}/global` }],
  schema: renamed({
    activeCoins: ["cryptocurrencies_number", positive],
    totalMarketCapUsd: ["market_cap_usd", positive],
    totalVolumeUsd: ["volume_24h_usd", amount],
    btc: ["bitcoin_dominance_percentage", amount],
    marketCapChangePercentage24h: ["market_cap_change_24h", maybePercentage],
    volumeChangePercentage24h: ["volume_24h_change_24h", maybePercentage],
    updated: ["last_updated", maybeAmount],
  }),
  normalise: ({ btc, updated, ...totals }, context) => {
    const updatedAtMs = acceptPastTime(updated === null ? null : updated * SECOND_MS, context.now);
    return [{ ...totals, markets: null, marketCapPercentage: { btc }, updatedAtMs }];
  },
});

const Exchange = z.object({
  id: identifier,
  name: label,
  active: z.boolean().optional(),
  links: z.object({ website: z.array(maybeWebUrl).nullish() }).nullish(),
  quotes: z.object({ USD: z.object({ reported_volume_24h: maybeAmount }) }),
});

const exchanges = defineFeed({
  id: "exchanges",
  kind: "exchange",
  needs: ["tickers"],
  refreshMs: HOUR_MS,
  fallback: true,
  optional: true,
  maxBytes: 32 * 1024 * 1024,
  requests: () => [{ url: `${API}/exchanges` }],
  schema: rows(Exchange),
  normalise: (body, context) => {
    // Volumes are in USD here and in bitcoin in the record: converted with this upstream's own
    // price.
    const bitcoin = context.records("tickers", "coin").find(({ sourceId }) => sourceId?.id === "btc-bitcoin");
    return mapRows(body, (row) =>
      row.active === false
        ? ignored("inactive exchange")
        : {
            id: row.id,
            name: row.name,
            url: row.links?.website?.[0] ?? null,
            country: null,
            yearEstablished: null,
            image: null,
            volume24hBtc: divide(row.quotes.USD.reported_volume_24h, bitcoin?.priceUsd ?? null),
          },
    );
  },
});

export const coinpaprika = defineSource({
  id: "coinpaprika",
  name: "CoinPaprika",
  homepage: "https://coinpaprika.com",
  license: "CoinPaprika API terms of use",
  terms: defineTerms({
    url: "https://coinpaprika.com/terms-of-use/",
    ground: { kind: "reported", on: "2026-11-23", by: "public reports" },
    says: "Caching is limited, credit is required and the data may not be sublicensed.",
    class: "restricted",
  }),
  attribution: "Data provided by CoinPaprika (https://coinpaprika.com)",
  pacing: {
    concurrency: 1,
    intervalMs: SECOND_MS,
    reason: "20,000 requests a month without a key; at most three a build stay far below",
    giveUpAfter429: 3,
  },
  cadenceMs: 30 * MINUTE_MS,
  priority: 2,
  ownIds: true,
  findError: findErrorText,
  feeds: [tickers, global, exchanges],
});
