import type { Artifact } from "../platform/artifact.ts";
import type { Route } from "../render/route.ts";
import type { Layout } from "./kit/layout.ts";

/** What a host can answer: files, paths without extension, precomputed queries, any query. */
export type Level = "L0" | "L1" | "L2" | "L3";

export interface HostFile {
  path: string;
  bytes: number;
}

export interface HostInput {
  layout: Layout;
  routes: readonly Route[];
  /** Every published file except control files; the manifest without its size. */
  files: readonly HostFile[];
  /** The handler as an ES module: `export default { fetch(request, { ASSETS }) }`. */
  worker?: string | undefined;
}

export interface Limit {
  max: number;
  reason: string;
}

export interface Limits {
  files?: Limit;
  fileBytes?: Limit;
  totalBytes?: Limit;
  folderFiles?: Limit;
  rules?: Limit;
  ruleLength?: Limit;
  controlBytes?: Limit;
}

export interface FreePlan {
  /** These replace those of the host. */
  limits?: Limits;
  /** Per month. Absent: as many as there are builds. */
  deployments?: Limit;
}

/** A control file, and the rules in it that the host counts. */
export interface ControlFile extends Artifact {
  rules?: readonly string[];
}

export interface Host {
  id: string;
  name: string;
  homepage: string | null;
  level: Level;
  /** The response to a query without a file, in one sentence. */
  unanswerable: string;
  /**
   * Keys, ids and searches may be written in any case, and values with blanks around them.
   * Otherwise in lower case or in capitals, without blanks.
   */
  anySpelling: boolean;
  /** Answers `Range` with the part of a file (206). `null`: it depends, or is untested. */
  ranges: boolean | null;
  /** How to publish a built site: one or two sentences each, code between backticks. */
  steps: readonly string[];
  /** The path of a page with more about publishing, from the root of the site. */
  guide?: string;
  /** `steps` begin with the fork. Absent: they follow a local build. */
  beginsWithFork?: true;
  limits: Limits;
  /** Where the free plan takes less. */
  freePlan?: FreePlan;
  /** The path of a file whose name is reserved on this host; absent: every file keeps its path. */
  rename?(path: string): string;
  /**
   * Its rules, which are published with the files, lead the second name of an answer to its file:
   * `items/xyz/history/7d.json`. Others store both, unless they run the handler.
   */
  leadsSecondNames?: true;
  /** Answers 403 for a missing file to readers who may not list the files. */
  hidesMissing?: true;
  controlFiles(input: HostInput): Iterable<ControlFile>;
  /** Paths that no rule of this host can map to the file: they become copies. */
  urlVariants?(routes: readonly Route[]): (path: string) => Iterable<string>;
}

/** Settings of servers of one's own, and how to replace their files. */
export const SERVERS_PAGE = "docs/servers/";
/** Where the examples of those docs put the site. */
export const SERVED_FOLDER = "/srv/crypto";
/** What an upload to a bucket promises, and its price. */
export const STORES_PAGE = "docs/stores/";

export const none: Host = {
  id: "none",
  name: "any file host",
  homepage: null,
  level: "L0",
  anySpelling: false,
  ranges: null,
  unanswerable: "Files only. Without extension or with a query, the response depends on the server; it may be HTML.",
  steps: [
    "Upload the content of `dist/` to any folder that is served over HTTP.",
    "Let the server send `Access-Control-Allow-Origin: *`, so that other sites can read the API. No server does that by default.",
    "Use file names: these servers do not find paths without extension, and some answer the path of a folder with an HTML listing.",
    "Check that archives arrive unchanged, as `application/gzip` without `Content-Encoding`.",
  ],
  guide: SERVERS_PAGE,
  limits: {},
  *controlFiles() {},
};
