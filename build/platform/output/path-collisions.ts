import { acceptRelativePath } from "./relative-path.ts";

/** Remembers the paths of one tree, and refuses the one that some file system could not keep apart from an earlier one. */
export interface PathLedger {
  /** Throws on a collision and names both paths. */
  add(path: string, caseVariant?: boolean): void;
}

/**
 * Compared without regard to case (Windows, macOS) and to Unicode normalisation (macOS). A file where another path needs
 * a folder is a collision too. A path that is known to differ from another in case alone is compared as it is.
 */
export function createPathLedger(): PathLedger {
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  return {
    add(path, caseVariant = false) {
      const fold = caseVariant ? (exact: string) => exact : foldPath;
      const key = fold(acceptRelativePath(path));
      const twin = files.get(key) ?? folders.get(key);
      if (twin !== undefined) throw collision(path, twin);
      for (let folder = findParent(path); folder !== ""; folder = findParent(folder)) {
        const folderKey = fold(folder);
        const file = files.get(folderKey);
        if (file !== undefined) throw collision(path, file);
        const known = folders.get(folderKey);
        if (known !== undefined && known === folder) break;
        if (known !== undefined) throw collision(path, known);
        folders.set(folderKey, folder);
      }
      files.set(key, path);
    },
  };
}

function findParent(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Nearly every path is this plain: it is its own fold, and needs no second text in memory. */
const PLAIN = /^[a-z0-9./_-]*$/;

/** Upper before lower case, because some letters are only equal in capitals (`ß`, `SS`). */
function foldPath(path: string): string {
  if (PLAIN.test(path)) return path;
  return path.normalize("NFD").toUpperCase().toLowerCase().normalize("NFC");
}

function collision(path: string, earlier: string): Error {
  return new Error(`The paths ${JSON.stringify(path)} and ${JSON.stringify(earlier)} are one file on some systems`);
}
