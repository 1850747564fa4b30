/**
 * Every build's prices of one UTC day, in columns: `times` are the builds' observation times in unix milliseconds, ascending; a
 * coin's columns have the same length, with `null` where it had no price of its own time.
 */
export interface SampleDay {
  times: number[];
  coins: Record<string, SampleColumns>;
}

export interface SampleColumns {
  prices: (number | null)[];
  marketCaps: (number | null)[];
  totalVolumes: (number | null)[];
}

export interface Sample {
  coinId: string;
  price: number;
  marketCap: number | null;
  totalVolume: number | null;
}

/** The day with one build's samples appended. A second build of the same observation time replaces the first. */
export function appendSamples(before: SampleDay | undefined, timeMs: number, samples: readonly Sample[]): SampleDay {
  const kept = before?.times.filter((time) => time < timeMs).length ?? 0;
  const day: SampleDay = { times: [...(before?.times.slice(0, kept) ?? []), timeMs], coins: {} };
  const ids = new Set([...Object.keys(before?.coins ?? {}), ...samples.map(({ coinId }) => coinId)]);
  const fresh = new Map(samples.map((sample) => [sample.coinId, sample]));
  const extend = (column: readonly (number | null)[] | undefined, value: number | null): (number | null)[] => {
    const values: (number | null)[] = column === undefined ? new Array(kept).fill(null) : column.slice(0, kept);
    values.push(value);
    return values;
  };
  for (const id of ids) {
    const columns = before?.coins[id];
    const sample = fresh.get(id);
    day.coins[id] = {
      prices: extend(columns?.prices, sample?.price ?? null),
      marketCaps: extend(columns?.marketCaps, sample?.marketCap ?? null),
      totalVolumes: extend(columns?.totalVolumes, sample?.totalVolume ?? null),
    };
  }
  return day;
}
