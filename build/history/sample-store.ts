import type { StateStore } from "../effects/effects.ts";
import { DAY_MS, renderDay } from "../lib/time.ts";
import type { Market } from "../market/market.ts";
import { appendSamples, type SampleDay } from "./sample-day.ts";

/** Days of samples that a build looks back at. */
const DAYS = 3;

export interface Samples {
  /** Ascending; only days with samples. */
  days: readonly { name: string; day: SampleDay }[];
  /** Own prices of a coin, ascending in time. */
  pricesOf(coinId: string): [number, number][];
}

export async function readSamples(state: StateStore, now: number): Promise<Samples> {
  const days: { name: string; day: SampleDay }[] = [];
  for (let back = DAYS - 1; back >= 0; back -= 1) {
    const name = `samples/${renderDay(now - back * DAY_MS)}`;
    const day = await state.read<SampleDay>(name);
    if (day !== undefined) days.push({ name, day });
  }
  return {
    days,
    pricesOf: (coinId) =>
      days.flatMap(({ day }) =>
        day.times.flatMap((timeMs, index): [number, number][] => {
          const price = day.coins[coinId]?.prices[index] ?? null;
          return price === null ? [] : [[timeMs, price]];
        }),
      ),
  };
}

/** Adds the market's own prices to the day that they were observed on, and returns all days with them. */
export function writeSample(state: StateStore, before: Samples["days"], market: Market): SampleDay[] {
  const name = `samples/${renderDay(market.asOfMs)}`;
  const fresh = market.coins.flatMap(({ id, price, priceSource, marketCap, volume }) =>
    price === null || priceSource === "stale" ? [] : [{ coinId: id, price, marketCap, totalVolume: volume }],
  );
  const day = appendSamples(before.find((known) => known.name === name)?.day, market.asOfMs, fresh);
  state.write(name, day);
  const others = before.filter((known) => known.name !== name);
  return [...others, { name, day }].sort((a, b) => (a.name < b.name ? -1 : 1)).map((known) => known.day);
}
