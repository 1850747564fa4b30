import type { ArchiveEntry } from "../../build/api/archive-entry.ts";
import type { World } from "../../build/api/endpoint.ts";
import type { History, Interval, Series } from "../../build/history/read-history.ts";
import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS } from "../../build/lib/time.ts";
import type { RunReport } from "../../build/market/gate/run-report.ts";
import type { DatasetStatus, ExchangeStatistics, Market, MarketCoin } from "../../build/market/market.ts";
import type { IndexValue, Protocol } from "../../build/normalise/record.ts";

/** 2026-11-20T09:17:30Z: in the middle of a 5-minute step, an hour, a 4-hour step and a day. */
export const AS_OF_MS = Date.UTC(2026, 10, 20, 9, 17, 30);

export function makeCoin(id: string, symbol: string, own: Partial<MarketCoin> = {}): MarketCoin {
  return {
    id,
    symbol,
    name: id.charAt(0).toUpperCase() + id.slice(1),
    key: symbol.toLowerCase(),
    image: null,
    rank: 1,
    provisional: false,
    price: 2,
    priceSource: "aggregated",
    priceOrigin: null,
    priceTimeMs: AS_OF_MS,
    exchanges: 1,
    marketCap: 2e9,
    fullyDilutedValuation: 4e9,
    volume: 5e6,
    high24h: 2.1,
    low24h: 1.9,
    change24h: 0.1,
    changePercentage: { "1h": 0.5, "24h": 5, "7d": -3, "30d": null, "1y": null },
    circulatingSupply: 1e9,
    supplyTimeMs: AS_OF_MS,
    totalSupply: 1e9,
    maxSupply: 2e9,
    ath: { price: 10, timeMs: AS_OF_MS - 400 * DAY_MS, changePercentage: -80 },
    atl: { price: 0.5, timeMs: AS_OF_MS - 900 * DAY_MS, changePercentage: 300 },
    evidence: {
      method: "volume_weighted",
      confidence: "high",
      asOfMs: AS_OF_MS,
      spreadPercentage: 0.2,
      tickers: [
        {
          exchange: "kraken",
          pair: `${symbol}/USD`,
          priceUsd: 2,
          volume24hUsd: 5e6,
          weight: 1,
          included: true,
          reason: null,
        },
      ],
    },
    detail: null,
    sparkline: [],
    sparklineEndMs: null,
    stablecoin: false,
    wrapped: false,
    ...own,
  };
}

/** A coin of which nothing but its identity is known. */
export function makeUnknownCoin(id: string, symbol: string, own: Partial<MarketCoin> = {}): MarketCoin {
  return makeCoin(id, symbol, {
    rank: null,
    price: null,
    priceSource: "reference",
    priceOrigin: "coingecko",
    priceTimeMs: null,
    exchanges: 0,
    marketCap: null,
    fullyDilutedValuation: null,
    volume: null,
    high24h: null,
    low24h: null,
    change24h: null,
    changePercentage: { "1h": null, "24h": null, "7d": null, "30d": null, "1y": null },
    circulatingSupply: null,
    totalSupply: null,
    maxSupply: null,
    ath: { price: null, timeMs: null, changePercentage: null },
    atl: { price: null, timeMs: null, changePercentage: null },
    evidence: { method: "none", confidence: "none", asOfMs: null, spreadPercentage: null, tickers: [] },
    ...own,
  });
}

export function makeProtocol(slug: string, tvlUsd: number, own: Partial<Protocol> = {}): Protocol {
  return {
    id: `id-${slug}`,
    slug,
    name: slug,
    symbol: "tok",
    category: "Lending",
    chains: ["Ethereum"],
    tvlUsd,
    chainTvlsUsd: { Ethereum: tvlUsd },
    changePercentage1h: 0,
    changePercentage1d: 1,
    changePercentage7d: null,
    marketCapUsd: tvlUsd / 2,
    geckoId: null,
    url: "https://example.org/",
    logo: null,
    listedAtMs: null,
    ...own,
  };
}

export function makeExchange(id: string, own: Partial<ExchangeStatistics> = {}): ExchangeStatistics {
  return {
    id,
    name: id,
    rank: 1,
    url: null,
    country: null,
    yearEstablished: 2011,
    image: null,
    markets: 3,
    coins: 2,
    volume24h: 100,
    volume24hBtc: 0.001,
    volumeSharePercentage: 100,
    topPairs: [{ pair: "BTC/USD", priceUsd: 2, volume24hUsd: null }],
    status: "ok",
    statisticsSource: id,
    updatedAtMs: AS_OF_MS,
    ...own,
  };
}

