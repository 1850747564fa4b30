import { createHash } from "node:crypto";
import type { MemoryTree } from "../../fixtures/memory-tree.ts";

export interface FakeAssets {
  /** Requested URLs. */
  asked: string[];
  fetch(input: Request | string, init?: RequestInit): Promise<Response>;
}

/**
 * The assets binding of Cloudflare: a path that is not in canonical encoding gets a 307, also
 * `.html`; `index.json` is no index; a missing file is an empty 404. `missing` makes it the binding
 * of Pages: the 404 page, or the start page with status 200.
 */
export function createFakeAssets(tree: MemoryTree, missing?: { status: number; page: string }): FakeAssets {
  const asked: string[] = [];
  const answer = (request: Request): Response => {
    const { pathname } = new URL(request.url);
    const decoded = pathname.split("/").map(decode).join("/");
    const found = findAsset(tree, decoded);
    if (found === undefined) {
      return missing === undefined
        ? new Response(null, { status: 404 })
        : new Response(missing.page, { status: missing.status, headers: { "content-type": "text/html" } });
    }
    if (!/^(GET|HEAD)$/.test(request.method)) return new Response(null, { status: 405 });
    const encoded = found.path.split("/").map(encodeURIComponent).join("/");
    if (encoded !== pathname) return new Response(null, { status: 307, headers: { location: encoded } });
    const etag = `"${createHash("md5").update(found.body).digest("hex")}"`;
    const type = decoded.endsWith(".json") ? "application/json" : "application/octet-stream";
    const headers = { etag, "content-type": tree.has(decoded.slice(1)) ? type : "text/html; charset=utf-8" };
    if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
    return new Response(request.method === "HEAD" ? null : Buffer.from(found.body), { headers });
  };
  return {
    asked,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      asked.push(request.url);
      const response = answer(request);
      // `fetch` follows redirects by default.
      const location = request.redirect === "follow" ? response.headers.get("location") : null;
      return location === null ? response : answer(new Request(new URL(location, request.url)));
    },
  };
}

function findAsset(tree: MemoryTree, path: string): { path: string; body: Uint8Array } | undefined {
  const exact = tree.get(path.slice(1));
  if (exact !== undefined)
    return { path: path.replace(/(\/index)?\.html$/, (end) => (end === ".html" ? "" : "/")), body: exact };
  const page = tree.get(`${path}.html`.slice(1)) ?? tree.get(`${path}index.html`.slice(1));
  return page && { path, body: page };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
