import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CANDLES, findCandleSpan, PENDING_CANDLES } from "../../crypto/candles/candle-document.ts";
import { HOURLY_KEPT_MS } from "../../crypto/history/kept-hours.ts";
import { DENSE, HOURLY, PENDING_DAYS, parsePartitionName, SAMPLES } from "../../crypto/history/partition-document.ts";
import { DENSE_KEPT_MS, SAMPLES_KEPT_MS } from "../../crypto/history/retain.ts";
import { LAST_KNOWN_GOOD, SILENT_PROGRESS, type StateWorld } from "../../kit/platform/platform.ts";
import type { DocumentKinds } from "../../kit/platform/state/document-kind.ts";
import { DAMAGED } from "../../kit/platform/state/state-document.ts";
import { acceptWorld, NewerState, readStateManifest } from "../../kit/platform/state/state-manifest.ts";
import { openState } from "../../kit/platform/state/state-open.ts";
import {
  BUILD_SUBJECT,
  COMMITS_KEPT,
  checkOut,
  commitFolder,
  DATA_BRANCH,
  fetchBranch,
  pushCommit,
} from "../../kit/publish/data-branch.ts";
import type { Git } from "../../kit/publish/git.ts";
import { describeError, OperationalError } from "../../lib/operational-error.ts";
import { HOUR_MS, renderTime } from "../../lib/time.ts";

export interface BackupOptions {
  /** In `folder`, which is a repository of its own. */
  git: Git;
  folder: string;
  remote: string;
  state: string;
  kinds: DocumentKinds;
  /** The state comes from a backfill, not from a build. */
  isBackfill: boolean;
  now: number;
}

export interface BackupResult {
  status: "pushed" | "unchanged" | "rejected";
  message: string;
  conflicts: number;
}

const TRIES = 5;

const README = `# State

A daily copy of the state of this site's builds: compressed JSON documents, listed with their checksums in \`state/manifest.json\`.
Builds restore from it when the published site is gone. The site publishes a newer copy under \`state/\`.
Only the last ${COMMITS_KEPT} commits are kept, so that this branch does not grow.
`;

/**
 * Joins the state of this build into the data branch, removes what has expired, and pushes. After
 * another writer's push it joins again. A refused push does not fail the run: the site holds the
 * same state.
 */
export async function backupState(options: BackupOptions): Promise<BackupResult> {
  const { git, folder, remote, isBackfill, now } = options;
  const subject = `${isBackfill ? "data: backfill of" : BUILD_SUBJECT} ${renderTime(now)}`;
  for (let conflicts = 0; conflicts < TRIES; conflicts += 1) {
    const tip = await fetchBranch(git, remote, COMMITS_KEPT);
    if (tip !== undefined) await checkOut(git, tip);
    if (tip === undefined) await rm(join(folder, "state"), { recursive: true, force: true });
    const note = await updateBranch(options);
    await writeFile(join(folder, "README.md"), README);
    const commit = await commitFolder(git, tip, { now, subject });
    if (commit === undefined) return { status: "unchanged", message: "The data branch is up to date.", conflicts };
    const pushed = await pushCommit(git, remote, commit, tip);
    if (pushed.status === "pushed") {
      const joined = conflicts === 0 ? "" : `, joined with other pushes (${conflicts})`;
      return { status: "pushed", message: `The data branch is at ${commit.slice(0, 12)}${joined}.${note}`, conflicts };
    }
    if (pushed.status === "rejected") {
      const message =
        `The server refused a push to the branch ${DATA_BRANCH}: ${pushed.reason}. Nothing is lost: the published ` +
        "site holds the state, and the next run tries again.";
      return { status: "rejected", message, conflicts };
    }
  }
  const message = `Other writers pushed to the branch ${DATA_BRANCH} before each of ${TRIES} attempts. Nothing is lost: the next run tries again.`;
  return { status: "rejected", message, conflicts: TRIES };
}

async function updateBranch({ folder, state, kinds, now }: BackupOptions): Promise<string> {
  const root = join(folder, "state");
  const own = readStateManifest(state);
  if (own === undefined) throw new OperationalError(`There is no state in ${state}.`);
  const warnings = await removeUnreadable(root, own.world);
  const progress = { ...SILENT_PROGRESS, warn: (message: string) => void warnings.push(message) };
  const store = await openState(root, { from: [state], now: () => now, world: own.world, kinds, progress });
  try {
    const documents = readStateManifest(root)?.documents.values() ?? [];
    for (const name of findPrunable(documents, (name) => own.documents.has(name), now)) store.write(name, undefined);
    await store.commit();
  } finally {
    store.close();
  }
  await rm(join(root, DAMAGED), { recursive: true, force: true });
  return warnings.map((warning) => ` ${warning}`).join("");
}

/** A damaged branch must not block the backup of this build. Its earlier commits remain. */
async function removeUnreadable(root: string, world: StateWorld): Promise<string[]> {
  const warnings: string[] = [];
  try {
    const manifest = readStateManifest(root);
    if (manifest !== undefined) acceptWorld(root, manifest.world, world);
  } catch (error) {
    if (error instanceof NewerState) throw error;
    await rm(root, { recursive: true, force: true });
    warnings.push(`The state on the branch cannot be read and was not joined: ${describeError(error)}`);
  }
  return warnings;
}

/** Longer than a run: this run cannot have moved days that a backfill pushed after its restore. */
const RUN_MS = 2 * HOUR_MS;

/**
 * What the branch does not need: last known good answers, and what expired or moved into the
 * series.
 */
export function findPrunable(
  documents: Iterable<{ name: string; updatedAtMs: number }>,
  isHeld: (name: string) => boolean,
  now: number,
): string[] {
  const isOld = (name: string, keptMs: number): boolean => parsePartitionName(name).endMs <= now - keptMs;
  const isPrunable = (name: string, updatedAtMs: number): boolean => {
    if (name.startsWith(LAST_KNOWN_GOOD)) return true;
    if (isHeld(name)) return false;
    if (name.startsWith(SAMPLES)) return isOld(name, SAMPLES_KEPT_MS);
    if (name.startsWith(DENSE)) return isOld(name, DENSE_KEPT_MS);
    if (name.startsWith(HOURLY)) return isOld(name, HOURLY_KEPT_MS);
    if (name.startsWith(CANDLES)) return (findCandleSpan(name)?.endMs ?? now) <= now - HOURLY_KEPT_MS;
    return [PENDING_DAYS, PENDING_CANDLES].some((folder) => name.startsWith(folder)) && updatedAtMs <= now - RUN_MS;
  };
  return [...documents].flatMap(({ name, updatedAtMs }) => (isPrunable(name, updatedAtMs) ? [name] : []));
}
