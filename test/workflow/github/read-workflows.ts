import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

const FOLDER = new URL("../../../.github/workflows/", import.meta.url);

const Permissions = z.record(z.string(), z.enum(["read", "write", "none"]));
const Values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

const Step = z.strictObject({
  name: z.string().optional(),
  id: z.string().optional(),
  if: z.union([z.string(), z.boolean()]).optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: Values.optional(),
  env: Values.optional(),
  "continue-on-error": z.union([z.boolean(), z.string()]).optional(),
  "timeout-minutes": z.number().optional(),
});

const Job = z.strictObject({
  name: z.string().optional(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  if: z.union([z.string(), z.boolean()]).optional(),
  "continue-on-error": z.boolean().optional(),
  "runs-on": z.string(),
  "timeout-minutes": z.number(),
  permissions: Permissions,
  environment: z.union([z.string(), z.strictObject({ name: z.string(), url: z.string() })]).optional(),
  concurrency: z.looseObject({}).optional(),
  strategy: z
    .strictObject({
      "fail-fast": z.boolean().optional(),
      "max-parallel": z.number().optional(),
      matrix: z.record(z.string(), z.union([z.string(), z.array(z.union([z.string(), z.number()]))])),
    })
    .optional(),
  outputs: z.record(z.string(), z.string()).optional(),
  env: Values.optional(),
  steps: z.array(Step),
});

const Input = z.strictObject({
  description: z.string(),
  type: z.enum(["string", "boolean", "choice", "number"]),
  required: z.boolean().optional(),
  default: z.union([z.string(), z.boolean(), z.number()]).optional(),
  options: z.array(z.string()).optional(),
});

const Workflow = z.strictObject({
  name: z.string(),
  "run-name": z.string().optional(),
  on: z.looseObject({
    schedule: z.array(z.strictObject({ cron: z.string() })).optional(),
    workflow_dispatch: z
      .strictObject({ inputs: z.record(z.string(), Input).optional() })
      .nullable()
      .optional(),
  }),
  permissions: Permissions,
  concurrency: z.strictObject({ group: z.string(), "cancel-in-progress": z.union([z.boolean(), z.string()]) }),
  env: Values.optional(),
  jobs: z.record(z.string(), Job),
});

export type Step = z.infer<typeof Step>;
export type Job = z.infer<typeof Job>;
export type Workflow = z.infer<typeof Workflow>;

export interface WorkflowFile {
  name: string;
  text: string;
  workflow: Workflow;
}

/** Reads every workflow. Throws on syntax that no test covers. */
export function readWorkflows(): WorkflowFile[] {
  return readdirSync(FOLDER)
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, FOLDER), "utf8");
      const parsed = Workflow.safeParse(parse(text));
      if (!parsed.success) throw new Error(`${name}: ${z.prettifyError(parsed.error)}`);
      return { name, text, workflow: parsed.data };
    });
}

/** A step and its location. */
export interface PlacedStep {
  place: string;
  file: WorkflowFile;
  jobId: string;
  job: Job;
  step: Step;
}

export function listSteps(files: readonly WorkflowFile[]): PlacedStep[] {
  return files.flatMap((file) =>
    Object.entries(file.workflow.jobs).flatMap(([jobId, job]) =>
      job.steps.map((step, at) => ({ place: `${file.name}: ${jobId}, step ${at + 1}`, file, jobId, job, step })),
    ),
  );
}
