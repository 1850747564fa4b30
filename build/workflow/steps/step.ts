import type { BuildFlags } from "../../cli/build.ts";
import type { Config } from "../../config.ts";
import type { Markdown } from "../../lib/markdown.ts";
import type { Progress } from "../../platform/platform.ts";
import type { Git } from "../github/git.ts";
import type { Github } from "../github/github.ts";
import type { Runner } from "../github/runner.ts";
import type { RunFolder } from "../run-folder.ts";

/** Where a step that failed leaves its name and message. */
export const FAILURE = "failure";

/** What a step of the workflow works with. The rehearsal passes its own. */
export interface StepContext {
  /** The folder that the repository is checked out in: `.run`, `.state` and `dist` lie there. */
  workspace: string;
  run: RunFolder;
  runner: Runner;
  github: Github;
  /** Git in a folder. */
  openGit(folder: string): Git;
  config: Config;
  /** What the build is told beside the plan, such as `--sample`. */
  flags: BuildFlags;
  now(): number;
  sleep?: (ms: number) => Promise<unknown>;
  /** Starts a program in a folder; resolves with its exit code. */
  start(command: readonly string[], folder: string, environment: Readonly<Record<string, string>>): Promise<number>;
  /** Lays itself over the progress of the build. */
  watch?: (progress: Progress) => Progress;
  print(line: string): void;
  /** A line that the page of the run shows as well. */
  warn(title: string, message: string): void;
  /** Adds to the page of the run. */
  summarise(markdown: Markdown): void;
  /** What later jobs and the conditions of the workflow read. */
  output(values: Readonly<Record<string, string>>): void;
}

/** Throws an `OperationalError` when the job must end here. */
export type Step = (context: StepContext) => Promise<void>;
