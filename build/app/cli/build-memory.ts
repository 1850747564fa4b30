import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createBinaryClient } from "../../kit/platform/http/binary-client.ts";
import { replaceFile } from "../../kit/platform/output/replace-file.ts";
import type { StateStore } from "../../kit/platform/platform.ts";
import { createMemoryStateStore } from "../../kit/platform/state/memory-state-store.ts";
import { type OpenStateOptions, openState } from "../../kit/platform/state/state-open.ts";
import { RECORDED_STATE } from "../recording/recording-file.ts";
import { STATE_KINDS } from "../run/state-kinds.ts";
import { makeTempFolder } from "./kit/temp-folder.ts";

/** Where a build remembers, and what that is filled from. */
interface MemoryPlaces {
  /** `undefined`: a replay without `--state`. */
  folder: string | undefined;
  /** Published sites or folders; the first one must answer, because the others may be older. */
  restoreFrom: readonly string[] | undefined;
  /** The folder of the state in a recording. */
  recorded: string | undefined;
}

type MemoryOptions = Pick<OpenStateOptions, "now" | "world" | "progress">;

export type Memory = StateStore & { close(): unknown };

/**
 * Opens the state of a build. A replay uses none unless a folder is named: its prices of another
 * day must not mix with those of a live state. If the recording holds a state, the replay starts
 * from a copy of it.
 */
export async function openMemory(
  { folder, restoreFrom = [], recorded }: MemoryPlaces,
  userAgent: string,
  options: MemoryOptions,
): Promise<Memory> {
  if (folder !== undefined) return restoreInto(folder, restoreFrom, userAgent, options);
  const { now, world } = options;
  if (recorded === undefined) return { ...createMemoryStateStore({ now, world }), close: () => undefined };
  const copy = makeTempFolder("replay");
  const store = await restoreInto(copy, [recorded], userAgent, options);
  const close = (): Promise<void> => {
    store.close();
    return rm(copy, { recursive: true, force: true });
  };
  return { ...store, close };
}

async function restoreInto(folder: string, from: readonly string[], userAgent: string, options: MemoryOptions) {
  const site = createBinaryClient({ userAgent });
  try {
    return await openState(folder, { ...options, from, fetch: site.fetch, kinds: STATE_KINDS });
  } finally {
    await site.close();
  }
}

/** Copies the committed state into a recording, so that a replay can start from it. */
export async function recordMemory(recording: string, state: StateStore): Promise<void> {
  for await (const { path, body } of state.exportFiles())
    await replaceFile(join(recording, RECORDED_STATE, path), body);
}
