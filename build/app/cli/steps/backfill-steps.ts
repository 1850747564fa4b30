import { existsSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { mergeStates } from "../../../kit/platform/state/state-open.ts";
import { OperationalError } from "../../../lib/operational-error.ts";
import { STATE_KINDS } from "../../run/state-kinds.ts";
import type { Plan } from "../../workflow/plan.ts";
import type { RestorePlan } from "../../workflow/restore-places.ts";
import { runBuild } from "../build.ts";
import { JOINED, STATE_FOLDER } from "./closing-steps.ts";
import type { StepContext } from "./step.ts";

/** Output folder of a shard. It is never published: only its state matters. */
const SITE_FOLDER = "shard-site";
const SHARD_STATE_FOLDER = ".state";

/** Fills one part of the missing history, in a job of its own. */
export async function shardStep({ workspace, run, flags }: StepContext): Promise<void> {
  const { homepage, userAgent, baseUrl } = run.read<Plan>("plan");
  const { from } = run.read<RestorePlan>("restore");
  if (flags.shard === undefined) throw new OperationalError("Name the part with --shard, such as 1/4.");
  await runBuild({
    ...flags,
    homepage,
    userAgent,
    baseUrl,
    out: run.path(SITE_FOLDER),
    state: join(workspace, SHARD_STATE_FOLDER),
    siteHost: ["none"],
    site: false,
    ...(from.length === 0 ? {} : { restoreFrom: from }),
  });
}

const SHARDS_FOLDER = "shards";

/** Joins the states of the shards. A later run fills the part of a failed one. */
export async function joinStep({ run, print, warn }: StepContext): Promise<void> {
  const folder = run.path(SHARDS_FOLDER);
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  if (names.length === 0) throw new OperationalError("No shard has left a state: there is nothing to join.");
  const into = run.path(STATE_FOLDER);
  await rm(into, { recursive: true, force: true });
  const places = names.map((name) => join(folder, name));
  await mergeStates(places, into, STATE_KINDS, (message) => warn("shards", message));
  await run.write(JOINED, { shards: names.length });
  print(`${names.length} shards are joined.`);
}
