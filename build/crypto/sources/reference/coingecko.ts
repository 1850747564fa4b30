import { type ZodType, z } from "zod";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../../lib/time.ts";
import { findErrorText } from "../kit/error-body.ts";
import {
  acceptPastTime,
  amount,
  identifier,
  label,
  mapRows,
  maybeAmount,
  maybeNumeric,
  maybeRank,
  maybeText,
  maybeWebUrl,
  numeric,
  positive,
  renamed,
  rows,
} from "../kit/schema.ts";
import { defineTerms } from "../kit/terms.ts";
import { defineFeed, defineSource, type FeedRequest, type RequestContext } from "../source.ts";
import { CoingeckoCoin, normaliseCoingeckoCoin } from "./coingecko-coin.ts";
import { CoingeckoDetail, chooseDetails, normaliseCoingeckoDetail } from "./coingecko-detail.ts";
import { INTERVALS, takePagesInTurns, takeTurns } from "./coingecko-schedule.ts";

const API = "https://api.coingecko.com/api/v3";

/** The largest page that `/coins/markets` gives. */
const PAGE_SIZE = 250;

const MARKET_FIELDS = "sparkline=true&price_change_percentage=1h,24h,7d,30d,1y";
const DETAIL_FIELDS =
  "localization=false&tickers=false&community_data=false&developer_data=false&sparkline=false&market_data=false";

const markets = defineFeed({
  id: "markets",
  kind: "coin",
  // Identities stay valid longer than prices: the market decides how old a price may be.
  keepMs: Number.POSITIVE_INFINITY,
  schedule: takePagesInTurns,
  maxBytes: 8 * 1024 * 1024,
  requests: (context) => {
    const size = Math.min(PAGE_SIZE, context.coins);
    const order = `vs_currency=usd&order=market_cap_desc&per_page=${size}`;
    return Array.from({ length: Math.ceil(context.coins / PAGE_SIZE) }, (_, index) =>
      ask(context, `/coins/markets?${order}&page=${index + 1}&${MARKET_FIELDS}`),
    );
  },
  schema: rows(CoingeckoCoin),
  normalise: (body, context) => mapRows(body, (row) => normaliseCoingeckoCoin(row, context.now)),
});

const inUsd = <Value>(schema: ZodType<Value>) => z.object({ usd: schema }).transform(({ usd }) => usd);

const Global = renamed({
  activeCoins: ["active_cryptocurrencies", positive],
  markets: ["markets", maybeAmount],
  totalMarketCapUsd: ["total_market_cap", inUsd(positive)],
  totalVolumeUsd: ["total_volume", inUsd(amount)],
  marketCapPercentage: ["market_cap_percentage", z.record(z.string(), amount)],
  marketCapChangePercentage24h: ["market_cap_change_percentage_24h_usd", maybeNumeric],
  volumeChangePercentage24h: ["volume_change_percentage_24h_usd", maybeNumeric],
  updatedAtMs: ["updated_at", numeric],
});

const global = defineFeed({
  id: "global",
  kind: "global",
  refreshMs: INTERVALS.global,
  schedule: takeTurns("global"),
  maxBytes: 1024 * 1024,
  requests: (context) => [ask(context, "/global")],
  schema: z.object({ data: Global }),
  normalise: ({ data }, context) => [
    { ...data, updatedAtMs: acceptPastTime(data.updatedAtMs * SECOND_MS, context.now) },
  ],
});

const Exchange = renamed({
  id: ["id", identifier],
  name: ["name", label],
  url: ["url", maybeWebUrl],
  country: ["country", maybeText],
  yearEstablished: ["year_established", maybeRank],
  image: ["image", maybeWebUrl],
  // Bitcoin, although every other money of this upstream is USD.
  volume24hBtc: ["trade_volume_24h_btc", maybeAmount],
});

const exchanges = defineFeed({
  id: "exchanges",
  kind: "exchange",
  refreshMs: INTERVALS.exchanges,
  schedule: takeTurns("exchanges"),
  optional: true,
  maxBytes: 4 * 1024 * 1024,
  requests: (context) => [ask(context, `/exchanges?per_page=${PAGE_SIZE}&page=1`)],
  schema: rows(Exchange),
  normalise: (body) => mapRows(body, (row) => row),
});

const details = defineFeed({
  id: "details",
  kind: "coin-detail",
  needs: ["markets"],
  keepMs: 90 * DAY_MS,
  refreshMs: INTERVALS.details,
  schedule: takeTurns("details"),
  optional: true,
  maxBytes: 4 * 1024 * 1024,
  requests: (context) =>
    chooseDetails(context).map((id) => ({
      ...ask(context, `/coins/${encodeURIComponent(id)}?${DETAIL_FIELDS}`),
      brings: id,
    })),
  // One body is one coin: as a row of its own, a malformed one costs only itself.
  schema: z
    .unknown()
    .transform((body): unknown => [body])
    .pipe(rows(CoingeckoDetail)),
  normalise: (body) => mapRows(body, normaliseCoingeckoDetail),
});

export const coingecko = defineSource({
  id: "coingecko",
  name: "CoinGecko",
  homepage: "https://www.coingecko.com",
  license: "CoinGecko API terms of service",
  terms: defineTerms({
    url: "https://www.coingecko.com/en/api_terms",
    ground: { kind: "reported", on: "2026-11-23", by: "public reports" },
    says: "Caching is limited, credit is required and the data may not be sublicensed.",
    class: "restricted",
  }),
  attribution: "Data provided by CoinGecko (https://www.coingecko.com)",
  pacing: {
    concurrency: 1,
    intervalMs: 12 * SECOND_MS,
    reason: "keyless callers share an allowance per address that was seen below 10 requests a minute",
    giveUpAfter429: 2,
    maxRetryAfterMs: 12 * SECOND_MS,
    refusals: [401, 403],
  },
  cadenceMs: 30 * MINUTE_MS,
  priority: 1,
  findError: findErrorText,
  feeds: [markets, global, exchanges, details],
});

/** A demo key is optional; it raises the limit and changes nothing else. */
function ask(context: RequestContext, path: string): FeedRequest {
  const key = context.apiKeys["COINGECKO_DEMO_KEY"];
  return {
    url: `${API}${path}`,
    ...(key === undefined || key === "" ? {} : { headers: { "x-cg-demo-api-key": key } }),
  };
}
