import { describeError } from "../../lib/operational-error.ts";
import { FAILURE, type Step, type StepContext } from "./step.ts";

/** The steps of the scheduled run, in order, and of the backfill. Each is loaded when it runs. */
const STEPS = {
  plan: async () => (await import("./restore-step.ts")).planStep,
  restore: async () => (await import("./restore-step.ts")).restoreStep,
  build: async () => (await import("./build-step.ts")).buildStep,
  verify: async () => (await import("./build-step.ts")).verifyStep,
  deploy: async () => (await import("./publish-steps.ts")).deployStep,
  smoke: async () => (await import("./publish-steps.ts")).smokeStep,
  remember: async () => (await import("./closing-steps.ts")).rememberStep,
  "keep-alive": async () => (await import("./closing-steps.ts")).keepAliveStep,
  report: async () => (await import("./closing-steps.ts")).reportStep,
  shard: async () => (await import("./backfill-steps.ts")).shardStep,
  join: async () => (await import("./backfill-steps.ts")).joinStep,
} as const satisfies Record<string, () => Promise<Step>>;

export type StepName = keyof typeof STEPS;
export const STEP_NAMES = Object.keys(STEPS) as StepName[];

/** Runs a step. Stores the failure for the report, then rethrows it. */
export async function runStep(name: StepName, context: StepContext): Promise<void> {
  try {
    const step = await STEPS[name]();
    await step(context);
  } catch (error) {
    await context.run.write(FAILURE, { step: name, message: describeError(error) });
    throw error;
  }
}
