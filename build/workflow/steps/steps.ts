import { describeError } from "../../lib/operational-error.ts";
import { FAILURE, type Step, type StepContext } from "./step.ts";

/** `about`: for `--help`. Each module is loaded when it runs. */
interface Declared {
  about: string;
  load(): Promise<Step>;
}

/** The steps of the scheduled run, in order. */
const STEPS = {
  plan: {
    about: "Decide what this run builds, for which host.",
    load: async () => (await import("./restore-step.ts")).planStep,
  },
  restore: {
    about: "Restore the state of the last run.",
    load: async () => (await import("./restore-step.ts")).restoreStep,
  },
  build: {
    about: "Build the site.",
    load: async () => (await import("./build-step.ts")).buildStep,
  },
  verify: {
    about: "Verify the built site and the limits of its host.",
    load: async () => (await import("./build-step.ts")).verifyStep,
  },
  deploy: {
    about: "Publish the site.",
    load: async () => (await import("./publish-steps.ts")).deployStep,
  },
  smoke: {
    about: "Check the published site over HTTP.",
    load: async () => (await import("./publish-steps.ts")).smokeStep,
  },
  remember: {
    about: "Save the state in the data branch.",
    load: async () => (await import("./closing-steps.ts")).rememberStep,
  },
  "keep-alive": {
    about: "Keep the schedule active.",
    load: async () => (await import("./closing-steps.ts")).keepAliveStep,
  },
  report: {
    about: "Open, update or close the issue about this run.",
    load: async () => (await import("./closing-steps.ts")).reportStep,
  },
} as const satisfies Record<string, Declared>;

/** Steps of the manual backfill, besides `plan`, `restore` and `remember`. */
const BACKFILL_STEPS = {
  shard: {
    about: "Fill one part of the missing history.",
    load: async () => (await import("./backfill-steps.ts")).shardStep,
  },
  join: {
    about: "Join the parts.",
    load: async () => (await import("./backfill-steps.ts")).joinStep,
  },
} as const satisfies Record<string, Declared>;

const ALL = { ...STEPS, ...BACKFILL_STEPS };

export type StepName = keyof typeof ALL;

export const STEP_NAMES = Object.keys(STEPS) as (keyof typeof STEPS)[];
/** Every step with its description. */
export const ALL_STEPS = Object.entries(ALL).map(([name, { about }]) => ({ name: name as StepName, about }));

/** Runs a step. Stores the failure for the report, then rethrows it. */
export async function runStep(name: StepName, context: StepContext): Promise<void> {
  try {
    const step = await ALL[name].load();
    await step(context);
  } catch (error) {
    await context.run.write(FAILURE, { step: name, message: describeError(error) });
    throw error;
  }
}
