import { join } from "node:path";
import { verifyPlace } from "../../cli/verify.ts";
import type { Plan } from "../plan.ts";
import { SITE_FOLDER } from "./build-step.ts";
import type { StepContext } from "./step.ts";

/** Checks what was built, as a stranger would and against the limits of its host, before anyone else sees it. */
export async function verifyStep({ workspace, run, print }: StepContext): Promise<void> {
  print(await verifyPlace(join(workspace, SITE_FOLDER), { siteHost: run.read<Plan>("plan").host }));
}
