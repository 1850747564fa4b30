import { z } from "zod";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../lib/time.ts";
import { ignored, type ReferenceCoin } from "../../normalise/record.ts";
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
  rows,
} from "../kit/schema.ts";
import { defineFeed, defineSource } from "../source.ts";
import { keepBestRanked, translateCoinpaprikaId } from "./coin-ids.ts";

// A trailing slash is answered with a redirect and a page of HTML.
const API = "https://api.coinpaprika.com/v1";

/** Percentages went through a 32-bit float (`-1.2699999809265137`); rounding restores them. */
const maybePercentage = maybeNumeric.transform((value) => (value === null ? null : Math.round(value * 100) / 100));

/** The free plan answers 0 for the windows that it excludes. */
const maybePaidPercentage = maybePercentage.transform((value) => (value === 0 ? null : value));

const Ticker = z.object({
  id: identifier,
  name: label,
  symbol: label,
  rank: maybeRank,
  circulating_supply: maybePositive,
  total_supply: maybePositive,
  max_supply: maybePositive,
  last_updated: maybeTime,
  quotes: z.object({
    USD: z.object({
      price: maybePositive,
      volume_24h: maybeAmount,
      market_cap: maybePositive,
      percent_change_1h: maybePercentage,
      percent_change_24h: maybePercentage,
      percent_change_7d: maybePercentage,
      percent_change_30d: maybePaidPercentage,
      percent_change_1y: maybePaidPercentage,
      ath_price: maybePositive,
      ath_date: maybeTime,
    }),
  }),
});

const tickers = defineFeed({
  id: "tickers",
  kind: "coin",
  key: (coin) => coin.id,
  format: "json",
  maxBytes: 32 * 1024 * 1024,
  requests: () => [{ url: `${API}/tickers` }],
  findError: findErrorText,
  schema: rows(Ticker),
  normalise: (body, context) => keepBestRanked(mapRows(body, (row) => normaliseTicker(row, context.now))),
});

function normaliseTicker(row: z.infer<typeof Ticker>, now: number): ReferenceCoin {
  const usd = row.quotes.USD;
  const { id, reviewed } = translateCoinpaprikaId(row.id, row.symbol);
  return {
    id,
    sourceId: { id: row.id, certain: reviewed },
    symbol: row.symbol.toUpperCase(),
    name: row.name,
    image: null,
    rank: row.rank,
    priceUsd: usd.price,
    marketCapUsd: usd.market_cap,
    fullyDilutedValuationUsd: null,
    volumeUsd: usd.volume_24h,
    high24hUsd: null,
    low24hUsd: null,
    change24hUsd: null,
    changePercentage1h: usd.percent_change_1h,
    changePercentage24h: usd.percent_change_24h,
    changePercentage7d: usd.percent_change_7d,
    changePercentage30d: usd.percent_change_30d,
    changePercentage1y: usd.percent_change_1y,
    // Derived where the free plan leaves the field out: the upstream's own cap is this supply times
    // this price.
    circulatingSupply: row.circulating_supply ?? divide(usd.market_cap, usd.price),
    totalSupply: row.total_supply,
    maxSupply: row.max_supply,
    athUsd: usd.ath_price,
    athTimeMs: usd.ath_price === null ? null : acceptPastTime(usd.ath_date, now),
    atlUsd: null,
    atlTimeMs: null,
    updatedAtMs: acceptPastTime(row.last_updated, now),
    sparklineUsd: [],
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
  format: "json",
  maxBytes: 1024 * 1024,
  requests: () => [{ url: `${API}/global` }],
  findError: findErrorText,
  schema: z.object({
    market_cap_usd: positive,
    volume_24h_usd: amount,
    bitcoin_dominance_percentage: amount,
    cryptocurrencies_number: positive,
    market_cap_change_24h: maybePercentage,
    volume_24h_change_24h: maybePercentage,
    last_updated: maybeAmount,
  }),
  normalise: (body, context) => [
    {
      activeCoins: body.cryptocurrencies_number,
      markets: null,
      totalMarketCapUsd: body.market_cap_usd,
      totalVolumeUsd: body.volume_24h_usd,
      marketCapPercentage: { btc: body.bitcoin_dominance_percentage },
      marketCapChangePercentage24h: body.market_cap_change_24h,
      volumeChangePercentage24h: body.volume_24h_change_24h,
      updatedAtMs: acceptPastTime(body.last_updated === null ? null : body.last_updated * SECOND_MS, context.now),
    },
  ],
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
  key: (exchange) => exchange.id,
  fallback: true,
  optional: true,
  format: "json",
  maxBytes: 32 * 1024 * 1024,
  requests: () => [{ url: `${API}/exchanges` }],
  findError: findErrorText,
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
  termsUrl: "https://coinpaprika.com/terms-of-use/",
  attribution: "Data provided by CoinPaprika (https://coinpaprika.com)",
  redistribution: "restricted",
  pacing: {
    concurrency: 1,
    intervalMs: SECOND_MS,
    reason: "20,000 requests a month without a key; at most three a build stay far below",
    giveUpAfter429: 3,
  },
  cadenceMs: 30 * MINUTE_MS,
  priority: 2,
  ownIds: true,
  feeds: [tickers, global, exchanges],
});
