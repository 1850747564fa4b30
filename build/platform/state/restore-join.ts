import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describeError } from "../../lib/operational-error.ts";
import { replaceFile } from "../output/replace-file.ts";
import type { DocumentInfo } from "../platform.ts";
import { type DocumentKinds, type MergeDocuments, openDocument } from "./document-kind.ts";
import type { RestoreSource } from "./restore-source.ts";
import { nameDocumentFile, RESTORING } from "./state-document.ts";
import { findFileFault } from "./state-files.ts";
import { type Joined, mergeBodies } from "./state-merge.ts";

/** One version of a document, and where it lies; `source` is `undefined` for the state's own folder. */
export interface Version {
  info: DocumentInfo;
  source: RestoreSource | undefined;
  /** It was stamped by a clock that is ahead of ours. */
  isFuture: boolean;
}

/**
 * The chosen version joined with the others of its standing: those of the same revision, of which none replaces another. The file of
 * the result is staged. What cannot be read is left out and named in `faults`.
 */
export async function joinVersions(
  root: string,
  chosen: DocumentInfo,
  versions: readonly Version[],
  merge: MergeDocuments,
  kinds: DocumentKinds,
  faults: string[],
): Promise<DocumentInfo> {
  const equals = findEquals(chosen, versions);
  if (equals.length === 0) return chosen;
  const staging = join(root, RESTORING);
  const folder = findFileFault(root, chosen) === undefined ? root : staging;
  let joined: Joined = { info: chosen, body: await readFile(join(folder, nameDocumentFile(chosen))) };
  for (const { info, source } of equals) {
    try {
      const fault = source === undefined ? findFileFault(root, info) : undefined;
      if (fault !== undefined) throw new Error(`it ${fault}`);
      const body = await (source?.read(info) ?? readFile(join(root, nameDocumentFile(info))));
      if (source === undefined) openDocument(body, info.name, kinds);
      const other = { info, body };
      const isOlder = info.updatedAtMs <= joined.info.updatedAtMs;
      joined = await (isOlder ? mergeBodies(other, joined, merge) : mergeBodies(joined, other, merge));
    } catch (error) {
      faults.push(`${source?.label ?? root}: ${describeError(error)}`);
    }
  }
  if (joined.info.sha256 !== chosen.sha256)
    await replaceFile(join(staging, nameDocumentFile(joined.info)), joined.body);
  return joined.info;
}

/**
 * One version of every content that has the standing of the chosen one but is another. Of closed ones that is also a lower revision that was
 * written later: what grew out of one another would have the higher one last, so these two parted, as the site and a backfill do.
 */
function findEquals(chosen: DocumentInfo, versions: readonly Version[]): Version[] {
  const own = versions.find(({ info }) => info.sha256 === chosen.sha256);
  const equals = versions.filter(
    ({ info, isFuture }) =>
      info.closed === chosen.closed &&
      isFuture === own?.isFuture &&
      (info.revision === chosen.revision || (info.closed && info.updatedAtMs > chosen.updatedAtMs)),
  );
  const distinct = new Map(equals.map((version) => [version.info.sha256, version]));
  distinct.delete(chosen.sha256);
  return [...distinct.values()];
}
