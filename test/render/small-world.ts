import type { World } from "../../build/api/endpoint.ts";
import type { Series } from "../../build/history/read-history.ts";
import { DAY_MS } from "../../build/lib/time.ts";
import type { MarketArticle, MarketCoin } from "../../build/market/market.ts";
import { EMPTY_SERIES } from "../history/empty-series.ts";

export const NOW = Date.UTC(2026, 10, 20, 9, 15);

/** A coin with everything known, as a test then changes it. */
export function buildCoin(changes: Partial<MarketCoin> = {}): MarketCoin {
  return {
    id: "bitcoin",
    symbol: "BTC",
    name: "Bitcoin",
    key: "btc",
    image: null,
    rank: 1,
    provisional: false,
    price: 87_654.321,
    priceSource: "aggregated",
    priceOrigin: null,
    priceTimeMs: NOW,
    exchanges: 9,
    marketCap: 1.75e12,
    fullyDilutedValuation: 1.84e12,
    volume: 3.2e10,
    high24h: 88_000,
    low24h: 86_000,
    change24h: -120.5,
    changePercentage: { "1h": 0.1, "24h": -0.14, "7d": 2.5, "30d": null, "1y": 40 },
    circulatingSupply: 19_900_000,
    supplyTimeMs: NOW,
    totalSupply: 19_900_000,
    maxSupply: 21_000_000,
    ath: { price: 126_000, timeMs: Date.UTC(2025, 9, 6), changePercentage: -30.4 },
    atl: { price: 67.81, timeMs: Date.UTC(2013, 6, 6), changePercentage: 129_000 },
    evidence: { method: "volume_weighted", confidence: "high", asOfMs: NOW, spreadPercentage: 0.02, tickers: [] },
    detail: null,
    sparkline: [],
    sparklineEndMs: null,
    stablecoin: false,
    wrapped: false,
    ...changes,
  };
}

export function buildArticle(changes: Partial<MarketArticle> = {}): MarketArticle {
  return {
    id: "0123456789abcdef",
    title: "Bitcoin moves sideways",
    url: "https://news.example/a?x=1&y=2",
    source: { id: "example", name: "Example News", url: "https://news.example" },
    author: "A. Writer",
    publishedAtMs: NOW - 3_600_000,
    coins: ["bitcoin"],
    categories: ["Markets"],
    image: null,
    ...changes,
  };
}

const FIRST_DAY = Date.UTC(2025, 11, 30);

/** Bitcoin from 30 December 2025 on, without 2 January. */
const daily: Series = {
  times: [0, 1, 2, 4, 5].map((day) => FIRST_DAY + day * DAY_MS),
  prices: [1, 2, 3, 5, 6],
  marketCaps: [10, null, 30, 50, 60],
  totalVolumes: [null, 1, 2, 3, 4],
};

/**
 * Three coins, one of them named by an attacker and one with a symbol that no file can be called.
 */
export function buildWorld(changes: Partial<World["market"]> = {}): World {
  const dataset = {
    feed: "all",
    observedAtMs: NOW,
    fetchedAtMs: NOW,
    stale: false,
    cadenceMs: 60_000,
    dueAtMs: NOW + 60_000,
  };
  return {
    market: {
      asOfMs: NOW,
      coins: [
        buildCoin(),
        buildCoin({ id: "evil", symbol: "EVIL", name: '=HYPERLINK("https://x.example";"a,b")', key: "evil", rank: 2 }),
        buildCoin({
          id: "dollar-pepe",
          symbol: "$PEPE",
          name: 'Pepe, \r\nthe "frog" ]]> <b>',
          key: "dollar-pepe",
          rank: null,
          price: 1.5e-9,
        }),
      ],
      global: null,
      exchanges: [],
      fearGreed: [0, 1, 3].map((day) => ({
        timeMs: FIRST_DAY + day * DAY_MS,
        value: 40 + day,
        classification: "Fear",
        nextUpdateMs: null,
      })),
      defi: null,
      exchangeRates: {
        date: "2026-11-20",
        rates: { EUR: 0.86, JPY: 155.2, USD: 1 },
        observedAtMs: NOW,
        source: "frankfurter",
      },
      articles: [buildArticle()],
      datasets: [
        { ...dataset, source: "kraken", kind: "ticker" },
        { ...dataset, source: "gecko", kind: "coin", observedAtMs: NOW - 60_000 },
        { ...dataset, source: "alternative", kind: "index" },
        { ...dataset, source: "frankfurter", kind: "rate" },
        { ...dataset, source: "example", kind: "article" },
      ],
      identityChanges: [],
      coverage: { coins: 3, exchanges: 1, tickersRead: 10, tickersUsed: 9, tickersDropped: {} },
      ...changes,
    },
    history: {
      series(coinId, interval, fromMs, toMs) {
        if (coinId !== "bitcoin" || interval !== "1d") return EMPTY_SERIES;
        const kept = daily.times.flatMap((time, at) => (time >= fromMs && time <= toMs ? [at] : []));
        return {
          times: kept.map((at) => daily.times[at]!),
          prices: kept.map((at) => daily.prices[at]!),
          marketCaps: kept.map((at) => daily.marketCaps[at]!),
          totalVolumes: kept.map((at) => daily.totalVolumes[at]!),
        };
      },
    },
    run: {
      generatedAtMs: NOW + 5_000,
      nextUpdateAtMs: NOW + 1_800_000,
      cadenceMs: 1_800_000,
      commit: "abc1234",
      run: null,
      overrides: [],
      sources: ["alternative", "example", "frankfurter", "gecko", "kraken"].map((id) => ({
        id,
        name: id.toUpperCase(),
        homepage: `https://${id}.example`,
        status: "ok",
        fetchedAtMs: NOW,
        records: 10,
        rejected: 0,
        dropped: {},
        lastError: null,
        license: `${id} terms`,
        termsUrl: `https://${id}.example/terms`,
        attribution: null,
        redistribution: "open",
      })),
      gate: { passed: true, checks: [] },
      builds: [],
    },
    archives: [],
    sample: false,
  };
}
