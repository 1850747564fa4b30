import type { StateStore } from "./effects.ts";

/** A state that ends with the process. Values pass through JSON like those on disk, so that both behave the same. */
export function createMemoryStateStore(): StateStore {
  const committed = new Map<string, string>();
  const pending = new Map<string, string | undefined>();
  return {
    async read<T>(name: string): Promise<T | undefined> {
      const text = committed.get(name);
      return text === undefined ? undefined : (JSON.parse(text) as T);
    },
    write(name, value) {
      pending.set(name, value === undefined ? undefined : JSON.stringify(value));
    },
    async commit() {
      for (const [name, text] of pending) {
        if (text === undefined) committed.delete(name);
        else committed.set(name, text);
      }
      pending.clear();
    },
  };
}
