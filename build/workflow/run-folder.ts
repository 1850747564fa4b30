import { readFileSync } from "node:fs";
import { join } from "node:path";
import { OperationalError } from "../lib/operational-error.ts";
import { replaceFile } from "../platform/output/replace-file.ts";

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
