import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type MatchRequest, parsePlain } from "netlify-redirector";
import { parseHeaderRules } from "./header-rules.ts";
import { defineSimulator } from "./host-server.ts";
import { readFileOf, sendBody } from "./read-file.ts";

/**
 * Netlify as `netlify dev` shows it: files come before rules; the host's own matcher applies the
 * rules; file names are compared exactly; a rewrite to a missing file ends with `404.html`, whose
 * type no header changes.
 */
export const netlifyServer = defineSimulator("netlify", async (folder) => {
  const rules = await parsePlain(await readFile(join(folder, "_redirects"), "utf8"), {});
  const headersOf = parseHeaderRules(await readFile(join(folder, "_headers"), "utf8"));
  const read = (urlPath: string) => readFileOf(folder, urlPath);
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
    const { body } = (await read("/404.html"))!;
    return sendBody(request, 404, body, { ...headersOf(pathname), "content-type": "text/html; charset=utf-8" });
  };
});
