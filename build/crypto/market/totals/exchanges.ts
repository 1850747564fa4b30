import { addUp, percentageOf } from "../../../lib/stats.ts";
import type { Dataset, ReferenceExchange, Ticker } from "../../normalise/record.ts";
import { FAR_FROM_REFERENCE } from "../../normalise/resolve-code.ts";
import { computeVolumeUsd } from "../aggregate/ticker-price.ts";
import type { ExchangeStatistics, MarketCoin, OrderBook } from "../model/market.ts";
import type { PricedCoins } from "../price/price-coins.ts";
import { isFiat } from "../quotes/quote-code.ts";
import type { QuoteGraph } from "../quotes/quote-graph.ts";
import { VOLUME_RULES } from "../rules/price.ts";
import { EXCHANGE_RULES } from "../rules/totals.ts";
import { findInflated, sumExchangeVolume } from "./exchange-volume.ts";

export interface PolledExchange {
  id: string;
  name: string;
  homepage: string;
  geckoId: string;
  /** Absent: nothing usable in this run or before. */
  tickers: Dataset<"ticker"> | undefined;
  /** The same tickers as its own page shows them, the largest volume first. */
  orderBooks: readonly OrderBook[];
}

export interface ExchangeInput {
  polled: readonly PolledExchange[];
  reference: Dataset<"exchange"> | undefined;
  /** USD value of a quote unit; `null` where unknown. */
  quoteUsd(code: string): number | null;
  bitcoinUsd: number | null;
  /** The published value of a venue's code; `undefined` where unknown. */
  findValue(venue: string, code: string): CodeValue | undefined;
}

interface CodeValue {
  /** `null` where it is no coin, or another one than the ticker suggests. */
  coinId: string | null;
  /** USD per unit of the code; `null`: no published price to agree with. */
  priceUsd: number | null;
  volumeSuspect: boolean;
  /** USD of 24 hours up to which the venue's volume of the coin counts. */
  volumeClipUsd: number;
}

interface ExchangeListing {
  pair: string;
  base: string;
  volume24hUsd: number | null;
  /** `null`: there is no published price. */
  agrees: boolean | null;
}

type Unranked = Omit<ExchangeStatistics, "rank" | "volumeSharePercentage">;

/** By volume: polled ones from their own tickers, others from the reference. */
export function buildExchanges(input: ExchangeInput): ExchangeStatistics[] {
  const { reference, bitcoinUsd } = input;
  const referenced = reference?.records ?? [];
  const rows = input.polled.map(({ id, geckoId, name }) => findReference(referenced, id, geckoId, name));
  const polled = input.polled.map((exchange, at) => buildPolled(exchange, rows[at], input));
  const inflated = findInflated(
    polled.map(({ volume24h }) => volume24h),
    rows.map((row) => valueBitcoin(row?.volume24hBtc ?? null, bitcoinUsd)),
  );
  const exchanges = [
    ...polled.map((exchange, at): Unranked => {
      const row = rows[at];
      if (!inflated[at] || row === undefined || reference === undefined) return exchange;
      return { ...exchange, ...readVolumes(row, reference, bitcoinUsd), updatedAtMs: exchange.updatedAtMs };
    }),
    ...(reference === undefined ? [] : buildUnpolled(reference, new Set(rows), bitcoinUsd)),
  ];
  exchanges.sort((a, b) => (b.volume24h ?? -1) - (a.volume24h ?? -1) || (a.id < b.id ? -1 : 1));
  const total = addUp(exchanges.flatMap(({ volume24h }) => volume24h ?? []));
  return exchanges.map((exchange, index) => ({
    ...exchange,
    rank: index + 1,
    volumeSharePercentage: percentageOf(exchange.volume24h, total),
  }));
}

function buildUnpolled(
  reference: Dataset<"exchange">,
  polled: ReadonlySet<ReferenceExchange | undefined>,
  bitcoinUsd: number | null,
): Unranked[] {
  const status = reference.stale ? "stale" : "ok";
  return reference.records
    .filter((exchange) => !polled.has(exchange))
    .map((exchange) => ({ ...exchange, ...NO_TICKERS, ...readVolumes(exchange, reference, bitcoinUsd), status }));
}

/** The reference's row of a polled exchange: by id, or by name where ids differ. */
function findReference(
  referenced: readonly ReferenceExchange[],
  id: string,
  geckoId: string,
  name: string,
): ReferenceExchange | undefined {
  return (
    referenced.find((exchange) => exchange.id === geckoId) ??
    referenced.find((exchange) => exchange.id === id || simplifyName(exchange.name) === simplifyName(name))
  );
}

function simplifyName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]|exchange$/gu, "");
}

/** What is known of an exchange without its tickers. */
const NO_TICKERS = { markets: 0, coins: 0, topPairs: [] };

