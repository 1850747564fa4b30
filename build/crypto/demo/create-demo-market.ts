import { DAY_MS, floorTo } from "../../lib/time.ts";
import { allocateListings, type ListedCoin } from "./allocate-listings.ts";
import { type BookContext, buildBooks } from "./books.ts";
import type { CoinSeed } from "./coin-row.ts";
import { LISTED_COINS, selectCoins } from "./coin-universe.ts";
import type { DemoBook, DemoCoin, DemoMarket } from "./demo-market.ts";
import { DEMO_VENUES } from "./demo-venues.ts";
import { fiatUsd, isFiat } from "./fiat-rates.ts";
import { type CoinExtremes, computePastPrices, findChartExtremes, HISTORY_DAYS } from "./history/past-prices.ts";
import { hashText, toUnit } from "./noise.ts";
import { createPathFactory, type LogPath, type PathFactory } from "./price-path.ts";

/** Quotes of books that ended long ago: always worth a dollar. */
const RETIRED_DOLLARS = new Set(["BUSD"]);

/** The real history begins in 1999; these years are enough for the charts of the demo market. */
const FIXING_DAYS = 2 * 365 + 30;

interface DemoMarketOptions {
  seed: number;
  coins: number;
  /** Unix milliseconds. */
  now: number;
  fixingDays?: number;
  /** With past prices, which then contain the extremes of each coin. */
  withHistory?: boolean;
  /** Days of those; two years by default. */
  historyDays?: number;
}

/**
 * Builds the market of a seed at `now` (unix milliseconds). Equal arguments give equal markets; a
 * price does not depend on `now` or `coins`. Books are built on first use. Throws a RangeError when
 * fewer coins exist by `now`.
 */
export function createDemoMarket({
  seed,
  coins,
  now,
  fixingDays = FIXING_DAYS,
  withHistory = false,
  historyDays = HISTORY_DAYS,
}: DemoMarketOptions): DemoMarket {
  const selected = selectCoins(coins, now);
  const prices = createPrices(selected, seed);
  const { coinUsd, quoteUsd, priceUsd } = prices;
  const listings = allocateListings(selected, seed);
  const traded = new Set([...listings.values()].flat().flatMap(({ coin, delisted }) => (delisted ? [] : coin)));
  const ranked = selected
    .map((coin) => ({ coin, cap: coinUsd(coin, now) * coin.circulatingSupply }))
    .sort((a, b) => b.cap - a.cap || (a.coin.id < b.coin.id ? -1 : 1))
    .map(({ coin }) => coin);
  const lost = findLostCoin(ranked, traded, now);
  // The lost coin stays at one moment for a month, as in real lists.
  const lastSeenMs = (coinId: string): number => (coinId === lost?.id ? floorTo(now, 30 * DAY_MS) - 4 * DAY_MS : now);

  const history = withHistory
    ? computePastPrices(
        selected.map(({ id }) => id),
        (coinId, timeMs) => (timeMs > lastSeenMs(coinId) ? null : priceUsd(coinId, timeMs)),
        now,
        historyDays,
      )
    : undefined;
  const describe = (coin: CoinSeed): DemoCoin => {
    const untilMs = lastSeenMs(coin.id);
    const price = coinUsd(coin, untilMs);
    const extremes =
      history === undefined
        ? findExtremes(coin, prices.slowPathOf(coin), price, untilMs, seed)
        : findChartExtremes(history, coin.id, price, untilMs);
    return {
      ...coin,
      totalSupply: coin.marks.has("early") ? null : (coin.maxSupply ?? coin.circulatingSupply),
      ...extremes,
      referenceOnly: !traded.has(coin),
      lastSeenMs: untilMs,
    };
  };

  return {
    seed,
    now,
    fixingDays,
    coins: ranked.map(describe),
    ...(history !== undefined && { history }),
    priceUsd,
    quoteUsd,
    books: buildBooksOnce(listings, { seed, now, coinUsd: memoiseByCoin(coinUsd), quoteUsd }),
    noise: (label) => toUnit(hashText(label, seed)),
  };
}

