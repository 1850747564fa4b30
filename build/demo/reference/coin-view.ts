import { DAY_MS, floorTo, SECOND_MS } from "../../lib/time.ts";
import type { SampleCoin, SampleWorld } from "../demo-world.ts";
import { hashText, smoothNoise } from "../noise.ts";

/** A coin as a reference source sees it: the true price with an error of its own, seconds to minutes old. */
export interface CoinView {
  coin: SampleCoin;
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

/** Every coin of the world as `source` sees it at `world.now`, by market cap, descending. */
export function viewCoins(world: SampleWorld, source: string): CoinView[] {
  return viewRanks(
    world,
    source,
    world.coins.map((_coin, index) => index + 1),
  );
}

/** The same for some ranks only: much cheaper for a page of a large world. Ranks without a coin are left out. */
export function viewRanks(world: SampleWorld, source: string, ranks: readonly number[]): CoinView[] {
  const stale = findStaleCoin(world);
  return ranks.flatMap((rank) => {
    const coin = world.coins[rank - 1];
    return coin === undefined ? [] : [viewCoin(world, source, coin, rank, coin === stale)];
  });
}

/** Percent from the true price so long before the view's time, or `null` where the coin did not exist yet. */
export function findChangePercent(world: SampleWorld, view: CoinView, windowMs: number): number | null {
  const before = world.priceUsd(view.coin.id, view.updatedAtMs - windowMs);
  return before === null ? null : (view.priceUsd / before - 1) * 100;
}

/** True prices at steps of `stepMs` that end at `endMs`, oldest first; moments before the launch are left out. */
export function listPrices(world: SampleWorld, coin: SampleCoin, endMs: number, stepMs: number, points: number) {
  const prices: { timeMs: number; priceUsd: number }[] = [];
  for (let back = points - 1; back >= 0; back--) {
    const timeMs = endMs - back * stepMs;
    const priceUsd = world.priceUsd(coin.id, timeMs);
    if (priceUsd !== null) prices.push({ timeMs, priceUsd });
  }
  return prices;
}

/** What changed hands in 24 hours on all venues, polled or not; it falls a little faster than the rank grows. */
export function getVolumeUsd(world: SampleWorld, coin: SampleCoin, rank: number, timeMs: number): number {
  const key = hashText(`${coin.id}/reference volume`, world.seed);
  const appetite = coin.referenceOnly || coin.wrapped ? 0.03 : 1;
  const mood = Math.exp(0.4 * smoothNoise(key, timeMs / (2 * DAY_MS)));
  return 9e9 * rank ** -1.1 * appetite * (0.5 + world.noise(`${coin.id}:turnover`)) * mood;
}

/** A price with as many digits as reference sources give: whole dollars for the largest, exponents for the smallest. */
export function roundPrice(value: number): number {
  return Number(value.toPrecision(value >= 1 ? 5 : 6));
}

function viewCoin(world: SampleWorld, source: string, coin: SampleCoin, rank: number, stale: boolean): CoinView {
  const draw = (label: string) => world.noise(`${source}:${coin.id}:${label}`);
  const batch = Math.floor(draw("batch") * BATCHES);
  // The stale coin stays at one moment for a month, as if nobody had noticed yet.
  const updatedAtMs = stale ? floorTo(world.now, 30 * DAY_MS) - 4 * DAY_MS : world.now - (batch + 1) * BATCH_STEP_MS;
  const truth = getPrice(world, coin, updatedAtMs);
  const priceUsd = truth * (1 + PRICE_ERROR * (2 * draw(`error at ${updatedAtMs}`) - 1));
  return {
    coin,
    rank,
    priceUsd,
    marketCapUsd: priceUsd * coin.circulatingSupply,
    volumeUsd: stale ? 0 : getVolumeUsd(world, coin, rank, updatedAtMs),
    updatedAtMs,
    stale,
  };
}

function getPrice(world: SampleWorld, coin: SampleCoin, timeMs: number): number {
  const price = world.priceUsd(coin.id, Math.max(timeMs, coin.launchedMs));
  if (price === null) throw new RangeError(`${coin.id} has no price after its launch`);
  return price;
}

/** An old coin that no venue trades; a world too small for it has none. */
function findStaleCoin(world: SampleWorld): SampleCoin | undefined {
  const old = world.now - 60 * DAY_MS;
  return (
    world.coins.find((coin) => coin.id === "forgotten-chain") ??
    world.coins.findLast((coin) => coin.referenceOnly && !coin.stablecoin && !coin.wrapped && coin.launchedMs < old)
  );
}
