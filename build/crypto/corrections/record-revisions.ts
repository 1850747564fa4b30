import type { StateStore } from "../../kit/platform/platform.ts";
import { HOUR_REVISIONS, type HourRevisions, nameRevision, renderHourRevisions } from "../history/hour-revisions.ts";
import { findColumns, type Partition } from "../history/partition.ts";
import { HOURS, parsePartitionName, readPartition } from "../history/partition-document.ts";

/**
 * Counts the coins' years whose closed hours the pending writes change or add to. It compares the
 * last commit with the next one, like the corrections, and may be called again before the commit.
 *
 * @param moves provisional ids → the final ids: their hours have moved, not changed
 */
export async function recordRevisions(
  state: StateStore,
  moves: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const changed = new Set<string>();
  for (const { name } of state.listPending()) {
    if (!name.startsWith(HOURS) || state.committed.find(name)?.closed !== true) continue;
    const year = new Date(parsePartitionName(name).startMs).getUTCFullYear();
    const before = await readPartition(state.committed, name);
    const after = await readPartition(state, name);
    for (const coinId of listChanged(before, after, moves)) changed.add(nameRevision(coinId, year));
  }
  if (changed.size === 0) return;
  const committed = (await state.committed.read<HourRevisions>(HOUR_REVISIONS)) ?? {};
  const counts = new Map(Object.entries((await state.read<HourRevisions>(HOUR_REVISIONS)) ?? {}));
  for (const key of changed) counts.set(key, (committed[key] ?? 0) + 1);
  state.write(HOUR_REVISIONS, renderHourRevisions(counts), { rows: counts.size });
}

function listChanged(before: Partition, after: Partition, moves: ReadonlyMap<string, string>): string[] {
  const idsBefore = new Map(Object.keys(before.coins).map((id) => [moves.get(id) ?? id, id]));
  const ids = new Set([...idsBefore.keys(), ...Object.keys(after.coins)]);
  return [...ids].filter((id) => renderPoints(before, idsBefore.get(id) ?? id) !== renderPoints(after, id));
}

/** The points of a coin as a text: equal points are equal texts, whatever other coins have. */
function renderPoints(partition: Partition, coinId: string): string {
  const { prices = [], origins = [] } = findColumns(partition, coinId) ?? {};
  const points = prices.flatMap((price, row) =>
    price === null ? [] : `${partition.times[row]} ${price} ${partition.origins?.[origins[row] ?? -1] ?? ""}`,
  );
  return points.join("\n");
}
