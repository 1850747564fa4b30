import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Job, Step, Workflow } from "../../app/workflow/github/read-workflows.ts";
import { parseOutputs } from "../../app/workflow/runner-grammar.ts";
import { runAction } from "./action.ts";
import { evaluateCondition, evaluateWhole, fillIn, type Results, type Scope } from "./expression.ts";

/** How steps of the program run, and the inputs of a run. */
export interface RunOptions {
  workflow: Workflow;
  /** Holds a workspace per job, and the artifacts. */
  folder: string;
  /** Of the repository. */
  caches: string;
  runId: string;
  variables?: Record<string, string>;
  secrets?: Record<string, string>;
  inputs?: Record<string, string>;
  token: string;
  /** Puts a tree in place of the published site. */
  publish(tree: string): void;
  /** Whether the plan of the repository has attestations. */
  attests: boolean;
  /** Runs a step of the program with its flags. Rejects on failure. */
  runStep(
    command: Readonly<{ name: string; flags: Record<string, string> }>,
    workspace: string,
    env: Readonly<Record<string, string>>,
  ): Promise<void>;
}

export interface WorkflowRun {
  /** By job. */
  results: Record<string, Results>;
  /** What the page of the run says. */
  summary: string;
  /** Messages of the steps that failed. */
  failures: string[];
}

/**
 * Simulates a run of the workflow file: jobs in order with their conditions, each in its own
 * workspace, with only the environment, outputs and artifacts that the file gives them.
 */
export async function runWorkflow(options: RunOptions): Promise<WorkflowRun> {
  const needs: Scope["needs"] = {};
  const failures: string[] = [];
  const summaryFile = join(options.folder, "summary.md");
  mkdirSync(options.folder, { recursive: true });
  writeFileSync(summaryFile, "");
  for (const [name, job] of Object.entries(options.workflow.jobs)) {
    const before = [job.needs ?? []].flat();
    const missing = before.find((need) => needs[need] === undefined);
    if (missing !== undefined) throw new RangeError(`The job ${name} needs ${missing}, which comes after it`);
    const own = Object.fromEntries(before.map((need) => [need, needs[need]!]));
    const succeeded = Object.values(own).every(({ result }) => result === "success");
    const scope: Scope = { ...createScope(options), needs: own, succeeded };
    needs[name] = evaluateCondition(job.if, scope)
      ? await runAll(name, job, scope, options, failures)
      : { result: "skipped", outputs: {} };
  }
  const results = Object.fromEntries(Object.entries(needs).map(([name, { result }]) => [name, result]));
  return { results, summary: readFileSync(summaryFile, "utf8"), failures };
}

function createScope({ variables = {}, secrets = {}, inputs = {}, token, runId }: RunOptions): Scope {
  const github = { token, run_id: runId, run_attempt: "1" };
  return { needs: {}, steps: {}, vars: variables, secrets, inputs, matrix: {}, github, succeeded: true };
}

/** Runs a job once for each combination of its matrix, one after the other. */
async function runAll(
  name: string,
  job: Job,
  scope: Scope,
  options: RunOptions,
  failures: string[],
): Promise<Scope["needs"][string]> {
  let all: Scope["needs"][string] = { result: "success", outputs: {} };
  for (const matrix of listCombinations(job, scope)) {
    const place = [name, ...Object.values(matrix)].join("-");
    const one = await runJob(place, job, { ...scope, matrix }, options, failures);
    all = all.result === "success" ? one : all;
  }
  return all;
}

function listCombinations({ strategy }: Job, scope: Scope): Record<string, string>[] {
  let combinations: Record<string, string>[] = [{}];
  for (const [key, values] of Object.entries(strategy?.matrix ?? {})) {
    const list = (typeof values === "string" ? evaluateWhole(values, scope) : values) as unknown[];
    combinations = combinations.flatMap((one) => list.map((value) => ({ ...one, [key]: String(value) })));
  }
  return combinations;
}

async function runJob(
  name: string,
  job: Job,
  outer: Scope,
  options: RunOptions,
  failures: string[],
): Promise<Scope["needs"][string]> {
  const workspace = join(options.folder, name);
  mkdirSync(workspace, { recursive: true });
  const scope: Scope = { ...outer, steps: {}, succeeded: true };
  for (const step of job.steps) {
    if (step.id !== undefined) scope.steps[step.id] = { outputs: {} };
    if (!evaluateCondition(step.if, scope)) continue;
    try {
      const outputs = await runOneStep(step, workspace, scope, options);
      if (step.id !== undefined) scope.steps[step.id] = { outputs };
    } catch (error) {
      if (step.id !== undefined)
        scope.steps[step.id] = { outputs: step.uses === undefined ? readOutputs(workspace) : {} };
      if (step["continue-on-error"]) continue;
      failures.push(error instanceof Error ? error.message : String(error));
      scope.succeeded = false;
    }
  }
  const outputs = Object.entries(job.outputs ?? {}).map(([key, value]) => [key, fillIn(value, scope)]);
  return { result: scope.succeeded ? "success" : "failure", outputs: Object.fromEntries(outputs) };
}

async function runOneStep(
  step: Step,
  workspace: string,
  scope: Scope,
  { folder, caches, publish, attests, runStep }: RunOptions,
): Promise<Record<string, string>> {
  const fill = (values: object = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fillIn(String(value), scope)]));
  if (step.uses !== undefined) {
    const artifacts = join(folder, "artifacts");
    return runAction(step.uses, fill(step.with), { workspace, artifacts, caches, publish, attests });
  }
  // The dependencies are installed here already.
  if (step.run?.startsWith("npm ci")) return {};
  writeFileSync(join(workspace, ".outputs"), "");
  const env = { ...fill(step.env), GITHUB_OUTPUT: join(workspace, ".outputs") };
  const command = parseCommand(step.run ?? "", env);
  await runStep(command, workspace, { ...env, GITHUB_STEP_SUMMARY: join(folder, "summary.md") });
  return readOutputs(workspace);
}

/** `npm run --silent workflow -- NAME --flag "$VALUE"`. */
function parseCommand(run: string, env: Readonly<Record<string, string>>) {
  const [, name, texts = ""] =
    /^npm run --silent workflow -- ([a-z-]+)((?: --[a-z-]+ "[^"]*")*)$/.exec(run.trim()) ?? [];
  if (name === undefined) throw new RangeError(`Nothing acts out the command ${run}`);
  const flags = [...texts.matchAll(/--([a-z-]+) "([^"]*)"/g)].map(([, flag = "", text = ""]) => [
    flag,
    text.replace(/\$(\w+)/g, (_, variable: string) => env[variable] ?? ""),
  ]);
  return { name, flags: Object.fromEntries(flags) as Record<string, string> };
}

function readOutputs(workspace: string): Record<string, string> {
  return Object.fromEntries(parseOutputs(readFileSync(join(workspace, ".outputs"), "utf8")));
}
