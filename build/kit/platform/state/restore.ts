import pLimit from "p-limit";
import { groupBy } from "../../../lib/collections.ts";
import { describeError, OperationalError } from "../../../lib/operational-error.ts";
import { cutList } from "../../../lib/text-layout.ts";
import { MINUTE_MS } from "../../../lib/time.ts";
import { isWebAddress } from "../../../lib/web-url.ts";
import { HttpError } from "../http/http-error.ts";
import { isRetryable } from "../http/http-retry.ts";
import { type DocumentInfo, LAST_KNOWN_GOOD, type StateWorld } from "../platform.ts";
import { findKind, type Merged, UnusableDocument } from "./document-kind.ts";
import { followJoin } from "./follow-join.ts";
import {
  openRestoreSource,
  RestoreError,
  type RestoreSource,
  readFolderDocument,
  type SourceOptions,
} from "./restore-source.ts";
import { encodeDocument, findFileFault, type StoredDocument, unpackDocument } from "./state-document.ts";
import { replaceManifest, writeDocumentFile } from "./state-folder.ts";
import {
  acceptNames,
  acceptWorld,
  type Documents,
  NewerState,
  readStateManifest,
  type StateManifest,
} from "./state-manifest.ts";

/**
 * How the states of several places become one.
 * - `newest` continues a state: of each document the highest revision wins, and then the latest
 *   time. A lower revision may hold values that were removed or moved since. Versions of a series
 *   with equal revisions grew beside each other and are united. The first place must answer,
 *   because the others may be older.
 * - `unite` joins states that grew apart: all versions of a series are united, and all places must
 *   answer.
 */
export type JoinStrategy = "newest" | "unite";

export interface RestoreOptions extends SourceOptions {
  strategy: JoinStrategy;
  /** Published sites or folders, the preferred one first. */
  from: readonly string[];
  /** The state folder; the caller holds its lock. */
  into: string;
  /** Absent: that of the first place. */
  world?: StateWorld | undefined;
  /** Unix milliseconds. Absent: no version is from the future. */
  now?: (() => number) | undefined;
  warn(message: string): void;
  progress?: ((detail: string) => void) | undefined;
}

interface Join extends Pick<RestoreOptions, "kinds" | "strategy"> {
  root: string;
  /** The manifest in the folder; `undefined` when it is damaged. */
  own: Documents | undefined;
  /** Folders first, because they cost no request. */
  sources: readonly RestoreSource[];
  required: readonly RestoreSource[];
  isFuture(info: DocumentInfo): boolean;
  /** SHA-256 of versions with the right hash and the wrong shape. */
  unusable: Set<string>;
}

/** Synchronised clocks differ by less. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;
const PARALLEL_READS = 6;

/**
 * Joins the state in a folder with the states of other places, document by document. Versions from
 * the future are used only without others. Content is read by its hash from the cheapest place.
 * Damaged and misshapen versions are reported and skipped. The manifest is replaced last: until
 * then the state is unchanged, and files that arrived before a failure are not read again. Throws
 * a `RestoreError` when a document is damaged everywhere or a place that must answer does not, and
 * an `OperationalError` when a place has the other world or the state of a newer version.
 */
