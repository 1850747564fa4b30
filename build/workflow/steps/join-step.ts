import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { STATE_KINDS } from "../../cli/state-kinds.ts";
import { OperationalError } from "../../lib/operational-error.ts";
import { mergeStates } from "../../platform/state/state-open.ts";
import { JOINED, STATE_FOLDER } from "./backup-step.ts";
import type { StepContext } from "./step.ts";

/** The workflow downloads the states of the shards here, one folder each. */
const SHARDS_FOLDER = "shards";

/** Joins the states of the shards. A later run fills the part of a failed one. */
export async function joinStep({ run, print, warn }: StepContext): Promise<void> {
  const names = listShards(run.path(SHARDS_FOLDER));
  if (names.length === 0) throw new OperationalError("No shard has left a state: there is nothing to join.");
  const into = run.path(STATE_FOLDER);
  await rm(into, { recursive: true, force: true });
  const places = names.map((name) => run.path(`${SHARDS_FOLDER}/${name}`));
  await mergeStates(places, into, STATE_KINDS, (message) => warn("shards", message));
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
