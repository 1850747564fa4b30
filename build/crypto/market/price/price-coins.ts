import { TwoKeyMap } from "../../../lib/collections.ts";
import { addToGroup } from "../../../lib/entries.ts";
import { type Identification, identifyCodes } from "../../normalise/identify.ts";
import type { Dataset, ReferenceCoin, Ticker } from "../../normalise/record.ts";
import type { CodePrice, KnownIdentity } from "../../normalise/resolve-code.ts";
import { type PricedTicker, priceTicker, type UnpricedTicker } from "../aggregate/ticker-price.ts";
import { findCoinNames, type IdentityRegistry } from "../identity/identity-registry.ts";
import { type LiveTickers, UNCHANGED } from "../quotes/live-tickers.ts";
import { isFiat } from "../quotes/quote-code.ts";
import type { QuoteGraph } from "../quotes/quote-graph.ts";
import { REFERENCE_RULES, VOLUME_RULES } from "../rules/price.ts";
import { type CoinPrice, priceCoin } from "./coin-price.ts";
import { findPublished, type RememberedPrice } from "./publication.ts";
import { listFreshPrices, type ReferencePrices } from "./reference-price.ts";

/** What the memory of the market holds of prices and of who is who. */
interface PriceMemory {
  prices: Readonly<Record<string, RememberedPrice>>;
  known: Readonly<Record<string, KnownIdentity>>;
  identities?: IdentityRegistry | undefined;
}

export interface IdentifyInput {
  tickers: LiveTickers;
  /** The source of the venues' names of assets. */
  listings: readonly Dataset<"listing">[];
  quotes: QuoteGraph;
  coins: readonly ReferenceCoin[];
  referencePrices: ReferencePrices;
  memory: PriceMemory | null;
  now: number;
}

/**
 * The coin of every venue's code, by names and prices of references and our own past prices.
 * `codePrices`: see `findCodePrices`.
 */
export function identifyListings(input: IdentifyInput, codePrices: readonly CodePrice[]): Identification {
  const { coins, memory, referencePrices } = input;
  const isComparable = createAgeCheck(coins);
  return identifyCodes(
    codePrices,
    coins.map((coin) => {
      const { id, symbol, name } = coin;
      const ownUsd = findOwnPrice(id, input);
      // Our own last price replaces an old reference price.
      const priceUsd = coin.priceUsd !== null && isComparable(coin) ? coin.priceUsd : ownUsd;
      const former = findCoinNames(memory?.identities, id);
      const names = [name, id, ...former.names];
      const formerSymbols = former.symbols.filter((text) => text !== symbol);
      const otherUsd = referencePrices.others(coin).map((other) => other.priceUsd);
      return { id, symbol, names, formerSymbols, priceUsd, ownUsd, otherUsd };
    }),
    memory?.known ?? {},
  );
}

/** Whether a coin's reference price is recent, relative to the others of its list. */
function createAgeCheck(coins: readonly ReferenceCoin[]): (coin: ReferenceCoin) => boolean {
  const newestMs = coins.reduce((newest, { updatedAtMs }) => Math.max(newest, updatedAtMs ?? 0), 0);
  return ({ updatedAtMs }) => newestMs - (updatedAtMs ?? 0) <= REFERENCE_RULES.identifiesMs;
}

/** Our own last price, while it is recent enough to identify a coin. */
function findOwnPrice(id: string, { memory, now }: IdentifyInput): number | null {
  const remembered = memory?.prices[id];
  return remembered !== undefined && now - remembered.timeMs <= REFERENCE_RULES.identifiesMs
    ? remembered.priceUsd
    : null;
}

/** One price per venue and code, from the ticker with the largest volume. */
export function findCodePrices({
  tickers,
  listings,
  quotes,
}: Pick<IdentifyInput, "tickers" | "listings" | "quotes">): CodePrice[] {
  const names = collectNames(listings);
  const best = new TwoKeyMap<CodePrice & { volume: number }>();
  for (const { source: venue, records, stale } of tickers.live) {
    if (stale) continue;
    for (const { base: code, quote, last, baseVolume } of records) {
      if (last <= 0 || baseVolume === 0 || isFiat(code)) continue;
      const rate = quotes.usd(quote);
      if (rate === null) continue;
      const priceUsd = last * rate;
      const volume = baseVolume === null ? 0 : baseVolume * priceUsd;
      const current = best.get(venue, code);
      if (current !== undefined && volume <= current.volume) continue;
      best.set(venue, code, { venue, code, priceUsd, name: names.get(venue, code) ?? null, volume });
    }
  }
  return best.values();
}

/** By venue and code: the asset's name, where the listing gives one. */
function collectNames(listings: readonly Dataset<"listing">[]): TwoKeyMap<string> {
  const names = new TwoKeyMap<string>();
  for (const { source, records } of listings) {
    for (const { base, baseName, type } of records) {
      if (baseName !== null && type === "spot") names.set(source, base, baseName);
    }
  }
  return names;
}

export interface PriceInput extends IdentifyInput {
  trust: ReadonlyMap<string, number>;
  samplesOf(coinId: string): readonly (readonly [number, number])[];
}

