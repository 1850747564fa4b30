/** What a venue lists and how much of the world's trade it sees. Invented after the real venues' habits. */
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
  crosses?: readonly (readonly [base: string, quote: string])[];
  /** Pairs that it does not offer although the plan would allow them. */
  without?: readonly string[];
  /** Small coins' books may stand open by a tenth and more. */
  junkSpreads?: boolean;
  /** The finest price step; a book whose price has fewer than about 200 steps is not offered. */
  priceStep?: number;
}

/** A coin's book in this quote exists with `chance`, up to `depth` in rank, and sees `share` of the coin's volume there. */
export type QuotePlan = readonly [quote: string, chance: number, depth: number, share: number];

const ALL = Number.POSITIVE_INFINITY;

export const VENUE_PROFILES: readonly VenueProfile[] = [
  {
    ...{ id: "binance", share: 0.28, density: 0.95, depth: 420, priceStep: 1e-8, crosses: [["EUR", "USDT"]] },
    quotes: [
      ...([
        ["USDT", 1, ALL, 0.78],
        ["USDC", 0.5, 400, 0.08],
        ["FDUSD", 0.6, 60, 0.06],
        ["BTC", 0.5, 200, 0.02],
      ] as const),
      ...([
        ["ETH", 0.4, 60, 0.01],
        ["BNB", 0.4, 160, 0.01],
        ["TRY", 0.6, 250, 0.02],
        ["EUR", 0.4, 60, 0.01],
      ] as const),
      ...([
        ["BRL", 0.3, 30, 0.005],
        ["JPY", 0.3, 20, 0.005],
      ] as const),
    ],
  },
  {
    ...{ id: "coinbase", share: 0.1, density: 0.85, depth: 260, without: ["USDC/USD"] },
    quotes: [
      ...([
        ["USD", 1, ALL, 0.88],
        ["USDT", 0.25, 120, 0.02],
        ["EUR", 0.3, 120, 0.04],
        ["BTC", 0.25, 120, 0.02],
      ] as const),
      ...([
        ["GBP", 0.2, 100, 0.01],
        ["USDC", 0.1, 60, 0.01],
      ] as const),
    ],
  },
  {
    ...{ id: "kraken", share: 0.05, density: 0.85, depth: 480, junkSpreads: true },
    crosses: [
      ["EUR", "USD"],
      ["GBP", "USD"],
      ["USD", "JPY"],
      ["USD", "CHF"],
      ["AUD", "USD"],
      ["USD", "CAD"],
    ],
    quotes: [
      ...([
        ["USD", 1, ALL, 0.6],
        ["EUR", 0.95, ALL, 0.3],
        ["BTC", 0.4, 150, 0.02],
        ["ETH", 0.3, 60, 0.01],
      ] as const),
      ...([
        ["GBP", 0.4, 60, 0.02],
        ["USDT", 0.4, 60, 0.02],
        ["USDC", 0.3, 60, 0.01],
        ["AUD", 0.5, 20, 0.005],
      ] as const),
      ...([
        ["CAD", 0.5, 15, 0.005],
        ["JPY", 0.5, 8, 0.003],
        ["CHF", 0.5, 8, 0.003],
      ] as const),
    ],
  },
  {
    ...{
      id: "bitstamp",
      share: 0.015,
      density: 0.85,
      depth: 110,
      crosses: [
        ["EUR", "USD"],
        ["GBP", "USD"],
      ],
    },
    quotes: [
      ...([
        ["USD", 1, ALL, 0.6],
        ["EUR", 0.9, ALL, 0.3],
        ["BTC", 0.4, 60, 0.03],
        ["GBP", 0.3, 30, 0.03],
      ] as const),
      ...([
        ["USDT", 0.4, 20, 0.02],
        ["USDC", 0.4, 20, 0.02],
      ] as const),
    ],
  },
  {
    ...{ id: "okx", share: 0.11, density: 0.85, depth: 320 },
    quotes: [
      ...([
        ["USDT", 1, ALL, 0.8],
        ["USDC", 0.8, ALL, 0.05],
        ["USD", 0.85, ALL, 0.06],
        ["EUR", 0.8, ALL, 0.03],
      ] as const),
      ...([
        ["TRY", 0.4, 200, 0.01],
        ["BTC", 0.3, 100, 0.02],
        ["ETH", 0.2, 40, 0.01],
        ["AUD", 0.3, 20, 0.005],
      ] as const),
    ],
  },
  {
    ...{ id: "kucoin", share: 0.05, density: 0.8, depth: 950 },
    quotes: [
      ...([
        ["USDT", 1, ALL, 0.88],
        ["BTC", 0.4, 300, 0.04],
        ["USDC", 0.4, 250, 0.03],
        ["ETH", 0.2, 150, 0.02],
      ] as const),
      ...([
        ["KCS", 0.2, 80, 0.005],
        ["EUR", 0.3, 20, 0.005],
        ["USDD", 1, 9, 0.03],
      ] as const),
    ],
  },
  {
    ...{ id: "gate", share: 0.07, density: 0.92, depth: 2600 },
    quotes: [
      ...([
        ["USDT", 1, ALL, 0.9],
        ["ETH", 0.15, 400, 0.02],
        ["BTC", 0.2, 200, 0.02],
        ["USDC", 0.2, 300, 0.02],
      ] as const),
      ...([
        ["TRY", 0.4, 60, 0.01],
        ["USDD", 1, 9, 0.02],
      ] as const),
    ],
  },
  {
    ...{ id: "crypto-com", share: 0.06, density: 0.75, depth: 380 },
    quotes: [
      ["USD", 1, ALL, 0.75],
      ["USDT", 0.7, 300, 0.2],
      ["BTC", 0.2, 40, 0.02],
      ["CRO", 0.3, 12, 0.005],
    ],
  },
  {
    ...{ id: "bitget", share: 0.07, density: 0.82, depth: 850 },
    quotes: [
      ["USDT", 1, ALL, 0.93],
      ["USDC", 0.3, 200, 0.03],
      ["EUR", 0.4, 60, 0.01],
      ["BTC", 0.2, 60, 0.01],
      ["ETH", 0.2, 30, 0.01],
    ],
  },
  {
    ...{ id: "mexc", share: 0.09, density: 0.93, depth: 2600 },
    quotes: [
      ["USDT", 1, ALL, 0.9],
      ["USDC", 0.4, 500, 0.05],
      ["BTC", 0.2, 100, 0.01],
      ["EUR", 0.4, 40, 0.01],
      ["BRL", 0.4, 20, 0.01],
    ],
  },
  {
    ...{ id: "htx", share: 0.06, density: 0.78, depth: 650 },
    quotes: [
      ...([
        ["USDT", 1, ALL, 0.9],
        ["BTC", 0.3, 200, 0.03],
        ["ETH", 0.25, 100, 0.02],
        ["USDC", 0.3, 20, 0.01],
      ] as const),
      ...([
        ["TRX", 0.2, 40, 0.005],
        ["HT", 0.2, 30, 0.005],
        ["USDD", 1, 9, 0.03],
      ] as const),
    ],
  },
  {
    ...{ id: "bitfinex", share: 0.012, density: 0.65, depth: 170 },
    quotes: [
      ...([
        ["USD", 1, ALL, 0.7],
        ["USDT", 0.75, ALL, 0.15],
        ["BTC", 0.4, 80, 0.08],
        ["EUR", 0.5, 12, 0.03],
      ] as const),
      ...([
        ["GBP", 0.5, 6, 0.01],
        ["JPY", 0.5, 6, 0.01],
      ] as const),
    ],
  },
  {
    ...{ id: "bybit", share: 0.1, density: 0.82, depth: 520 },
    quotes: [
      ["USDT", 1, ALL, 0.9],
      ["USDC", 0.4, 150, 0.04],
      ["BTC", 0.2, 60, 0.01],
      ["EUR", 0.4, 40, 0.01],
      ["ETH", 0.1, 30, 0.01],
    ],
  },
  {
    ...{ id: "gemini", share: 0.006, density: 0.75, depth: 90 },
    quotes: [
      ["USD", 1, ALL, 0.8],
      ["BTC", 0.4, 12, 0.05],
      ["ETH", 0.4, 8, 0.03],
      ["EUR", 0.5, 10, 0.05],
      ["GBP", 0.5, 10, 0.03],
    ],
  },
  {
    ...{ id: "upbit", share: 0.08, density: 0.72, depth: 220 },
    quotes: [
      ["KRW", 1, ALL, 0.9],
      ["BTC", 0.7, ALL, 0.05],
      ["USDT", 0.4, 200, 0.05],
    ],
  },
];

export function findVenueProfile(id: string): VenueProfile | undefined {
  return VENUE_PROFILES.find((profile) => profile.id === id);
}
