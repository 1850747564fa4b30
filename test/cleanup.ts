import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const releases: (() => unknown)[] = [];

/** Releases something after the last test of a file, the newest first. */
export function cleanUpLater(release: () => unknown): void {
  releases.push(release);
}

/** The setup file calls it: unit tests share this module, so that a hook here would run once. */
export async function cleanUp(): Promise<void> {
  while (releases.length > 0) await releases.pop()?.();
}

/** A new folder, removed after the last test of a file. */
export function makeTempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "open-data-")));
  cleanUpLater(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
