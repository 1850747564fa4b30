import type { Partition } from "../../build/history/partition.ts";

export interface RawSample {
  timeMs: number;
  coinId: string;
  price: number;
  marketCap: number | null;
  totalVolume: number | null;
}

/** `coin ISO-step` → the values of the point. */
export type NaivePoints = Map<string, string>;

/** Characters of an ISO time that tell one step from another. */
const LENGTHS = { second: 19, hour: 13, day: 10 };

/** The last sample of each coin and step, found by comparing all samples by their ISO times. */
export function computeNaivePoints(samples: readonly RawSample[], step: keyof typeof LENGTHS): NaivePoints {
  const length = LENGTHS[step];
  const newest = new Map<string, RawSample>();
  for (const sample of samples) {
    const key = `${sample.coinId} ${new Date(sample.timeMs).toISOString().slice(0, length)}`;
    const known = newest.get(key);
    if (known === undefined || sample.timeMs >= known.timeMs) newest.set(key, sample);
  }
  return new Map([...newest].map(([key, one]) => [key, JSON.stringify([one.price, one.marketCap, one.totalVolume])]));
}

/**
 * The points of an hourly or daily partition in the same form. Throws if a label is not a step
 * start.
 */
export function listPoints(partition: Partition, step: "hour" | "day"): NaivePoints {
  const points: NaivePoints = new Map();
  const [length, rest] = step === "hour" ? [13, ":00:00.000Z"] : [10, "T00:00:00.000Z"];
  for (const [id, columns] of Object.entries(partition.coins)) {
    partition.times.forEach((time, row) => {
      const price = columns.prices[row] ?? null;
      const text = new Date(time).toISOString();
      if (!text.endsWith(rest)) throw new RangeError(`${text} is not the start of a ${step}`);
      if (price === null) return;
      points.set(
        `${id} ${text.slice(0, length)}`,
        JSON.stringify([price, columns.marketCaps[row] ?? null, columns.totalVolumes[row] ?? null]),
      );
    });
  }
  return points;
}
