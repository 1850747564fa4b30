import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { OperationalError } from "../../lib/operational-error.ts";
import type { Artifact } from "../../render/artifact.ts";
import type { StateStore } from "../platform.ts";
import { nameDocumentFile } from "./state-document.ts";
import { findBodyFault } from "./state-files.ts";
import {
  damaged,
  readStateManifest,
  renderStateManifest,
  STATE_MANIFEST,
  type StateManifest,
} from "./state-manifest.ts";

/**
 * The committed state as it is published, below `state/`: any site is a copy to start from. Takes a store or the folder
 * of a state. Fails with an `OperationalError` on a damaged document: what is broken here is not spread.
 */
export async function* exportState(from: Pick<StateStore, "exportFiles"> | string): AsyncIterable<Artifact> {
  const files = typeof from === "string" ? exportStateFolder(resolve(from)) : from.exportFiles();
  for await (const { path, body } of files) yield { path: `state/${path}`, body };
}

function exportStateFolder(folder: string): AsyncIterable<Artifact> {
  const manifest = readStateManifest(folder);
  if (manifest === undefined) throw new OperationalError(`There is no state in ${folder}.`);
  return exportFolder(folder, manifest);
}

/** The manifest and every document that it lists, as they lie on disk. */
export async function* exportFolder(folder: string, manifest: StateManifest): AsyncIterable<Artifact> {
  yield { path: STATE_MANIFEST, body: renderStateManifest(manifest) };
  const documents = [...manifest.documents.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const info of documents) {
    const path = nameDocumentFile(info);
    const body = await readFile(join(folder, path)).catch((cause) => {
      throw damaged(folder, `the document "${info.name}" cannot be read`, cause);
    });
    const fault = findBodyFault(body, info);
    if (fault !== undefined) throw damaged(folder, `the document "${info.name}" ${fault}`);
    yield { path, body };
  }
}
