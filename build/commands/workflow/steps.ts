import { describeError } from "../../lib/operational-error.ts";
import { buildStep } from "./build-step.ts";
import { deployStep } from "./deploy-step.ts";
import { joinStep } from "./join-step.ts";
import { keepAliveStep } from "./keep-alive-step.ts";
import { planStep } from "./plan-step.ts";
import { rememberStep } from "./remember-step.ts";
import { FAILURE, reportStep } from "./report-step.ts";
import { restoreStep } from "./restore-step.ts";
import { shardStep } from "./shard-step.ts";
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

/** The steps of the backfill by hand, beside `plan`, `restore` and `remember`. */
export const BACKFILL_STEPS = { shard: shardStep, join: joinStep } as const satisfies Record<string, Step>;

const ALL = { ...STEPS, ...BACKFILL_STEPS };

export type StepName = keyof typeof ALL;

export const STEP_NAMES = Object.keys(STEPS) as (keyof typeof STEPS)[];
export const ALL_STEP_NAMES = Object.keys(ALL) as StepName[];

/** Runs a step; what it fails with is left for the report, and thrown on. */
export async function runStep(name: StepName, context: StepContext): Promise<void> {
  try {
    await ALL[name](context);
  } catch (error) {
    await context.run.write(FAILURE, { step: name, message: describeError(error) });
    throw error;
  }
}
