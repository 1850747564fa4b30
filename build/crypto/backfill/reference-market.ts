import { addToGroup } from "../../lib/entries.ts";
import type { Identification } from "../normalise/identify.ts";
import { type Dataset, isOfKind, type RecordKind, type RecordKinds } from "../normalise/record.ts";
import type { CandleVenue } from "../sources/candle-venues.ts";
import type { CandleFeed } from "../sources/kit/candle-feed.ts";
import { type CandleStep, STEP_MS } from "./step.ts";

/** A market whose candles are a coin's history. */
export interface ReferenceMarket {
  source: string;
  /** The venue's name of the market. */
  market: string;
  quote: "USD" | "USDT";
  /** Coins per unit of the venue's code. */
  units: number;
  /** The last price in this build, in quote per unit of the code; `null` without one. */
  last: number | null;
  feeds: Readonly<Record<CandleStep, CandleFeed>>;
}

/**
 * Finds the markets of each coin in the order of `venues`, one per venue. This build's
 * identification decides which coin a code means. Of several codes of a coin, the larger turnover
 * wins.
 */
export function findReferenceMarkets(
  datasets: readonly Dataset[],
  identification: Pick<Identification, "find">,
  venues: readonly CandleVenue[],
): Map<string, ReferenceMarket[]> {
  const markets = new Map<string, ReferenceMarket[]>();
  for (const { source, quote, feeds } of venues) {
    const listings = findRecords(datasets, source, "listing", true);
    const tickers = new Map(findRecords(datasets, source, "ticker", false).map((row) => [row.market, row]));
    const byStep = { "5m": getFeed(feeds, "5m"), hourly: getFeed(feeds, "hourly"), daily: getFeed(feeds, "daily") };
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
    for (const [coinId, { found }] of best) addToGroup(markets, coinId, found);
  }
  return markets;
}

function findRecords<K extends RecordKind>(
  datasets: readonly Dataset[],
  sourceId: string,
  kind: K,
  withStale: boolean,
): readonly RecordKinds[K][] {
  const ofKind = datasets.filter((dataset) => isOfKind(dataset, kind));
  return ofKind.find(({ source, stale }) => source === sourceId && (withStale || !stale))?.records ?? [];
}

function getFeed(feeds: readonly CandleFeed[], step: CandleStep): CandleFeed {
  const feed = feeds.find(({ intervalMs }) => intervalMs === STEP_MS[step]);
  if (feed === undefined) throw new Error(`a venue has no ${step} candles`);
  return feed;
}
