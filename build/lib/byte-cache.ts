/** Memory of an entry besides its value and its key. */
const ENTRY_BYTES = 1_000;

/** Values by key, up to a number of bytes. */
export interface ByteCache<Value> {
  get(key: string): Value | undefined;
  /** `bytes` is the size of the value. */
  set(key: string, value: Value, bytes: number): void;
}

/** The entry that was used longest ago leaves first. */
export function createByteCache<Value>(maxBytes: number): ByteCache<Value> {
  const entries = new Map<string, { value: Value; bytes: number }>();
  let total = 0;
  const remove = (key: string) => {
    const entry = entries.get(key);
    entries.delete(key);
    total -= entry?.bytes ?? 0;
    return entry;
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      // A map iterates in the order of insertion, so this makes the entry the newest.
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, valueBytes) {
      remove(key);
      const bytes = valueBytes + key.length + ENTRY_BYTES;
      if (bytes > maxBytes) return;
      entries.set(key, { value, bytes });
      total += bytes;
      for (const oldest of entries.keys()) {
        if (total <= maxBytes) break;
        remove(oldest);
      }
    },
  };
}
