import { lastKnownGoodName } from "../ingest/last-known-good.ts";
import { ANSWER_LOG, type AnswerLog } from "../market/gate/reachability.ts";
import { BUILD_LOG } from "../market/gate/run-report.ts";
import type { MarketMemory } from "../market/market-memory.ts";
import { MARKET, type RestrictedValues, removeRestrictedMemory } from "../market/open-only.ts";
import type { RecordKind } from "../normalise/record.ts";
import type { StateStore } from "../platform/platform.ts";
import { defillamaChart } from "../sources/defi/defillama-chart.ts";
import type { Source } from "../sources/source.ts";
import type { DatasetSeries } from "./datasets/dataset-series.ts";
import { datasetSeries } from "./datasets/datasets.ts";
import { countPoints, type Partition, removeMarketCaps, removeOrigins } from "./partition.ts";
import { isPartitionName, listNames } from "./partition-document.ts";

const REASON = "values of restricted sources were removed";

/**
 * Removes every value of sources whose terms restrict redistribution from the state. Removes also
 * documents that are neither known here nor named in `others`, since their content is unknown.
 * Returns what to remove from `others`. A state without such values stays as it is.
 */
export async function removeRestricted(
  state: StateStore,
  sources: readonly Source[],
  others: readonly string[],
): Promise<RestrictedValues> {
  const restricted = await describeRestricted(state, sources);
  const kept = [BUILD_LOG, ...others];
  const answers = new Set(
    sources
      .filter(({ id }) => !restricted.sources.has(id))
      .flatMap(({ id, feeds }) => feeds.map((feed) => lastKnownGoodName(id, feed.id))),
  );
  for (const name of listNames(state, "")) {
    const series = datasetSeries.find(({ prefix }) => name.startsWith(prefix));
    if (isPartitionName(name)) await cleanPartition(state, name, restricted);
    else if (series !== undefined) await cleanRows(state, name, series, restricted);
    else if (name === MARKET) await cleanMemory(state, restricted);
    else if (name === ANSWER_LOG) await cleanLog(state, restricted);
    else if (!kept.includes(name) && !answers.has(name)) state.write(name, undefined);
  }
  return restricted;
}

/** The log quotes what sources answered when they failed. */
async function cleanLog(state: StateStore, { sources }: RestrictedValues): Promise<void> {
  const log = await state.read<AnswerLog>(ANSWER_LOG);
  if (log === undefined || ![...Object.keys(log.answers), ...Object.keys(log.errors)].some((id) => sources.has(id)))
    return;
  const drop = <Value>(bySource: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(bySource).filter(([id]) => !sources.has(id)));
  state.write(ANSWER_LOG, { ...log, answers: drop(log.answers), errors: drop(log.errors) });
}

async function describeRestricted(state: StateStore, all: readonly Source[]): Promise<RestrictedValues> {
  const restricted = all.filter(({ redistribution }) => redistribution === "restricted");
  const sources = new Set(restricted.map(({ id }) => id));
  const origins = new Set(sources);
  if (defillamaChart.redistribution === "restricted") origins.add(defillamaChart.source);
  const kinds = new Map<RecordKind, Set<string>>();
  for (const { id, feeds } of restricted)
    for (const { kind } of feeds) kinds.set(kind, new Set([...(kinds.get(kind) ?? []), id]));
  return { sources, origins, kinds, withCoins: await hasReadCoins(state, restricted) };
}

/**
 * An earlier build that read coins left answers and their sizes. Both are removed here, so only the
 * first build with `--open-only` finds them.
 */
async function hasReadCoins(state: StateStore, restricted: readonly Source[]): Promise<boolean> {
  const sizes = (await state.read<MarketMemory>(MARKET))?.sizes ?? {};
  const feeds = restricted.flatMap(({ id, feeds: own }) => own.map((feed) => ({ id, feed })));
  return feeds.some(
    ({ id, feed }) =>
      feed.kind === "coin" && (`${id}.${feed.id}` in sizes || state.find(lastKnownGoodName(id, feed.id)) !== undefined),
  );
}

async function cleanMemory(state: StateStore, restricted: RestrictedValues): Promise<void> {
  const memory = await state.read<MarketMemory>(MARKET);
  if (memory !== undefined) state.write(MARKET, removeRestrictedMemory(memory, restricted));
}

async function cleanPartition(state: StateStore, name: string, restricted: RestrictedValues): Promise<void> {
  const before = await state.read<Partition>(name);
  if (before === undefined) return;
  const open = removeOrigins(before, restricted.origins);
  const after = restricted.withCoins ? removeMarketCaps(open) : open;
  if (after !== before) replace(state, name, after.times.length === 0 ? undefined : after, countPoints(after));
}

/** A row names its source, or may come from any source of its kind. */
async function cleanRows<Row>(
  state: StateStore,
  name: string,
  { kind, sourceOf, withoutCoins }: DatasetSeries<Row>,
  { kinds, withCoins }: RestrictedValues,
): Promise<void> {
  const sources = kinds.get(kind);
  const isOpen = (row: Row) => {
    const source = sourceOf?.(row);
    return sources === undefined || source === null || (source !== undefined && !sources.has(source));
  };
  const before = (await state.read<Row[]>(name)) ?? [];
  const open = before.filter(isOpen);
  const after = withCoins && withoutCoins ? open.flatMap((row) => withoutCoins(row) ?? []) : open;
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  replace(state, name, after.length === 0 ? undefined : after, after.length);
}

function replace(state: StateStore, name: string, value: unknown, rows: number): void {
  state.write(name, value, { rows, closed: state.find(name)?.closed === true, reopen: REASON });
}
