import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { type MatchRequest, parsePlain } from "netlify-redirector";
import { parseHeaderRules } from "./header-rules.ts";
import { defineSimulator } from "./host-server.ts";
import { readFileOf, sendBody } from "./read-file.ts";

/**
 * Netlify: files come before rules; the host's own matcher applies the rules; file names ignore the
 * case; a rewrite to a missing file ends with `404.html`.
 */
export const netlifyServer = defineSimulator("netlify", async (folder) => {
  const rules = await parsePlain(await readFile(join(folder, "_redirects"), "utf8"), {});
  const headersOf = parseHeaderRules(await readFile(join(folder, "_headers"), "utf8"));
  const names = await indexNames(folder);
  const read = (urlPath: string) => {
    let decoded: string;
    try {
      decoded = urlPath.split("/").map(decodeSegment).join("/");
    } catch {
      return undefined;
    }
    const real = names.get(decoded.toLowerCase());
    return real === undefined ? undefined : readFileOf(folder, real.split("/").map(encodeURIComponent).join("/"));
  };
  return async (request) => {
    const { pathname, search, host } = new URL(request.url);
    const send = (status: number, file: { body: Buffer; type: string }) =>
      sendBody(request, status, file.body, { "content-type": file.type, ...headersOf(pathname) });
    const own = await read(pathname);
    if (own !== undefined) return send(200, own);
    const asked: MatchRequest = {
      scheme: "https",
      host,
      path: pathname,
      query: search.slice(1),
      getHeader: () => "",
      getCookie: () => "",
    };
    const match = rules.match(asked);
    const target = match === null ? undefined : await read(match.to);
    if (match !== null && target !== undefined) return send(match.status, target);
    return send(404, (await read("/404.html"))!);
  };
});

function decodeSegment(segment: string): string {
  const text = decodeURIComponent(segment);
  if (text.includes("/")) throw new Error("An escaped slash is no separator");
  return text;
}

async function indexNames(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name))}`);
  return new Map(paths.map((path) => [path.toLowerCase(), path]));
}
