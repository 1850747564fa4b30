/** A relative link of a document, and the place it was found at. */
export interface Link {
  at: string;
  to: string;
}

/**
 * Keys that are the names of chains, of which one may be called `path`; and paths that need no file
 * of their own.
 */
const NO_LINKS: ReadonlySet<string> = new Set(["/data/platforms", "/data/identity_changes"]);

/** Fields that hold a link to a published answer, wherever they stand. */
const LINKS = new Set(["path", "next", "previous", "self", "example", "schema", "openapi"]);

/** Every link of an answer, and every number in it that is not finite (`1e999` is valid JSON). */
export function findLinks(document: unknown): { links: Link[]; infinite: string[] } {
  const found: { links: Link[]; infinite: string[] } = { links: [], infinite: [] };
  visit(document, "", found);
  return found;
}

function visit(value: unknown, at: string, found: { links: Link[]; infinite: string[] }): void {
  if (NO_LINKS.has(at)) return;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) found.infinite.push(at);
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) visit(item, `${at}/${index}`, found);
  } else if (value !== null && typeof value === "object") {
    for (const [key, item] of Object.entries(value)) {
      if (typeof item === "string" && isLink(key, at, value)) found.links.push({ at: `${at}/${key}`, to: item });
      else visit(item, `${at}/${key}`, found);
    }
  }
}

/**
 * `history` maps periods to links on a coin; an archive's `url` is a link, an exchange's is its homepage; the `path` of
 * an endpoint in the index is a template.
 */
function isLink(key: string, at: string, owner: object): boolean {
  if (key === "path" && "parameters" in owner) return false;
  return LINKS.has(key) || at === "/data/history" || (key === "url" && "sha256_uncompressed" in owner);
}
