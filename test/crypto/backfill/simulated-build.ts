import { createDemoMarket } from "../../../build/crypto/demo/create-demo-market.ts";
import type { DemoMarket } from "../../../build/crypto/demo/demo-market.ts";
import { findSimulator } from "../../../build/crypto/demo/simulators.ts";
import { updateSeries } from "../../../build/crypto/history/update-series.ts";
import type { MarketCoin } from "../../../build/crypto/market/model/market.ts";
import { type Identification, identifyCodes } from "../../../build/crypto/normalise/identify.ts";
import type { Dataset, Ticker } from "../../../build/crypto/normalise/record.ts";
import { candleVenues } from "../../../build/crypto/sources/candle-venues.ts";
import { sources } from "../../../build/crypto/sources/registry.ts";
import type { Http, StateStore } from "../../../build/kit/platform/platform.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { readSource } from "../demo/reference/read-simulated.ts";

/** What one build of the sample world hands to the backfill, without network, pipeline or disk. */
export interface SimulatedBuild {
  world: DemoMarket;
  market: { asOfMs: number; coins: MarketCoin[] };
  datasets: Dataset[];
  identification: Identification;
}

export function simulateBuild(now: number, coins: number): SimulatedBuild {
  const world = createDemoMarket({ seed: 3, coins, now });
  const market = sampleCoins(world, now);
  const datasets: Dataset[] = [
    dataset(
      "coingecko",
      "coin",
      world.coins.map(({ id }) => ({ id, priceUsd: world.priceUsd(id, now), updatedAtMs: now })),
      now,
    ),
    dataset("defillama", "tvl", [], now),
  ];
  for (const { source: venue } of candleVenues) {
    const source = sources.find(({ id }) => id === venue)!;
    const feeds = readSource(source, world);
    datasets.push(dataset(venue, "listing", feeds.get("listing")!.records, now));
    datasets.push(dataset(venue, "ticker", feeds.get("tickers")!.records, now));
  }
  const prices = datasets.flatMap(({ source, kind, records }) =>
    kind !== "ticker"
      ? []
      : (records as Ticker[])
          .filter(({ quote, last }) => (quote === "USD" || quote === "USDT") && last > 0)
          .map(({ base, last }) => ({ venue: source, code: base, priceUsd: last, name: null })),
  );
  const candidates = world.coins.map(({ id, symbol, name }) => ({
    id,
    symbol,
    names: [name, id],
    priceUsd: world.priceUsd(id, now),
  }));
  return { world, market, datasets, identification: identifyCodes(prices, candidates, {}) };
}

/** The coins of a world at any moment, each at its true price. */
export function sampleCoins(world: DemoMarket, timeMs: number): SimulatedBuild["market"] {
  const coins = world.coins.flatMap(({ id, circulatingSupply }) => {
    const price = world.priceUsd(id, timeMs);
    if (price === null) return [];
    return [
      {
        id,
        price,
        priceSource: "aggregated",
        priceOrigin: null,
        marketCap: price * circulatingSupply,
        volume: 1_000,
      } as MarketCoin,
    ];
  });
  return { asOfMs: timeMs, coins };
}

function dataset(source: string, kind: string, records: unknown[], now: number): Dataset {
  return { source, feed: kind, kind, records, fetchedAtMs: now, stale: false } as unknown as Dataset;
}

export interface SimulatedHttp extends Http {
  /** In the order in which they were asked. */
  urls: string[];
}

/** Answers from the simulators. `fault` may throw, or give another body, for a URL. */
export function simulateHttp(
  world: DemoMarket,
  fault?: (url: URL) => string | undefined | Promise<string>,
): SimulatedHttp {
  const urls: string[] = [];
  return {
    urls,
    async fetch({ url }) {
      urls.push(url);
      const parsed = new URL(url);
      const faulty = await fault?.(parsed);
      const answer = findSimulator(parsed.host)?.answer({ url: parsed, headers: {} }, world);
      if (faulty === undefined && (answer === undefined || (answer.status ?? 200) !== 200)) {
        throw new Error(`GET ${url} ${answer?.status ?? 404} after 1 try`);
      }
      const body = faulty ?? JSON.stringify(answer?.body);
      return {
        url,
        status: 200,
        body,
        bytes: body.length,
        receivedAtMs: world.now,
        serverTimeMs: null,
        validators: {},
      };
    },
  };
}

export function openMemoryState(): StateStore {
  return createMemoryStateStore({ now: () => 0, world: "sample" });
}

/** Builds every `everyMs` in `[fromMs, toMs)`, sampling the true prices of the world. */
export async function sampleBuilds(
  state: StateStore,
  world: DemoMarket,
  fromMs: number,
  toMs: number,
  everyMs: number,
): Promise<void> {
  for (let timeMs = fromMs; timeMs < toMs; timeMs += everyMs) {
    await updateSeries(state, sampleCoins(world, timeMs), (message) => {
      throw new Error(message);
    });
  }
}
