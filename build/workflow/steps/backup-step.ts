import { mkdirSync } from "node:fs";
import { STATE_KINDS } from "../../cli/state-kinds.ts";
import { md } from "../../lib/markdown.ts";
import { rememberState } from "../backup-state.ts";
import { BRANCH_FOLDER } from "./restore-step.ts";
import type { StepContext } from "./step.ts";

/** The state of this build, as the workflow brings it from one job to the other. */
export const STATE_FOLDER = "state";
/** Its presence tells that this state is of a backfill. */
export const JOINED = "joined";

/** Brings the data branch up to date. A refused push is shown, and is no failure. */
export async function rememberStep({ run, runner, openGit, now, print, warn, summarise }: StepContext): Promise<void> {
  const folder = run.path(BRANCH_FOLDER);
  mkdirSync(folder, { recursive: true });
  const remembered = await rememberState({
    git: openGit(folder),
    folder,
    remote: runner.remote,
    state: run.path(STATE_FOLDER),
    kinds: STATE_KINDS,
    isBackfill: run.find(JOINED) !== undefined,
    now: now(),
  });
  await run.write("remembered", remembered);
  if (remembered.status === "rejected") warn("data branch", remembered.message);
  else print(remembered.message);
  summarise(md`${remembered.message}\n`);
}
