import { readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".json": "application/json; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".csv": "text/csv; charset=utf-8",
  ".gz": "application/gzip",
  ".ledger": "text/plain; charset=utf-8",
  ".beancount": "text/plain; charset=utf-8",
  ".rss": "application/rss+xml",
  ".atom": "application/atom+xml",
};

/** The file of a decoded path; `undefined` for a folder, and for a name with an escaped slash. */
export async function readFileOf(folder: string, urlPath: string): Promise<{ body: Buffer; type: string } | undefined> {
  let path: string;
  try {
    const parts = urlPath.split("/").map(decodeURIComponent);
    if (parts.slice(1).some((part) => part === ".." || part === "" || /[/\0]/.test(part))) return undefined;
    path = join(folder, ...parts);
  } catch {
    return undefined;
  }
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile() || urlPath.endsWith("/")) return undefined;
  return { body: await readFile(path), type: TYPES[extname(path)] ?? "application/octet-stream" };
}

export async function isFolder(folder: string, urlPath: string): Promise<boolean> {
  try {
    return (await stat(join(folder, decodeURIComponent(urlPath)))).isDirectory();
  } catch {
    return false;
  }
}

export function sendBody(request: Request, status: number, body: Buffer, headers: Record<string, string>): Response {
  return new Response(request.method === "HEAD" ? null : new Uint8Array(body), { status, headers });
}
