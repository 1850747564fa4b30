import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ORIGINAL, type Stage } from "./stage.ts";

export function git(folder: string, ...args: string[]): string {
  const identity = ["-c", "user.name=someone", "-c", "user.email=someone@example.invalid"];
  return execFileSync("git", [...identity, ...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** A person pushes a note to the data branch between the run's fetch and push. */
export function pushSomethingElse(stage: Stage): void {
  const clone = join(stage.folder, "person");
  git(stage.folder, "clone", "--quiet", "--branch", "data", stage.remoteOf(ORIGINAL), clone);
  writeFileSync(join(clone, "NOTE"), "by hand\n");
  git(clone, "add", "NOTE");
  git(clone, "commit", "--quiet", "-m", "a note");
  git(clone, "push", "--quiet", "origin", "data");
}

export function setHook(stage: Stage, refusal: string | null): void {
  const hook = join(stage.remoteOf(ORIGINAL), "hooks/pre-receive");
  rmSync(hook, { force: true });
  if (refusal === null) return;
  mkdirSync(join(stage.remoteOf(ORIGINAL), "hooks"), { recursive: true });
  writeFileSync(hook, `#!/bin/sh\necho "${refusal}" >&2\nexit 1\n`);
  chmodSync(hook, 0o755);
}