export async function restoreState(options: RestoreOptions): Promise<Documents> {
  const { into: root, kinds = {}, strategy, warn } = options;
  const [required, others] = await openSources(options);
  const sources = [...required, ...others];
  const world = options.world ?? required[0]!.manifest.world;
  const own = readOwn(root, world, warn);
  for (const { label, manifest } of sources) acceptWorld(label, manifest.world, world);
  const futureMs = (options.now?.() ?? Number.POSITIVE_INFINITY) + CLOCK_TOLERANCE_MS;
  const join: Join = {
    root,
    own,
    kinds,
    strategy,
    sources: sources.toSorted((a, b) => Number(isWebAddress(a.label)) - Number(isWebAddress(b.label))),
    required,
    isFuture: ({ updatedAtMs }) => updatedAtMs > futureMs,
    unusable: new Set(),
  };
  const manifests = [own ?? new Map<string, DocumentInfo>(), ...join.sources.map(({ manifest }) => manifest.documents)];
  const versions = groupBy(
    manifests.flatMap((documents) => [...documents.values()]),
    ({ name }) => name,
  );
  refuseTwins(root, versions.keys());
  const joined = new Map<string, DocumentInfo>();
  const lost: string[] = [];
  let finished = 0;
  await pLimit(PARALLEL_READS).map([...versions], async ([name, candidates]) => {
    const faults: string[] = [];
    const info = await joinVersions(candidates, join, faults);
    // The next build requests a last known good answer again.
    const canSkip = name.startsWith(LAST_KNOWN_GOOD) || candidates.some(({ sha256 }) => join.unusable.has(sha256));
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
  const published = required[0]?.manifest.documents ?? new Map<string, DocumentInfo>();
  await followJoin({ root, kinds, published, joined, load: (info) => loadVersion(info, join, []) });
  await replaceManifest(root, { world, documents: joined }, join.unusable, own === undefined);
  return joined;
}

/** Two places may each have one of two names that differ by case only. */
function refuseTwins(root: string, names: Iterable<string>): void {
  try {
    acceptNames(names);
  } catch (cause) {
    const advice = "Restore from fewer places";
    throw new OperationalError(`The state in ${root} was not restored and is unchanged. ${advice}.`, { cause });
  }
}

function readOwn(root: string, world: StateWorld, warn: (message: string) => void): Documents | undefined {
  let manifest: StateManifest | undefined;
  try {
    manifest = readStateManifest(root);
  } catch (error) {
    if (error instanceof NewerState) throw error;
    warn(describeError(error));
    return undefined;
  }
  if (manifest !== undefined) acceptWorld(root, manifest.world, world);
  return manifest?.documents ?? new Map();
}

/** The places that must answer, which are one at least, and those of the others that do. */
async function openSources({
  from,
  strategy,
  warn,
  ...options
}: RestoreOptions): Promise<[required: RestoreSource[], others: RestoreSource[]]> {
  const required: RestoreSource[] = [];
  const others: RestoreSource[] = [];
  for (const [index, place] of from.entries()) {
    const mustAnswer = strategy === "unite" || index === 0;
    try {
      (mustAnswer ? required : others).push(await openRestoreSource(place, options));
    } catch (error) {
      if (mustAnswer || error instanceof NewerState) throw error;
      warn(describeError(error));
    }
  }
  return [required, others];
}

/** The joined document, with its file in the folder; `undefined` where no version can be read. */
async function joinVersions(
  candidates: readonly DocumentInfo[],
  join: Join,
  faults: string[],
): Promise<DocumentInfo | undefined> {
  const { isFuture, root } = join;
  const sorted = candidates.toSorted(
    (a, b) => Number(isFuture(a)) - Number(isFuture(b)) || b.revision - a.revision || b.updatedAtMs - a.updatedAtMs,
  );
  const versions = sorted.filter(({ sha256 }, at) => sorted.findIndex((other) => other.sha256 === sha256) === at);
  const [newest] = versions;
  // The store checks the shape of the only version when it reads it.
  if (newest !== undefined && versions.length === 1 && findFileFault(root, newest) === undefined) return newest;
  const merge = findKind(join.kinds ?? {}, newest?.name ?? "")?.merge;
  let first: DocumentInfo | undefined;
  let joined: StoredDocument | undefined;
  for (const info of versions) {
    if (first !== undefined && (merge === undefined || !canUnite(info, first, join))) continue;
    const body = await loadVersion(info, join, faults);
    if (body === undefined) continue;
    first ??= info;
    joined = joined && merge ? await mergeVersions({ info, body }, joined, merge) : { info, body };
  }
  if (joined !== undefined) await writeDocumentFile(root, joined.info, joined.body);
  return joined?.info;
}

/**
 * Whether the rows of another version belong to the document, too. Parts of a backfill may have
 * filled closed documents of several revisions. A lower revision of an open one has what was taken
 * out since.
 */
function canUnite(info: DocumentInfo, first: DocumentInfo, { strategy, isFuture }: Join): boolean {
  const isSame = info.revision === first.revision;
  return isFuture(info) === isFuture(first) && (isSame || (strategy === "unite" && first.closed));
}

/** The file of a version from the cheapest place that has it whole and of the right shape. */
async function loadVersion(info: DocumentInfo, join: Join, faults: string[]): Promise<Uint8Array | undefined> {
  const { root, kinds = {}, required, unusable } = join;
  const hasVersion = (documents: Documents | undefined) => documents?.get(info.name)?.sha256 === info.sha256;
  const fault = findFileFault(root, info);
  if (fault !== undefined && hasVersion(join.own)) faults.push(`${root}: it ${fault}`);
  const own = { label: root, read: () => readFolderDocument(root, info, kinds) };
  for (const source of fault === undefined ? [own] : join.sources.filter((one) => hasVersion(one.manifest.documents))) {
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

/**
 * The union of two versions. It keeps the higher revision, because it has lost nothing: every
 * restore may join it with further versions of that revision.
 */
async function mergeVersions(
  older: StoredDocument,
  newer: StoredDocument,
  merge: (older: unknown, newer: unknown) => Merged,
): Promise<StoredDocument> {
  const oldText = unpackDocument(older.body);
  const newText = unpackDocument(newer.body);
  const { value, rows, open = false } = merge(JSON.parse(oldText), JSON.parse(newText));
  const text = JSON.stringify(value);
  if (text === newText) return newer;
  // What was derived of the newer one wins in its own documents. A union has the later time.
  const isReopened = open && older.info.closed && older.info.updatedAtMs < newer.info.updatedAtMs;
  if (text === oldText && !isReopened && older.info.revision === newer.info.revision) return older;
  const { body, sha256 } = text === oldText ? { ...older.info, body: older.body } : await encodeDocument(text);
  const wasClosed = older.info.closed || newer.info.closed;
  const info = {
    name: newer.info.name,
    rows,
    bytes: body.length,
    sha256,
    updatedAtMs: Math.max(older.info.updatedAtMs, newer.info.updatedAtMs),
    closed: wasClosed && !open,
    revision: Math.max(older.info.revision, newer.info.revision),
    reopened: wasClosed ? "merged with another state" : newer.info.reopened,
  };
  return { info, body };
}

function buildLossError(root: string, lost: readonly string[]): RestoreError {
  const advice = "Name a further place with --restore-from. Documents that arrived are not read again.";
  const message = `The state in ${root} was not restored and is unchanged: ${lost.length} documents are damaged in every place.`;
  return new RestoreError(message, { lines: [...cutList(lost).map((line) => `  ${line}`), advice] });
}