export function makeDataset(source: string, kind: DatasetStatus["kind"], own: Partial<DatasetStatus> = {}) {
  const { observedAtMs = AS_OF_MS, cadenceMs = 5 * MINUTE_MS } = own;
  return {
    source,
    feed: kind,
    kind,
    observedAtMs,
    fetchedAtMs: AS_OF_MS,
    stale: false,
    cadenceMs,
    dueAtMs: observedAtMs + cadenceMs,
    ...own,
  } satisfies DatasetStatus;
}

/** One value per day, today's last; its value is the number of days ago. */
export function makeIndexSeries(days: number): IndexValue[] {
  return Array.from({ length: days }, (_, position) => {
    const ago = days - 1 - position;
    return {
      timeMs: floorTo(AS_OF_MS, DAY_MS) - ago * DAY_MS,
      value: ago,
      classification: `${ago} days ago`,
      nextUpdateMs: ago === 0 ? floorTo(AS_OF_MS, DAY_MS) + DAY_MS : null,
    };
  });
}

const STEPS: Record<Interval, number> = { "5m": 5 * MINUTE_MS, "1h": HOUR_MS, "1d": DAY_MS };

/**
 * A point per step, stamped with its beginning, from the first on until now; the price is its own
 * time in hours.
 */
export function makeHistory(
  firstMs: number,
  asOfMs: number = AS_OF_MS,
  skip: (timeMs: number) => boolean = () => false,
) {
  return {
    series(_coinId, interval, fromMs, toMs): Series {
      const step = STEPS[interval];
      const times: number[] = [];
      for (let time = floorTo(firstMs, step); time <= asOfMs; time += step) {
        if (time >= fromMs && time <= toMs && !skip(time)) times.push(time);
      }
      return {
        times,
        prices: times.map((time) => time / HOUR_MS),
        marketCaps: times.map(() => null),
        totalVolumes: times.map((time) => time / DAY_MS),
      };
    },
  } satisfies History;
}

export const ARCHIVE: ArchiveEntry = {
  filename: "coins-latest.csv.gz",
  dataset: "coins-latest",
  description: "One row per coin",
  granularity: "snapshot",
  periodStartMs: null,
  periodEndMs: AS_OF_MS,
  rows: 5,
  sizeBytes: 100,
  uncompressedSizeBytes: 300,
  sha256: "aa",
  sha256Uncompressed: "bb",
  columns: [
    { name: "price", type: "number", unit: "USD", description: "Price" },
    { name: "id", type: "string", description: "Id" },
  ],
  complete: false,
  revision: 1,
  superseded: [{ revision: 0, sha256: "cc" }],
  gaps: [{ fromMs: AS_OF_MS - DAY_MS, toMs: AS_OF_MS, reason: "no build" }],
  sources: ["kraken", "coingecko"],
  license: "CC0-1.0",
};

const RUN: RunReport = {
  generatedAtMs: AS_OF_MS + 90_000,
  nextUpdateAtMs: AS_OF_MS + 30 * MINUTE_MS,
  cadenceMs: 30 * MINUTE_MS,
  commit: "abc",
  run: null,
  overrides: ["coins=5"],
  sources: [
    {
      id: "kraken",
      name: "Kraken",
      homepage: "https://example.org/",
      status: "ok",
      fetchedAtMs: AS_OF_MS,
      records: 10,
      rejected: 1,
      dropped: { "not trading": 2 },
      lastError: null,
      license: "Terms",
      termsUrl: "https://example.org/terms",
      attribution: null,
      redistribution: "open",
    },
  ],
  gate: { passed: true, checks: [{ id: "venues", passed: true, message: "5 of at least 4 venues answered" }] },
  builds: [
    {
      timeMs: AS_OF_MS - 30 * MINUTE_MS,
      passed: false,
      failedChecks: ["venues"],
      durationMs: null,
      coins: 4,
      pricedCoins: 0,
      tickersUsed: 0,
      sources: { ok: 0, stale: 0, down: 1 },
    },
    {
      timeMs: AS_OF_MS + 90_000,
      passed: true,
      failedChecks: [],
      durationMs: 61_240,
      coins: 5,
      pricedCoins: 4,
      tickersUsed: 7,
      sources: { ok: 1, stale: 0, down: 0 },
    },
  ],
};

