import type { StateStore } from "../../kit/platform/platform.ts";
import { listNames, readPartition, SAMPLES } from "../history/partition-document.ts";
import { compareArchives } from "./compare-archives.ts";
import { compareCandles } from "./compare-candles.ts";
import { compareRows } from "./compare-rows.ts";
import { compareSeries } from "./compare-series.ts";
import type { Comparison } from "./comparison.ts";
import { listCorrections } from "./correction.ts";
import { addCorrections } from "./correction-log.ts";

const NO_MOVES: ReadonlyMap<string, string> = new Map();

/**
 * Adds an entry to the log of corrections for every closed value that the pending writes change.
 * Call it before a commit. Nothing is remembered for it: it compares the values of the last commit
 * with those of the next one, so writers of closed values need to do nothing. An added value is no
 * change.
 * @param cause why closed values change in this build, whatever their writers say; absent: what the
 * writers say
 */
export async function recordCorrections(
  state: StateStore,
  asOfMs: number,
  moves: ReadonlyMap<string, string> = NO_MOVES,
  cause?: string,
): Promise<void> {
  const pending = state.listPending();
  const publishedMs = await findNewestSample(state);
  if (pending.length === 0 || publishedMs === undefined) return;
  const reasons = new Map(pending.map(({ name, reason }) => [name, reason]));
  const comparison: Comparison = {
    before: { state: state.committed, asOfMs: publishedMs },
    after: { state, asOfMs },
    pending,
    moves,
    reasonOf: (names) => names.map((name) => reasons.get(name) ?? undefined).find((one) => one !== undefined) ?? OTHER,
  };
  const changes = [
    ...(await compareSeries(comparison)),
    ...(await compareCandles(comparison)),
    ...(await compareRows(comparison)),
    ...(await compareArchives(comparison)),
  ];
  const caused = cause === undefined ? changes : changes.map((change) => ({ ...change, reason: cause }));
  await addCorrections(state, listCorrections(caused, asOfMs));
}

const OTHER = "values that it rests on have changed";

/** The time of the last build that was committed. */
async function findNewestSample({ committed }: StateStore): Promise<number | undefined> {
  const newest = listNames(committed, SAMPLES).at(-1);
  return newest === undefined ? undefined : (await readPartition(committed, newest)).times.at(-1);
}
