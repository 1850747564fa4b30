import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseHeaderRules } from "./header-rules.ts";
import { defineSimulator } from "./host-server.ts";
import { readFileOf, sendBody } from "./read-file.ts";

interface Worker {
  fetch(
    request: Request,
    environment: { ASSETS: { fetch(input: string | Request): Promise<Response> } },
  ): Promise<Response>;
}

/**
 * Cloudflare Pages: `_routes.json` decides which paths the worker answers; the others are files
 * with the headers of `_headers`, or else the page `404.html`.
 */
export const cloudflarePagesServer = defineSimulator("cloudflare-pages", async (folder) => {
  const routes = JSON.parse(await readFile(join(folder, "_routes.json"), "utf8")) as Record<string, string[]>;
  const headersOf = parseHeaderRules(await readFile(join(folder, "_headers"), "utf8"));
  const { default: worker }: { default: Worker } = await import(pathToFileURL(join(folder, "_worker.js")).href);
  const sendFile = async (input: string | Request): Promise<Response> => {
    const request = new Request(input);
    const { pathname } = new URL(request.url);
    const headers = headersOf(pathname);
    const file = await readFileOf(folder, pathname);
    if (file !== undefined) return sendBody(request, 200, file.body, { "content-type": file.type, ...headers });
    const page = await readFileOf(folder, "/404.html");
    return sendBody(request, 404, page!.body, { ...headers, "content-type": "text/html; charset=utf-8" });
  };
  const matches = (patterns: readonly string[] = [], path: string) =>
    patterns.some((one) => (one.endsWith("*") ? path.startsWith(one.slice(0, -1)) : path === one));
  return (request) => {
    const { pathname } = new URL(request.url);
    const included = matches(routes["include"], pathname) && !matches(routes["exclude"], pathname);
    return included ? worker.fetch(request, { ASSETS: { fetch: sendFile } }) : sendFile(request);
  };
});
