import { openStateFolder } from "../../../build/kit/platform/state/state-folder.ts";
import { lockFolder } from "../../../build/kit/platform/state/state-lock.ts";
import {
  createStore,
  type DiskStateStore,
  type StateStoreOptions,
} from "../../../build/kit/platform/state/state-store.ts";

/** Opens and locks a state folder without the checks of `openState`. Also for child processes. */
export function createStateStore(folder: string, options: StateStoreOptions): DiskStateStore {
  const unlock = lockFolder(folder);
  return { ...createStore(openStateFolder(folder, options.world), options), close: unlock };
}
