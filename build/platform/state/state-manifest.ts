import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { OperationalError } from "../../lib/operational-error.ts";
import { explainFolderError } from "../output/open-folder.ts";
import type { DocumentInfo, StateWorld } from "../platform.ts";
import { acceptDocumentName, computeSha256, nameDocumentFile } from "./state-document.ts";
import { listDocumentFiles } from "./state-files.ts";

export type Documents = ReadonlyMap<string, DocumentInfo>;

/** What a state consists of. */
export interface StateManifest {
  world: StateWorld;
  documents: Documents;
}

export const STATE_MANIFEST = "manifest.json";
const VERSION = 2;

const StoredManifest = z.strictObject({
  version: z.literal(VERSION),
  world: z.enum(["live", "sample"]),
  /** Of all that follows and of the world: a flipped bit in a name would otherwise look like a document that was never written. */
  sha256: z.string(),
  documents: z.array(
    z.strictObject({
      name: z.string(),
      file: z.string(),
      rows: z.int().nonnegative(),
      bytes: z.int().nonnegative(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      updatedAtMs: z.number(),
      closed: z.boolean(),
      revision: z.int().positive(),
      reopened: z.string().nullable(),
    }),
  ),
});

export function renderStateManifest({ world, documents }: StateManifest): string {
  const list = [...documents.values()]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((info) => ({
      name: info.name,
      file: nameDocumentFile(info),
      rows: info.rows,
      bytes: info.bytes,
      sha256: info.sha256,
      updatedAtMs: info.updatedAtMs,
      closed: info.closed,
      revision: info.revision,
      reopened: info.reopened,
    }));
  const sha256 = computeSha256(JSON.stringify([world, list]));
  return `${JSON.stringify({ version: VERSION, world, sha256, documents: list }, null, 1)}\n`;
}

/** Throws on whatever is not, to the byte that counts, a manifest as it is written here. It may come from a stranger. */
export function parseStateManifest(text: string): StateManifest {
  const value: unknown = JSON.parse(text);
  const version = typeof value === "object" && value !== null && "version" in value ? value.version : undefined;
  if (typeof version === "number" && version !== VERSION)
    throw new Error(`it is of version ${version}, and this program reads version ${VERSION}`);
  const { world, sha256, documents } = StoredManifest.parse(value);
  if (sha256 !== computeSha256(JSON.stringify([world, documents]))) throw new Error("its checksum differs");
  for (const { file, ...info } of documents) {
    if (file !== nameDocumentFile({ ...info, name: acceptDocumentName(info.name) }))
      throw new Error(`it names a wrong file for "${info.name}"`);
  }
  return { world, documents: new Map(documents.map(({ file, ...info }) => [info.name, info])) };
}

/** The manifest of a state folder, `undefined` in a new one. Throws an `OperationalError` on any damage. */
export function readStateManifest(folder: string): StateManifest | undefined {
  const path = join(folder, STATE_MANIFEST);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    // The first commit writes an empty manifest before any document, so documents alone mean that it was lost.
    if (!holdsDocuments(folder)) return undefined;
    throw damaged(folder, `the list of its documents, ${path}, cannot be read`, cause);
  }
  try {
    return parseStateManifest(text);
  } catch (cause) {
    throw damaged(folder, `the list of its documents, ${path}, is not what was written`, cause);
  }
}

function holdsDocuments(folder: string): boolean {
  try {
    return listDocumentFiles(folder).length > 0;
  } catch (error) {
    throw explainFolderError("state", folder, error, "read");
  }
}

/** Invented numbers must never reach a real site, nor real ones the invented world. */
export function acceptWorld(place: string, found: StateWorld, wanted: StateWorld): void {
  if (found === wanted) return;
  const what = found === "sample" ? "holds the invented data of the sample world" : "holds real data";
  const run = wanted === "sample" ? "a run of the sample world" : "a live run";
  throw new OperationalError(
    `The state in ${place} ${what}, which ${run} must not mix with its own: name another folder with --state, ` +
      "or another place with --restore-from.",
  );
}

/** Damage is never repaired silently, and never read as "nothing there". */
export function damaged(folder: string, what: string, cause?: unknown): OperationalError {
  const advice = `restore ${folder} with --restore-from URL or FOLDER, or move it away to start without history`;
  return new OperationalError(`The state is damaged: ${what}. To go on, ${advice}.`, { cause });
}
