import type { StateStore } from "../../kit/platform/platform.ts";
import type { JoinedStates } from "../../kit/platform/state/document-kind.ts";
import { HOUR_REVISIONS, type HourRevisions, mergeHourRevisions, nameRevision } from "../history/hour-revisions.ts";
import { findColumns, type Partition } from "../history/partition.ts";
import { HOURS, parsePartitionName, readPartition, type StateReader } from "../history/partition-document.ts";

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
  const names = state.listPending().map(({ name }) => name);
  const counts = await countRevisions(state.committed, state, names, moves);
  if (counts !== undefined) state.write(HOUR_REVISIONS, counts, { rows: Object.keys(counts).length });
}

/**
 * The same for what a restore or a merge changes of the first place, whose answers readers keep.
 * The count of another place can be the same for other hours.
 */
export async function recordJoinedRevisions({
  before,
  after,
  changed,
}: JoinedStates): Promise<Map<string, HourRevisions>> {
  const counts = await countRevisions(before, after, changed, new Map());
  return new Map(counts === undefined ? [] : [[HOUR_REVISIONS, counts]]);
}

/** The counts after a change of these documents; `undefined` where it changes no closed hours. */
async function countRevisions(
  before: StateReader,
  after: StateReader,
  names: readonly string[],
  moves: ReadonlyMap<string, string>,
): Promise<HourRevisions | undefined> {
  const changed = new Set<string>();
  for (const name of names) {
    if (!name.startsWith(HOURS) || before.find(name)?.closed !== true) continue;
    const year = new Date(parsePartitionName(name).startMs).getUTCFullYear();
    const earlier = await readPartition(before, name);
    const later = await readPartition(after, name);
    for (const coinId of listChanged(earlier, later, moves)) changed.add(nameRevision(coinId, year));
  }
  if (changed.size === 0) return undefined;
  const published = (await before.read<HourRevisions>(HOUR_REVISIONS)) ?? {};
  const counts = (await after.read<HourRevisions>(HOUR_REVISIONS)) ?? {};
  const raised = Object.fromEntries([...changed].map((key) => [key, (published[key] ?? 0) + 1]));
  return mergeHourRevisions(counts, raised);
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