export function makeMarket(own: Partial<Market> = {}): Market {
  const series = makeIndexSeries(40);
  return {
    asOfMs: AS_OF_MS,
    coins: [
      makeCoin("bitcoin", "BTC", {
        detail: {
          id: "bitcoin",
          categories: ["Layer 1"],
          homepage: "https://example.org/",
          explorer: null,
          sourceCode: null,
          whitepaper: null,
          twitter: null,
          reddit: null,
          platforms: {},
          genesisDate: "2009-01-03",
        },
      }),
      makeCoin("tether", "USDT", { rank: 2, stablecoin: true, volume: 9e9 }),
      makeCoin("bitget-token", "BGB", { rank: 3, name: "Bitget Token", changePercentage: { ...CHANGES, "24h": -7 } }),
      makeCoin("batcat", "BTC", { rank: 4, name: "Batcat (BSC)", key: "batcat" }),
      makeUnknownCoin("dollar-sign", "$A/B", { name: "Dollar / Sign", key: "dollar-sign" }),
    ],
    global: {
      source: "coingecko",
      activeCoins: 17000,
      markets: 900,
      totalMarketCap: 4e12,
      totalVolume: 1e11,
      marketCapPercentage: { btc: 58.1, eth: 12 },
      marketCapChangePercentage24h: -1.5,
      volumeChangePercentage24h: null,
      updatedAtMs: AS_OF_MS,
    },
    exchanges: [
      makeExchange("kraken"),
      makeExchange("elsewhere", { rank: 2, statisticsSource: "coingecko", topPairs: [] }),
    ],
    fearGreed: series,
    defi: {
      totalTvl: 1e11,
      tvlChangePercentage: { "24h": 1, "7d": null, "30d": -2 },
      protocols: [
        makeProtocol("aave", 300, { chains: ["Ethereum", "Base"] }),
        makeProtocol("lido", 100, { category: "Staking", marketCapUsd: null }),
        makeProtocol("other", 0, { category: null }),
      ],
      chains: [
        { name: "Ethereum", tvlUsd: 750, tokenSymbol: "eth", geckoId: "ethereum", chainId: 1 },
        { name: "OP Mainnet", tvlUsd: 250, tokenSymbol: null, geckoId: null, chainId: null },
        { name: "Op-mainnet", tvlUsd: 0, tokenSymbol: null, geckoId: null, chainId: null },
      ],
      history: series.map(({ timeMs, value }) => ({ timeMs, tvlUsd: value })),
      dexVolume: { total24hUsd: 9e9, changePercentage1d: 4 },
    },
    exchangeRates: {
      date: "2026-11-19",
      rates: { EUR: 0.9, JPY: 150, USD: 1 },
      observedAtMs: Date.UTC(2026, 10, 19),
      source: "ecb",
    },
    articles: [
      {
        id: "0123456789abcdef",
        title: "Bitcoin",
        url: "https://example.org/a",
        source: { id: "paper", name: "Paper", url: "https://example.org/" },
        author: null,
        publishedAtMs: AS_OF_MS - HOUR_MS,
        coins: ["bitcoin"],
        categories: [],
        image: null,
      },
    ],
    datasets: [
      makeDataset("kraken", "ticker"),
      makeDataset("binance", "ticker", { observedAtMs: AS_OF_MS - HOUR_MS, stale: true }),
      makeDataset("coingecko", "coin", { observedAtMs: AS_OF_MS - MINUTE_MS }),
      makeDataset("coingecko", "global"),
      makeDataset("alternative-me", "index", { observedAtMs: floorTo(AS_OF_MS, DAY_MS), cadenceMs: DAY_MS }),
      makeDataset("defillama", "protocol", { cadenceMs: HOUR_MS }),
      makeDataset("defillama", "chain", { cadenceMs: HOUR_MS }),
      makeDataset("defillama", "tvl", { cadenceMs: HOUR_MS }),
      makeDataset("ecb", "rate", { observedAtMs: Date.UTC(2026, 10, 19), cadenceMs: DAY_MS }),
      makeDataset("paper", "article"),
    ],
    identityChanges: [],
    coverage: { coins: 5, exchanges: 2, tickersRead: 20, tickersUsed: 4, tickersDropped: { stale: 16 } },
    ...own,
  };
}

const CHANGES: MarketCoin["changePercentage"] = { "1h": null, "24h": null, "7d": null, "30d": null, "1y": null };

export function makeWorld(own: Partial<Market> = {}, rest: Partial<World> = {}): World {
  return {
    market: makeMarket(own),
    history: makeHistory(AS_OF_MS - 500 * DAY_MS),
    run: RUN,
    archives: [ARCHIVE],
    sample: false,
    ...rest,
  };
}

/** What a build knows when no source ever answered. */
export const NOTHING: Partial<Market> = {
  coins: [],
  global: null,
  exchanges: [],
  fearGreed: [],
  defi: null,
  exchangeRates: null,
  articles: [],
  datasets: [],
};
