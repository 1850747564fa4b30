/**
 * The points of many coins over some time, in columns. `times` are unix milliseconds, ascending and
 * distinct. Every column of a coin has the same length, with `null` for a missing point. Prices,
 * market caps and volumes in USD. A point exists when its price does.
 */
export interface Partition {
  times: number[];
  coins: Record<string, CoinColumns>;
  /** The sources of reference prices and of points that were filled in later. */
  origins?: string[];
}

export interface CoinColumns {
  prices: (number | null)[];
  /** Absent: unknown at all times, as in the hours that are kept for good. */
  marketCaps?: (number | null)[];
  totalVolumes?: (number | null)[];
  /** Indices into the partition's `origins`; `null` for own points. Absent: all are own. */
  origins?: (number | null)[];
}

export interface PartitionPoint {
  timeMs: number;
  price: number;
  marketCap: number | null;
  totalVolume: number | null;
}

export const EMPTY_PARTITION: Partition = { times: [], coins: {} };

/** A coin's columns. Safe for ids such as `constructor`. */
export function findColumns({ coins }: Partition, coinId: string): CoinColumns | undefined {
  return Object.hasOwn(coins, coinId) ? coins[coinId] : undefined;
}

/** The first time with a price of the coin; `undefined`: it has none. */
export function findFirstTime(partition: Partition, coinId: string): number | undefined {
  const prices = findColumns(partition, coinId)?.prices;
  return partition.times[prices?.findIndex((price) => price !== null) ?? -1];
}

/** The number of points of all coins. */
export function countPoints({ coins }: Partition): number {
  let points = 0;
  for (const { prices } of Object.values(coins)) for (const price of prices) if (price !== null) points += 1;
  return points;
}

/** One side of a merge, with the places of its rows and labels in the result. */
interface Side {
  partition: Partition;
  /** Row of the result → row of this side, or -1. */
  rows: Int32Array;
  labels: readonly number[];
  /** Its columns need no change in the result. */
  unmoved: boolean;
}

/**
 * The union of two partitions by time and coin. Of two points, an own one replaces one of another
 * origin; otherwise that of `b` wins as a whole. Does not change its arguments, but the result may
 * share columns with them.
 */
export function mergePartitions(a: Partition, b: Partition): Partition {
  const times = mergeTimes(a.times, b.times);
  const origins = [...new Set([...(a.origins ?? []), ...(b.origins ?? [])])].sort();
  const left = alignSide(a, times, origins);
  const right = alignSide(b, times, origins);
  const ids = [...new Set([...Object.keys(a.coins), ...Object.keys(b.coins)])].sort();
  const coins = Object.fromEntries(
    ids.map((id) => [id, mergeColumns(left, findColumns(a, id), right, findColumns(b, id))]),
  );
  return { times, coins, ...(origins.length > 0 ? { origins } : {}) };
}

/** A coin's points of one origin, `null` for own ones. */
export function createPartition(coinId: string, points: readonly PartitionPoint[], origin: string | null): Partition {
  const columns: CoinColumns = {
    prices: points.map(({ price }) => price),
    marketCaps: points.map(({ marketCap }) => marketCap),
    totalVolumes: points.map(({ totalVolume }) => totalVolume),
    origins: points.map(() => (origin === null ? null : 0)),
  };
  const times = points.map(({ timeMs }) => timeMs);
  return { times, coins: Object.fromEntries([[coinId, columns]]), origins: origin === null ? [] : [origin] };
}

/** Adds a coin's points of one origin at times without a point. */
export function fillPartition(
  partition: Partition,
  coinId: string,
  points: readonly PartitionPoint[],
  origin: string | null,
): Partition {
  return mergePartitions(createPartition(coinId, points, origin), partition);
}

/** The points of one coin, with the origins of all. */
export function pickCoin(partition: Partition, coinId: string): Partition {
  const columns = findColumns(partition, coinId);
  if (columns === undefined) return EMPTY_PARTITION;
  const rows = [...partition.times.keys()].filter((row) => hasPoint(columns, row));
  const coins = Object.fromEntries([[coinId, pickFromColumns(columns, rows)]]);
  return { ...partition, times: rows.map((row) => partition.times[row]!), coins };
}

/** The partition with other points of some coins: coin id → a partition of its points. */
export function replaceCoins(partition: Partition, parts: ReadonlyMap<string, Partition>): Partition {
  const others = Object.entries(partition.coins).filter(([id]) => !parts.has(id));
  return mergePartitions({ ...partition, coins: Object.fromEntries(others) }, joinCoins([...parts.values()]));
}

/** One partition of several that have no coin in common. */
function joinCoins(parts: readonly Partition[]): Partition {
  const times = [...new Set(parts.flatMap((part) => part.times))].sort((a, b) => a - b);
  const origins = [...new Set(parts.flatMap((part) => part.origins ?? []))].sort();
  const nothing = alignSide(EMPTY_PARTITION, times, origins);
  const coins = parts.flatMap((part) => {
    const side = alignSide(part, times, origins);
    return Object.entries(part.coins).map(([id, columns]): [string, CoinColumns] => [
      id,
      mergeColumns(side, columns, nothing, undefined),
    ]);
  });
  return { times, coins: Object.fromEntries(coins), origins };
}

/** The same rows of every column; row -1 has no point. */
export function pickFromColumns(columns: CoinColumns, rows: readonly number[]): CoinColumns {
  const pick = (column: readonly (number | null)[]) => rows.map((row) => column[row] ?? null);
  const { prices, marketCaps, totalVolumes, origins } = columns;
  return dropOrigins({
    prices: pick(prices),
    ...(marketCaps && { marketCaps: pick(marketCaps) }),
    ...(totalVolumes && { totalVolumes: pick(totalVolumes) }),
    ...(origins && { origins: pick(origins) }),
  });
}

