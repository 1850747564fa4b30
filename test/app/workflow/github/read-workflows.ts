import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";

const FOLDER = new URL("../../../../.github/workflows/", import.meta.url);

type Values = Record<string, string | number | boolean>;

export interface Step {
  id?: string;
  if?: string;
  run?: string;
  uses?: string;
  with?: Values;
  env?: Values;
  "continue-on-error"?: boolean;
}

export interface Job {
  needs?: string | string[];
  if?: string;
  outputs?: Record<string, string>;
  permissions?: Record<string, string>;
  "runs-on"?: string;
  "timeout-minutes"?: number;
  strategy?: { matrix: Record<string, unknown> };
  env?: Values;
  environment?: string | { name: string };
  steps: Step[];
}

/** The parts that tests read. GitHub's validator checks the syntax. */
export interface Workflow {
  on: {
    schedule?: { cron: string }[];
    workflow_dispatch?: { inputs?: Record<string, object> } | null;
    [event: string]: unknown;
  };
  permissions?: Record<string, string>;
  concurrency?: { group: string; "cancel-in-progress": unknown };
  env?: Values;
  jobs: Record<string, Job>;
}

export interface WorkflowFile {
  name: string;
  text: string;
  workflow: Workflow;
}

export function readWorkflow(name: string): WorkflowFile {
  const text = readFileSync(new URL(name, FOLDER), "utf8");
  return { name, text, workflow: parse(text) as Workflow };
}

export const readWorkflows = (): WorkflowFile[] => readdirSync(FOLDER).sort().map(readWorkflow);

/** A step and its location. */
export interface PlacedStep {
  place: string;
  file: WorkflowFile;
  job: Job;
  step: Step;
}

export function listSteps(files: readonly WorkflowFile[]): PlacedStep[] {
  return files.flatMap((file) =>
    Object.entries(file.workflow.jobs).flatMap(([jobId, job]) =>
      job.steps.map((step, at) => ({ place: `${file.name}: ${jobId}, step ${at + 1}`, file, job, step })),
    ),
  );
}

/** `npm run --silent workflow -- NAME` → `NAME`; `undefined` for other commands. */
export function findStepName(run: string): string | undefined {
  return /^npm run --silent workflow -- ([a-z-]+)$/.exec(run.trim())?.[1];
}
