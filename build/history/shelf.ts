/** What history needs of the state. */
export interface ShelfState {
  read<T>(name: string): Promise<T | undefined>;
  /** `undefined` removes. A closed document is only replaced by another one with the reason in `reopen`. */
  write(name: string, value: unknown, options?: WriteOptions): void;
  list(prefix?: string): readonly { name: string; closed: boolean; sha256?: string | undefined }[];
}

export interface WriteOptions {
  rows?: number;
  /** Nothing will come any more: it is rolled up, or its time is over. */
  closed?: boolean;
  reopen?: string;
}

/** The documents as this build sees them: each is read once, and what was written here is seen before it is committed. */
export interface Shelf {
  /** Ascending, and so in the order of time. */
  names(prefix: string): string[];
  isClosed(name: string): boolean;
  /** SHA-256 of the content as it was when the shelf was opened; `undefined` where there was none, or other content was written here. */
  findDigest(name: string): string | undefined;
  /** Shared by all who ask, so nobody may change it. */
  read<T>(name: string): Promise<T | undefined>;
  /** `reopen` is only taken where the document is closed: others need no reason. */
  write(name: string, value: unknown, options: { rows: number; closed: boolean; reopen: string }): void;
  remove(name: string): void;
}

/** Holds back what is written until `release`: a refused build leaves the state as it was. */
export function holdWrites(state: ShelfState): ShelfState & { release(): void } {
  let held: Parameters<ShelfState["write"]>[] | undefined = [];
  return {
    read: (name) => state.read(name),
    list: (prefix) => state.list(prefix),
    write(...change) {
      if (held === undefined) state.write(...change);
      else held.push(change);
    },
    release() {
      for (const change of held ?? []) state.write(...change);
      held = undefined;
    },
  };
}

export function openShelf(state: ShelfState): Shelf {
  const reads = new Map<string, Promise<unknown>>();
  const written = new Map<string, { closed: boolean } | undefined>();
  const committed = new Map(state.list().map(({ name, closed, sha256 }) => [name, { closed, sha256 }]));
  const find = (name: string) => (written.has(name) ? written.get(name) : committed.get(name));
  /** What the state has listed and then cannot give is not there. */
  const readCommitted = async <T>(name: string): Promise<T | undefined> => {
    const value = await state.read<T>(name);
    if (value === undefined) committed.delete(name);
    return value;
  };
  return {
    names(prefix) {
      const names = new Set([...committed.keys(), ...written.keys()]);
      return [...names].filter((name) => name.startsWith(prefix) && find(name) !== undefined).sort();
    },
    isClosed: (name) => find(name)?.closed ?? false,
    findDigest: (name) => (written.has(name) ? undefined : committed.get(name)?.sha256),
    read<T>(name: string) {
      const known = reads.get(name) ?? readCommitted<T>(name);
      reads.set(name, known);
      return known as Promise<T | undefined>;
    },
    write(name, value, { rows, closed, reopen }) {
      reads.set(name, Promise.resolve(value));
      // A removal is no commit: the committed document may still be a closed one.
      const isClosed = find(name)?.closed === true || committed.get(name)?.closed === true;
      state.write(name, value, { rows, closed, ...(isClosed ? { reopen } : {}) });
      written.set(name, { closed });
    },
    remove(name) {
      reads.set(name, Promise.resolve(undefined));
      state.write(name, undefined);
      written.set(name, undefined);
    },
  };
}
