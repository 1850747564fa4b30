import { resolve } from "node:path";
import type { Config } from "../../config.ts";
import { inheritEnvironment, readRunner } from "../../environment.ts";
import { DATA_REF } from "../../kit/publish/data-branch.ts";
import { createGit } from "../../kit/publish/git.ts";
import { createGithub } from "../../kit/publish/github.ts";
import { appendOutputs, appendSummary, type Runner } from "../../kit/publish/runner.ts";
import type { BuildFlags } from "./build-flags.ts";
import { loadOwnConfig } from "./kit/find-site-address.ts";
import { stdout } from "./kit/standard-streams.ts";
import { relayProgram } from "./processes.ts";
import { openRunFolder, type StepContext } from "./steps/step.ts";
import { runStep, type StepName } from "./steps/steps.ts";

/** `npm run workflow -- STEP`: runs one step of the scheduled run, in the checkout. */
export async function workflowCommand(name: StepName, flags: BuildFlags): Promise<void> {
  const runner = readRunner();
  const { config } = loadOwnConfig({});
  await runStep(name, createStepContext({ workspace: resolve("."), runner, config, flags }));
}

/** The context of a step on a runner. */
export function createStepContext({
  workspace,
  runner,
  config,
  flags,
}: {
  workspace: string;
  runner: Runner;
  config: Config;
  flags: BuildFlags;
}): StepContext {
  const { apiUrl, token, serverUrl, outputFile, summaryFile } = runner;
  const environment = inheritEnvironment();
  return {
    workspace,
    runner,
    config,
    flags,
    run: openRunFolder(workspace),
    github: createGithub({ apiUrl, token, userAgent: config.userAgent }),
    openGit: (folder) => createGit({ folder, token, serverUrl, writes: DATA_REF, environment }),
    now: () => (flags.at === undefined ? Date.now() : Date.parse(flags.at)),
    start: (command, folder, own) =>
      relayProgram(command, { folder, environment: { ...environment, ...own }, print: (line) => stdout.print(line) }),
    print: (line) => stdout.print(line),
    warn: stdout.warn,
    summarise: (markdown) => (summaryFile === null ? undefined : appendSummary(summaryFile, markdown)),
    output: (values) => (outputFile === null ? undefined : appendOutputs(outputFile, values)),
  };
}
