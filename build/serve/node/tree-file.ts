/** A file of the published tree. `etag` without quotes; absent where the host cannot tell. */
export interface TreeFile {
  body: Uint8Array | string;
  etag?: string | undefined;
}

/** Reads a file by its path below the site's root (`api/coins.json`); `undefined` when there is none. */
export type ReadFile = (path: string) => Promise<TreeFile | undefined>;

export function readText({ body }: TreeFile): string {
  return typeof body === "string" ? body : new TextDecoder().decode(body);
}

/**
 * The host's ETag, or one of the bytes: FNV-1a twice with different starts, and the length. Enough to tell two versions of one
 * answer apart.
 */
export function computeEtag({ body, etag }: TreeFile): string {
  if (etag) return etag;
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  let a = 0x811c9dc5;
  let b = 0x050c5d1f;
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x01000193);
  }
  return [a >>> 0, b >>> 0, bytes.length].map((part) => part.toString(16)).join("");
}
