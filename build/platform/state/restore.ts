import { join } from "node:path";
import pLimit from "p-limit";
import { describeError, OperationalError } from "../../lib/operational-error.ts";
import { cutList } from "../../lib/text-layout.ts";
import { MINUTE_MS } from "../../lib/time.ts";
import { HttpError } from "../http/http-error.ts";
import { isRetryable } from "../http/http-retry.ts";
import { replaceFile } from "../output/replace-file.ts";
import type { DocumentInfo, Progress, StateWorld } from "../platform.ts";
import { type DocumentKinds, findKind, UnusableDocument } from "./document-kind.ts";
import type { BinaryFetch } from "./restore-fetch.ts";
import { joinVersions, type Version } from "./restore-join.ts";
import { openRestoreSource, type RestoreSource } from "./restore-source.ts";
import { nameDocumentFile, RESTORING } from "./state-document.ts";
import { findFileFault } from "./state-files.ts";
import { installStaged } from "./state-install.ts";
import { acceptWorld, type Documents, readStateManifest } from "./state-manifest.ts";
import { findContentFault, listUnlistedFiles } from "./state-verify.ts";

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
  /**
   * What is known of the documents, and how those of equal standing are joined. Absent: any is
   * accepted, the newest one is taken.
   */
  kinds?: DocumentKinds | undefined;
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
 * Brings the state folder to the newest valid version of every document that it or a source knows:
 * by revision, then by time; what a clock that was ahead stamped comes last. Series and ledgers
 * that parted are joined, because each may have points that the other lacks. What is damaged in one
 * place is named and taken from the next. What is whole and of no use (of another shape than its
 * readers expect, or too large) is taken from the next as well, and done without where every
 * version is so. The folder changes only when all is there; what arrived before a failure is kept
 * aside and not fetched again. Throws an `OperationalError` when a document is nowhere whole, when
 * no source can be read, when the first one is needed and out of reach, or when one is of the other
 * world.
 */
export async function restoreState(options: RestoreOptions): Promise<Documents> {
  const { into: root, world, progress, kinds = {} } = options;
  const local = readLocal(root, world, progress);
  const sources = await openSources(options);
  const task = progress.start("state");
  try {
    const versions = collectVersions(local, sources, options.now?.() ?? Number.POSITIVE_INFINITY);
    const chosen = new Map<string, DocumentInfo>();
    const lost: string[] = [];
    const unusable = new Set<string>();
    let finished = 0;
    await pLimit(PARALLEL_READS).map([...versions], async ([name, candidates]) => {
      const faults: string[] = [];
      const needed = options.needsFirst === true ? sources[0] : undefined;
      const found = await obtain(root, candidates, { kinds, faults, unusable, needed });
      const merge = findKind(kinds, name)?.merge;
      const joins = found !== undefined && merge !== undefined;
      const info = joins ? await joinVersions(root, found, candidates, merge, kinds, faults) : found;
      const isDispensable = name.startsWith(DISPENSABLE) || candidates.some((one) => unusable.has(one.info.sha256));
      const fate = info === undefined ? "is nowhere whole, and is done without" : "was not whole everywhere";
      if (info !== undefined) chosen.set(name, info);
      if (info === undefined && !isDispensable) lost.push(`${name}: ${faults.join("; ")}`);
      else if (faults.length > 0) progress.warn(`The document "${name}" ${fate}: ${faults.join("; ")}`);
      finished += 1;
      task.update(`${finished} of ${versions.size} documents`);
    });
    if (lost.length > 0) throw nowhereWhole(root, lost.sort());
    warnUnlisted(root, local, chosen, progress);
    await installStaged(root, { world, documents: chosen }, unusable);
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
  kinds,
}: RestoreOptions): Promise<RestoreSource[]> {
  const failures: string[] = [];
  const opened: RestoreSource[] = [];
  for (const place of from) {
    try {
      opened.push(await openRestoreSource(place, { fetch, sleep, kinds }));
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

interface Obtaining {
  kinds: DocumentKinds;
  /** Hears why a version is not taken. */
  faults: string[];
  /** Hears the sha256 of versions that are whole and of no use. */
  unusable: Set<string>;
  /** Rejects where this source is out of reach. */
  needed: RestoreSource | undefined;
}

/**
 * The first version that is whole and of use, with its file in the folder or staged for it. The
 * content of a file that is there already is looked at only where another version could take its
 * place: otherwise its reader does that.
 */
async function obtain(
  root: string,
  versions: readonly Version[],
  { kinds, faults, unusable, needed }: Obtaining,
): Promise<DocumentInfo | undefined> {
  const staging = join(root, RESTORING);
  const isOnly = versions.every(({ info }) => info.sha256 === versions[0]?.info.sha256);
  for (const { info, source } of versions) {
    if (unusable.has(info.sha256)) continue;
    const ownFault = findFileFault(root, info);
    if (ownFault === undefined) {
      const fault = isOnly ? undefined : findContentFault(root, info, kinds);
      if (fault === undefined) return info;
      unusable.add(info.sha256);
      faults.push(`in ${root} it ${fault}`);
      continue;
    }
    if (findFileFault(staging, info) === undefined) return info;
    if (source === undefined) {
      faults.push(`in ${root} it ${ownFault}`);
      continue;
    }
    try {
      await replaceFile(join(staging, nameDocumentFile(info)), await source.read(info));
      return info;
    } catch (error) {
      if (source === needed && isOutOfReach(error)) throw error;
      if (error instanceof UnusableDocument) unusable.add(info.sha256);
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
    { lines: [...cutList(lost).map((line) => `  ${line}`), advice] },
  );
}

function warnUnlisted(root: string, local: Documents, chosen: Documents, progress: Progress): void {
  const kept = new Set([...chosen.values()].map(nameDocumentFile));
  const unlisted = listUnlistedFiles(root, local).filter((file) => !kept.has(file));
  if (unlisted.length === 0) return;
  progress.warn(`The list of ${root} does not know these files, which are set aside: ${cutList(unlisted).join(", ")}.`);
}
