import { z } from "zod";
import { HOUR_MS, MINUTE_MS } from "../../lib/time.ts";
import { ignored, type Listing } from "../../normalise/record.ts";
import { findCodeAndMessage } from "../kit/error-body.ts";
import { isLeveragedCode } from "../kit/leveraged-code.ts";
import { isDropped } from "../kit/listing.ts";
import { assetCode, mapRows, maybeAmount, maybePositive, maybeText, rows } from "../kit/schema.ts";
import { defineTickerFeed } from "../kit/ticker-feed.ts";
import { defineFeed, defineSource } from "../source.ts";

const API = "https://api.mexc.com/api/v3";

const SymbolRow = z.object({
  symbol: z.string().min(1),
  status: z.union([z.string(), z.number()]).transform(String),
  baseAsset: assetCode,
  quoteAsset: assetCode,
  isSpotTradingAllowed: z.boolean(),
  fullName: maybeText,
});

const TickerRow = z.object({
  symbol: z.string(),
  lastPrice: maybeAmount,
  bidPrice: maybePositive,
  askPrice: maybePositive,
  openPrice: maybePositive,
  volume: maybeAmount,
  quoteVolume: maybeAmount,
  count: maybeAmount,
});

/** The exchange does not mark them. Only beside a listed underlying: `BTC3L` beside `BTC`. */
function isLeveraged(base: string, bases: ReadonlySet<string>): boolean {
  return isLeveragedCode(base) && bases.has(base.slice(0, -2));
}

function findType(row: z.infer<typeof SymbolRow>, bases: ReadonlySet<string>): Listing["type"] {
  if (isLeveraged(row.baseAsset, bases)) return "leveraged";
  return /\bxstock\b|\btokenized stock\b/i.test(row.fullName ?? "") ? "tokenised" : "spot";
}

export const mexc = defineSource({
  id: "mexc",
  name: "MEXC",
  homepage: "https://www.mexc.com",
  license: "MEXC user agreement",
  termsUrl: "https://www.mexc.com/terms",
  attribution: null,
  redistribution: "attribution",
  pacing: {
    concurrency: 1,
    intervalMs: 500,
    reason: "500 weight in 10 seconds and address; all tickers cost 40",
  },
  cadenceMs: MINUTE_MS,
  venue: { trust: 0.4, usdFiat: false, geckoId: "mxc" },
  feeds: [
    defineFeed({
      id: "listing",
      kind: "listing",
      refreshMs: 6 * HOUR_MS,
      key: (listing) => listing.market,
      format: "json",
      maxBytes: 32_000_000,
      requests: () => [{ url: `${API}/exchangeInfo` }],
      findError: findCodeAndMessage,
      schema: z.object({ symbols: rows(SymbolRow) }),
      *normalise({ symbols }) {
        const bases = new Set(symbols.flatMap((row) => (isDropped(row) ? [] : [row.baseAsset])));
        yield* mapRows(symbols, (row) => ({
          market: row.symbol,
          base: row.baseAsset,
          quote: row.quoteAsset,
          // "1" is enabled; the list of symbols open to API orders is shorter and says nothing about trading.
          trading: row.status === "1" && row.isSpotTradingAllowed,
          type: findType(row, bases),
          baseName: row.fullName,
        }));
      },
    }),
    defineTickerFeed({
      url: `${API}/ticker/24hr`,
      findError: findCodeAndMessage,
      schema: rows(TickerRow),
      rows: (body) => body,
      marketOf: ({ symbol }) => symbol,
      read: (row) => {
        if (row.lastPrice === null) return ignored("no last price");
        return {
          last: row.lastPrice,
          bid: row.bidPrice,
          ask: row.askPrice,
          baseVolume: row.volume,
          quoteVolume: row.quoteVolume,
          usdVolume: null,
          vwap: null,
          open24h: row.openPrice,
          // Unlike Binance's, its closeTime is when the row was made, on dead books too.
          tradeTimeMs: null,
          trades: row.count,
        };
      },
    }),
  ],
});
