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
  const builder = createBuilder(profile, context);
  const spot = listed.flatMap((item) => [...buildCoinBooks(item, builder)]);
  const crosses = (profile.crosses ?? []).map((cross) => builder.cross(cross));
  return [...spot, ...crosses, ...listOddBooks(profile.id, spot, context.seed).map((odd) => builder.odd(odd))];
}

type Builder = ReturnType<typeof createBuilder>;

function createBuilder(profile: DemoVenue, context: BookContext) {
  const { now, seed } = context;
  const times = Array.from({ length: WINDOW_STEPS + 1 }, (_, step) => now - (WINDOW_STEPS - step) * WINDOW_STEP_MS);
  const quoteWindows = new Map<string, number[]>();
  const quoteWindow = (quote: string) => {
    let window = quoteWindows.get(quote);
    if (window === undefined) {
      window = times.map((time) => context.quoteUsd(quote, time));
      quoteWindows.set(quote, window);
    }
    return window;
  };
  const keyOf = (base: string, quote: string, type: string) => hashText(`${profile.id}:${base}/${quote}:${type}`, seed);
  const premiumOf = (quote: string) => {
    /** Prices in won differ from the rest of the world by some percent. */
    return (time: number) =>
      quote === "KRW" ? 1.02 + 0.015 * smoothNoise(keyOf("premium", quote, ""), time / (7 * DAY_MS)) : 1;
  };

  return {
    profile,
    context,
    keyOf,
    coinWindow: (item: ListedCoin) => times.map((time) => context.coinUsd(item.coin, time) * item.units),
    coin(item: ListedCoin, coinWindow: readonly number[], quote: string, state: BookState, share: number): DemoBook {
      const { rank, coin } = item;
      const key = keyOf(item.code, quote, "spot");
      const quotes = quoteWindow(quote);
      const premium = premiumOf(quote);
      return makeBook({
        identity: { venue: profile.id, coinId: coin.id, base: item.code, quote, type: "spot" },
        state,
        now,
        key,
        rank,
        frozenMs: BUSD_END_MS,
        window: coinWindow.map((usd, step) => (usd / quotes[step]!) * premium(times[step]!)),
        priceAt: (time) => (context.coinUsd(coin, time) * item.units * premium(time)) / context.quoteUsd(quote, time),
        usdVolume: getCoinVolumeUsd(item, context) * profile.share * share * (0.6 + 0.8 * toUnit(mix(key + 1))),
        quoteUsd: quotes[WINDOW_STEPS]!,
        halfSpread: getHalfSpread(profile, rank, share, toUnit(mix(key + 2))),
      });
    },
    cross(pair: string): DemoBook {
      const [base = "", quote = ""] = pair.split("/");
      return makeBook({
        identity: { venue: profile.id, coinId: null, base, quote, type: "spot" },
        state: "live",
        now,
        key: keyOf(base, quote, "cross"),
        rank: 1,
        frozenMs: now,
        window: quoteWindow(base).map((usd, step) => usd / quoteWindow(quote)[step]!),
        priceAt: (time) => context.quoteUsd(base, time) / context.quoteUsd(quote, time),
        usdVolume: 6e6,
        quoteUsd: quoteWindow(quote)[WINDOW_STEPS]!,
        halfSpread: 0.0001,
      });
    },
    odd: ({ identity, priceAt, usdVolume }: ReturnType<typeof listOddBooks>[number]): DemoBook =>
      makeBook({
        identity,
        state: "live",
        now,
        key: keyOf(identity.base, identity.quote, identity.type),
        rank: 300,
        frozenMs: now,
        window: times.map(priceAt),
        priceAt,
        usdVolume,
        quoteUsd: identity.quote.startsWith("TEST") ? 1 : quoteWindow(identity.quote)[WINDOW_STEPS]!,
        halfSpread: 0.001,
      }),
  };
}

function* buildCoinBooks(item: ListedCoin, builder: Builder): Generator<DemoBook> {
  const { profile } = builder;
  const { coin, rank } = item;
  const coinWindow = builder.coinWindow(item);
  for (const plan of profile.quotes) {
    if (!offers(item, plan, builder)) continue;
    const { quote, share } = plan;
    const primary = plan === profile.quotes[0];
    const draw = toUnit(mix(builder.keyOf(item.code, quote, "spot") + 4));
    yield builder.coin(item, coinWindow, quote, item.delisted ? "halted" : chooseState(rank, primary, draw), share);
  }
  const old = coin.launchedMs < BUSD_END_MS - 90 * DAY_MS && !coin.marks.has("stable");
  if (profile.id === "binance" && old) {
    const draw = toUnit(mix(builder.keyOf(item.code, "BUSD", "spot") + 4));
    yield builder.coin(item, coinWindow, "BUSD", draw < 0.1 ? "frozen" : "halted", 1);
  }
}

function offers(item: ListedCoin, { quote, chance, depth }: QuotePlan, { profile, context, keyOf }: Builder): boolean {
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
