import type { Artifact } from "./artifact.ts";
import type { Pacing } from "./pacing.ts";

export interface Effects {
  now(): number;
  /**
   * Milliseconds since the run began. Absent: durations are unknown, so that the same input gives
   * the same bytes.
   */
  elapsedMs?(): number;
  http: Http;
  output: Output;
  state: StateStore;
  progress: Progress;
  /** Absent: no place has published files. */
  findPublished?: FindPublished;
}

/**
 * The published file at a path, if it has this hash. `local`: on this machine, for files that may
 * change with the next build. `remote`: also from web addresses, for files of closed periods, which
 * never change. Rejects if the file may be in a place that cannot be read.
 */
export type FindPublished = (
  path: string,
  sha256: string,
  where: "local" | "remote",
) => Promise<Uint8Array | undefined>;

export interface Http {
  /**
   * Resolves with a final status of 200 or 304. Anything else is an `HttpError` that names method,
   * URL and cause.
   */
  fetch(request: HttpRequest): Promise<HttpResponse>;
}

export interface HttpRequest {
  url: string;
  headers?: Record<string, string>;
  /** Larger bodies are refused while they arrive. */
  maxBytes: number;
  pacing: Pacing;
  /** Absent: the limits of the client, and further tries after a timeout. */
  timeLimit?: TimeLimit;
  /** Validators of the copy that the caller holds: the upstream may answer 304. */
  validators?: Validators;
}

/**
 * For callers with little time. A try that takes longer is the last one to its host in this run.
 */
export interface TimeLimit {
  /**
   * The longest time of the next try, in milliseconds; `waitedMs`: how long the request has waited
   * because the pacing of its host, or a rate limit, demands it. Zero or less: the time is up, so
   * the request gets one short try.
   */
  remainingMs(waitedMs: number): number;
  /** A try ended without a complete answer after `tookMs`, its time or less. */
  noteTimeout(tookMs: number): void;
}

export interface Validators {
  etag?: string;
  lastModified?: string;
}

export interface HttpResponse {
  url: string;
  /** 200, or 304 when validators were sent and still hold. */
  status: number;
  body: string;
  bytes: number;
  receivedAtMs: number;
  serverTimeMs: number | null;
  validators: Validators;
}

/** Where the published trees go: one for each host. */
export interface Output {
  /** Fails when the folder holds something that is not a published tree. */
  begin(host: string): NextTree;
}

/** A file that others replace between two builds, and that no manifest lists. */
export interface SharedFile {
  path: string;
  /** What the new tree has, given the file of the old one; `undefined`: no such file. */
  renew(old: Uint8Array): Uint8Array | undefined;
}

/** A tree that replaces the published one in one step. Nothing of it is visible before `commit`. */
export interface NextTree {
  /** Fails on the path of an earlier file and on a path that leaves the folder. */
  write(file: Artifact): Promise<void>;
  /**
   * Replaces the published tree. On an error the published tree stays. `shared`: files that the new
   * tree takes over from it as they are then, if it has them.
   */
  commit(shared?: readonly SharedFile[]): Promise<PublishedTree>;
  /** Removes what was written. Does nothing after `commit`. */
  abandon(): Promise<void>;
  /** A file of the tree that is published until `commit`. Absent: none can be read. */
  readOld?(path: string): Uint8Array | undefined;
}

export interface PublishedTree {
  folder: string;
  files: number;
  bytes: number;
}

/** Last known good responses: useful for the next build, never required. */
export const LAST_KNOWN_GOOD = "last-good/";

/**
 * Named JSON documents that outlive a run. `read`, `find` and `list` show pending writes before
 * `commit` makes them durable. Damage is an error, never an empty answer.
 */
export interface StateStore {
  /** `undefined` when there is none. All readers share the value and must not change it. */
  read<T>(name: string): Promise<T | undefined>;
  /** The same for readers that cannot wait, such as the pure functions that compute an answer. */
  readSync<T>(name: string): T | undefined;
  /**
   * Replaces a document; `undefined` removes it. The value must not change afterwards. The commit
   * fails when a closed document would get other content without a reason in `reopen`.
   */
  write(name: string, value: unknown, options?: WriteOptions): void;
  /** Makes all pending writes durable, or none of them. */
  commit(): Promise<void>;
  /** Drops all pending writes. */
  rollback(): void;
  /** The state of the last commit: pending writes do not show. */
  readonly committed: Pick<StateStore, "find" | "list" | "read" | "readSync">;
  /** The pending writes. `reason`: why a closed document would change, if its writer says so. */
  listPending(): readonly { name: string; reason: string | null }[];
  find(name: string): ListedDocument | undefined;
  /** The documents whose names begin with `prefix`, sorted by name. */
  list(prefix?: string): readonly ListedDocument[];
  /** The committed state as files, the manifest first. Fails when a document is damaged. */
  exportFiles(): AsyncIterable<Artifact>;
}

export interface WriteOptions {
  /** What `DocumentInfo.rows` says; without it the entries are counted (of a series, its times). */
  rows?: number;
  /** Nothing more will be added. A closed document stays closed unless this is `false`. */
  closed?: boolean;
  /** Why a closed document gets other content. Ignored for open ones. */
  reopen?: string;
  /**
   * Content was taken out that no join with an earlier version may bring back. Of closed documents
   * the store finds that out itself.
   */
  removes?: boolean;
}

/** A document with a pending write has only name, rows and closed. */
export type ListedDocument = Pick<DocumentInfo, "name" | "rows" | "closed"> & Partial<DocumentInfo>;

/** `sample`: data of the demo market. */
export type StateWorld = "live" | "sample";

export interface DocumentInfo {
  name: string;
  rows: number;
  /** Size and hash are those of the compressed file. */
  bytes: number;
  sha256: string;
  /** When its content last changed. */
  updatedAtMs: number;
  closed: boolean;
  /**
   * From 1; counts how often the document lost content that no join may bring back: a closed one by
   * any write, an open one by a write that says so. Without a `merge` of its kind it counts every
   * change of a closed document.
   */
  revision: number;
  /** The reason of the last such change. */
  reopened: string | null;
}

export interface Progress {
  /** `label`: shown instead of the id. */
  start(id: string, label?: string): Task;
  note(message: string): void;
  warn(message: string): void;
}

export interface Task {
  update(detail: string): void;
  done(summary: string): void;
  warned(summary: string): void;
  failed(reason: string): void;
}

/** A task that is not shown. */
export const SILENT_TASK: Task = { update: () => {}, done: () => {}, warned: () => {}, failed: () => {} };

/** A run of which nothing is shown. */
export const SILENT_PROGRESS: Progress = { start: () => SILENT_TASK, note: () => {}, warn: () => {} };
