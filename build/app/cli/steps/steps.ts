import { keysOf } from "../../../lib/collections.ts";
import { describeError } from "../../../lib/operational-error.ts";
import { FAILURE, type Step, type StepContext } from "./step.ts";

/**
 * The steps of the scheduled run, in order, of the backfill and of the weekly look at terms. Each
 * is loaded when it runs.
 */
const STEPS = {
  plan: ["Decide what this run builds, for which host.", async () => (await import("./restore-step.ts")).planStep],
  restore: ["Restore the state of the last run.", async () => (await import("./restore-step.ts")).restoreStep],
  build: ["Build the site.", async () => (await import("./build-step.ts")).buildStep],
  verify: [
    "Verify the built site and the limits of its host.",
    async () => (await import("./build-step.ts")).verifyStep,
  ],
  mirror: ["Repeat the build for the mirror.", async () => (await import("./mirror-steps.ts")).mirrorStep],
  deploy: ["Publish the site.", async () => (await import("./publish-steps.ts")).deployStep],
  smoke: ["Check the published site over HTTP.", async () => (await import("./publish-steps.ts")).smokeStep],
  "deploy-mirror": [
    "Publish the mirror and check it.",
    async () => (await import("./mirror-steps.ts")).deployMirrorStep,
  ],
  remember: ["Save the state in the data branch.", async () => (await import("./closing-steps.ts")).rememberStep],
  "keep-alive": ["Keep the schedule active.", async () => (await import("./closing-steps.ts")).keepAliveStep],
  report: [
    "Open, update or close the issue about this run.",
    async () => (await import("./closing-steps.ts")).reportStep,
  ],
  shard: ["Fill one part of the missing history.", async () => (await import("./backfill-steps.ts")).shardStep],
  join: ["Join the parts.", async () => (await import("./backfill-steps.ts")).joinStep],
  terms: [
    "Open an issue for each source whose terms changed.",
    async () => (await import("./terms-step.ts")).termsStep,
  ],
} as const satisfies Record<string, readonly [about: string, load: () => Promise<Step>]>;

export type StepName = keyof typeof STEPS;
export const STEP_NAMES = keysOf(STEPS);

/** The description of a step for `--help`. */
export function describeStep(name: StepName): string {
  return STEPS[name][0];
}

/** Runs a step. Stores the failure for the report, then rethrows it. */
export async function runStep(name: StepName, context: StepContext): Promise<void> {
  try {
    const step = await STEPS[name][1]();
    await step(context);
  } catch (error) {
    await context.run.write(FAILURE, { step: name, message: describeError(error) });
    throw error;
  }
}
