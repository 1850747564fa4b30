import type { Identification } from "../normalise/identify.ts";
import { type CoinPrice, type CoinTicker, priceCoin } from "./coin-price.ts";
import type { BookInput } from "./identify-books.ts";
import { listFreshPrices } from "./reference-witness.ts";
import { UNCHANGED } from "./unchanged-book.ts";

/** Why books that agree with each other have no say: a book beside them in the evidence says what they traded at. */
export const CONTRADICTS_REFERENCE = "contradicts the reference price";

export interface PriceInput extends BookInput {
  trust: ReadonlyMap<string, number>;
  samplesOf(coinId: string): readonly (readonly [number, number])[];
}

export interface PricedCoins {
  prices: ReadonlyMap<string, CoinPrice>;
  identification: Identification;
  /** Ids of the coins whose reference price several venues contradict together, without being near a price of our own. */
  contradicted: ReadonlySet<string>;
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
      const previous = { own: memory?.prices[id] ?? null, samples: samplesOf(id) };
      const figures = { freshUsd: references.get(id) ?? [], volumeUsd };
      return [id, priceCoin({ tickers: byCoin.get(id) ?? [], previous, references: figures, now })];
    }),
  );
  const contradicted = new Set(identification.contradicting.values().map(({ coinId }) => coinId));
  return { prices, identification, contradicted, references };
}

function groupTickers(input: PriceInput, identification: Identification): Map<string, CoinTicker[]> {
  const { trust, quotes, books } = input;
  const { contradicting } = identification;
  const groups = new Map<string, CoinTicker[]>();
  for (const { source: venue, records, stale } of books.tickers) {
    const venueTrust = trust.get(venue);
    // Prices of an earlier run are not prices of now: a venue that failed has no vote.
    if (stale || venueTrust === undefined) continue;
    for (const ticker of records) {
      const found = identification.find(venue, ticker.base);
      const identified = found ?? contradicting.get(venue, ticker.base);
      if (identified === undefined) continue;
      const quoteUsd = quotes.usd(ticker.quote);
      const entry: CoinTicker = {
        venue,
        trust: venueTrust,
        ticker,
        quoteUsd,
        quoteUsd24hAgo: quotes.usd24hAgo(ticker.quote),
        multiplier: identified.units,
        excluded: explainExclusion(found !== undefined, books.frozen.has(ticker)),
      };
      const group = groups.get(identified.coinId);
      if (group === undefined) groups.set(identified.coinId, [entry]);
      else group.push(entry);
    }
  }
  return groups;
}

function explainExclusion(identified: boolean, frozen: boolean): string | null {
  if (!identified) return CONTRADICTS_REFERENCE;
  return frozen ? UNCHANGED : null;
}
