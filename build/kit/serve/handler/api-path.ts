/**
 * Whether a path is below `/api` or `/compat` after `base`, in any form that a static host would
 * accept.
 */
export function isApiPath(pathname: string, base = ""): boolean {
  const path = pathname.slice(base.length);
  return pathname.startsWith(`${base}/`) && /^\/(api|compat)(\/|$)/.test(decodePath(path) ?? path);
}

/** `undefined` if the path is malformed. */
export function decodePath(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

/**
 * The decoded segments of a path below `/api`, or from `compat` on; a symbol may contain a slash.
 * `undefined` if the path lies elsewhere, is malformed or has an empty segment.
 */
export function parseApiPath(pathname: string, base: string): string[] | undefined {
  const path = pathname.slice(base.length).replace(/\/$/, "");
  const [, root, ...segments] = path.split("/").map(decodePath);
  if (!isApiPath(pathname, base) || !segments.every(Boolean)) return undefined;
  if (root === "compat") return [root, ...segments] as string[];
  return root === "api" && segments[0] !== "compat" ? (segments as string[]) : undefined;
}

/** The file below `/api`, in lower case; `undefined` if no file can have the name. */
export function nameFile(segments: readonly string[]): string | undefined {
  return segments.every((segment) => /^\w[\w.-]*$/.test(segment)) ? segments.join("/").toLowerCase() : undefined;
}
