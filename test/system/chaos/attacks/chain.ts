import { createHash } from "node:crypto";
import { loadConfig } from "../../../../build/config.ts";
import { describeSources } from "../../../../build/crypto/ingest/choose-sources.ts";
import { buildMarket } from "../../../../build/crypto/market/build-market.ts";
import { judgeGate } from "../../../../build/crypto/market/gate/gate.ts";
import { measureBuild } from "../../../../build/crypto/market/gate/measure-build.ts";
import type { GateVerdict } from "../../../../build/crypto/market/gate/verdict.ts";
import type { MarketMemory } from "../../../../build/crypto/market/market-memory.ts";
import type { Market, MarketCoin } from "../../../../build/crypto/market/model/market.ts";
import type { GateThresholds } from "../../../../build/crypto/market/rules/price.ts";
import type { Dataset } from "../../../../build/crypto/normalise/record.ts";
import { DAY_MS, MINUTE_MS } from "../../../../build/lib/time.ts";
import { READ_SOURCES } from "./timeline.ts";

type Points = readonly (readonly [timeMs: number, priceUsd: number])[];

/**
 * The state that one build of a chain leaves for the next; never changed, so that chains may
 * branch.
 */
export interface ChainState {
  memory: MarketMemory | null;
  samples: ReadonlyMap<string, Points>;
  rows: ReadonlyMap<string, MarketCoin>;
}

/** One market: read, priced and judged, nothing rendered. */
export interface Built {
  now: number;
  market: Market;
  gate: GateVerdict;
  rows: ReadonlyMap<string, MarketCoin>;
  /** USD per unit of a quote; `null`: suspended or unknown. */
  quoteUsd(code: string): number | null;
  rateVenues(code: string): number;
  /** The state after it; unchanged if the gate refused it. */
  after: ChainState;
}

export const COLD: ChainState = { memory: null, samples: new Map(), rows: new Map() };

const CADENCE_MS = 30 * MINUTE_MS;
const SAMPLES_REACH_MS = DAY_MS + 90 * MINUTE_MS;
const { config } = loadConfig({});

/** The build of the pipeline without its files: the only caller of the market's modules here. */
export function build(
  datasets: readonly Dataset[],
  now: number,
  coins: number,
  before: ChainState,
  sources = READ_SOURCES,
): Built {
  const usdFiat = new Set(sources.flatMap(({ id, venue }) => (venue?.usdFiat ? [id] : [])));
  const built = buildMarket({
    now,
    limit: coins,
    datasets,
    memory: before.memory,
    ...describeSources(sources, CADENCE_MS),
    samplesOf: (coinId) => (before.samples.get(coinId) ?? []).filter(([time]) => time >= now - SAMPLES_REACH_MS),
    priceBefore: () => null,
    hash: (text) => createHash("sha256").update(text).digest("hex"),
  });
  const { market, memory, quotes } = built;
  const gate = judgeGate(
    measureBuild(built, datasets, usdFiat, before.memory),
    config.gate as unknown as GateThresholds,
  );
  const rows = new Map(market.coins.map((coin) => [coin.id, coin]));
  return {
    now,
    market,
    gate,
    rows,
    quoteUsd: (code) => quotes.usd(code),
    rateVenues: (code) => quotes.rates.get(code)?.venues ?? 0,
    after: gate.passed ? { memory, samples: addSamples(before.samples, market), rows } : before,
  };
}

/** Like the series of a site: a stale price is no observation. */
function addSamples(before: ChainState["samples"], { asOfMs, coins }: Market): Map<string, Points> {
  const samples = new Map(before);
  for (const { id, price, priceSource } of coins) {
    if (price !== null && priceSource !== "stale") samples.set(id, [...(samples.get(id) ?? []), [asOfMs, price]]);
  }
  return samples;
}
