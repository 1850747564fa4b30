import type { Identification } from "../../normalise/identify.ts";
import type { RememberedPrice } from "../market-memory.ts";
import type { BookInput } from "../quotes/identify-books.ts";
import { UNCHANGED } from "../quotes/unchanged-book.ts";
import { VOLUME_RULES } from "../rules.ts";
import { type CoinPrice, type CoinTicker, priceCoin } from "./coin-price.ts";
import { listFreshPrices } from "./cross-check.ts";
import type { PublishedPrice } from "./publication.ts";

export interface PriceInput extends BookInput {
  trust: ReadonlyMap<string, number>;
  samplesOf(coinId: string): readonly (readonly [number, number])[];
}

export interface PricedCoins {
  prices: ReadonlyMap<string, CoinPrice>;
  identification: Identification;
  /** Ids of the venues whose volumes are in another unit. */
  uncounted: ReadonlySet<string>;
  /** Coin id → its fresh reference prices, see `listFreshPrices`. */
  references: ReadonlyMap<string, readonly number[]>;
}

/** Every coin's price from the books that were identified as its own. */
export function priceCoins(input: PriceInput, identification: Identification): PricedCoins {
  const { coins, memory, now, samplesOf, witnesses } = input;
  const byCoin = groupTickers(input, identification);
  const references = new Map(coins.map((coin) => [coin.id, listFreshPrices(coin, witnesses, now)]));
  const priceAll = (uncounted: ReadonlySet<string>): Map<string, CoinPrice> =>
    new Map(
      coins.map((coin) => {
        const { id, volumeUsd } = coin;
        const previous = { own: findPublished(memory?.prices[id]), samples: samplesOf(id) };
        const figures = { freshUsd: references.get(id) ?? [], volumeUsd };
        const deserted = identification.deserted.has(id);
        const tickers = byCoin.get(id) ?? [];
        return [id, priceCoin({ tickers, previous, references: figures, deserted, uncounted, now })];
      }),
    );
  const first = priceAll(new Set());
  const referenced = new Set(coins.flatMap(({ id, volumeUsd }) => (volumeUsd === null ? [] : [id])));
  const uncounted = findWrongUnits(first, referenced);
  const prices = uncounted.size === 0 ? first : priceAll(uncounted);
  return { prices, identification, uncounted, references };
}

function findWrongUnits(prices: ReadonlyMap<string, CoinPrice>, referenced: ReadonlySet<string>): Set<string> {
  const coins = new Map<string, { traded: number; doubted: number }>();
  for (const [id, { evidence, doubtedVenues }] of prices) {
    // Without a reference, the largest venue of a coin may exceed the others.
    if (!referenced.has(id)) continue;
    for (const venue of new Set(evidence.tickers.map(({ exchange }) => exchange))) {
      const count = coins.get(venue) ?? { traded: 0, doubted: 0 };
      count.traded += 1;
      if (doubtedVenues.includes(venue)) count.doubted += 1;
      coins.set(venue, count);
    }
  }
  const isWrong = ({ traded, doubted }: { traded: number; doubted: number }) =>
    doubted >= VOLUME_RULES.wrongCoins && doubted >= VOLUME_RULES.wrongShare * traded;
  return new Set([...coins].flatMap(([venue, count]) => (isWrong(count) ? [venue] : [])));
}

function findPublished(remembered: RememberedPrice | undefined): PublishedPrice | null {
  const { priceUsd = null, timeMs = 0, confirmedUsd = priceUsd } = remembered ?? {};
  return priceUsd === null || confirmedUsd === null ? null : { priceUsd, timeMs, confirmedUsd };
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
