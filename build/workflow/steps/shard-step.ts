import { join } from "node:path";
import { runBuild } from "../../cli/build.ts";
import { OperationalError } from "../../lib/operational-error.ts";
import type { Plan } from "../plan.ts";
import type { RestorePlan } from "../restore-places.ts";
import type { StepContext } from "./step.ts";

/** Output folder of a shard. It is never published: only its state matters. */
const SITE_FOLDER = "shard-site";
export const SHARD_STATE_FOLDER = ".state";

/** Fills one part of the missing history. Fails if the build fails. */
export async function shardStep({ workspace, run, flags }: StepContext): Promise<void> {
  const { homepage, userAgent, baseUrl } = run.read<Plan>("plan");
  const { from } = run.read<RestorePlan>("restore");
  if (flags.shard === undefined) throw new OperationalError("Name the part with --shard, such as 1/4.");
  await runBuild({
    ...flags,
    ...{ homepage, userAgent, baseUrl },
    out: run.path(SITE_FOLDER),
    state: join(workspace, SHARD_STATE_FOLDER),
    siteHost: ["none"],
    site: false,
    ...(from.length === 0 ? {} : { restoreFrom: from }),
  });
}
