import { type DocumentInfo, LAST_KNOWN_GOOD } from "../platform.ts";
import { type DocumentKinds, type JoinedStates, openDocument } from "./document-kind.ts";
import { countRows, encodeDocument } from "./state-document.ts";
import { writeDocumentFile } from "./state-folder.ts";
import { type Documents, listDocuments } from "./state-manifest.ts";

interface FinishedJoin {
  /** The folder, with the files of all joined documents. */
  root: string;
  kinds: DocumentKinds;
  /** The documents of the first place. */
  published: Documents;
  joined: Map<string, DocumentInfo>;
  /** The file of a version; `undefined` if no place has it whole and of the right shape. */
  load(info: DocumentInfo): Promise<Uint8Array | undefined>;
}

/** Adds the documents that follow from what a join changed of the first place. */
export async function followJoin({ root, kinds, published, joined, load }: FinishedJoin): Promise<void> {
  const changed = [...published.values()].flatMap(({ name, sha256 }) =>
    joined.get(name)?.sha256 === sha256 || name.startsWith(LAST_KNOWN_GOOD) ? [] : name,
  );
  if (changed.length === 0) return;
  const read = async <T>(info: DocumentInfo): Promise<T | undefined> => {
    const body = await load(info);
    return body && (openDocument(body, info.name, kinds) as T);
  };
  const states: JoinedStates = { changed, before: openReader(published, read), after: openReader(joined, read) };
  for (const { follow } of Object.values(kinds)) {
    for (const [name, value] of (await follow?.(states)) ?? []) {
      const { body, sha256 } = await encodeDocument(JSON.stringify(value));
      const updatedAtMs = Math.max(...[name, ...changed].map((one) => joined.get(one)?.updatedAtMs ?? 0));
      const known = joined.get(name) ?? { name, closed: false, revision: 1, reopened: null };
      const info = { ...known, rows: countRows(value), bytes: body.length, sha256, updatedAtMs };
      await writeDocumentFile(root, info, body);
      joined.set(name, info);
    }
  }
}

function openReader(
  documents: Documents,
  read: <T>(info: DocumentInfo) => Promise<T | undefined>,
): JoinedStates["before"] {
  return {
    find: (name) => documents.get(name),
    list: (prefix) => listDocuments(documents, prefix),
    async read<T>(name: string) {
      const info = documents.get(name);
      return info === undefined ? undefined : read<T>(info);
    },
  };
}