/** The true prices of all coins at any time. */
function createPrices(selected: readonly CoinSeed[], seed: number) {
  const factory = createPathFactory(seed);
  const seeds = new Map([...LISTED_COINS, ...selected].map((coin) => [coin.id, coin]));
  const tickers = new Map(LISTED_COINS.toReversed().map((coin) => [coin.symbol, coin]));
  const paths = new Map<string, LogPath>();

  const coinUsd = (coin: CoinSeed, timeMs: number): number => {
    let path = paths.get(coin.id);
    if (path === undefined) {
      path = createPath(coin, seeds, factory);
      paths.set(coin.id, path);
    }
    return coin.basePriceUsd * Math.exp(path(timeMs));
  };

  return {
    coinUsd,
    quoteUsd(code: string, timeMs: number): number {
      if (isFiat(code)) return fiatUsd(code, timeMs);
      if (RETIRED_DOLLARS.has(code)) return 1;
      const coin = tickers.get(code);
      if (coin === undefined) throw new RangeError(`The demo market has no quote asset ${code}`);
      return coinUsd(coin, timeMs);
    },
    priceUsd(coinId: string, timeMs: number): number | null {
      const coin = seeds.get(coinId);
      if (coin === undefined) throw new RangeError(`The demo market has no coin ${coinId}`);
      return timeMs < coin.launchedMs ? null : coinUsd(coin, timeMs);
    },
    /** Its path without short moves. */
    slowPathOf: (coin: CoinSeed): LogPath =>
      factory.slow(coin.path, seeds.get(coin.path)?.launchedMs ?? coin.launchedMs),
  };
}

/** The books of each venue are built when they are first read. */
function buildBooksOnce(listings: ReadonlyMap<string, readonly ListedCoin[]>, context: BookContext) {
  const books = new Map<string, DemoBook[]>();
  return (venueId: string): readonly DemoBook[] => {
    const known = books.get(venueId);
    if (known !== undefined) return known;
    const profile = DEMO_VENUES.find(({ id }) => id === venueId);
    if (profile === undefined) throw new RangeError(`The demo market has no venue ${venueId}`);
    const built = buildBooks(profile, listings.get(venueId) ?? [], context);
    books.set(venueId, built);
    return built;
  };
}

/** An old coin that no venue trades; a market too small for it has none. */
function findLostCoin(ranked: readonly CoinSeed[], traded: ReadonlySet<CoinSeed>, now: number): CoinSeed | undefined {
  const old = now - 60 * DAY_MS;
  return (
    ranked.find((coin) => coin.id === "forgotten-chain") ??
    ranked.findLast(
      (coin) => !traded.has(coin) && !coin.marks.has("stable") && !coin.marks.has("wrapped") && coin.launchedMs < old,
    )
  );
}

function createPath(coin: CoinSeed, seeds: ReadonlyMap<string, CoinSeed>, factory: PathFactory): LogPath {
  if (coin.path === "peg") return factory.peg(coin.id);
  const leader = seeds.get(coin.path) ?? coin;
  const path = factory.floating(coin.path, leader.launchedMs);
  if (coin.path === coin.id || leader === coin) return path;
  const tracking = factory.peg(coin.id);
  return (timeMs) => path(timeMs) + tracking(timeMs);
}

/** The venues ask for the same few moments of each coin again and again. */
function memoiseByCoin(price: (coin: ListedCoin["coin"], timeMs: number) => number) {
  const byTime = new Map<number, Map<CoinSeed, number>>();
  return (coin: CoinSeed, timeMs: number): number => {
    let known = byTime.get(timeMs);
    if (known === undefined) {
      known = new Map();
      byTime.set(timeMs, known);
    }
    let value = known.get(coin);
    if (value === undefined) {
      value = price(coin, timeMs);
      known.set(coin, value);
    }
    return value;
  };
}

/** Fixed moments, so that an extreme stays the same until it is passed. */
const STEP_MS = 20 * DAY_MS;
/** What short moves add to the slow path at its peak. */
const SPIKE = 0.12;

/**
 * The highest and lowest price since launch in USD: of the slow path at fixed moments, with an
 * allowance for moves in between, and of `now`.
 */
function findExtremes(coin: CoinSeed, slow: LogPath, priceNow: number, now: number, seed: number): CoinExtremes {
  if (coin.path === "peg") return findPegExtremes(coin, now, seed);
  const result = { athUsd: priceNow, athTimeMs: now, atlUsd: priceNow, atlTimeMs: now };
  for (let time = floorTo(coin.launchedMs, STEP_MS) + STEP_MS; time <= now; time += STEP_MS) {
    const price = coin.basePriceUsd * Math.exp(slow(time));
    const high = price * (1 + SPIKE);
    const low = price * (1 - SPIKE);
    if (high > result.athUsd) Object.assign(result, { athUsd: high, athTimeMs: time });
    if (low < result.atlUsd) Object.assign(result, { atlUsd: low, atlTimeMs: time });
  }
  return result;
}

function findPegExtremes(coin: CoinSeed, now: number, seed: number): CoinExtremes {
  const draw = (label: string) => toUnit(hashText(`${coin.id}/${label}`, seed));
  const moment = (label: string) => Math.min(now, coin.launchedMs + Math.round(400 * draw(label)) * DAY_MS);
  return {
    athUsd: Math.max(1, coin.basePriceUsd) * (1.01 + 0.1 * draw("ath")),
    athTimeMs: moment("ath time"),
    atlUsd: coin.basePriceUsd * (0.98 - 0.1 * draw("atl")),
    atlTimeMs: moment("atl time"),
  };
}
