import { DAY_MS } from "../lib/time.ts";
import { type CodePrice, type Identification, identifyCodes } from "../normalise/identify.ts";
import type { ReferenceCoin } from "../normalise/record.ts";
import { type CoinPrice, type CoinTicker, priceCoin } from "./coin-price.ts";
import type { LiveBooks } from "./live-books.ts";
import type { MarketMemory } from "./market-memory.ts";
import { isFiat } from "./quote-code.ts";
import type { QuoteGraph } from "./quote-graph.ts";
import type { ReferenceWitnesses } from "./reference-witness.ts";
import { nameBook } from "./track-books.ts";
import { UNCHANGED } from "./unchanged-book.ts";

/** A price that lags by more (the reference's behind its own list, ours behind now) no longer tells one coin from another. */
const MAX_LAG_MS = DAY_MS;

/** Why books that agree with each other have no say: a book beside them in the evidence says what they traded at. */
export const CONTRADICTS_REFERENCE = "contradicts the reference price";

/** Coins from which on it is not one volume of a venue that is wrong, but their unit. */
const MOST_DOUBTED = 3;

export interface PriceInput {
  books: LiveBooks;
  trust: ReadonlyMap<string, number>;
  quotes: QuoteGraph;
  coins: readonly ReferenceCoin[];
  witnesses: ReferenceWitnesses;
  memory: MarketMemory | null;
  samplesOf(coinId: string): readonly (readonly [number, number])[];
  now: number;
}

export interface PricedCoins {
  prices: ReadonlyMap<string, CoinPrice>;
  identification: Identification;
  /** Ids of the coins whose reference price several venues contradict together, without being near a price of our own. */
  contradicted: ReadonlySet<string>;
  /** Ids of the venues none of whose volumes are believed. */
  unbelieved: ReadonlySet<string>;
}

/** Which coin every book trades, and every coin's price from its books. */
export function priceCoins(input: PriceInput): PricedCoins {
  const { coins, memory, now, samplesOf, witnesses } = input;
  const newestMs = coins.reduce((newest, { updatedAtMs }) => Math.max(newest, updatedAtMs ?? 0), 0);
  const isComparable = ({ updatedAtMs }: ReferenceCoin): boolean => newestMs - (updatedAtMs ?? 0) <= MAX_LAG_MS;
  const identification = identifyCodes(
    findCodePrices(input),
    coins.map((coin) => {
      const { id, symbol } = coin;
      const ownUsd = findOwnPrice(id, input);
      // Where the reference is old, our own last price stands in for it.
      const priceUsd = coin.priceUsd !== null && isComparable(coin) ? coin.priceUsd : ownUsd;
      return { id, symbol, priceUsd, ownUsd, otherUsd: witnesses.others(coin) };
    }),
    memory?.known ?? {},
  );
  const byCoin = groupTickers(input, identification);
  const priceAll = (unbelieved: ReadonlySet<string>): Map<string, CoinPrice> =>
    new Map(
      coins.map((coin) => {
        const { id, volumeUsd } = coin;
        const remembered = memory?.prices[id];
        const previous = remembered === undefined ? null : { ...remembered, samples: samplesOf(id) };
        const priceUsd = isComparable(coin) ? coin.priceUsd : null;
        const stated = { priceUsd, othersUsd: witnesses.others(coin), volumeUsd };
        return [id, priceCoin({ tickers: byCoin.get(id) ?? [], previous, stated, unbelieved, now })];
      }),
    );
  const first = priceAll(new Set());
  const unbelieved = findUnbelieved(first, input.trust);
  const prices = unbelieved.size === 0 ? first : priceAll(unbelieved);
  const contradicted = new Set([...identification.contradicting.values()].map(({ coinId }) => coinId));
  return { prices, identification, contradicted, unbelieved };
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

/** Our own last price, while it is young enough to tell one coin from another. */
function findOwnPrice(id: string, { memory, now }: PriceInput): number | null {
  const remembered = memory?.prices[id];
  return remembered !== undefined && now - remembered.timeMs <= MAX_LAG_MS ? remembered.priceUsd : null;
}

/** One price per venue and code, from the book with the largest volume: what the code is recognised by. */
function findCodePrices({ books, quotes }: PriceInput): CodePrice[] {
  const best = new Map<string, CodePrice & { volume: number }>();
  for (const { source: venue, records, stale } of books.live) {
    if (stale) continue;
    for (const { base: code, quote, last, baseVolume } of records) {
      if (last <= 0 || baseVolume === 0 || isFiat(code)) continue;
      const rate = quotes.usd(quote);
      if (rate === null) continue;
      const priceUsd = last * rate;
      const volume = baseVolume === null ? 0 : baseVolume * priceUsd;
      const name = `${venue}:${code}`;
      const current = best.get(name);
      if (current === undefined || volume > current.volume) best.set(name, { venue, code, priceUsd, volume });
    }
  }
  return [...best.values()];
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
      const identified = found ?? contradicting.get(`${venue}:${ticker.base}`);
      if (identified === undefined) continue;
      const quoteUsd = quotes.usd(ticker.quote);
      const entry: CoinTicker = {
        venue,
        trust: venueTrust,
        ticker,
        quoteUsd,
        quoteUsd24hAgo: quotes.usd24hAgo(ticker.quote),
        multiplier: identified.units,
        excluded: explainExclusion(found !== undefined, books.frozen.has(nameBook(venue, ticker))),
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
