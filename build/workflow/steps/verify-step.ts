import { join } from "node:path";
import { verifyPlace } from "../../cli/verify.ts";
import type { Plan } from "../plan.ts";
import { SITE_FOLDER } from "./build-step.ts";
import type { StepContext } from "./step.ts";

/** Verifies the built site and the limits of its host before it is published. */
export async function verifyStep({ workspace, run, print }: StepContext): Promise<void> {
  print(await verifyPlace(join(workspace, SITE_FOLDER), { siteHost: run.read<Plan>("plan").host }));
}
