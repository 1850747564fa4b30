import { sources } from "../sources/registry.ts";

/** What a venue lists and its share of all trade; invented, but in the order of the real venues. */
export interface VenueProfile {
  id: string;
  /** Share of a large coin's volume. */
  share: number;
  /** The chance that it lists a large coin. */
  density: number;
  /** The rank around which that chance has fallen to half of it. */
  depth: number;
  quotes: readonly QuotePlan[];
  /** Books of one fiat currency in another, or in a stablecoin. */
  crosses?: readonly string[];
  /** Pairs that it does not offer although the plan would allow them. */
  without?: readonly string[];
  /** Small coins' books may stand open by a tenth and more. */
  junkSpreads?: boolean;
  /** The finest price step: books whose price would have too few of them are not offered. */
  priceStep?: number;
}

/**
 * A coin has a book in this quote with `chance`, up to rank `depth`, with `share` of its volume.
 */
export interface QuotePlan {
  quote: string;
  chance: number;
  share: number;
  depth: number;
}

const PROFILES: readonly VenueProfile[] = [
  {
    ...{ id: "binance", share: 0.28, density: 0.95, depth: 420, priceStep: 1e-8, crosses: ["EUR/USDT"] },
    quotes: parsePlans(
      "USDT:1:0.78 USDC:0.5:0.08:400 FDUSD:0.6:0.06:60 BTC:0.5:0.02:200 ETH:0.4:0.01:60 BNB:0.4:0.01:160 TRY:0.6:0.02:250 EUR:0.4:0.01:60 BRL:0.3:0.005:30 JPY:0.3:0.005:20",
    ),
  },
  {
    ...{ id: "coinbase", share: 0.1, density: 0.85, depth: 260, without: ["USDC/USD"] },
    quotes: parsePlans(
      "USD:1:0.88 USDT:0.25:0.02:120 EUR:0.3:0.04:120 BTC:0.25:0.02:120 GBP:0.2:0.01:100 USDC:0.1:0.01:60",
    ),
  },
  {
    ...{ id: "kraken", share: 0.05, density: 0.85, depth: 480, junkSpreads: true },
    crosses: ["EUR/USD", "GBP/USD", "USD/JPY", "USD/CHF", "AUD/USD", "USD/CAD"],
    quotes: parsePlans(
      "USD:1:0.6 EUR:0.95:0.3 BTC:0.4:0.02:150 ETH:0.3:0.01:60 GBP:0.4:0.02:60 USDT:0.4:0.02:60 USDC:0.3:0.01:60 AUD:0.5:0.005:20 CAD:0.5:0.005:15 JPY:0.5:0.003:8 CHF:0.5:0.003:8",
    ),
  },
  {
    ...{
      id: "bitstamp",
      share: 0.015,
      density: 0.85,
      depth: 110,
      crosses: ["EUR/USD", "GBP/USD"],
    },
    quotes: parsePlans("USD:1:0.6 EUR:0.9:0.3 BTC:0.4:0.03:60 GBP:0.3:0.03:30 USDT:0.4:0.02:20 USDC:0.4:0.02:20"),
  },
  {
    ...{ id: "okx", share: 0.11, density: 0.85, depth: 320 },
    quotes: parsePlans(
      "USDT:1:0.8 USDC:0.8:0.05 USD:0.85:0.06 EUR:0.8:0.03 TRY:0.4:0.01:200 BTC:0.3:0.02:100 ETH:0.2:0.01:40 AUD:0.3:0.005:20",
    ),
  },
  {
    ...{ id: "kucoin", share: 0.05, density: 0.8, depth: 950 },
    quotes: parsePlans(
      "USDT:1:0.88 BTC:0.4:0.04:300 USDC:0.4:0.03:250 ETH:0.2:0.02:150 KCS:0.2:0.005:80 EUR:0.3:0.005:20 USDD:1:0.03:9",
    ),
  },
  {
    ...{ id: "gate", share: 0.07, density: 0.92, depth: 2600 },
    quotes: parsePlans("USDT:1:0.9 ETH:0.15:0.02:400 BTC:0.2:0.02:200 USDC:0.2:0.02:300 TRY:0.4:0.01:60 USDD:1:0.02:9"),
  },
  {
    ...{ id: "crypto-com", share: 0.06, density: 0.75, depth: 380 },
    quotes: parsePlans("USD:1:0.75 USDT:0.7:0.2:300 BTC:0.2:0.02:40 CRO:0.3:0.005:12"),
  },
  {
    ...{ id: "bitget", share: 0.07, density: 0.82, depth: 850 },
    quotes: parsePlans("USDT:1:0.93 USDC:0.3:0.03:200 EUR:0.4:0.01:60 BTC:0.2:0.01:60 ETH:0.2:0.01:30"),
  },
  {
    ...{ id: "mexc", share: 0.09, density: 0.93, depth: 2600 },
    quotes: parsePlans("USDT:1:0.9 USDC:0.4:0.05:500 BTC:0.2:0.01:100 EUR:0.4:0.01:40 BRL:0.4:0.01:20"),
  },
  {
    ...{ id: "htx", share: 0.06, density: 0.78, depth: 650 },
    quotes: parsePlans(
      "USDT:1:0.9 BTC:0.3:0.03:200 ETH:0.25:0.02:100 USDC:0.3:0.01:20 TRX:0.2:0.005:40 HT:0.2:0.005:30 USDD:1:0.03:9",
    ),
  },
  {
    ...{ id: "bitfinex", share: 0.012, density: 0.65, depth: 170 },
    quotes: parsePlans("USD:1:0.7 USDT:0.75:0.15 BTC:0.4:0.08:80 EUR:0.5:0.03:12 GBP:0.5:0.01:6 JPY:0.5:0.01:6"),
  },
  {
    ...{ id: "bybit", share: 0.1, density: 0.82, depth: 520 },
    quotes: parsePlans("USDT:1:0.9 USDC:0.4:0.04:150 BTC:0.2:0.01:60 EUR:0.4:0.01:40 ETH:0.1:0.01:30"),
  },
  {
    ...{ id: "gemini", share: 0.006, density: 0.75, depth: 90 },
    quotes: parsePlans("USD:1:0.8 BTC:0.4:0.05:12 ETH:0.4:0.03:8 EUR:0.5:0.05:10 GBP:0.5:0.03:10"),
  },
  {
    ...{ id: "upbit", share: 0.08, density: 0.72, depth: 220 },
    quotes: parsePlans("KRW:1:0.9 BTC:0.7:0.05 USDT:0.4:0.05:200"),
  },
];

/** Every polled venue; one without a profile is of medium size and quotes in USDT. */
export const VENUE_PROFILES: readonly VenueProfile[] = [
  ...PROFILES,
  ...sources
    .filter(({ id, venue }) => venue !== undefined && !PROFILES.some((profile) => profile.id === id))
    .map(({ id }) => ({ id, share: 0.03, density: 0.6, depth: 300, quotes: parsePlans("USDT:1:0.9") })),
];

/** `quote:chance:share`, and `:depth` where smaller coins lack the quote; main quote first. */
function parsePlans(text: string): QuotePlan[] {
  return text.split(" ").map((plan) => {
    const [quote = "", chance, share, depth] = plan.split(":");
    return { quote, chance: Number(chance), share: Number(share), depth: Number(depth ?? Number.POSITIVE_INFINITY) };
  });
}
