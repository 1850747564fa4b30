import { join } from "node:path";
import pLimit from "p-limit";
import { describeError, OperationalError } from "../lib/operational-error.ts";
import { MINUTE_MS } from "../lib/time.ts";
import type { DocumentInfo, Progress, StateWorld } from "./effects.ts";
import { HttpError } from "./http-error.ts";
import { isRetryable } from "./http-retry.ts";
import { replaceFile } from "./replace-file.ts";
import type { BinaryFetch } from "./restore-fetch.ts";
import { joinVersions, type Version } from "./restore-join.ts";
import { openRestoreSource, type RestoreSource } from "./restore-source.ts";
import { nameDocumentFile, RESTORING } from "./state-document.ts";
import { findFileFault } from "./state-files.ts";
import { installStaged } from "./state-install.ts";
import { acceptWorld, type Documents, readStateManifest } from "./state-manifest.ts";
import { findMerger, type MergeOptions } from "./state-merge.ts";
import { listUnlistedFiles } from "./state-verify.ts";

export interface RestoreOptions {
  /** Published sites or folders, the preferred one first. */
  from: readonly string[];
  /** Do not go on without what the first of them has: what the others hold may be older. Damage there is still repaired from the others. */
  needsFirst?: boolean | undefined;
  /** The state folder; the caller holds its lock. */
  into: string;
  world: StateWorld;
  fetch: BinaryFetch;
  progress: Progress;
  /** How open documents of equal standing are joined. Of any other the newest one is taken. */
  mergers?: MergeOptions["mergers"] | undefined;
  /** Our clock, in unix milliseconds. Absent: no version is from the future. */
  now?: (() => number) | undefined;
  sleep?: (ms: number) => Promise<unknown>;
}

/** Two machines that both keep time are never further apart. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;
/** Downloads at once. */
const PARALLEL_READS = 6;
/** What upstreams said last is only a convenience: losing it costs one request. */
const DISPENSABLE = "last-good/";

/**
 * Brings the state folder to the newest valid version of every document that it or a source knows: by revision, then by
 * time; what a clock that was ahead stamped comes last. Series and ledgers that parted are joined, because each may have
 * points that the other lacks. What is damaged in one place is named and taken from the next. The folder changes only when all is there; what
 * arrived before a failure is kept aside and not fetched again. Throws an `OperationalError` when a document is nowhere
 * whole, when no source can be read, when the first one is needed and out of reach, or when one is of the other world.
 */
export async function restoreState(options: RestoreOptions): Promise<Documents> {
  const { into: root, world, progress } = options;
  const local = readLocal(root, world, progress);
  const sources = await openSources(options);
  const task = progress.start("state");
  try {
    const versions = collectVersions(local, sources, options.now?.() ?? Number.POSITIVE_INFINITY);
    const chosen = new Map<string, DocumentInfo>();
    const lost: string[] = [];
    let finished = 0;
    await pLimit(PARALLEL_READS).map([...versions], async ([name, candidates]) => {
      const faults: string[] = [];
      const newest = await obtain(root, candidates, faults, options.needsFirst === true ? sources[0] : undefined);
      const merge = findMerger(options.mergers ?? {}, name);
      const joins = newest !== undefined && merge !== undefined;
      const info = joins ? await joinVersions(root, newest, candidates, merge, faults) : newest;
      const fate = info === undefined ? "is nowhere whole, and is done without" : "was not whole everywhere";
      if (info !== undefined) chosen.set(name, info);
      if (info === undefined && !name.startsWith(DISPENSABLE)) lost.push(`${name}: ${faults.join("; ")}`);
      else if (faults.length > 0) progress.warn(`The document "${name}" ${fate}: ${faults.join("; ")}`);
      finished += 1;
      task.update(`${finished} of ${versions.size} documents`);
    });
    if (lost.length > 0) throw nowhereWhole(root, lost.sort());
    warnUnlisted(root, local, chosen, progress);
    await installStaged(root, { world, documents: chosen });
    task.done(`${chosen.size} documents from ${sources.map(({ label }) => label).join(", ")}`);
    return chosen;
  } catch (error) {
    task.failed(describeError(error));
    throw error;
  }
}