export interface PricedCoins {
  prices: ReadonlyMap<string, CoinPrice>;
  identification: Identification;
  /** Ids of venues with volumes in another unit. */
  uncounted: ReadonlySet<string>;
  /** Coin id → its fresh reference prices, see `listFreshPrices`. */
  references: ReadonlyMap<string, ReturnType<typeof listFreshPrices>>;
}

/** Every coin's price from its tickers. */
export function priceCoins(input: PriceInput, identification: Identification): PricedCoins {
  const { coins, memory, now, samplesOf, referencePrices } = input;
  const byCoin = groupTickers(input, findOrRecall(identification, input.quotes));
  const opposingByCoin = groupTickers(input, (venue, { base }) => identification.findOpposing(venue, base));
  const references = new Map(coins.map((coin) => [coin.id, listFreshPrices(coin, referencePrices, now)]));
  const priceAll = (uncounted: ReadonlySet<string>): Map<string, CoinPrice> =>
    new Map(
      coins.map((coin) => {
        const { id, volumeUsd, circulatingSupply: supply } = coin;
        const previous = { own: findPublished(memory?.prices[id]), samples: samplesOf(id) };
        const figures = { ...references.get(id)!, supply, volumeUsd };
        const tickers = byCoin.get(id) ?? [];
        const opposing = opposingByCoin.get(id) ?? [];
        const isCertain = opposing.some(
          ({ venue, ticker }) => identification.findOpposing(venue, ticker.base)?.certain,
        );
        return [id, priceCoin({ tickers, opposing, isCertain, previous, references: figures, uncounted, now })];
      }),
    );
  const first = priceAll(new Set());
  const referenced = new Set(coins.flatMap(({ id, volumeUsd }) => (volumeUsd === null ? [] : [id])));
  const uncounted = findWrongUnits(first, referenced);
  const prices = uncounted.size === 0 ? first : priceAll(uncounted);
  return { prices, identification: settleDisputes(identification, prices), uncounted, references };
}

/**
 * The coin of a ticker. While its quote has no rate, the code has no price to be found by: then it
 * is what it was.
 */
function findOrRecall({ find, recall }: Identification, { usd }: QuoteGraph): FindCoin {
  return (venue, { base, quote }) => (usd(quote) === null ? recall : find)(venue, base);
}

/** In a dispute the opposing codes count as the coin, for all that follows. */
function settleDisputes(identification: Identification, prices: ReadonlyMap<string, CoinPrice>): Identification {
  const { find, recall, findOpposing, unidentified } = identification;
  const settle = (venue: string, code: string) => {
    const opposing = findOpposing(venue, code);
    return opposing !== undefined && prices.get(opposing.coinId)?.disputed ? opposing : undefined;
  };
  return {
    ...identification,
    find: (venue, code) => settle(venue, code) ?? find(venue, code),
    recall: (venue, code) => settle(venue, code) ?? recall(venue, code),
    unidentified: {
      get: (venue, code) => (settle(venue, code) === undefined ? unidentified.get(venue, code) : undefined),
    },
  };
}

function findWrongUnits(prices: ReadonlyMap<string, CoinPrice>, referenced: ReadonlySet<string>): Set<string> {
  const coins = new Map<string, { traded: number; suspect: number }>();
  for (const [id, { evidence, suspectVenues }] of prices) {
    // Without a reference, the largest venue of a coin may exceed the others.
    if (!referenced.has(id)) continue;
    for (const venue of new Set(evidence.tickers.map(({ exchange }) => exchange))) {
      const count = coins.get(venue) ?? { traded: 0, suspect: 0 };
      count.traded += 1;
      if (suspectVenues.includes(venue)) count.suspect += 1;
      coins.set(venue, count);
    }
  }
  const isWrong = ({ traded, suspect }: { traded: number; suspect: number }) =>
    suspect >= VOLUME_RULES.wrongCoins && suspect >= VOLUME_RULES.wrongShare * traded;
  return new Set([...coins].flatMap(([venue, count]) => (isWrong(count) ? [venue] : [])));
}

type FindCoin = (venue: string, ticker: Ticker) => ReturnType<Identification["find"]>;

/** Coin id → its tickers in USD. A venue that failed has no vote: its prices are old. */
function groupTickers(input: PriceInput, find: FindCoin): Map<string, (PricedTicker | UnpricedTicker)[]> {
  const { trust, quotes, tickers, now } = input;
  const groups = new Map<string, (PricedTicker | UnpricedTicker)[]>();
  for (const { source: venue, records, stale } of tickers.all) {
    const venueTrust = trust.get(venue);
    if (stale || venueTrust === undefined) continue;
    for (const ticker of records) {
      const identified = find(venue, ticker);
      if (identified === undefined) continue;
      const entry = priceTicker(
        {
          venue,
          trust: venueTrust,
          ticker,
          units: identified.units,
          quoteUsd: quotes.usd(ticker.quote),
          quoteUsd24hAgo: quotes.usd24hAgo(ticker.quote),
          excluded: tickers.unchanged.has(ticker) ? UNCHANGED : null,
        },
        now,
      );
      addToGroup(groups, identified.coinId, entry);
    }
  }
  return groups;
}