/** The prices of some coins with their origins, without market caps and volumes. */
export function pickPrices(partition: Partition, isWanted: (coinId: string) => boolean): Partition {
  const coins = Object.entries(partition.coins).flatMap(([id, { prices, origins }]): [string, CoinColumns][] =>
    isWanted(id) ? [[id, { prices, ...(origins && { origins }) }]] : [],
  );
  const used = new Set(coins.flatMap(([, { origins = [] }]) => origins));
  const labels = new Set((partition.origins ?? []).filter((_, label) => used.has(label)));
  const picked = { ...partition, coins: Object.fromEntries(coins) };
  return filterOrigins(picked, (origin) => origin === null || labels.has(origin));
}

/** The points whose origin is kept, `null` for own points; itself if it has no others. */
export function filterOrigins(partition: Partition, isKeptOrigin: (origin: string | null) => boolean): Partition {
  const labels = partition.origins ?? [];
  const kept = labels.filter(isKeptOrigin);
  const keepsOwn = isKeptOrigin(null);
  if (keepsOwn && kept.length === labels.length) return partition;
  const isKept = (columns: CoinColumns, row: number): boolean => {
    const label = columns.origins?.[row] ?? null;
    return hasPoint(columns, row) && (label === null ? keepsOwn : kept.includes(labels[label] ?? ""));
  };
  const all = Object.entries(partition.coins);
  const rows = [...partition.times.keys()].filter((row) => all.some(([, columns]) => isKept(columns, row)));
  const coins = all.flatMap(([id, columns]): [string, CoinColumns][] => {
    const picked = pickFromColumns(
      columns,
      rows.map((row) => (isKept(columns, row) ? row : -1)),
    );
    if (picked.prices.every((price) => price === null)) return [];
    const relabelled = picked.origins?.map((label) => (label === null ? null : kept.indexOf(labels[label] ?? "")));
    return [[id, { ...picked, ...(relabelled && { origins: relabelled }) }]];
  });
  return {
    times: rows.map((row) => partition.times[row]!),
    coins: Object.fromEntries(coins),
    ...(kept.length > 0 ? { origins: kept } : {}),
  };
}

/** The partition without market caps; itself if it has none. */
export function removeMarketCaps(partition: Partition): Partition {
  const all = Object.entries(partition.coins);
  if (all.every(([, { marketCaps = [] }]) => marketCaps.every((cap) => cap === null))) return partition;
  const remove = (columns: CoinColumns) => ({ ...columns, marketCaps: columns.prices.map(() => null) });
  const coins = all.map(([id, columns]) => [id, remove(columns)]);
  return { ...partition, coins: Object.fromEntries(coins) };
}

function mergeTimes(a: number[], b: number[]): number[] {
  if (b.length === a.length && b.every((time, row) => time === a[row])) return a;
  return [...new Set([...a, ...b])].sort((x, y) => x - y);
}

function alignSide(partition: Partition, times: readonly number[], origins: readonly string[]): Side {
  const rowOf = new Map(partition.times.map((time, row) => [time, row]));
  const rows = Int32Array.from(times, (time) => rowOf.get(time) ?? -1);
  const labels = (partition.origins ?? []).map((label) => origins.indexOf(label));
  const unmoved = rows.every((row, at) => row === at) && labels.every((label, at) => label === at);
  return { partition, rows, labels, unmoved };
}

function mergeColumns(left: Side, a: CoinColumns | undefined, right: Side, b: CoinColumns | undefined): CoinColumns {
  if (a === undefined && b !== undefined && right.unmoved) return dropOrigins(b);
  if (b === undefined && a !== undefined && left.unmoved) return dropOrigins(a);
  const merged: Required<CoinColumns> = { prices: [], marketCaps: [], totalVolumes: [], origins: [] };
  let labelled = false;
  for (let at = 0; at < left.rows.length; at += 1) {
    const rowA = left.rows[at] ?? -1;
    const rowB = right.rows[at] ?? -1;
    const inA = hasPoint(a, rowA);
    const inB = hasPoint(b, rowB);
    const takeA = inA && (!inB || (isOwn(a, rowA) && !isOwn(b, rowB)));
    const [columns, row, labels] = takeA ? [a, rowA, left.labels] : [inB ? b : undefined, rowB, right.labels];
    merged.prices.push(columns?.prices[row] ?? null);
    merged.marketCaps.push(columns?.marketCaps?.[row] ?? null);
    merged.totalVolumes.push(columns?.totalVolumes?.[row] ?? null);
    const label = columns?.origins?.[row] ?? null;
    merged.origins.push(label === null ? null : (labels[label] ?? null));
    if (label !== null) labelled = true;
  }
  const { prices, marketCaps, totalVolumes, origins } = merged;
  return {
    prices,
    ...((a?.marketCaps ?? b?.marketCaps) && { marketCaps }),
    ...((a?.totalVolumes ?? b?.totalVolumes) && { totalVolumes }),
    ...(labelled && { origins }),
  };
}

/** Without a column of nulls, so that equal points are equal bytes. */
function dropOrigins(columns: CoinColumns): CoinColumns {
  const { origins, ...own } = columns;
  return origins?.some((label) => label !== null) === true ? columns : own;
}

function hasPoint(columns: CoinColumns | undefined, row: number): boolean {
  return row >= 0 && columns !== undefined && (columns.prices[row] ?? null) !== null;
}

function isOwn(columns: CoinColumns | undefined, row: number): boolean {
  return (columns?.origins?.[row] ?? null) === null;
}
