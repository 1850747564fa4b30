import pLimit from "p-limit";
import { describeError, OperationalError } from "../../lib/operational-error.ts";
import { cutList } from "../../lib/text-layout.ts";
import { MINUTE_MS } from "../../lib/time.ts";
import { isWebAddress } from "../../lib/web-url.ts";
import { HttpError } from "../http/http-error.ts";
import { isRetryable } from "../http/http-retry.ts";
import type { DocumentInfo, StateWorld } from "../platform.ts";
import { type DocumentKinds, findKind, type MergeDocuments, UnusableDocument } from "./document-kind.ts";
import { openRestoreSource, type RestoreSource, readFolderDocument, type SourceOptions } from "./restore-source.ts";
import type { StoredDocument } from "./state-document.ts";
import { encodeDocument, findFileFault, unpackDocument } from "./state-document.ts";
import { createManifest, replaceManifest, writeDocumentFile } from "./state-folder.ts";
import { acceptWorld, type Documents, readStateManifest } from "./state-manifest.ts";

export interface RestoreOptions extends SourceOptions {
  /** Published sites or folders, the preferred one first. */
  from: readonly string[];
  /** Fail where one of this many first places is out of reach. Default: 0. */
  required?: number | undefined;
  uniteAll?: boolean;
  /** The state folder; the caller holds its lock. */
  into: string;
  /** Absent: that of the first place. */
  world?: StateWorld | undefined;
  /** Unix milliseconds. Absent: no version is from the future. */
  now?: (() => number) | undefined;
  warn(message: string): void;
  progress?: ((detail: string) => void) | undefined;
}

/** One content of a document, and the places that have it, the cheapest first. */
interface Version {
  info: DocumentInfo;
  /** The clock that stamped it was ahead of ours. */
  isFuture: boolean;
  isOwn: boolean;
  sources: RestoreSource[];
}

interface Join {
  root: string;
  kinds: DocumentKinds;
  required: readonly RestoreSource[];
  uniteAll: boolean;
  /** SHA-256 of versions with the right hash and the wrong shape. */
  unusable: Set<string>;
}

/** Synchronised clocks differ by less. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;
const PARALLEL_READS = 6;
/** Can be lost: the next build requests these again. */
const DISPENSABLE = "last-good/";

/**
 * Joins the state in a folder with the states of other places, document by document: the newest
 * version wins, by revision and then by time, and parallel versions of a series are united.
 * Versions from the future are used only without others. Content is read by its hash from the
 * cheapest place. Damaged and misshapen versions are reported and skipped. The manifest is
 * replaced last: until then the state is unchanged, and files that arrived before a failure are
 * not read again. Throws an `OperationalError` when a document is damaged everywhere, when no
 * place can be read, or when a place has the other world.
 */
export async function restoreState(options: RestoreOptions): Promise<Documents> {
  const { into: root, kinds = {}, warn, required = 0, uniteAll = false } = options;
  const sources = await openSources(options);
  const world = options.world ?? sources[0]!.manifest.world;
  const own = readOwn(root, world, warn);
  for (const { label, manifest } of sources) acceptWorld(label, manifest.world, world);
  await createManifest(root, world);
  const join: Join = { root, kinds, required: sources.slice(0, required), uniteAll, unusable: new Set() };
  const versions = listVersions(own ?? new Map(), sources, options.now?.() ?? Number.POSITIVE_INFINITY);
  const joined = new Map<string, DocumentInfo>();
  const lost: string[] = [];
  let finished = 0;
  await pLimit(PARALLEL_READS).map([...versions], async ([name, candidates]) => {
    const faults: string[] = [];
    const info = await joinVersions(candidates, join, faults, findKind(kinds, name)?.merge);
    const canSkip = name.startsWith(DISPENSABLE) || candidates.some(({ info }) => join.unusable.has(info.sha256));
    if (info !== undefined) joined.set(name, info);
    if (info === undefined && !canSkip) lost.push(`${name}: ${faults.join("; ")}`);
    else if (faults.length > 0) {
      const fate = info === undefined ? "is damaged in every place and was skipped" : "is damaged in some places";
      warn(`The document "${name}" ${fate}: ${faults.join("; ")}`);
    }
    finished += 1;
    options.progress?.(`${finished} of ${versions.size} documents`);
  });
  if (lost.length > 0) throw buildLossError(root, lost.sort());
  await replaceManifest(root, { world, documents: joined }, own, join.unusable);
  return joined;
}

/** `undefined` when the manifest is damaged. */
function readOwn(root: string, world: StateWorld, warn: (message: string) => void): Documents | undefined {
  let manifest: ReturnType<typeof readStateManifest>;
  try {
    manifest = readStateManifest(root);
  } catch (error) {
    warn(describeError(error));
    return undefined;
  }
  if (manifest !== undefined) acceptWorld(root, manifest.world, world);
  return manifest?.documents ?? new Map();
}

async function openSources({ from, required = 0, warn, ...options }: RestoreOptions): Promise<RestoreSource[]> {
  const failures: string[] = [];
  const opened: RestoreSource[] = [];
  for (const [index, place] of from.entries()) {
    try {
      opened.push(await openRestoreSource(place, options));
    } catch (error) {
      if (index < required) throw error;
      failures.push(describeError(error));
    }
  }
  if (opened.length === 0) throw new OperationalError(failures[0] ?? "", { lines: failures.slice(1) });
  for (const failure of failures) warn(failure);
  return opened;
}

