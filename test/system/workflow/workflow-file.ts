import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parse } from "yaml";

/** A workflow as far as it is acted out. */
export interface WorkflowFile {
  jobs: Record<string, Job>;
}

export interface Job {
  needs?: string | string[];
  if?: string;
  outputs?: Record<string, string>;
  permissions?: Record<string, string>;
  steps: WorkflowStep[];
}

export interface WorkflowStep {
  id?: string;
  if?: string;
  run?: string;
  uses?: string;
  with?: Record<string, string | number | boolean>;
  env?: Record<string, string>;
}

export const PUBLISH = resolve(import.meta.dirname, "../../../.github/workflows/publish.yml");

export function readWorkflow(path = PUBLISH): WorkflowFile {
  return parse(readFileSync(path, "utf8")) as WorkflowFile;
}

/** `npm run --silent workflow -- NAME` → `NAME`; `undefined` for other commands. */
export function findStepName(run: string): string | undefined {
  return /^npm run --silent workflow -- ([a-z-]+)$/.exec(run.trim())?.[1];
}
