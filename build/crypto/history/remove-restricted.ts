import type { StateStore } from "../../kit/platform/platform.ts";
import { lastKnownGoodName } from "../ingest/last-known-good.ts";
import { MARKET, type MarketMemory } from "../market/market-memory.ts";
import { listSources, type RestrictedValues, removeRestrictedMemory } from "../market/open-only.ts";
import type { RecordKind } from "../normalise/record.ts";
import type { Source } from "../sources/source.ts";
import type { DatasetSeries } from "./datasets/dataset-series.ts";
import { datasetSeries } from "./datasets/datasets.ts";
import { countPoints, filterOrigins, type Partition, removeMarketCaps } from "./partition.ts";
import { isPartitionName, listNames } from "./partition-document.ts";

/** Why values disappear: they must not be quoted anywhere. */
export const REMOVED = "values of restricted sources were removed";

/** The content of a document without restricted values; itself if it has none. */
type Cleaner = (value: never, restricted: RestrictedValues) => unknown;
/** Other documents, by name or by folder. */
type Cleaners = Readonly<Record<string, Cleaner>>;

/**
 * Removes every value of sources whose terms restrict redistribution from the state. Removes also
 * documents that are neither known here nor among `others`, since their content is unknown. A state
 * without such values stays as it is. Returns whether values were removed, or computed with such
 * sources.
 */
export async function removeRestricted(
  state: StateStore,
  sources: readonly Source[],
  others: Cleaners,
): Promise<boolean> {
  const restricted = await describeRestricted(state, sources);
  const answers = new Set(
    sources
      .filter(({ id }) => !restricted.sources.has(id))
      .flatMap(({ id, feeds }) => feeds.map((feed) => lastKnownGoodName(id, feed.id))),
  );
  const countPending = () => state.listPending().length;
  const pendingBefore = countPending();
  for (const name of listNames(state, "")) {
    const clean = others[name] ?? others[name.slice(0, name.indexOf("/") + 1)];
    const series = datasetSeries.find(({ prefix }) => name.startsWith(prefix));
    if (isPartitionName(name)) await cleanPartition(state, name, restricted);
    else if (series !== undefined) await cleanRows(state, name, series, restricted);
    else if (name === MARKET) await cleanMemory(state, restricted);
    else if (clean !== undefined) await cleanOther(state, name, clean, restricted);
    else if (!answers.has(name)) state.write(name, undefined);
  }
  return restricted.withCoins || restricted.withTickers || countPending() > pendingBefore;
}

async function cleanOther(
  state: StateStore,
  name: string,
  clean: Cleaner,
  restricted: RestrictedValues,
): Promise<void> {
  const value = await state.read(name);
  // A damaged document is set aside.
  if (value === undefined) return;
  const cleaned = clean(value as never, restricted);
  if (cleaned !== value) state.write(name, cleaned, { reopen: REMOVED, removes: true });
}

async function describeRestricted(state: StateStore, all: readonly Source[]): Promise<RestrictedValues> {
  const restricted = all.filter(({ terms }) => terms.class === "restricted");
  const sources = new Set(restricted.map(({ id }) => id));
  const kinds = new Map<RecordKind, Set<string>>();
  for (const { id, feeds } of restricted)
    for (const { kind } of feeds) kinds.set(kind, new Set([...(kinds.get(kind) ?? []), id]));
  const traces = await findTraces(state, restricted);
  const hasRead = (kind: RecordKind) =>
    restricted.some(({ id, feeds }) => traces.has(id) && feeds.some((feed) => feed.kind === kind));
  return { sources, kinds, withCoins: hasRead("coin"), withTickers: hasRead("ticker") };
}

/**
 * Ids of the sources that an earlier build read: it left answers, their sizes, and what it learned
 * of codes and ids. All of that is removed here, so only the first build with `--open-only` finds
 * it.
 */
async function findTraces(state: StateStore, restricted: readonly Source[]): Promise<ReadonlySet<string>> {
  const memory = await state.read<MarketMemory>(MARKET);
  const remembered = memory === undefined ? [] : listSources(memory);
  const answered = restricted.flatMap(({ id, feeds }) =>
    feeds.some((feed) => state.find(lastKnownGoodName(id, feed.id)) !== undefined) ? id : [],
  );
  return new Set([...remembered, ...answered]);
}

async function cleanMemory(state: StateStore, restricted: RestrictedValues): Promise<void> {
  const memory = await state.read<MarketMemory>(MARKET);
  if (memory !== undefined) state.write(MARKET, removeRestrictedMemory(memory, restricted));
}

async function cleanPartition(state: StateStore, name: string, restricted: RestrictedValues): Promise<void> {
  const before = await state.read<Partition>(name);
  if (before === undefined) return;
  // An own price of one venue is that venue's price, and no point says which venues it rests on.
  const open = filterOrigins(before, (origin) =>
    origin === null ? !restricted.withTickers : !restricted.sources.has(origin),
  );
  const after = restricted.withCoins ? removeMarketCaps(open) : open;
  if (after !== before) replace(state, name, after, countPoints(after));
}

/** A row names its source, or may come from any source of its kind. */
async function cleanRows<Row>(
  state: StateStore,
  name: string,
  { kind, sourceOf, withoutComputed }: DatasetSeries<Row>,
  { kinds, withCoins, withTickers }: RestrictedValues,
): Promise<void> {
  const sources = kinds.get(kind);
  const isOpen = (row: Row) => {
    const source = sourceOf?.(row);
    return sources === undefined || source === null || (source !== undefined && !sources.has(source));
  };
  const before = (await state.read<Row[]>(name)) ?? [];
  const open = before.filter(isOpen);
  const rests = withCoins || withTickers;
  const after = rests && withoutComputed ? open.flatMap((row) => withoutComputed(row) ?? []) : open;
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  replace(state, name, after, after.length);
}

/** An empty document stays, so that a restore does not bring back an older copy. */
function replace(state: StateStore, name: string, value: unknown, rows: number): void {
  const closed = state.find(name)?.closed === true;
  state.write(name, value, { rows, closed, reopen: REMOVED, removes: true });
}
