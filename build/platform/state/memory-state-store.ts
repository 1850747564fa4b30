import type { Artifact } from "../../render/artifact.ts";
import type { DocumentInfo, StateStore } from "../platform.ts";
import {
  acceptChange,
  type Change,
  findChanged,
  keepDocument,
  listChanged,
  prepareChange,
  replaceDocument,
} from "./state-change.ts";
import { acceptDocumentName, encodeDocument, nameDocumentFile } from "./state-document.ts";
import { renderStateManifest, STATE_MANIFEST } from "./state-manifest.ts";
import type { StateStoreOptions } from "./state-store.ts";

/** A document with its content as JSON, and compressed where that was done already. */
export interface Held {
  info: DocumentInfo;
  text: string;
  body?: Uint8Array;
}

export interface MemoryStateOptions extends Partial<StateStoreOptions> {
  /** What it begins with, committed. */
  held?: Iterable<Held>;
}

/** A state that ends with the process, with the rules of the one on disk. */
export function createMemoryStateStore({
  now = Date.now,
  world = "live",
  held = [],
}: MemoryStateOptions = {}): StateStore {
  const committed = new Map<string, Held>();
  for (const document of held) committed.set(document.info.name, document);
  const pending = new Map<string, Change>();
  /** Parsed once each. */
  const values = new Map<string, unknown>();

  const sorted = () => [...committed.values()].sort((a, b) => (a.info.name < b.info.name ? -1 : 1));

  async function* exportFiles(): AsyncIterable<Artifact> {
    const all = sorted();
    const documents = new Map(all.map(({ info }) => [info.name, info]));
    yield { path: STATE_MANIFEST, body: renderStateManifest({ world, documents }) };
    for (const { info, text, body } of all) {
      yield { path: nameDocumentFile(info), body: body ?? (await encodeDocument(text)).body };
    }
  }

  return {
    async read<T>(name: string): Promise<T | undefined> {
      const change = pending.get(name);
      if (change !== undefined) return change.value as T | undefined;
      const known = committed.get(name);
      if (known !== undefined && !values.has(name)) values.set(name, JSON.parse(known.text));
      return values.get(name) as T | undefined;
    },
    write(name, value, options) {
      const before = committed.get(acceptDocumentName(name));
      const change = prepareChange(value, options);
      acceptChange(before?.info, change, (text) => text === before?.text);
      pending.set(name, change);
    },
    async commit() {
      const batch = [...pending];
      pending.clear();
      for (const [name, { value }] of batch) values.set(name, value);
      const time = now();
      const accept = async ([name, change]: [string, Change]): Promise<void> => {
        const { text } = change;
        const before = committed.get(name);
        if (text === undefined) committed.delete(name);
        else if (before?.text === text) committed.set(name, { ...before, info: keepDocument(before.info, change) });
        else {
          const encoded = await encodeDocument(text);
          const info = replaceDocument(name, before?.info, change, encoded, time);
          committed.set(name, { info, text, body: encoded.body });
        }
      };
      // Side by side: compressing takes longest, and has threads of its own.
      await Promise.all(batch.map(accept));
    },
    rollback: () => pending.clear(),
    find: (name) => findChanged(name, committed.get(name)?.info, pending.get(name)),
    list: (prefix = "") =>
      listChanged(
        [...committed.values()].map(({ info }) => info),
        pending,
        prefix,
      ),
    exportFiles,
  };
}
