import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { OWN_SETTINGS } from "../../config.ts";
import { describeError, OperationalError } from "../../lib/operational-error.ts";
import { cutList } from "../../lib/text-layout.ts";
import {
  checkSettings,
  compareDefaults,
  listRemaining,
  moveSettings,
  readChangedDefaults,
} from "./kit/carry-settings.ts";
import { PROJECT } from "./kit/installation.ts";
import { acceptArgument, type RunGit, runGit, succeeds } from "./kit/local-git.ts";
import { stdout } from "./kit/standard-streams.ts";
import { makeTempFolder, TEMP_ADVICE } from "./kit/temp-folder.ts";

export interface UpdateFlags {
  /** Address or folder of the project's repository. */
  from?: string;
  /** Branch, tag or commit; absent: the default branch. */
  ref?: string;
}

const REMOTE = "upstream";
/** The first commit of a copy differs from its version by fewer files than this share. */
const MOST_CHANGED = 0.2;

/**
 * `npm run update`: brings a version of the project into a fork, or into a copy without common
 * history, as one commit on the current branch. Changes of the copy stay. Settings are taken one
 * by one: `build/settings.ts` stays, and defaults that the copy changed in `build/config.ts` move
 * there. Changes nothing if other files were changed on both sides, or if a setting is unknown.
 */
export async function updateCommand(copy: string | undefined, { from, ref = "HEAD" }: UpdateFlags): Promise<void> {
  const folder = resolve(copy ?? ".");
  const git: RunGit = (...args) => runGit(folder, args);
  const source = acceptCopy(git, folder, from);
  git("fetch", "--quiet", "--no-tags", "--", acceptArgument(source, "--from"), acceptArgument(ref, "--ref"));
  // Only now: an address with a mistake must not be remembered.
  if (from !== undefined && !succeeds(folder, ["remote", "get-url", REMOTE])) git("remote", "add", "--", REMOTE, from);
  const next = git("rev-parse", "FETCH_HEAD");
  const version = git("log", "-1", "--format=%h of %cs", next);
  if (succeeds(folder, ["merge-base", "--is-ancestor", next, "HEAD"])) {
    stdout.print(`This copy already has the version ${version}.`);
    for (const line of listRemaining(git, next)) stdout.print(line);
    return;
  }
  const common = findCommonCommit(git, folder, next);
  const { tree, moved } = mergeTrees(git, folder, common, next);
  const message = `update: the project at ${next.slice(0, 12)}`;
  // With the version as a parent, the next update finds a common history.
  const commit = git("commit-tree", tree, "-p", "HEAD", "-p", next, "-m", message);
  // Files that git ignores are the copy's own too.
  git("merge", "--quiet", "--ff-only", "--no-overwrite-ignore", commit);
  stdout.print(`Updated to the version ${version}.`);
  const own = git("diff", "--name-only", next, "HEAD").split("\n").filter(Boolean);
  stdout.print(own.length === 0 ? "This copy has no changes of its own." : "Changes of this copy stay in:");
  for (const file of cutList(own)) stdout.print(`  ${file}`);
  const followed = findFollowers(folder, own, next);
  if (followed.length > 0) stdout.print("These moved with their folder. Check what they import:");
  for (const file of cutList(followed)) stdout.print(`  ${file}`);
  if (moved.length > 0) stdout.print(`Settings that moved to ${OWN_SETTINGS}: ${moved.join(", ")}.`);
  for (const line of [...listRemaining(git, next), ...compareDefaults(git, common, next)]) stdout.print(line);
  stdout.print("Next: npm ci && npm test && git push");
}

/** Files that the copy added, in folders that the version renamed. */
function findFollowers(folder: string, own: readonly string[], next: string): string[] {
  const has = (commit: string, path: string) => succeeds(folder, ["cat-file", "-e", `${commit}:${path}`]);
  return own.filter((path) => has("HEAD", path) && !has("HEAD^1", path) && !has(next, path));
}

/** Checks the folder. Returns the repository of the project. */
function acceptCopy(git: RunGit, folder: string, from: string | undefined): string {
  if (!existsSync(folder)) throw new OperationalError(`There is no folder ${folder}: name the folder of the copy.`);
  if (!succeeds(folder, ["rev-parse", "--verify", "--quiet", "HEAD"])) {
    // git's own message, where it is missing, finds no repository, or refuses one of another user.
    git("rev-parse", "--git-dir");
    throw new OperationalError(`${folder} is a git repository without a commit: name the folder of a copy.`);
  }
  if (git("status", "--porcelain", "--untracked-files=no") !== "")
    throw new OperationalError(`There are changes in ${folder} that are not committed: commit or remove them first.`);
  if (git("rev-parse", "--is-shallow-repository") === "true")
    throw new OperationalError(`The history in ${folder} is cut: run "git fetch --unshallow" there first.`);
  if (git("config", "--default", "", "user.email") === "")
    throw new OperationalError(
      'git does not know you: run "git config user.email you@example.org" and user.name first.',
    );
  const known = succeeds(folder, ["remote", "get-url", REMOTE]) ? git("remote", "get-url", REMOTE) : undefined;
  const source = from ?? known ?? (folder === resolve(PROJECT) ? undefined : resolve(PROJECT));
  if (source === undefined)
    throw new OperationalError(
      `Name the repository of the project: npm run update -- --from https://github.com/OWNER/REPOSITORY. It is remembered as the remote "${REMOTE}".`,
    );
  return source;
}

