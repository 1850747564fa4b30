import type { Market, MarketCoin } from "../../../crypto/market/model/market.ts";
import { PRICE_RULES } from "../../../crypto/market/rules/price.ts";
import { addUp, lowerMedian } from "../../../lib/stats.ts";

/** An exchange in the prices, with the weight of its vote. */
export interface PageVenue {
  id: string;
  name: string;
  trust: number;
  usdFiat: boolean;
}

const LEAST_VENUES = 3;
const MOST_VENUES = 5;
/** A longer table is not an example. */
const MOST_BOOKS = 14;

/**
 * The example of a build: the largest coin with the fewest venues, at least three, that all agree.
 * `null` without one, as in a build without data.
 */
export function findWorkedExample({ coins }: Market, venues: readonly PageVenue[]) {
  let best: { coin: MarketCoin; count: number } | undefined;
  for (const coin of coins) {
    const count = countVenues(coin);
    if (count !== null && (best === undefined || count < best.count)) best = { coin, count };
  }
  return best === undefined ? null : explainPrice(best.coin, venues);
}

/**
 * The number of venues; `null` if the coin is no example: an old price, a venue that was left out,
 * too few or too many venues.
 */
function countVenues({ price, evidence: { method, tickers }, key, symbol }: MarketCoin): number | null {
  if (price === null || method !== "volume_weighted" || tickers.length > MOST_BOOKS) return null;
  // Plain keys only: easier to read.
  if (!/^[a-z0-9-]+$/.test(key) || key !== symbol.toLowerCase()) return null;
  const included = new Set(tickers.filter((ticker) => ticker.included).map(({ exchange }) => exchange));
  const isWhole = tickers.every(({ exchange }) => included.has(exchange));
  return isWhole && included.size >= LEAST_VENUES && included.size <= MOST_VENUES ? included.size : null;
}

/** One price of this build, step by step, to check with a calculator. */
export function explainPrice(coin: MarketCoin, venues: readonly PageVenue[]) {
  const { evidence, id, symbol, name, key } = coin;
  const nameOf = (exchange: string) => venues.find((venue) => venue.id === exchange)?.name ?? exchange;
  const books = evidence.tickers.map((ticker) => ({
    ...ticker,
    name: nameOf(ticker.exchange),
    contribution: ticker.weight * ticker.priceUsd,
  }));
  const included = books.filter((book) => book.included);
  const steps = [...new Set(included.map(({ exchange }) => exchange))].map((exchange) => {
    const own = included.filter((book) => book.exchange === exchange);
    const weight = addUp(own.map((book) => book.weight));
    const contribution = addUp(own.map((book) => book.contribution));
    const known = own.flatMap(({ volume24hUsd }) => volume24hUsd ?? []);
    const venue = venues.find((candidate) => candidate.id === exchange);
    return {
      id: exchange,
      name: nameOf(exchange),
      trust: venue?.trust ?? null,
      /** The mean of its pairs by their weights. */
      priceUsd: contribution / weight,
      volumeUsd: known.length === 0 ? null : addUp(known),
      weight,
      contribution,
    };
  });
  const volumes = steps.flatMap(({ volumeUsd }) => volumeUsd ?? []);
  // `null` where a venue reports no volume.
  const clipUsd = volumes.length === steps.length ? PRICE_RULES.volumeClip * lowerMedian(volumes) : null;
  const voters = steps.map((step) => {
    const { trust, volumeUsd } = step;
    const vote = trust === null || volumeUsd === null || clipUsd === null ? null : trust * Math.min(volumeUsd, clipUsd);
    return { step, vote };
  });
  const votes = voters.map(({ vote }) => vote);
  const total = votes.every((vote) => vote !== null) ? addUp(votes) : null;
  return {
    coin: { id, symbol, name, path: `api/coins/${key}.json` },
    price: coin.price,
    asOfMs: evidence.asOfMs,
    spreadPercentage: evidence.spreadPercentage,
    interval: evidence.interval,
    books,
    venues: voters
      /** Trust times clipped volume, as a share of all: the weight without caps. */
      .map(({ step, vote }) => ({ ...step, rawShare: total === null || vote === null ? null : vote / total }))
      .sort((a, b) => b.weight - a.weight),
    clipUsd,
    /** Maximum weight of one venue, given the number of venues. */
    cap: Math.max(PRICE_RULES.priceCap, PRICE_RULES.centreCap / steps.length),
    sum: addUp(included.map(({ contribution }) => contribution)),
  };
}
