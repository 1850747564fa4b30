import { computeSha256 } from "../lib/hash.ts";
import { MANIFEST_PATH, ManifestData, type ManifestFile } from "./manifest.ts";
import type { PreviousAnswers } from "./responses.ts";

interface OldTree {
  /** Bytes of a file in the published tree. Absent: nothing can be read. */
  readOld?(path: string): Uint8Array | undefined;
}

/**
 * The answers of the published tree that can be reused. None if another program made the tree or
 * its manifest has another form. A file that differs from its manifest entry is not reused.
 */
export function readPreviousAnswers(tree: OldTree, program: string): PreviousAnswers {
  const files = listReusable(tree.readOld?.(MANIFEST_PATH), program);
  return {
    program,
    find(path, inputsDigest) {
      const file = files.get(path);
      if (file?.basis !== inputsDigest) return undefined;
      const body = tree.readOld?.(path);
      if (body?.length !== file.bytes || computeSha256(body) !== file.sha256) return undefined;
      return { body, sha256: file.sha256 };
    },
  };
}

/** The manifest entries with an inputs digest (the published field `basis`), by path. */
function listReusable(manifest: Uint8Array | undefined, program: string): Map<string, ManifestFile> {
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
