import { computeSha256 } from "./hash.ts";
import { MANIFEST_PATH, ManifestData, type ManifestFile } from "./manifest.ts";
import type { PreviousAnswers } from "./responses.ts";

/** Gives the bytes of a file of the tree that is to be replaced. Absent: nothing of it can be read. */
interface OldTree {
  readOld?(path: string): Uint8Array | undefined;
}

/**
 * What can be kept of the tree before. Where there is none, where another program made it or its manifest has another form, that is nothing; a
 * file that is no longer what the manifest says is not kept either.
 */
export function readPreviousAnswers(tree: OldTree, program: string): PreviousAnswers {
  const files = listLasting(tree.readOld?.(MANIFEST_PATH), program);
  return {
    program,
    find(path, basis) {
      const file = files.get(path);
      if (file?.basis !== basis) return undefined;
      const body = tree.readOld?.(path);
      if (body?.length !== file.bytes || computeSha256(body) !== file.sha256) return undefined;
      return { body, sha256: file.sha256 };
    },
  };
}

/** The files with a basis, which are few of all. */
function listLasting(manifest: Uint8Array | undefined, program: string): Map<string, ManifestFile> {
  if (manifest === undefined) return new Map();
  try {
    const { data } = JSON.parse(new TextDecoder().decode(manifest)) as {
      data: { program?: unknown; files: { basis?: unknown }[] };
    };
    if (data.program !== program) return new Map();
    const files = ManifestData.shape.files.parse(data.files.filter(({ basis }) => basis !== undefined));
    return new Map(files.map((file) => [file.path, file]));
  } catch {
    return new Map();
  }
}
