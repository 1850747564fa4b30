import type { Git } from "./git.ts";
import { GitError } from "./git.ts";

export const DATA_BRANCH = "data";
export const DATA_REF = `refs/heads/${DATA_BRANCH}`;

/** One week of days. Older commits are squashed, so the size of the branch stays bounded. */
export const COMMITS_KEPT = 7;

interface Kept {
  tree: string;
  date: string;
  subject: string;
}

/** Fetches the branch; `undefined` if it does not exist. Rejects if that is unknown. */
export async function fetchBranch(git: Git, remote: string, depth: number): Promise<string | undefined> {
  await git(["init", "--quiet"]);
  const heads = await git(["ls-remote", "--heads", "--", remote, DATA_REF]);
  const tip = heads.split(/\s/)[0];
  if (tip === undefined || tip === "") return undefined;
  const ref = `+${DATA_REF}:refs/remotes/origin/${DATA_BRANCH}`;
  await git(["fetch", "--quiet", `--depth=${depth}`, "--", remote, ref]);
  return (await git(["rev-parse", `refs/remotes/origin/${DATA_BRANCH}`])).trim();
}

/** Checks out a commit and removes everything that is not in it. */
export async function checkOut(git: Git, commit: string): Promise<void> {
  await git(["checkout", "--quiet", "--force", "--detach", commit]);
  await git(["clean", "--quiet", "-ffdx"]);
}

/** Prefix of commit subjects with the state of a build. Backfill commits have another one. */
export const BUILD_SUBJECT = "data: state of";

/** Commit time in unix milliseconds, and whether it holds the state of a build. */
export async function readCommit(git: Git, commit: string): Promise<{ committedAtMs: number; ofBuild: boolean }> {
  const [time = "", ...subject] = (await git(["show", "--no-patch", "--format=%ct %s", commit])).trim().split(" ");
  return { committedAtMs: 1_000 * Number(time), ofBuild: subject.join(" ").startsWith(BUILD_SUBJECT) };
}

/**
 * Commits the folder on top of the kept commits; `undefined` if nothing differs from the tip.
 * Repeated commits keep their ids, so a branch that is not full only grows at its tip.
 */
export async function commitFolder(
  git: Git,
  tip: string | undefined,
  { now, subject }: { now: number; subject: string },
): Promise<string | undefined> {
  await git(["add", "--all", "--force", "."]);
  const tree = (await git(["write-tree"])).trim();
  const before = tip === undefined ? [] : await listKept(git, tip);
  if (before.at(-1)?.tree === tree) return undefined;
  let parent: string | undefined;
  for (const kept of [...before, { tree, date: `${Math.floor(now / 1_000)} +0000`, subject }]) {
    const onto = parent === undefined ? [] : ["-p", parent];
    const dates = { GIT_AUTHOR_DATE: kept.date, GIT_COMMITTER_DATE: kept.date };
    parent = (await git(["commit-tree", kept.tree, ...onto, "-m", kept.subject], dates)).trim();
  }
  return parent;
}

async function listKept(git: Git, tip: string): Promise<Kept[]> {
  const format = "--format=%T%x09%ct +0000%x09%s";
  const log = await git(["log", "--first-parent", `--max-count=${COMMITS_KEPT - 1}`, format, tip]);
  return log
    .trim()
    .split("\n")
    .reverse()
    .map((line) => {
      const [tree = "", date = "", ...subject] = line.split("\t");
      return { tree, date, subject: subject.join("\t") };
    });
}

export type PushResult = { status: "pushed" } | { status: "conflict" } | { status: "rejected"; reason: string };

/** The branch moved: fetch and join it first. */
const CONFLICT = /stale info|fetch first|non-fast-forward|cannot lock ref|failed to update ref/;

/** Pushes the commit only if the branch is still at `tip`. Never overwrites another push. */
export async function pushCommit(
  git: Git,
  remote: string,
  commit: string,
  tip: string | undefined,
): Promise<PushResult> {
  const lease = `--force-with-lease=${DATA_REF}:${tip ?? ""}`;
  try {
    await git(["push", "--porcelain", lease, "--", remote, `${commit}:${DATA_REF}`]);
    return { status: "pushed" };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    if (CONFLICT.test(error.output)) return { status: "conflict" };
    return { status: "rejected", reason: findReason(error.output) };
  }
}

/** The server's message, or the line that marks the rejection. */
function findReason(output: string): string {
  const lines = output.split("\n").map((line) => line.trim());
  const said = lines.filter((line) => line.startsWith("remote:")).map((line) => line.slice(7).trim());
  const refused = lines.find((line) => line.startsWith("!")) ?? lines.findLast((line) => line !== "");
  return [...said.filter((line) => line !== ""), refused].join(" · ").replace(/\s+/g, " ");
}
