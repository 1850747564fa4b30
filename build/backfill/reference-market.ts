import type { Identification } from "../normalise/identify.ts";
import type { Dataset, Listing, Ticker } from "../normalise/record.ts";
import type { CandleVenue } from "../sources/candles/registry.ts";
import type { CandleFeed } from "../sources/kit/candle-feed.ts";
import type { Step } from "./step.ts";
import { STEP_MS } from "./step.ts";

/** A book whose candles tell a coin's history. */
export interface ReferenceMarket {
  source: string;
  /** The venue's own name of the book. */
  market: string;
  quote: "USD" | "USDT";
  /** Coins per unit of the venue's code. */
  units: number;
  /** The book's last price in this build, in quote per unit of the code; `null` where it has none. */
  last: number | null;
  feeds: Readonly<Record<Step, CandleFeed>>;
}

/**
 * Coin id → the books that may tell its history, in the order of `venues`, one per venue. Which coin a book trades is what this build
 * identified its code as, never the code itself; where several codes mean a coin, the book with the larger turnover is taken.
 */
export function findReferenceMarkets(
  datasets: readonly Dataset[],
  identification: Pick<Identification, "find">,
  venues: readonly CandleVenue[],
): Map<string, ReferenceMarket[]> {
  const markets = new Map<string, ReferenceMarket[]>();
  for (const { source, quote, feeds } of venues) {
    const listings = recordsOf<Listing>(datasets, source, "listing", true);
    const tickers = new Map(recordsOf<Ticker>(datasets, source, "ticker", false).map((row) => [row.market, row]));
    const byStep = { hourly: findFeed(feeds, "hourly"), daily: findFeed(feeds, "daily") };
    const best = new Map<string, { found: ReferenceMarket; turnover: number }>();
    for (const listing of listings) {
      if (!listing.trading || listing.type !== "spot" || listing.quote !== quote) continue;
      const identified = identification.find(source, listing.base);
      if (identified === undefined) continue;
      const ticker = tickers.get(listing.market);
      const turnover = ticker === undefined ? -1 : ticker.last * (ticker.baseVolume ?? 0);
      if (turnover <= (best.get(identified.coinId)?.turnover ?? Number.NEGATIVE_INFINITY)) continue;
      const last = ticker === undefined || ticker.last <= 0 ? null : ticker.last;
      const found = { source, market: listing.market, quote, units: identified.units, last, feeds: byStep };
      best.set(identified.coinId, { found, turnover });
    }
    for (const [coinId, { found }] of best) markets.set(coinId, [...(markets.get(coinId) ?? []), found]);
  }
  return markets;
}

function recordsOf<Row>(
  datasets: readonly Dataset[],
  source: string,
  kind: Dataset["kind"],
  staleToo: boolean,
): readonly Row[] {
  const dataset = datasets.find(
    (found) => found.source === source && found.kind === kind && (staleToo || !found.stale),
  );
  return (dataset?.records ?? []) as unknown as readonly Row[];
}

function findFeed(feeds: readonly CandleFeed[], step: Step): CandleFeed {
  const feed = feeds.find(({ intervalMs }) => intervalMs === STEP_MS[step]);
  if (feed === undefined) throw new Error(`a venue has no ${step} candles`);
  return feed;
}
