import { describe, expect, it } from "vitest";
import { priceTicker } from "../../../build/crypto/market/aggregate/ticker-price.ts";
import { priceCoin } from "../../../build/crypto/market/price/coin-price.ts";
import { solveQuotes } from "../../../build/crypto/market/quotes/quote-graph.ts";
import { bitget } from "../../../build/crypto/sources/exchanges/bitget.ts";
import { coinbase } from "../../../build/crypto/sources/exchanges/coinbase.ts";
import { gate } from "../../../build/crypto/sources/exchanges/gate.ts";
import { htx } from "../../../build/crypto/sources/exchanges/htx.ts";
import { kucoin } from "../../../build/crypto/sources/exchanges/kucoin.ts";
import { mexc } from "../../../build/crypto/sources/exchanges/mexc.ts";
import { okx } from "../../../build/crypto/sources/exchanges/okx.ts";
import type { Source } from "../../../build/crypto/sources/source.ts";
import { median } from "../../../build/lib/stats.ts";
import { readFeed } from "../../crypto/sources/read-feed.ts";
import { listMarkets } from "./case.ts";
import { samples } from "./samples.ts";

/** What Coinbase's USDT-USD said in the same three minutes. */
const TETHER_USD = 0.99975;

/**
 * Recorded within three minutes; the listings are made of the names, because most were not recorded
 * that day.
 */
const VENUES: readonly (readonly [source: Source, file: string, name: (base: string) => string, quoteUsd: number])[] = [
  [coinbase, "coinbase/products_stats.2026-09-27.trimmed.json", (base) => `${base}-USD`, 1],
  [okx, "okx/tickers_spot.2026-09-27.trimmed.json", (base) => `${base}-USDT`, TETHER_USD],
  [gate, "gate/spot_tickers.2026-09-27.trimmed.json", (base) => `${base}_USDT`, TETHER_USD],
  [kucoin, "kucoin/allTickers.2026-09-27.trimmed.json", (base) => `${base}-USDT`, TETHER_USD],
  [htx, "htx/market_tickers.2026-09-27.trimmed.json", (base) => `${base.toLowerCase()}usdt`, TETHER_USD],
  [mexc, "mexc/ticker_24hr.2026-09-27.trimmed.json", (base) => `${base}USDT`, TETHER_USD],
  [bitget, "bitget/v2_spot_tickers.2026-09-27.trimmed.json", (base) => `${base}USDT`, TETHER_USD],
];

/** A last trade outside the book is taken to its nearer side, as the market does. */
function readPriceUsd(base: string, [source, file, name, quoteUsd]: (typeof VENUES)[number]): number[] {
  const { records } = readFeed<"ticker">(source, "tickers", samples.readJson(`exchanges/${file}`), {
    records: { listing: listMarkets([name(base)]) },
  });
  return records.map(({ last, bid, ask }) => Math.min(Math.max(last, bid ?? last), ask ?? last) * quoteUsd);
}

describe.skipIf(!samples.available)("recorded answers of seven venues at once (skipped without the bodies)", () => {
  it.each([
    ["BTC", 3, 7],
    ["ETH", 5, 7],
    ["SOL", 8, 7],
  ])("lie around the median price of %s by at most %d basis points", (base, basisPoints, venues) => {
    const prices = VENUES.flatMap((venue) => readPriceUsd(base, venue));
    expect(prices.length).toBeGreaterThanOrEqual(venues);
    const median = prices.toSorted((a, b) => a - b)[Math.floor(prices.length / 2)] ?? Number.NaN;
    for (const price of prices) expect(Math.abs(price / median - 1)).toBeLessThanOrEqual(basisPoints / 10_000);
  });

  /** All rows of a venue under the codes that its names are made of. */
  function readVenue([source, file]: (typeof VENUES)[number]) {
    const listing = ["BTC", "ETH", "USDT"].flatMap((base) =>
      ["USD", "USDT"].flatMap((quote) =>
        [`${base}-${quote}`, `${base}_${quote}`, `${base}${quote}`, `${base}${quote}`.toLowerCase()].map((market) => ({
          ...listMarkets([market])[0]!,
          base,
          quote,
        })),
      ),
    );
    const { records } = readFeed<"ticker">(source, "tickers", samples.readJson(`exchanges/${file}`), {
      records: { listing },
    });
    const { trust, usdFiat } = source.venue!;
    return { id: source.id, trust, usdFiat, tickers: records };
  }

  it("give ETH the change on the first day that the venues themselves give it", () => {
    const venues = VENUES.map(readVenue);
    const now = Date.UTC(2026, 8, 27, 17, 30, 30);
    const quotes = solveQuotes({ venues, fiat: new Map(), now });
    const books = venues.flatMap(({ id, trust, tickers }) =>
      tickers.filter(({ base }) => base === "ETH").map((ticker) => ({ venue: id, trust, ticker })),
    );
    const { changePercentage24h } = priceCoin({
      tickers: books.map(({ venue, trust, ticker }) => {
        const quoteUsd = quotes.usd(ticker.quote);
        const quoteUsd24hAgo = quotes.usd24hAgo(ticker.quote);
        return priceTicker({ venue, trust, ticker, quoteUsd, quoteUsd24hAgo, units: 1, excluded: null }, now);
      }),
      previous: null,
      now,
    });
    const told = books.flatMap(({ ticker: { last, open24h } }) => (open24h === null ? [] : (last / open24h - 1) * 100));
    expect(told.length).toBeGreaterThanOrEqual(5);
    // Nothing but the minute of the open differs between them: a basis point, where an implied rate
    // of USDT was wrong by five.
    expect(Math.abs((changePercentage24h ?? Number.NaN) - median(told))).toBeLessThan(0.01);
  });
});
