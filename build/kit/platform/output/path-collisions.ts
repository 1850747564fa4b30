/**
 * The paths of one tree. `add` throws on a path that some file system cannot tell from an earlier
 * one (case, Unicode normalisation). A `caseVariant` differs only in case, on purpose.
 */
export function createPathSet() {
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  return {
    add(path: string, caseVariant = false): void {
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

/** Nearly all paths are this plain: such a path is its own folded form. */
const PLAIN = /^[a-z0-9./_-]*$/;

/** Upper case first, because some letters are equal only in upper case (`ß`, `SS`). */
function foldPath(path: string): string {
  if (PLAIN.test(path)) return path;
  return path.normalize("NFD").toUpperCase().toLowerCase().normalize("NFC");
}

function collision(path: string, earlier: string): Error {
  return new Error(`The paths ${JSON.stringify(path)} and ${JSON.stringify(earlier)} are one file on some systems`);
}

/** Such a path is a defect of the program, so it is no `OperationalError`. */
export function acceptRelativePath(path: string): string {
  const fault = findPathFault(path);
  if (fault !== undefined) throw new RangeError(`The path ${JSON.stringify(path)} ${fault}`);
  return path;
}

function findPathFault(path: string): string | undefined {
  if (path === "") return "is empty";
  if (path.startsWith("/") || /^[a-z]:/i.test(path)) return "is absolute";
  if (path.includes("\0")) return "holds a NUL";
  if (path.includes("\\")) return "holds a backslash";
  if (!path.isWellFormed()) return "holds half a character";
  const segments = path.split("/");
  if (segments.includes("..")) return "leaves its folder";
  if (segments.includes(".") || segments.includes("")) return "holds an empty segment or a lone dot";
  return undefined;
}
