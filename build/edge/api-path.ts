/**
 * The segments of a path below `/api`, each decoded once; `undefined` where the path lies elsewhere, is malformed or has an empty
 * segment. A segment may contain a slash, because a symbol may.
 */
export function parseApiPath(pathname: string, base: string): string[] | undefined {
  if (!pathname.startsWith(`${base}/`)) return undefined;
  const parts = pathname
    .slice(base.length + 1)
    .replace(/\/$/, "")
    .split("/");
  try {
    const [root, ...segments] = parts.map((part) => decodeURIComponent(part));
    return root === "api" && !segments.includes("") ? segments : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The file below `/api` that segments spell: in lower case, as every name of the tree is but for its escapes (`%2F`).
 * `undefined` where a segment is no plain name: it could leave the folder.
 */
export function spellFile(segments: readonly string[]): string | undefined {
  if (segments.some((segment) => /[/\\\0]|^\.{1,2}$/.test(segment))) return undefined;
  return segments
    .join("/")
    .toLowerCase()
    .replace(/%[0-9a-f]{2}/g, (escaped) => escaped.toUpperCase());
}