/**
 * The version of the project that this copy was made from: the last commit of a common history,
 * else the one with the same files as a commit of the copy, else the one most like its first.
 */
function findCommonCommit(git: RunGit, folder: string, next: string): string {
  if (succeeds(folder, ["merge-base", next, "HEAD"])) return git("merge-base", next, "HEAD");
  const versions = git("log", "--format=%T %H", next).split("\n").map(splitPair);
  const byTree = new Map(versions.toReversed());
  for (const tree of git("log", "--format=%T", "HEAD").split("\n")) {
    const same = byTree.get(tree);
    if (same !== undefined) return same;
  }
  const first = git("rev-list", "--max-parents=0", "HEAD").split("\n")[0]!;
  stdout.print("Looking for the version that this copy was made from …");
  const changed = versions.map(([, hash]) => ({
    hash,
    files: git("diff", "--name-only", "--no-renames", hash, first).split("\n").length,
  }));
  const nearest = changed.reduce((best, one) => (one.files < best.files ? one : best));
  const all = git("ls-tree", "-r", "--name-only", nearest.hash).split("\n").length;
  if (nearest.files > MOST_CHANGED * all)
    throw new OperationalError(`No version of the project resembles the first commit in ${folder}.`);
  return nearest.hash;
}

function splitPair(line: string): [string, string] {
  const [first = "", second = ""] = line.split(" ");
  return [first, second];
}

/**
 * Merges in a folder beside the checkout, which stays as it is. Returns the merged tree, and the
 * settings that moved.
 */
function mergeTrees(git: RunGit, folder: string, common: string, next: string): { tree: string; moved: string[] } {
  const start = git("commit-tree", "HEAD^{tree}", "-p", common, "-m", "this copy");
  const place = makeTempFolder("update");
  try {
    addWorktree(git, place, start);
    const inPlace: RunGit = (...args) => runGit(place, args);
    const changed = readChangedDefaults(inPlace, place, { common, start, next });
    if (!mergeVersion(place, next) && isUnmerged(inPlace, OWN_SETTINGS))
      inPlace("checkout", "--quiet", start, "--", OWN_SETTINGS);
    const moved = changed === undefined ? [] : moveSettings(inPlace, place, next, changed);
    const left = inPlace("diff", "--name-only", "--diff-filter=U").split("\n").filter(Boolean);
    if (left.length > 0) throw buildConflictError(left, common);
    if (changed === undefined && existsSync(join(place, OWN_SETTINGS))) checkSettings(place);
    return { tree: inPlace("write-tree"), moved };
  } finally {
    // An error here would hide the first one.
    succeeds(folder, ["worktree", "remove", "--force", place]);
    rmSync(place, { recursive: true, force: true });
  }
}

function addWorktree(git: RunGit, place: string, start: string): void {
  try {
    git("worktree", "add", "--quiet", "--force", "--detach", place, start);
  } catch (cause) {
    throw new OperationalError(`${describeError(cause)}. Nothing was changed. The disk may be full. ${TEMP_ADVICE}`);
  }
}

function isUnmerged(git: RunGit, path: string): boolean {
  return git("ls-files", "--unmerged", "--", path) !== "";
}

/**
 * False: there are conflicts. Throws where git could not merge, such as with a full disk: the files
 * are then those of before, without any conflict.
 */
function mergeVersion(place: string, next: string): boolean {
  // A file that the copy added follows the folder that the version renamed, such as an own source.
  const settings = ["rerere.enabled=false", "merge.directoryRenames=true", "merge.renameLimit=7000"];
  const options = settings.flatMap((setting) => ["-c", setting]);
  const args = [...options, "merge", "--quiet", "--no-commit", "--no-ff", next];
  const { status, stderr } = spawnSync("git", args, { cwd: place, encoding: "utf8" });
  if (status === 0 || status === 1) return status === 0;
  throw new OperationalError(
    `git cannot merge the new version in ${place}: ${(stderr ?? "").trim()}. Nothing was changed. The disk may be full. ${TEMP_ADVICE}`,
  );
}

function buildConflictError(files: readonly string[], common: string): OperationalError {
  const advice = [
    "Take your changes of these files back, and update again:",
    `  git checkout ${common.slice(0, 12)} -- FILE && git commit -m "as in the project"`,
    `Settings belong in ${OWN_SETTINGS}: an update keeps them.`,
  ];
  return new OperationalError("These files were changed here and in the new version. Nothing was changed.", {
    lines: [...cutList(files).map((file) => `  ${file}`), ...advice],
  });
}
