import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BuildFlags } from "../../cli/build.ts";
import type { Config } from "../../config.ts";
import type { Markdown } from "../../lib/markdown.ts";
import { OperationalError } from "../../lib/operational-error.ts";
import { replaceFile } from "../../platform/output/replace-file.ts";
import type { Progress } from "../../platform/platform.ts";
import type { Git } from "../github/git.ts";
import type { Github } from "../github/github.ts";
import type { Runner } from "../github/runner.ts";

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

/** Where the steps of a run leave what later steps, and the jobs after it, need to know. */
export interface RunFolder {
  /** The path of something below it. */
  path(name: string): string;
  /** Fails with an `OperationalError` where the step that writes it did not run. */
  read<T>(name: string): T;
  find<T>(name: string): T | undefined;
  write(name: string, value: unknown): Promise<void>;
}

export const RUN_FOLDER = ".run";

/** The documents are written by this program and read by the same version of it, so their form is not checked again. */
export function openRunFolder(workspace: string): RunFolder {
  const folder = join(workspace, RUN_FOLDER);
  const path = (name: string): string => join(folder, name);
  const find = <T>(name: string): T | undefined => {
    let text: string;
    try {
      text = readFileSync(path(`${name}.json`), "utf8");
    } catch {
      return undefined;
    }
    return JSON.parse(text) as T;
  };
  return {
    path,
    find,
    read<T>(name: string): T {
      const found = find<T>(name);
      if (found === undefined)
        throw new OperationalError(
          `${path(`${name}.json`)} is missing: the step that writes it comes before this one.`,
        );
      return found;
    },
    write: (name, value) => replaceFile(path(`${name}.json`), `${JSON.stringify(value, null, 1)}\n`),
  };
}