/** Of a folder whose manifest is damaged nothing is known; the sources say what there was. */
function readLocal(root: string, world: StateWorld, progress: Progress): Documents {
  let manifest: ReturnType<typeof readStateManifest>;
  try {
    manifest = readStateManifest(root);
  } catch (error) {
    progress.warn(describeError(error));
  }
  if (manifest !== undefined) acceptWorld(root, manifest.world, world);
  return manifest?.documents ?? new Map();
}

async function openSources({
  from,
  needsFirst,
  fetch,
  sleep,
  progress,
  world,
}: RestoreOptions): Promise<RestoreSource[]> {
  const failures: string[] = [];
  const opened: RestoreSource[] = [];
  for (const place of from) {
    try {
      opened.push(await openRestoreSource(place, { fetch, sleep }));
    } catch (error) {
      failures.push(describeError(error));
      if (needsFirst === true && opened.length === 0) break;
    }
  }
  if (opened.length === 0) throw new OperationalError(failures[0] ?? "", { lines: failures.slice(1) });
  for (const failure of failures) progress.warn(failure);
  for (const { label, manifest } of opened) acceptWorld(label, manifest.world, world);
  return opened;
}

/** Every version of every document, the newest first and those from the future last; of equal ones our own and then the earlier source. */
function collectVersions(local: Documents, sources: readonly RestoreSource[], nowMs: number): Map<string, Version[]> {
  const versions = new Map<string, Version[]>();
  const add = (documents: Documents, source: RestoreSource | undefined) => {
    for (const info of documents.values())
      versions.set(info.name, [
        ...(versions.get(info.name) ?? []),
        { info, source, isFuture: info.updatedAtMs > nowMs + CLOCK_TOLERANCE_MS },
      ]);
  };
  add(local, undefined);
  for (const source of sources) add(source.manifest.documents, source);
  for (const list of versions.values())
    list.sort(
      (a, b) =>
        Number(a.isFuture) - Number(b.isFuture) ||
        b.info.revision - a.info.revision ||
        b.info.updatedAtMs - a.info.updatedAtMs,
    );
  return versions;
}

/** The first version that is whole, with its file in the folder or staged for it. Rejects where a source that is `needed` is out of reach. */
async function obtain(
  root: string,
  versions: readonly Version[],
  faults: string[],
  needed: RestoreSource | undefined,
): Promise<DocumentInfo | undefined> {
  const staging = join(root, RESTORING);
  for (const { info, source } of versions) {
    const ownFault = findFileFault(root, info);
    if (ownFault === undefined || findFileFault(staging, info) === undefined) return info;
    if (source === undefined) {
      faults.push(`in ${root} it ${ownFault}`);
      continue;
    }
    try {
      await replaceFile(join(staging, nameDocumentFile(info)), await source.read(info));
      return info;
    } catch (error) {
      if (source === needed && isOutOfReach(error)) throw error;
      faults.push(`${source.label}: ${describeError(error)}`);
    }
  }
  return undefined;
}

/** Nobody answered, or a server that is busy: what lies there is not known to be damaged. */
function isOutOfReach(error: unknown): boolean {
  return error instanceof HttpError && (error.status === null || isRetryable(error.status));
}

function nowhereWhole(root: string, lost: readonly string[]): OperationalError {
  const advice = "Name a further place with --restore-from; what has arrived is not fetched again.";
  return new OperationalError(
    `The state in ${root} was not restored and is as it was: ${lost.length} documents are nowhere whole.`,
    { lines: [...lost.map((line) => `  ${line}`), advice] },
  );
}

function warnUnlisted(root: string, local: Documents, chosen: Documents, progress: Progress): void {
  const kept = new Set([...chosen.values()].map(nameDocumentFile));
  for (const file of listUnlistedFiles(root, local))
    if (!kept.has(file)) progress.warn(`${file} lies in ${root}, but its list does not know it: it is set aside.`);
}
