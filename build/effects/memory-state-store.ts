import type { Artifact } from "../writers/artifact.ts";
import type { DocumentInfo, StateStore } from "./effects.ts";
import { acceptChange, type Change, keepDocument, prepareChange, replaceDocument } from "./state-change.ts";
import { acceptDocumentName, encodeDocument, nameDocumentFile } from "./state-document.ts";
import { renderStateManifest, STATE_MANIFEST } from "./state-manifest.ts";
import type { StateStoreOptions } from "./state-store.ts";

/** A document with its content as JSON. */
export interface Held {
  info: DocumentInfo;
  text: string;
}

export interface MemoryStateOptions extends Partial<StateStoreOptions> {
  /** What it begins with, committed. */
  held?: Iterable<Held>;
}

/** A state that ends with the process, with the rules of the one on disk. Values pass through JSON, so that both behave the same. */
export function createMemoryStateStore({
  now = Date.now,
  world = "live",
  held = [],
}: MemoryStateOptions = {}): StateStore {
  const committed = new Map<string, Held>();
  for (const document of held) committed.set(document.info.name, document);
  const pending = new Map<string, Change>();

  const sorted = () => [...committed.values()].sort((a, b) => (a.info.name < b.info.name ? -1 : 1));

  async function* exportFiles(): AsyncIterable<Artifact> {
    const all = sorted();
    const documents = new Map(all.map(({ info }) => [info.name, info]));
    yield { path: STATE_MANIFEST, body: renderStateManifest({ world, documents }) };
    for (const { info, text } of all) {
      yield { path: nameDocumentFile(info), body: (await encodeDocument(text)).body };
    }
  }

  return {
    async read<T>(name: string): Promise<T | undefined> {
      const known = committed.get(name);
      return known === undefined ? undefined : (JSON.parse(known.text) as T);
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
      const time = now();
      for (const [name, change] of batch) {
        const { text } = change;
        if (text === undefined) {
          committed.delete(name);
          continue;
        }
        const before = committed.get(name);
        const info =
          before?.text === text
            ? keepDocument(before.info, change)
            : replaceDocument(name, before?.info, change, await encodeDocument(text), time);
        committed.set(name, { info, text });
      }
    },
    list: (prefix = "") => sorted().flatMap(({ info }) => (info.name.startsWith(prefix) ? [info] : [])),
    exportFiles,
  };
}
