import { describeError } from "../../lib/operational-error.ts";
import { buildStep } from "./build-step.ts";
import { deployStep } from "./deploy-step.ts";
import { keepAliveStep } from "./keep-alive-step.ts";
import { planStep } from "./plan-step.ts";
import { rememberStep } from "./remember-step.ts";
import { FAILURE, reportStep } from "./report-step.ts";
import { restoreStep } from "./restore-step.ts";
import { smokeStep } from "./smoke-step.ts";
import type { Step, StepContext } from "./step.ts";
import { verifyStep } from "./verify-step.ts";

/** What `npm run workflow -- NAME` does, in the order of the scheduled run. */
export const STEPS = {
  plan: planStep,
  restore: restoreStep,
  build: buildStep,
  verify: verifyStep,
  deploy: deployStep,
  smoke: smokeStep,
  remember: rememberStep,
  "keep-alive": keepAliveStep,
  report: reportStep,
} as const satisfies Record<string, Step>;

export type StepName = keyof typeof STEPS;

export const STEP_NAMES = Object.keys(STEPS) as StepName[];

/** Runs a step; what it fails with is left for the report, and thrown on. */
export async function runStep(name: StepName, context: StepContext): Promise<void> {
  try {
    await STEPS[name](context);
  } catch (error) {
    await context.run.write(FAILURE, { step: name, message: describeError(error) });
    throw error;
  }
}
