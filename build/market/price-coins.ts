import { DAY_MS } from "../lib/time.ts";
import type { Identification } from "../normalise/identify.ts";
import { type CoinPrice, type CoinTicker, priceCoin } from "./coin-price.ts";
import { type BookInput, createComparable } from "./identify-books.ts";
import { UNCHANGED } from "./unchanged-book.ts";

/** Coins from which on it is not one volume of a venue that is wrong, but their unit. */
const MOST_DOUBTED = 3;

export interface PriceInput extends BookInput {
  trust: ReadonlyMap<string, number>;
  samplesOf(coinId: string): readonly (readonly [number, number])[];
}

export interface PricedCoins {
  prices: ReadonlyMap<string, CoinPrice>;
  identification: Identification;
  /** Ids of the venues none of whose volumes are believed. */
  unbelieved: ReadonlySet<string>;
}

/** Every coin's price from the books that were identified as its own. */
export function priceCoins(input: PriceInput, identification: Identification): PricedCoins {
  const { coins, memory, now, samplesOf, witnesses } = input;
  const isComparable = createComparable(coins);
  const byCoin = groupTickers(input, identification);
  const priceAll = (unbelieved: ReadonlySet<string>): Map<string, CoinPrice> =>
    new Map(
      coins.map((coin) => {
        const { id, volumeUsd } = coin;
        const remembered = memory?.prices[id];
        const previous = remembered === undefined ? null : { ...remembered, samples: samplesOf(id) };
        const priceUsd = isComparable(coin) ? coin.priceUsd : null;
        const publishedUsd = findPublished(samplesOf(id), now);
        const stated = { priceUsd, othersUsd: witnesses.others(coin), publishedUsd, volumeUsd };
        return [id, priceCoin({ tickers: byCoin.get(id) ?? [], previous, stated, unbelieved, now })];
      }),
    );
  const first = priceAll(new Set());
  const unbelieved = findUnbelieved(first, input.trust);
  const prices = unbelieved.size === 0 ? first : priceAll(unbelieved);
  return { prices, identification, unbelieved };
}

function findPublished(samples: readonly (readonly [number, number])[], now: number): number | null {
  const last = samples.at(-1);
  return last !== undefined && now - last[0] <= DAY_MS ? last[1] : null;
}

/** A trusted venue has the volume of so many coins doubted only when it gives all of them in other units than it says. */
function findUnbelieved(prices: ReadonlyMap<string, CoinPrice>, trust: ReadonlyMap<string, number>): Set<string> {
  const counts = new Map<string, number>();
  for (const { doubtedVenues } of prices.values()) {
    for (const venue of doubtedVenues) counts.set(venue, (counts.get(venue) ?? 0) + 1);
  }
  return new Set(
    [...counts].flatMap(([venue, count]) => (count >= MOST_DOUBTED && trust.get(venue) === 1 ? [venue] : [])),
  );
}

function groupTickers(input: PriceInput, identification: Identification): Map<string, CoinTicker[]> {
  const { trust, quotes, books } = input;
  const groups = new Map<string, CoinTicker[]>();
  for (const { source: venue, records, stale } of books.tickers) {
    const venueTrust = trust.get(venue);
    // Prices of an earlier run are not prices of now: a venue that failed has no vote.
    if (stale || venueTrust === undefined) continue;
    for (const ticker of records) {
      const identified = identification.find(venue, ticker.base);
      if (identified === undefined) continue;
      const quoteUsd = quotes.usd(ticker.quote);
      const entry: CoinTicker = {
        venue,
        trust: venueTrust,
        ticker,
        quoteUsd,
        quoteUsd24hAgo: quotes.usd24hAgo(ticker.quote),
        multiplier: identified.units,
        excluded: books.frozen.has(ticker) ? UNCHANGED : null,
      };
      const group = groups.get(identified.coinId);
      if (group === undefined) groups.set(identified.coinId, [entry]);
      else group.push(entry);
    }
  }
  return groups;
}
