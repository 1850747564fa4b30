import type { StateStore } from "../../kit/platform/platform.ts";
import type { JoinedStates } from "../../kit/platform/state/document-kind.ts";
import { groupBy } from "../../lib/collections.ts";
import { CANDLES, readCandleDocument } from "../candles/candle-document.ts";
import { listNames, readPartition, SAMPLES, type StateReader } from "../history/partition-document.ts";
import { compareArchives } from "./compare-archives.ts";
import { compareCandles } from "./compare-candles.ts";
import { compareRows } from "./compare-rows.ts";
import { compareSeries } from "./compare-series.ts";
import type { Comparison } from "./comparison.ts";
import { type Change, type Correction, listCorrections } from "./correction.ts";
import { addCorrections, readCorrections } from "./correction-log.ts";
import { recordRevisions } from "./record-revisions.ts";

export interface ComparedBuild extends Partial<Pick<Comparison, "moves" | "candleCoins">> {
  /** Its newest observation, in unix milliseconds. */
  asOfMs: number;
  /** Why closed values change in it, whatever their writers say; absent: what the writers say. */
  cause?: string | undefined;
}

/**
 * Adds an entry to the log of corrections for every closed value that the pending writes change.
 * Call it before a commit. Nothing is remembered for it: it compares the values of the last commit
 * with those of the next one, so writers of closed values need to do nothing. An added value is no
 * change, but raises the revision of its year of hours.
 */
export async function recordCorrections(state: StateStore, { cause, ...build }: ComparedBuild): Promise<void> {
  await recordRevisions(state, build.moves);
  const changes = await listChanges({ before: state.committed, after: state, pending: state.listPending(), ...build });
  const caused = cause === undefined ? changes : changes.map((change) => ({ ...change, reason: cause }));
  await addCorrections(state, listCorrections(caused, build.asOfMs));
}

/**
 * What a restore or a merge adds to the log: a closed value of the first place, which readers saw,
 * that has changed without an entry. Entries of the other places say what their builds changed.
 */
export async function recordJoin({ before, after, changed }: JoinedStates): Promise<Map<string, Correction[]>> {
  const added = new Map<string, Correction[]>();
  const asOfMs = await findNewestSample(after);
  if (asOfMs === undefined) return added;
  const pending = changed.map((name) => ({ name, reason: JOINED }));
  const candles = listNames(before, CANDLES).at(-1);
  const candleCoins = candles === undefined ? [] : Object.keys((await readCandleDocument(before, candles)).coins);
  const changes = await listChanges({ before, after, pending, asOfMs, candleCoins });
  const known = new Set(
    (await readCorrections(before, Number.POSITIVE_INFINITY)).map((entry) => JSON.stringify(entry)),
  );
  const all = await readCorrections(after, Number.POSITIVE_INFINITY);
  const tells = createTeller(all.filter((entry) => !known.has(JSON.stringify(entry))));
  const untold = changes.filter((change) => !tells(change));
  const log = { read: after.read, write: (name: string, value: Correction[]) => void added.set(name, value) };
  await addCorrections(log, listCorrections(untold, asOfMs));
  return added;
}

const JOINED = "merged with another state";

/**
 * Whether some entry tells of a change. Each tells of as many as it counts, those of one value
 * first: a range does not hide the others of its span. Beyond the limit of a log, a summary may.
 */
function createTeller(entries: readonly Correction[]): (change: Change) => boolean {
  const left = new Map(entries.map((entry) => [entry, entry.count]));
  const told = groupBy(
    entries.toSorted((a, b) => a.count - b.count),
    ({ dataset }) => dataset,
  );
  return (change) => {
    const entry = told.get(change.dataset)?.find((one) => left.get(one) !== 0 && isAbout(one, change));
    if (entry !== undefined) left.set(entry, (left.get(entry) ?? 0) - 1);
    return entry !== undefined;
  };
}

function isAbout({ coinId, field, fromMs, toMs, count, new: current }: Correction, change: Change): boolean {
  return (
    (count > 1 || current === change.new) &&
    (coinId === null || coinId === change.coinId) &&
    (field === null || field === change.field) &&
    fromMs <= change.timeMs &&
    change.timeMs <= toMs
  );
}

interface ComparedStates extends Omit<ComparedBuild, "cause">, Pick<Comparison, "pending"> {
  before: StateReader;
  after: StateReader;
}

/** The closed values that the pending writes change. */
async function listChanges(states: ComparedStates): Promise<Change[]> {
  const { before, after, asOfMs, pending, moves = new Map(), candleCoins = [] } = states;
  const publishedMs = await findNewestSample(before);
  if (pending.length === 0 || publishedMs === undefined) return [];
  const reasons = new Map(pending.map(({ name, reason }) => [name, reason]));
  const comparison: Comparison = {
    before: { state: before, asOfMs: publishedMs },
    after: { state: after, asOfMs },
    pending,
    moves,
    candleCoins,
    reasonOf: (names) => names.map((name) => reasons.get(name) ?? undefined).find((one) => one !== undefined) ?? OTHER,
  };
  return [
    ...(await compareSeries(comparison)),
    ...(await compareCandles(comparison)),
    ...(await compareRows(comparison)),
    ...(await compareArchives(comparison)),
  ];
}

const OTHER = "values that it rests on have changed";

/** The time of the last build of a state, in unix milliseconds. */
async function findNewestSample(state: StateReader): Promise<number | undefined> {
  const newest = listNames(state, SAMPLES).at(-1);
  return newest === undefined ? undefined : (await readPartition(state, newest)).times.at(-1);
}
