import { describe, expect, it } from "vitest";
import { priceTicker } from "../../../build/crypto/market/aggregate/ticker-price.ts";
import { priceCoin } from "../../../build/crypto/market/price/coin-price.ts";
import { solveQuotes } from "../../../build/crypto/market/quotes/quote-graph.ts";
import { median } from "../../../build/lib/stats.ts";
import { collectEdges } from "../../crypto/market/coin-ticker.ts";
import { readFeed } from "../../crypto/sources/read-feed.ts";
import { listMarkets } from "./case.ts";
import { samples } from "./samples.ts";
import { RECORDED_AT_MS, RECORDED_VENUES, type RecordedVenue, readBody, readTickers } from "./simultaneous-venues.ts";

/** A last trade outside the book is taken to its nearer side, as the market does. */
function readPriceUsd(base: string, venue: RecordedVenue): number[] {
  return readTickers(base, venue).map(
    ({ last, bid, ask }) => Math.min(Math.max(last, bid ?? last), ask ?? last) * venue.quoteUsd,
  );
}

describe.skipIf(!samples.available)("recorded answers of seven venues at once (skipped without the bodies)", () => {
  it.each([
    ["BTC", 3, 7],
    ["ETH", 5, 7],
    ["SOL", 8, 7],
  ])("lie around the median price of %s by at most %d basis points", (base, basisPoints, venues) => {
    const prices = RECORDED_VENUES.flatMap((venue) => readPriceUsd(base, venue));
    expect(prices.length).toBeGreaterThanOrEqual(venues);
    const median = prices.toSorted((a, b) => a - b)[Math.floor(prices.length / 2)] ?? Number.NaN;
    for (const price of prices) expect(Math.abs(price / median - 1)).toBeLessThanOrEqual(basisPoints / 10_000);
  });

  /** All rows of a venue under the codes that its names are made of. */
  function readVenue(venue: RecordedVenue) {
    const { source } = venue;
    const listing = ["BTC", "ETH", "USDT"].flatMap((base) =>
      ["USD", "USDT"].flatMap((quote) =>
        [`${base}-${quote}`, `${base}_${quote}`, `${base}${quote}`, `${base}${quote}`.toLowerCase()].map((market) => ({
          ...listMarkets([market])[0]!,
          base,
          quote,
        })),
      ),
    );
    const { records } = readFeed<"ticker">(source, "tickers", readBody(venue), {
      now: RECORDED_AT_MS,
      records: { listing },
    });
    const { trust, usdFiat } = source.venue!;
    return { id: source.id, trust, usdFiat, tickers: records };
  }

  it("give ETH the change on the first day that the venues themselves give it", () => {
    const venues = RECORDED_VENUES.map(readVenue);
    const now = RECORDED_AT_MS;
    const quotes = solveQuotes({ edges: collectEdges(venues, now), fiat: new Map() });
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
