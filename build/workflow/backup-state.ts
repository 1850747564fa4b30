import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describeError, OperationalError } from "../lib/operational-error.ts";
import { renderTime } from "../lib/time.ts";
import type { DocumentKinds } from "../platform/state/document-kind.ts";
import { exportState } from "../platform/state/state-export.ts";
import { readStateManifest } from "../platform/state/state-manifest.ts";
import { mergeStates } from "../platform/state/state-merge.ts";
import { createStateStore } from "../platform/state/state-store.ts";
import {
  BUILD_SUBJECT,
  COMMITS_KEPT,
  checkOut,
  commitFolder,
  DATA_BRANCH,
  fetchBranch,
  pushCommit,
} from "./github/data-branch.ts";
import type { Git } from "./github/git.ts";
import { findForgettable } from "./prunable.ts";

export interface RememberOptions {
  /** In `folder`, which is a repository of its own. */
  git: Git;
  folder: string;
  remote: string;
  /** The state that the site publishes, as a folder. */
  state: string;
  kinds: DocumentKinds;
  /** It is of a backfill and not of a build. */
  isBackfill?: boolean;
  now: number;
}

export interface Remembered {
  status: "pushed" | "unchanged" | "rejected";
  /** One sentence for people. */
  message: string;
  /** How often somebody else was first. */
  conflicts: number;
}

/** Two writers that always meet would go on for ever. */
const TRIES = 5;

const README = `# State

A copy of what the builds of this site remember: every document of the series, packed, with its checksum in \`state/manifest.json\`.
A build restores from it where the published site is gone. It is written once a day; only the last ${COMMITS_KEPT} commits are kept,
so that this branch does not grow. The published site holds the same under \`state/\`, and newer.
`;

/**
 * Brings the data branch to the union of what it holds and the state of this build, but for what has expired. Somebody else's push is
 * fetched and joined. Open documents go along: the running year of days is one, and closed ones alone would lose it with the site.
 * A push that the server refuses is no failure of the run: the site has all of it, and the next run tries again.
 */
export async function rememberState(options: RememberOptions): Promise<Remembered> {
  const { git, folder, remote, isBackfill = false, now } = options;
  const subject = `${isBackfill ? "data: backfill of" : BUILD_SUBJECT} ${renderTime(now)}`;
  for (let conflicts = 0; conflicts < TRIES; conflicts += 1) {
    const tip = await fetchBranch(git, remote, COMMITS_KEPT);
    if (tip !== undefined) await checkOut(git, tip);
    const note = await layState(options, tip !== undefined);
    await writeFile(join(folder, "README.md"), README);
    const commit = await commitFolder(git, tip, { now, subject });
    if (commit === undefined) return { status: "unchanged", message: "The data branch holds all of it.", conflicts };
    const pushed = await pushCommit(git, remote, commit, tip);
    if (pushed.status === "pushed") {
      const joined = conflicts === 0 ? "" : `, joined with what was pushed meanwhile (${conflicts})`;
      return { status: "pushed", message: `The data branch is at ${commit.slice(0, 12)}${joined}.${note}`, conflicts };
    }
    if (pushed.status === "rejected") {
      const message = `The server refuses a push to the branch ${DATA_BRANCH}: ${pushed.reason}. Nothing is lost: the published site holds the state, and the next run tries again.`;
      return { status: "rejected", message, conflicts };
    }
  }
  const message = `The branch ${DATA_BRANCH} changed under each of ${TRIES} pushes. Nothing is lost: the next run tries again.`;
  return { status: "rejected", message, conflicts: TRIES };
}

/** Replaces `state/` of the folder by the union. Returns what is to be said about it. */
async function layState({ folder, state, kinds, now }: RememberOptions, hasBefore: boolean): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), "open-crypto-data-merge-"));
  try {
    const union = join(scratch, "state");
    const note = await joinStates(hasBefore ? join(folder, "state") : state, state, union, kinds);
    await forget(union, state, now);
    await rm(join(folder, "state"), { recursive: true, force: true });
    for await (const { path, body } of exportState(union)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), body);
    }
    return note;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A branch that somebody damaged must not keep this build's state out; its commits stay below the new one. */
async function joinStates(before: string, state: string, into: string, kinds: DocumentKinds): Promise<string> {
  try {
    await mergeStates(before, state, into, kinds);
    return "";
  } catch (error) {
    if (!(error instanceof OperationalError) || before === state) throw error;
    await rm(into, { recursive: true, force: true });
    await mergeStates(state, state, into, kinds);
    return ` What it held cannot be read and was not joined: ${describeError(error)}`;
  }
}

/** Whatever retention removed from the site leaves the branch too. */
async function forget(union: string, state: string, now: number): Promise<void> {
  const manifest = readStateManifest(union);
  if (manifest === undefined) return;
  const own = readStateManifest(state)?.documents ?? new Map();
  const names = findForgettable(manifest.documents.values(), (name) => own.has(name), now);
  const store = createStateStore(union, { now: () => now, world: manifest.world });
  try {
    for (const name of names) store.write(name, undefined);
    await store.commit();
  } finally {
    store.close();
  }
}
