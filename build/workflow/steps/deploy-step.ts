import { join } from "node:path";
import { OperationalError } from "../../lib/operational-error.ts";
import { HOUR_MS, renderTime } from "../../lib/time.ts";
import type { BuildResult } from "../build-result.ts";
import { getDeployment } from "../deploy-command.ts";
import type { Plan } from "../plan.ts";
import { SITE_FOLDER } from "./build-step.ts";
import type { StepContext } from "./step.ts";

/** Longer than a deployment waits in the host's queue. */
const FRESH_MS = HOUR_MS;

/** Publishes to hosts other than GitHub Pages with the host's own program. */
export async function deployStep({ workspace, run, runner, now, start }: StepContext): Promise<void> {
  const { host, repository } = run.read<Plan>("plan");
  const { startedAtMs } = run.read<BuildResult>("build");
  if (now() - startedAtMs > FRESH_MS)
    throw new OperationalError(
      `This build is from ${renderTime(startedAtMs)}; a newer one may be on ${host}: start a new run instead of repeating this deployment.`,
    );
  const { commands, environment } = getDeployment({ host, repository, token: runner.siteToken });
  for (const command of commands) {
    const code = await start(command, join(workspace, SITE_FOLDER), environment);
    if (code !== 0)
      throw new OperationalError(
        `${command.slice(0, 4).join(" ")} … failed with ${code}: ${host} still serves the previous site.`,
      );
  }
}
