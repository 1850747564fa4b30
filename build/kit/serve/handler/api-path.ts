/**
 * Whether a path is below `/api` or a root beside it after `base`, in any form that a static host
 * would accept.
 */
export function isApiPath(pathname: string, roots: readonly string[], base = ""): boolean {
  if (!pathname.startsWith(`${base}/`)) return false;
  const path = pathname.slice(base.length);
  const [, root = ""] = (decodePath(path) ?? path).split("/");
  return root === API || roots.includes(root);
}

const API = "api";

/** `undefined` if the path is malformed. */
export function decodePath(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

/**
 * The decoded segments of a path below `/api`, or from a root beside it on; a segment may contain a
 * slash.
 * `undefined` if the path lies elsewhere, is malformed or has an empty segment.
 */
export function parseApiPath(pathname: string, roots: readonly string[], base: string): string[] | undefined {
  const path = pathname.slice(base.length).replace(/\/$/, "");
  const [root = "", ...segments] = path
    .split("/")
    .slice(1)
    .map((segment) => decodePath(segment) ?? "");
  if (!isApiPath(pathname, roots, base) || !segments.every(Boolean)) return undefined;
  if (roots.includes(root)) return [root, ...segments];
  return root === API && !roots.includes(segments[0] ?? "") ? segments : undefined;
}

/** The file below `/api`, in lower case; `undefined` if no file can have the name. */
export function nameFile(segments: readonly string[]): string | undefined {
  return segments.every((segment) => /^\w[\w.-]*$/.test(segment)) ? segments.join("/").toLowerCase() : undefined;
}
