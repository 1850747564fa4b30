import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { OperationalError } from "../lib/operational-error.ts";
import { UNFINISHED } from "./replace-file.ts";

/** Where a document lies, and how to know that it is whole. `bytes` and `sha256` are of the file as it lies there. */
export interface StoredDocument {
  file: string;
  bytes: number;
  sha256: string;
}

export type Documents = ReadonlyMap<string, StoredDocument>;

export const DOCUMENT_ENDING = ".json.gz";

const StateManifest = z.strictObject({
  version: z.literal(1),
  /** Of `documents`: a flipped bit in a name would otherwise look like a document that was never written. */
  sha256: z.string(),
  documents: z.array(
    z.strictObject({ name: z.string(), file: z.string(), bytes: z.int().nonnegative(), sha256: z.string() }),
  ),
});

export function computeSha256(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function renderStateManifest(documents: Documents): string {
  const list = [...documents].map(([name, stored]) => ({ name, ...stored })).sort((a, b) => (a.name < b.name ? -1 : 1));
  return `${JSON.stringify({ version: 1, sha256: computeSha256(JSON.stringify(list)), documents: list }, null, 1)}\n`;
}

/** The documents of a state folder, `undefined` in a new one. Throws an `OperationalError` on any damage. */
export function readStateManifest(folder: string): Documents | undefined {
  const path = join(folder, "manifest.json");
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    // The first commit writes an empty manifest before any document, so documents alone mean that it was lost.
    if (listDocumentFiles(folder).length === 0) return undefined;
    throw damaged(folder, `the list of its documents, ${path}, cannot be read`, cause);
  }
  try {
    const manifest = StateManifest.parse(JSON.parse(text));
    if (manifest.sha256 !== computeSha256(JSON.stringify(manifest.documents))) throw new Error("its checksum differs");
    return new Map(manifest.documents.map(({ name, ...stored }) => [name, stored]));
  } catch (cause) {
    throw damaged(folder, `the list of its documents, ${path}, is not what was written`, cause);
  }
}

/** Every file that this store may have written below the folder, finished or not, `/`-separated. */
export function listDocumentFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(DOCUMENT_ENDING) || file.endsWith(`${DOCUMENT_ENDING}${UNFINISHED}`));
}

/** Damage is never repaired silently, and never read as "nothing there". */
export function damaged(folder: string, what: string, cause?: unknown): OperationalError {
  const advice = `restore ${folder} from a copy, or move it away to start without history`;
  return new OperationalError(`The state is damaged: ${what}. To go on, ${advice}.`, { cause });
}
