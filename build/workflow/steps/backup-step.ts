import { mkdirSync } from "node:fs";
import { STATE_KINDS } from "../../cli/state-kinds.ts";
import { md } from "../../lib/markdown.ts";
import { backupState } from "../backup-state.ts";
import { BRANCH_FOLDER } from "./restore-step.ts";
import type { StepContext } from "./step.ts";

/** The workflow passes the state of this build from job to job in this folder. */
export const STATE_FOLDER = "state";
/** Present when the state comes from a backfill. */
export const JOINED = "joined";

/** Updates the data branch. A refused push is a warning. */
export async function rememberStep({ run, runner, openGit, now, print, warn, summarise }: StepContext): Promise<void> {
  const folder = run.path(BRANCH_FOLDER);
  mkdirSync(folder, { recursive: true });
  const result = await backupState({
    git: openGit(folder),
    folder,
    remote: runner.remote,
    state: run.path(STATE_FOLDER),
    kinds: STATE_KINDS,
    isBackfill: run.find(JOINED) !== undefined,
    now: now(),
  });
  await run.write("remembered", result);
  if (result.status === "rejected") warn("data branch", result.message);
  else print(result.message);
  summarise(md`${result.message}\n`);
}
