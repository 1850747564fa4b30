import { DAY_MS, SECOND_MS } from "../../../lib/time.ts";
import type { DemoCoin, DemoMarket } from "../demo-market.ts";
import { hashText, smoothNoise } from "../noise.ts";

/** A coin as a reference source reports it: the true price with a small error and an age. */
export interface CoinView {
  coin: DemoCoin;
  /** By market cap, from 1. */
  rank: number;
  priceUsd: number;
  marketCapUsd: number;
  volumeUsd: number;
  updatedAtMs: number;
  /** The source lost track of it long ago: nothing about its last days is known. */
  stale: boolean;
}

/** The largest error of a reference price, as a share of it. */
const PRICE_ERROR = 0.0004;
/** Sources refresh their coins in batches, one after the other. */
const BATCHES = 6;
const BATCH_STEP_MS = 20 * SECOND_MS + 137;

/** Every coin of the market as `source` sees it at `demo.now`, by market cap, descending. */
export function viewCoins(demo: DemoMarket, source: string): CoinView[] {
  return viewRanks(
    demo,
    source,
    demo.coins.map((_coin, index) => index + 1),
  );
}

/** The coins of some ranks only: much cheaper for a page of a large market. */
export function viewRanks(demo: DemoMarket, source: string, ranks: readonly number[]): CoinView[] {
  return ranks.flatMap((rank) => {
    const coin = demo.coins[rank - 1];
    return coin === undefined ? [] : [viewCoin(demo, source, coin, rank)];
  });
}

/** The change in percent since the true price `windowMs` ago; `null` before the launch. */
export function findChangePercent(demo: DemoMarket, view: CoinView, windowMs: number): number | null {
  const before = demo.priceUsd(view.coin.id, view.updatedAtMs - windowMs);
  return before === null ? null : (view.priceUsd / before - 1) * 100;
}

/** True prices at steps of `stepMs` until `endMs`, oldest first, none before the launch. */
export function listPrices(demo: DemoMarket, coin: DemoCoin, endMs: number, stepMs: number, points: number): number[] {
  return Array.from({ length: points }, (_, index) => endMs - (points - 1 - index) * stepMs).flatMap(
    (timeMs) => demo.priceUsd(coin.id, timeMs) ?? [],
  );
}

/** The totals that a source computes from its coins; changes in percent since a day ago. */
export function viewTotals(demo: DemoMarket, source: string) {
  const views = viewCoins(demo, source);
  const capUsd = views.reduce((sum, { marketCapUsd }) => sum + marketCapUsd, 0);
  const dayAgo = demo.now - DAY_MS;
  const capBefore = demo.coins.reduce(
    (sum, coin) => sum + (demo.priceUsd(coin.id, dayAgo) ?? 0) * coin.circulatingSupply,
    0,
  );
  return {
    views,
    capUsd,
    volumeUsd: views.reduce((sum, { volumeUsd }) => sum + volumeUsd, 0),
    capChange: (capUsd / capBefore - 1) * 100,
    volumeChange: 40 * (demo.noise(`volume change:${Math.floor(demo.now / DAY_MS)}`) - 0.5),
    /** The share of a coin, in percent. */
    shareOf: (id: string) => ((views.find(({ coin }) => coin.id === id)?.marketCapUsd ?? 0) / capUsd) * 100,
  };
}

/** The 24h volume on all venues, polled or not. */
export function getVolumeUsd(demo: DemoMarket, coin: DemoCoin, rank: number, timeMs: number): number {
  const key = hashText(`${coin.id}/reference volume`, demo.seed);
  const appetite = coin.referenceOnly || coin.marks.has("wrapped") ? 0.03 : 1;
  const mood = Math.exp(0.4 * smoothNoise(key, timeMs / (2 * DAY_MS)));
  return 9e9 * rank ** -1.1 * appetite * (0.5 + demo.noise(`${coin.id}:turnover`)) * mood;
}

/** Rounds as reference sources do: whole dollars for the largest prices. */
export function roundPrice(value: number): number {
  return Number(value.toPrecision(value >= 1 ? 5 : 6));
}

function viewCoin(demo: DemoMarket, source: string, coin: DemoCoin, rank: number): CoinView {
  const draw = (label: string) => demo.noise(`${source}:${coin.id}:${label}`);
  const batch = Math.floor(draw("batch") * BATCHES);
  const stale = coin.lastSeenMs < demo.now;
  const updatedAtMs = stale ? coin.lastSeenMs : demo.now - (batch + 1) * BATCH_STEP_MS;
  const truth = getPrice(demo, coin, updatedAtMs);
  const priceUsd = truth * (1 + PRICE_ERROR * (2 * draw(`error at ${updatedAtMs}`) - 1));
  return {
    coin,
    rank,
    priceUsd,
    marketCapUsd: priceUsd * coin.circulatingSupply,
    volumeUsd: stale ? 0 : getVolumeUsd(demo, coin, rank, updatedAtMs),
    updatedAtMs,
    stale,
  };
}

function getPrice(demo: DemoMarket, coin: DemoCoin, timeMs: number): number {
  const price = demo.priceUsd(coin.id, Math.max(timeMs, coin.launchedMs));
  if (price === null) throw new RangeError(`${coin.id} has no price after its launch`);
  return price;
}
