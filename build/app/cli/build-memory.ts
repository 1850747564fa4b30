import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Config, chooseStateFolder } from "../../config.ts";
import { createBinaryClient } from "../../kit/platform/http/binary-client.ts";
import { replaceFile } from "../../kit/platform/output/replace-file.ts";
import type { Progress, StateStore, StateWorld } from "../../kit/platform/platform.ts";
import { createMemoryStateStore } from "../../kit/platform/state/memory-state-store.ts";
import { openState } from "../../kit/platform/state/state-open.ts";
import type { StateStoreOptions } from "../../kit/platform/state/state-store.ts";
import { RECORDED_STATE } from "../recording/recording-file.ts";
import { STATE_KINDS } from "../run/state-kinds.ts";
import { makeTempFolder } from "./kit/temp-folder.ts";

/** The flags that say where a build remembers. */
export interface MemoryFlags {
  replay?: string;
  state?: string;
  /** Published sites or folders; the first one must answer, because the others may be older. */
  restoreFrom?: string[];
}

export type Memory = StateStore & { close(): unknown };

/** Where the build remembers; `undefined` for a replay without `--state`. */
export function chooseMemoryFolder(
  { replay, state }: MemoryFlags,
  config: Config,
  world: StateWorld,
): string | undefined {
  return replay === undefined || state !== undefined ? chooseStateFolder(config, state, world) : undefined;
}

/**
 * Opens the state of a build. A replay uses none unless a folder is named: its prices of another
 * day must not mix with those of a live state. If the recording holds a state, the replay starts
 * from a copy of it.
 */
export async function openMemory(
  flags: MemoryFlags,
  config: Config,
  progress: Progress,
  recorded: string | undefined,
  options: StateStoreOptions,
): Promise<Memory> {
  const folder = chooseMemoryFolder(flags, config, options.world);
  if (folder !== undefined) return openFolder(folder, flags, config, progress, options);
  if (recorded === undefined) return { ...createMemoryStateStore(options), close: () => undefined };
  const copy = makeTempFolder("replay");
  const store = await openFolder(copy, { restoreFrom: [recorded] }, config, progress, options);
  const close = (): Promise<void> => {
    store.close();
    return rm(copy, { recursive: true, force: true });
  };
  return { ...store, close };
}

async function openFolder(
  folder: string,
  { restoreFrom: from = [] }: Pick<MemoryFlags, "restoreFrom">,
  config: Config,
  progress: Progress,
  options: StateStoreOptions,
) {
  const site = createBinaryClient({ userAgent: config.userAgent });
  try {
    const { fetch } = site;
    return await openState(folder, { ...options, from, fetch, kinds: STATE_KINDS, progress });
  } finally {
    await site.close();
  }
}

/** Copies the committed state into a recording, so that a replay can start from it. */
export async function recordMemory(recording: string, state: StateStore): Promise<void> {
  for await (const { path, body } of state.exportFiles())
    await replaceFile(join(recording, RECORDED_STATE, path), body);
}