/** Every version of every document, the newest first. */
function listVersions(own: Documents, sources: readonly RestoreSource[], nowMs: number): Map<string, Version[]> {
  const versions = new Map<string, Version[]>();
  const add = (documents: Documents, source: RestoreSource | undefined) => {
    for (const info of documents.values()) {
      const list = versions.get(info.name) ?? [];
      versions.set(info.name, list);
      const known = list.find((version) => version.info.sha256 === info.sha256);
      const isFuture = info.updatedAtMs > nowMs + CLOCK_TOLERANCE_MS;
      const version = known ?? { info, isFuture, isOwn: source === undefined, sources: [] };
      if (known === undefined) list.push(version);
      else if (compareVersions({ info, isFuture }, known) < 0) Object.assign(known, { info, isFuture });
      if (source !== undefined) version.sources.push(source);
    }
  };
  add(own, undefined);
  const byCost = [...sources].sort((a, b) => Number(isWebAddress(a.label)) - Number(isWebAddress(b.label)));
  for (const source of byCost) add(source.manifest.documents, source);
  for (const list of versions.values()) list.sort(compareVersions);
  return versions;
}

function compareVersions(a: Pick<Version, "info" | "isFuture">, b: Pick<Version, "info" | "isFuture">): number {
  return (
    Number(a.isFuture) - Number(b.isFuture) ||
    b.info.revision - a.info.revision ||
    b.info.updatedAtMs - a.info.updatedAtMs
  );
}

/** The joined document, with its file in the folder; `undefined` where no version can be read. */
async function joinVersions(
  versions: readonly Version[],
  join: Join,
  faults: string[],
  merge: MergeDocuments | undefined,
): Promise<DocumentInfo | undefined> {
  // The store checks the shape of the only version when it reads it.
  const [only] = versions;
  if (only !== undefined && versions.length === 1 && findFileFault(join.root, only.info) === undefined)
    return only.info;
  let joined: (StoredDocument & { isFuture: boolean }) | undefined;
  let first: DocumentInfo | undefined;
  for (const version of versions) {
    if (joined !== undefined && (merge === undefined || version.isFuture !== joined.isFuture)) break;
    const { info, isFuture } = version;
    // An older version may hold values that were removed or moved since: only parallel ones unite.
    if (first !== undefined && !join.uniteAll && !isParallel(info, first)) continue;
    const body = await loadVersion(version, join, faults);
    if (body === undefined) continue;
    first ??= info;
    const older = { info, body };
    joined =
      joined === undefined || merge === undefined
        ? { ...older, isFuture }
        : { ...(await mergeVersions(older, joined, merge)), isFuture };
  }
  if (joined !== undefined) await writeDocumentFile(join.root, joined.info, joined.body);
  return joined?.info;
}

/**
 * Whether an earlier version grew beside the first one, not before it: equal revisions, or a closed
 * lower revision that was written later.
 */
function isParallel(info: DocumentInfo, first: DocumentInfo): boolean {
  if (info.revision === first.revision) return true;
  return info.closed && first.closed && info.updatedAtMs > first.updatedAtMs;
}

/** The file of a version from the cheapest place that has it whole and of the right shape. */
async function loadVersion({ info, isOwn, sources }: Version, join: Join, faults: string[]) {
  const { root, kinds, required, unusable } = join;
  const fault = findFileFault(root, info);
  if (fault !== undefined && isOwn) faults.push(`${root}: it ${fault}`);
  const own = { label: root, read: () => readFolderDocument(root, info, kinds) };
  for (const source of fault === undefined ? [own] : sources) {
    try {
      return await source.read(info);
    } catch (error) {
      if (isOutOfReach(error) && required.some((one) => one === source)) throw error;
      faults.push(`${source.label}: ${describeError(error)}`);
      if (!(error instanceof UnusableDocument)) continue;
      unusable.add(info.sha256);
      return undefined;
    }
  }
  return undefined;
}

/** The server did not answer, or is busy: its documents are not known to be damaged. */
function isOutOfReach(error: unknown): boolean {
  return error instanceof HttpError && (error.status === null || isRetryable(error.status));
}

/** The union of two versions. A merged document must win over both, so its revision is raised. */
async function mergeVersions(
  older: StoredDocument,
  newer: StoredDocument,
  merge: MergeDocuments,
): Promise<StoredDocument> {
  const [oldText, newText] = [unpackDocument(older.body), unpackDocument(newer.body)];
  const { value, rows, open = false } = merge(JSON.parse(oldText), JSON.parse(newText));
  const text = JSON.stringify(value);
  if (text === newText) return newer;
  const wasClosed = older.info.closed || newer.info.closed;
  // Open versions of the same revision are joined again by every restore.
  if (text === oldText && !wasClosed && older.info.revision === newer.info.revision) return older;
  const { body, sha256 } = text === oldText ? { ...older.info, body: older.body } : await encodeDocument(text);
  const info = {
    name: newer.info.name,
    rows,
    bytes: body.length,
    sha256,
    updatedAtMs: Math.max(older.info.updatedAtMs, newer.info.updatedAtMs),
    closed: wasClosed && !open,
    revision: Math.max(older.info.revision, newer.info.revision) + (wasClosed ? 1 : 0),
    reopened: wasClosed ? "merged with another state" : newer.info.reopened,
  };
  return { info, body };
}

function buildLossError(root: string, lost: readonly string[]): OperationalError {
  const advice = "Name a further place with --restore-from. Documents that arrived are not read again.";
  const message = `The state in ${root} was not restored and is unchanged: ${lost.length} documents are damaged in every place.`;
  return new OperationalError(message, { lines: [...cutList(lost).map((line) => `  ${line}`), advice] });
}
