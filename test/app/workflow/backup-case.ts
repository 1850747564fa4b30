import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { backupState } from "../../../build/app/workflow/backup-state.ts";
import { readStateManifest } from "../../../build/kit/platform/state/state-manifest.ts";
import { DATA_REF } from "../../../build/kit/publish/data-branch.ts";
import { createGit, type Git } from "../../../build/kit/publish/git.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { createStateStore } from "../../kit/platform/open-store.ts";

export const DAY = 86_400_000;
export const NOW = Date.parse("2026-11-20T00:07:00Z");

/** An empty repository, and backups of states into its data branch. */
export function createBackupCase() {
  const folder = makeTempFolder();
  const remote = join(folder, "remote.git");
  execFileSync("git", ["init", "--quiet", "--bare", remote]);
  let places = 0;

  const run = (...args: string[]) => execFileSync("git", args, { cwd: remote, encoding: "utf8" }).trim();
  const count = () => Number(run("rev-list", "--count", "data"));
  const open = (place: string): Git =>
    createGit({
      folder: place,
      token: null,
      serverUrl: "https://x.example",
      writes: DATA_REF,
      environment: process.env,
    });

  /** A state with these documents; `true`: closed. */
  async function writeState(name: string, documents: Record<string, unknown>, now = NOW): Promise<string> {
    const place = join(folder, name);
    const store = createStateStore(place, { now: () => now, world: "live" });
    for (const [document, value] of Object.entries(documents)) store.write(document, value);
    await store.commit();
    store.close();
    return place;
  }

  function remember(state: string, now = NOW, git?: (own: Git) => Git, isBackfill = false) {
    places += 1;
    const own = join(folder, `clone-${places}`);
    mkdirSync(own);
    const plain = open(own);
    return backupState({ git: git?.(plain) ?? plain, folder: own, remote, state, kinds: {}, isBackfill, now });
  }

  /** Git that does something before each push. */
  function beforePush(act: (pushes: number) => Promise<void>): (own: Git) => Git {
    let pushes = 0;
    return (own) => async (args, env) => {
      if (args[0] === "push") await act(++pushes);
      return own(args, env);
    };
  }

  /** What the branch holds, by the names of its documents. */
  function readBranch(): string[] {
    const clone = join(folder, `look-${places}`);
    execFileSync("git", ["clone", "--quiet", "--branch", "data", remote, clone]);
    const names = [...readStateManifest(join(clone, "state"))!.documents.keys()];
    rmSync(clone, { recursive: true });
    return names.sort();
  }

  /** The folder of the last backup. */
  const getClone = () => join(folder, `clone-${places}`);
  return { folder, remote, run, count, open, writeState, remember, beforePush, readBranch, getClone };
}