function buildPolled(exchange: PolledExchange, known: ReferenceExchange | undefined, input: ExchangeInput): Unranked {
  const { id, name, homepage: url, tickers } = exchange;
  const { country = null, yearEstablished = null, image = null } = known ?? {};
  const described = { id, name, url, country, yearEstablished, image };
  const { reference, bitcoinUsd } = input;
  if (tickers === undefined) {
    const unknown = { volume24h: null, volume24hBtc: null, statisticsSource: id, updatedAtMs: null };
    const volumes = known && reference ? readVolumes(known, reference, bitcoinUsd) : unknown;
    return { ...described, ...NO_TICKERS, ...volumes, status: "unavailable" };
  }
  const coins = new Set<string>();
  const listings = tickers.records.flatMap((ticker) => {
    const value = input.findValue(exchange.id, ticker.base);
    if (value?.coinId != null) coins.add(value.coinId);
    return valueListing(ticker, value, input) ?? [];
  });
  // Only listings at the published prices count.
  const live = listings.filter(({ agrees, volume24hUsd }) => agrees === true && volume24hUsd !== null);
  const livePairs = new Set(live.map(({ pair }) => pair));
  const clipOf = (base: string) => input.findValue(id, base)?.volumeClipUsd ?? Number.POSITIVE_INFINITY;
  const volume24h = sumExchangeVolume(live, clipOf);
  return {
    ...described,
    markets: tickers.records.length,
    coins: coins.size,
    volume24h,
    volume24hBtc: volume24h !== null && bitcoinUsd !== null ? volume24h / bitcoinUsd : null,
    topPairs: exchange.orderBooks
      .flatMap(({ base, quote, priceUsd, volume24hUsd }) => {
        const pair = `${base}/${quote}`;
        return priceUsd !== null && livePairs.has(pair) ? [{ pair, priceUsd, volume24hUsd }] : [];
      })
      .slice(0, EXCHANGE_RULES.topPairs),
    status: tickers.stale || isMostlyWrong(listings) ? "stale" : "ok",
    statisticsSource: id,
    updatedAtMs: tickers.fetchedAtMs,
  };
}

function isMostlyWrong(listings: readonly ExchangeListing[]): boolean {
  const compared = listings.filter(({ agrees }) => agrees !== null);
  return compared.filter(({ agrees }) => agrees === false).length > EXCHANGE_RULES.mostWrong * compared.length;
}

function valueBitcoin(amount: number | null, bitcoinUsd: number | null): number | null {
  return amount !== null && bitcoinUsd !== null ? amount * bitcoinUsd : null;
}

function readVolumes(
  { volume24hBtc }: ReferenceExchange,
  { source, fetchedAtMs }: Dataset<"exchange">,
  bitcoinUsd: number | null,
) {
  const volume24h = valueBitcoin(volume24hBtc, bitcoinUsd);
  return { volume24h, volume24hBtc, statisticsSource: source, updatedAtMs: fetchedAtMs };
}

/** The listing in USD. Listings without trades or with an unknown quote only count as markets. */
function valueListing(
  ticker: Ticker,
  value: CodeValue | undefined,
  { quoteUsd }: ExchangeInput,
): ExchangeListing | undefined {
  const rate = quoteUsd(ticker.quote);
  if (rate === null || ticker.last <= 0) return undefined;
  const priceUsd = ticker.last * rate;
  const volume = computeVolumeUsd(ticker, ticker.last, rate);
  if (volume !== null && volume > VOLUME_RULES.mostUsd) return undefined;
  return {
    pair: `${ticker.base}/${ticker.quote}`,
    base: ticker.base,
    volume24hUsd: value?.volumeSuspect === true ? null : volume,
    agrees:
      value === undefined
        ? null
        : value.priceUsd !== null && Math.abs(priceUsd / value.priceUsd - 1) <= EXCHANGE_RULES.agrees,
  };
}

const NO_COIN: CodeValue = {
  coinId: null,
  priceUsd: null,
  volumeSuspect: false,
  volumeClipUsd: Number.POSITIVE_INFINITY,
};

/** The values of venues' codes by the published prices. `venue` and `code` as in the tickers. */
export function createCodeValues(
  coins: readonly MarketCoin[],
  { identification, prices }: PricedCoins,
  quotes: QuoteGraph,
): (venue: string, code: string) => CodeValue | undefined {
  const byId = new Map(coins.map((coin) => [coin.id, coin]));
  return (venue, code) => {
    if (isFiat(code)) {
      const priceUsd = quotes.usd(code);
      return priceUsd === null ? undefined : { ...NO_COIN, priceUsd };
    }
    const reason = identification.unidentified.get(venue, code);
    // It has the ticker of a coin, at another price.
    if (reason === FAR_FROM_REFERENCE) return NO_COIN;
    const identified = identification.recall(venue, code);
    const coin = identified && byId.get(identified.coinId);
    if (identified === undefined || coin === undefined || coin.price === null) return undefined;
    const own = prices.get(coin.id);
    return {
      coinId: coin.id,
      priceUsd: coin.price * identified.units,
      volumeSuspect: own?.suspectVenues.includes(venue) ?? false,
      volumeClipUsd: own?.volumeClipUsd ?? Number.POSITIVE_INFINITY,
    };
  };
}
