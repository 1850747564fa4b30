/**
 * Refuses a path that could leave its folder or that means different files on different systems.
 * Paths are `/`-separated. Such a path is a defect of the program, so it is no `OperationalError`.
 */
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
