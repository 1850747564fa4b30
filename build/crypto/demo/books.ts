import { DAY_MS, HOUR_MS } from "../../lib/time.ts";
import { type ListedCoin, PRICE_STEPS } from "./allocate-listings.ts";
import type { DemoBook } from "./demo-market.ts";
import type { DemoVenue, QuotePlan } from "./demo-venues.ts";
import { listOddBooks } from "./difficult-books.ts";
import { isFiat } from "./fiat-rates.ts";
import { type BookState, makeBook } from "./make-book.ts";
import { hashText, mix, smoothNoise, toUnit } from "./noise.ts";
import { REFERENCE_MS } from "./price-path.ts";

export interface BookContext {
  seed: number;
  now: number;
  /** USD per coin, also before its launch. */
  coinUsd(coin: ListedCoin["coin"], timeMs: number): number;
  /** USD per unit of a fiat currency or coin ticker. */
  quoteUsd(code: string, timeMs: number): number;
}

const WINDOW_STEP_MS = 3 * HOUR_MS;
const WINDOW_STEPS = 8;
/** The day on which Binance ended its own dollar; its books stand in the answers until today. */
const BUSD_END_MS = Date.UTC(2023, 11, 15, 5, 15);

/** The books of a venue: spot by rank and quote, fiat crosses, then everything else. */
export function buildBooks(profile: DemoVenue, listed: readonly ListedCoin[], context: BookContext): DemoBook[] {
  const venue = openVenue(profile, context);
  const spot = listed.flatMap((item) => [...buildCoinBooks(item, venue)]);
  const crosses = (profile.crosses ?? []).map((cross) => buildCross(cross, venue));
  const odd = listOddBooks(profile.id, spot, context.seed).map((one) => buildOddBook(one, venue));
  return [...spot, ...crosses, ...odd];
}

/** A venue with the times of its 24 hours, at which its books have prices. */
interface OpenVenue {
  profile: DemoVenue;
  context: BookContext;
  times: readonly number[];
  /** USD per unit of a quote at each of the times. */
  quoteWindow(quote: string): number[];
  /** The seed of a book. */
  keyOf(base: string, quote: string, type: string): number;
}

function openVenue(profile: DemoVenue, context: BookContext): OpenVenue {
  const { now, seed } = context;
  const times = Array.from({ length: WINDOW_STEPS + 1 }, (_, step) => now - (WINDOW_STEPS - step) * WINDOW_STEP_MS);
  const quoteWindows = new Map<string, number[]>();
  return {
    profile,
    context,
    times,
    quoteWindow(quote) {
      const window = quoteWindows.get(quote) ?? times.map((time) => context.quoteUsd(quote, time));
      quoteWindows.set(quote, window);
      return window;
    },
    keyOf: (base, quote, type) => hashText(`${profile.id}:${base}/${quote}:${type}`, seed),
  };
}

interface CoinBook {
  item: ListedCoin;
  /** USD per unit of the venue's code at each of the times. */
  coinWindow: readonly number[];
  quote: string;
  state: BookState;
  /** The book's share in the coin's volume on this venue. */
  share: number;
}

function buildCoinBook({ item, coinWindow, quote, state, share }: CoinBook, venue: OpenVenue): DemoBook {
  const { profile, context, times } = venue;
  const { rank, coin } = item;
  const key = venue.keyOf(item.code, quote, "spot");
  const quotes = venue.quoteWindow(quote);
  /** Prices in won differ from the rest of the world by some percent. */
  const premium = (time: number) =>
    quote === "KRW" ? 1.02 + 0.015 * smoothNoise(venue.keyOf("premium", quote, ""), time / (7 * DAY_MS)) : 1;
  return makeBook({
    identity: { venue: profile.id, coinId: coin.id, base: item.code, quote, type: "spot" },
    state,
    now: context.now,
    key,
    rank,
    frozenMs: BUSD_END_MS,
    window: coinWindow.map((usd, step) => (usd / quotes[step]!) * premium(times[step]!)),
    priceAt: (time) => (context.coinUsd(coin, time) * item.units * premium(time)) / context.quoteUsd(quote, time),
    usdVolume: getCoinVolumeUsd(item, context) * profile.share * share * (0.6 + 0.8 * toUnit(mix(key + 1))),
    quoteUsd: quotes[WINDOW_STEPS]!,
    halfSpread: getHalfSpread(profile, rank, share, toUnit(mix(key + 2))),
  });
}

