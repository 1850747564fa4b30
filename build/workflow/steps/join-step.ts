import { readdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { STATE_KINDS } from "../../cli/state-kinds.ts";
import { OperationalError } from "../../lib/operational-error.ts";
import { mergeStates } from "../../platform/state/state-merge.ts";
import { JOINED, STATE_FOLDER } from "./backup-step.ts";
import type { StepContext } from "./step.ts";

/** Where the workflow lays the states of the shards, a folder each. */
const SHARDS_FOLDER = "shards";

/** Joins the states of the shards that came, for the step that remembers. A shard that failed is missing, and a later one fills its part. */
export async function joinStep({ run, print }: StepContext): Promise<void> {
  const names = listShards(run.path(SHARDS_FOLDER));
  const [first] = names;
  if (first === undefined) throw new OperationalError("No shard has left a state: there is nothing to join.");
  const [into, next] = [run.path(STATE_FOLDER), run.path(`${STATE_FOLDER}-next`)];
  let joined = run.path(`${SHARDS_FOLDER}/${first}`);
  for (const name of names) {
    await rm(next, { recursive: true, force: true });
    await mergeStates(joined, run.path(`${SHARDS_FOLDER}/${name}`), next, STATE_KINDS);
    await rm(into, { recursive: true, force: true });
    await rename(next, into);
    joined = into;
  }
  await run.write(JOINED, { shards: names.length });
  print(`${names.length} shards are joined.`);
}

function listShards(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
