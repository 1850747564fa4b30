import { resolve } from "node:path";
import { type Config, inheritEnvironment, readRunner } from "../config.ts";
import { createGit } from "../publishing/git.ts";
import { createGithub } from "../publishing/github.ts";
import { openRunFolder } from "../publishing/run-folder.ts";
import type { Runner } from "../publishing/runner.ts";
import { appendOutputs, appendSummary } from "../publishing/step-files.ts";
import type { BuildFlags } from "./build.ts";
import { loadOwnConfig } from "./find-site-address.ts";
import { stdout } from "./standard-streams.ts";
import { relayProgram } from "./start-program.ts";
import type { StepContext } from "./workflow/step.ts";
import { runStep, type StepName } from "./workflow/steps.ts";

/** `npm run workflow -- STEP`: one step of the scheduled run, in the folder that the repository is checked out in. */
export async function workflowCommand(name: StepName, flags: BuildFlags): Promise<void> {
  const runner = readRunner();
  const { config } = loadOwnConfig({});
  await runStep(name, createStepContext({ workspace: resolve("."), runner, config, flags }));
}

/** A step's surroundings on a runner. */
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
    ...{ workspace, runner, config, flags },
    run: openRunFolder(workspace),
    github: createGithub({ apiUrl, token, userAgent: config.userAgent }),
    openGit: (folder) => createGit({ folder, token, serverUrl, environment }),
    now: () => (flags.at === undefined ? Date.now() : Date.parse(flags.at)),
    start: (command, folder, own) =>
      relayProgram(command, { folder, environment: { ...environment, ...own }, print: (line) => stdout.print(line) }),
    print: (line) => stdout.print(line),
    warn: stdout.warn,
    summarise: (markdown) => (summaryFile === null ? undefined : appendSummary(summaryFile, markdown)),
    output: (values) => (outputFile === null ? undefined : appendOutputs(outputFile, values)),
  };
}
