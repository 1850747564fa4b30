import { join } from "node:path";
import { OperationalError } from "../../lib/operational-error.ts";
import { getDeployment } from "../../publishing/deploy-command.ts";
import type { Plan } from "../../publishing/plan.ts";
import { SITE_FOLDER } from "./build-step.ts";
import type { StepContext } from "./step.ts";

/** Publishes to a host that is not GitHub Pages, with that host's own program. */
export async function deployStep({ workspace, run, runner, start }: StepContext): Promise<void> {
  const { host, repository } = run.read<Plan>("plan");
  const { commands, environment } = getDeployment({ host, repository, token: runner.siteToken });
  for (const command of commands) {
    const code = await start(command, join(workspace, SITE_FOLDER), environment);
    if (code !== 0)
      throw new OperationalError(
        `${command.slice(0, 4).join(" ")} … failed with ${code}: ${host} has the site of before.`,
      );
  }
}
