import type { World } from "../../endpoints/endpoint.ts";
import { DAY_MS, floorTo } from "../../lib/time.ts";
import { type ArchivePart, defineArchive } from "../archive.ts";
import { findGaps } from "../find-gaps.ts";

interface DailyPoint {
  timeMs: number;
  id: string;
  symbol: string;
  price: number;
  marketCap: number | null;
  volume: number | null;
}

/**
 * The daily history of every coin, one file per calendar year: a year of 2,500 coins is about a million rows, and some
 * hosts refuse files above 25 MB. Never complete, because missing history is filled in over many builds.
 */
export const coinsDaily = defineArchive<DailyPoint>({
  dataset: "coins-daily",
  description:
    "Daily price, market cap and volume of every coin, one file per year, closed UTC days only. Days of the past may still be added while missing history is filled in.",
  granularity: "1d",
  kinds: ["ticker", "coin"],
  computed: true,
  columns: [
    { name: "date", type: "date", description: "UTC day.", value: (point) => point.timeMs },
    { name: "id", type: "string", description: "Stable identifier, CoinGecko's.", value: (point) => point.id },
    { name: "symbol", type: "string", description: "Ticker, upper-case.", value: (point) => point.symbol },
    { name: "price", type: "number", unit: "USD", description: "Price of one coin.", value: (point) => point.price },
    {
      name: "market_cap",
      type: "number",
      unit: "USD",
      description: "Price times circulating supply.",
      value: (point) => point.marketCap,
    },
    {
      name: "total_volume",
      type: "number",
      unit: "USD",
      description: "Traded in 24 hours.",
      value: (point) => point.volume,
    },
  ],
  *parts(world) {
    const lastMs = floorTo(world.market.asOfMs, DAY_MS) - 1;
    const days = findDays(world, lastMs);
    for (const year of new Set(days.map((day) => new Date(day).getUTCFullYear()))) {
      const part = renderYear(world, year, lastMs, days);
      if (part !== undefined) yield part;
    }
  },
});

/** The UTC days on which any coin has a point, ascending. */
function findDays(world: World, lastMs: number): number[] {
  const days = new Set<number>();
  for (const coin of world.market.coins) {
    for (const time of world.history.series(coin.id, "1d", 0, lastMs).times) days.add(floorTo(time, DAY_MS));
  }
  return [...days].sort((a, b) => a - b);
}

function renderYear(
  world: World,
  year: number,
  lastMs: number,
  days: readonly number[],
): ArchivePart<DailyPoint> | undefined {
  const fromMs = Date.UTC(year, 0, 1);
  const toMs = Math.min(Date.UTC(year + 1, 0, 1) - 1, lastMs);
  const covered = days.filter((day) => day >= fromMs && day <= toMs);
  const first = covered[0];
  const last = covered.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return {
    name: `coins-daily-${year}`,
    periodStartMs: first,
    periodEndMs: last,
    complete: false,
    gaps: findGaps(covered, "no price is known for any coin"),
    rows: readPoints(world, fromMs, toMs),
  };
}

/** By id and not by rank: a rank flip must not move every row of the file. */
function* readPoints(world: World, fromMs: number, toMs: number): Generator<DailyPoint> {
  const coins = world.market.coins.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const { id, symbol } of coins) {
    const { times, prices, marketCaps, totalVolumes } = world.history.series(id, "1d", fromMs, toMs);
    for (const [at, timeMs] of times.entries()) {
      const price = prices[at];
      if (price === undefined) throw new RangeError(`The daily series of ${id} has columns of different length`);
      yield { timeMs, id, symbol, price, marketCap: marketCaps[at] ?? null, volume: totalVolumes[at] ?? null };
    }
  }
}