/** A book of two fiat currencies. */
function buildCross(pair: string, { profile, context, quoteWindow, keyOf }: OpenVenue): DemoBook {
  const [base = "", quote = ""] = pair.split("/");
  return makeBook({
    identity: { venue: profile.id, coinId: null, base, quote, type: "spot" },
    state: "live",
    now: context.now,
    key: keyOf(base, quote, "cross"),
    rank: 1,
    frozenMs: context.now,
    window: quoteWindow(base).map((usd, step) => usd / quoteWindow(quote)[step]!),
    priceAt: (time) => context.quoteUsd(base, time) / context.quoteUsd(quote, time),
    usdVolume: 6e6,
    quoteUsd: quoteWindow(quote)[WINDOW_STEPS]!,
    halfSpread: 0.0001,
  });
}

function buildOddBook(
  { identity, priceAt, usdVolume }: ReturnType<typeof listOddBooks>[number],
  { context, times, quoteWindow, keyOf }: OpenVenue,
): DemoBook {
  return makeBook({
    identity,
    state: "live",
    now: context.now,
    key: keyOf(identity.base, identity.quote, identity.type),
    rank: 300,
    frozenMs: context.now,
    window: times.map(priceAt),
    priceAt,
    usdVolume,
    quoteUsd: identity.quote.startsWith("TEST") ? 1 : quoteWindow(identity.quote)[WINDOW_STEPS]!,
    halfSpread: 0.001,
  });
}

function* buildCoinBooks(item: ListedCoin, venue: OpenVenue): Generator<DemoBook> {
  const { profile, context, times } = venue;
  const { coin, rank } = item;
  const coinWindow = times.map((time) => context.coinUsd(coin, time) * item.units);
  for (const plan of profile.quotes) {
    if (!offers(item, plan, venue)) continue;
    const { quote, share } = plan;
    const primary = plan === profile.quotes[0];
    const draw = toUnit(mix(venue.keyOf(item.code, quote, "spot") + 4));
    const state = item.delisted ? "halted" : chooseState(rank, primary, draw);
    yield buildCoinBook({ item, coinWindow, quote, state, share }, venue);
  }
  const old = coin.launchedMs < BUSD_END_MS - 90 * DAY_MS && !coin.marks.has("stable");
  if (profile.id === "binance" && old) {
    const draw = toUnit(mix(venue.keyOf(item.code, "BUSD", "spot") + 4));
    const state = draw < 0.1 ? "frozen" : "halted";
    yield buildCoinBook({ item, coinWindow, quote: "BUSD", state, share: 1 }, venue);
  }
}

function offers(
  item: ListedCoin,
  { quote, chance, depth }: QuotePlan,
  { profile, context, keyOf }: OpenVenue,
): boolean {
  const { coin, rank, code } = item;
  const draw = toUnit(mix(keyOf(code, quote, "spot") + 3));
  if (quote === coin.symbol || rank > depth) return false;
  if (profile.without?.includes(`${code}/${quote}`)) return false;
  if (profile.crosses?.includes(`${quote}/${coin.symbol}`)) return false;
  if (isFiat(quote)) return draw < chance;
  const dollar = quote.includes("USD");
  const pegged = coin.marks.has("stable") || coin.path.startsWith("fiat:");
  if (pegged && !dollar) return false;
  // Pairs are written with the smaller asset first: there is no BTC/ETH, and no USDT/USDC where
  // USDT is the main quote.
  if (coin.symbol === "USDT") return quote === "USDC" && profile.quotes[0]?.quote !== "USDT" && draw < chance;
  if (!dollar && (coin.symbol === "BTC" || (coin.symbol === "ETH" && quote !== "BTC"))) return false;
  const steps = (coin.basePriceUsd * item.units) / context.quoteUsd(quote, REFERENCE_MS) / (profile.priceStep ?? 0);
  if (steps < PRICE_STEPS) return false;
  return draw < chance;
}

/** The main books of large coins are live; smaller books are more often idle or gone. */
function chooseState(rank: number, primary: boolean, draw: number): BookState {
  if (rank <= (primary ? 120 : 20)) return "live";
  if (draw < 0.03) return "halted";
  if (draw < 0.06) return "dead";
  if (draw < 0.085) return "stale";
  return draw < 0.1 ? "never" : "live";
}

/** The 24h volume of a coin on all venues in USD: about 4e9 for the largest. */
function getCoinVolumeUsd({ coin, rank }: ListedCoin, { seed, now }: BookContext): number {
  const key = hashText(`${coin.id}/volume`, seed);
  const appetite = coin.marks.has("wrapped") ? 0.05 : 0.5 + toUnit(key);
  return 4e9 * rank ** -1.1 * appetite * Math.exp(0.4 * smoothNoise(key, now / (2 * DAY_MS)));
}

function getHalfSpread(profile: DemoVenue, rank: number, share: number, draw: number): number {
  if (profile.junkSpreads && rank > 150 && draw < 0.35) return 0.07 + draw * 0.6;
  const tight = rank <= 10 ? 0.00005 : Math.min(0.0001 + rank * 4e-6, 0.002);
  return tight * (0.5 + draw) * (share < 0.1 ? 3 : 1);
}
