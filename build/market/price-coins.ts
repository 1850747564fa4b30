import type { Identification } from "../normalise/identify.ts";
import { type CoinPrice, type CoinTicker, priceCoin } from "./coin-price.ts";
import type { BookInput } from "./identify-books.ts";
import type { RememberedPrice } from "./market-memory.ts";
import type { PublishedPrice } from "./publication.ts";
import { listFreshPrices } from "./reference-witness.ts";
import { UNCHANGED } from "./unchanged-book.ts";

export interface PriceInput extends BookInput {
  trust: ReadonlyMap<string, number>;
  samplesOf(coinId: string): readonly (readonly [number, number])[];
}

export interface PricedCoins {
  prices: ReadonlyMap<string, CoinPrice>;
  identification: Identification;
  /** Coin id → its fresh reference prices, see `listFreshPrices`. */
  references: ReadonlyMap<string, readonly number[]>;
}

/** Every coin's price from the books that were identified as its own. */
export function priceCoins(input: PriceInput, identification: Identification): PricedCoins {
  const { coins, memory, now, samplesOf, witnesses } = input;
  const byCoin = groupTickers(input, identification);
  const references = new Map(coins.map((coin) => [coin.id, listFreshPrices(coin, witnesses, now)]));
  const prices = new Map(
    coins.map((coin) => {
      const { id, volumeUsd } = coin;
      const previous = { own: findPublished(memory?.prices[id]), samples: samplesOf(id) };
      const figures = { freshUsd: references.get(id) ?? [], volumeUsd };
      const deserted = identification.deserted.has(id);
      return [id, priceCoin({ tickers: byCoin.get(id) ?? [], previous, references: figures, deserted, now })];
    }),
  );
  return { prices, identification, references };
}

function findPublished(remembered: RememberedPrice | undefined): PublishedPrice | null {
  const { priceUsd = null, timeMs = 0 } = remembered ?? {};
  return priceUsd === null ? null : { priceUsd, timeMs };
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
