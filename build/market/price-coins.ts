import { DAY_MS } from "../lib/time.ts";
import { type CodePrice, type Identification, identifyCodes } from "../normalise/identify.ts";
import type { Dataset, ReferenceCoin } from "../normalise/record.ts";
import { type CoinPrice, type CoinTicker, priceCoin } from "./coin-price.ts";
import type { MarketMemory } from "./market-memory.ts";
import { isFiat } from "./quote-code.ts";
import type { QuoteGraph } from "./quote-graph.ts";
import type { BookRuns } from "./track-books.ts";
import { findUnchangedReason } from "./unchanged-book.ts";

/** A price that lags by more (the reference's behind its own list, ours behind now) no longer tells one coin from another. */
const MAX_LAG_MS = DAY_MS;

export interface PriceInput {
  tickers: readonly Dataset<"ticker">[];
  trust: ReadonlyMap<string, number>;
  quotes: QuoteGraph;
  coins: readonly ReferenceCoin[];
  memory: MarketMemory | null;
  books: Readonly<BookRuns>;
  samplesOf(coinId: string): readonly (readonly [number, number])[];
  now: number;
}

export interface PricedCoins {
  prices: ReadonlyMap<string, CoinPrice>;
  identification: Identification;
}

/** Which coin every book trades, and every coin's price from its books. */
export function priceCoins(input: PriceInput): PricedCoins {
  const { coins, memory, now, samplesOf } = input;
  const newestMs = coins.reduce((newest, { updatedAtMs }) => Math.max(newest, updatedAtMs ?? 0), 0);
  const identification = identifyCodes(
    findCodePrices(input),
    coins.map((coin) => ({ id: coin.id, symbol: coin.symbol, priceUsd: findComparable(coin, newestMs, input) })),
    memory?.known ?? {},
  );
  const byCoin = groupTickers(input, identification);
  const prices = new Map<string, CoinPrice>();
  for (const { id } of coins) {
    const remembered = memory?.prices[id];
    prices.set(
      id,
      priceCoin({
        tickers: byCoin.get(id) ?? [],
        previous: remembered === undefined ? null : { ...remembered, samples: samplesOf(id) },
        now,
      }),
    );
  }
  return { prices, identification };
}

/** What a coin's books have to be near: its reference price, else the last one of our own. `null` where both are old. */
function findComparable(
  { id, priceUsd, updatedAtMs }: ReferenceCoin,
  newestMs: number,
  { memory, now }: PriceInput,
): number | null {
  if (priceUsd !== null && newestMs - (updatedAtMs ?? 0) <= MAX_LAG_MS) return priceUsd;
  const remembered = memory?.prices[id];
  return remembered !== undefined && now - remembered.timeMs <= MAX_LAG_MS ? remembered.priceUsd : null;
}

/** One price per venue and code, from the book with the largest volume: what the code is recognised by. */
function findCodePrices({ tickers, quotes }: PriceInput): CodePrice[] {
  const best = new Map<string, CodePrice & { volume: number }>();
  for (const { source: venue, records, stale } of tickers) {
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
  const { tickers, trust, quotes, books, now } = input;
  const groups = new Map<string, CoinTicker[]>();
  for (const { source: venue, records, stale } of tickers) {
    const venueTrust = trust.get(venue);
    // Prices of an earlier run are not prices of now: a venue that failed has no vote.
    if (stale || venueTrust === undefined) continue;
    for (const ticker of records) {
      const identified = identification.find(venue, ticker.base);
      if (identified === undefined) continue;
      const quoteUsd = quotes.usd(ticker.quote);
      const run = books[`${venue}:${ticker.market}`];
      const entry: CoinTicker = {
        venue,
        trust: venueTrust,
        ticker,
        quoteUsd,
        quoteUsd24hAgo: quotes.usd24hAgo(ticker.quote),
        multiplier: identified.units,
        excluded: run === undefined ? null : findUnchangedReason(run, now),
      };
      const group = groups.get(identified.coinId);
      if (group === undefined) groups.set(identified.coinId, [entry]);
      else group.push(entry);
    }
  }
  return groups;
}
