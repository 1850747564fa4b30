import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../../config.ts";
import { replaceFile } from "../../../kit/platform/output/replace-file.ts";
import type { Progress } from "../../../kit/platform/platform.ts";
import type { Git } from "../../../kit/publish/git.ts";
import type { Github } from "../../../kit/publish/github.ts";
import type { Runner } from "../../../kit/publish/runner.ts";
import type { Markdown } from "../../../lib/markdown.ts";
import { OperationalError } from "../../../lib/operational-error.ts";
import type { BuildFlags } from "../build-flags.ts";

export const FAILURE = "failure";

export interface StepContext {
  /** Root of the checkout; holds `.run`, `.state` and `dist`. */
  workspace: string;
  run: RunFolder;
  runner: Runner;
  github: Github;
  openGit(folder: string): Git;
  config: Config;
  /** Build flags besides the plan, such as `--sample`. */
  flags: BuildFlags;
  now(): number;
  sleep?: (ms: number) => Promise<unknown>;
  start(command: readonly string[], folder: string, environment: Readonly<Record<string, string>>): Promise<number>;
  watch?: (progress: Progress) => Progress;
  print(line: string): void;
  warn(title: string, message: string): void;
  summarise(markdown: Markdown): void;
  output(values: Readonly<Record<string, string>>): void;
}

/** Throws an `OperationalError` to end the job. */
export type Step = (context: StepContext) => Promise<void>;

export interface RunFolder {
  path(name: string): string;
  /** Throws an `OperationalError` if the step that writes it did not run. */
  read<T>(name: string): T;
  find<T>(name: string): T | undefined;
  write(name: string, value: unknown): Promise<void>;
}

const RUN_FOLDER = ".run";

/** Written and read by the same version of this program, so the shape is not checked again. */
export function openRunFolder(workspace: string): RunFolder {
  const folder = join(workspace, RUN_FOLDER);
  const path = (name: string): string => join(folder, name);
  const find = <T>(name: string): T | undefined => {
    const file = path(`${name}.json`);
    return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : undefined;
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
