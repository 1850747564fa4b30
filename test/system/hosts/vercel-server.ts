import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { normalizeRoutes, type Route } from "@vercel/routing-utils";
import { defineSimulator } from "./host-server.ts";
import { readFileOf, sendBody } from "./read-file.ts";

interface Source {
  src: string;
  methods?: string[];
  has?: { type: string; key: string; value: string }[];
  headers?: Record<string, string>;
  dest?: string;
  status?: number;
  continue?: boolean;
  check?: boolean;
}

/**
 * Vercel's router with the entries as its library normalises them: in order, headers add up, `has`
 * matches the last value of a parameter, `check` continues without a file, files come at
 * `filesystem`, and the phase of errors is not reached. A rewritten path has only the headers of
 * its own entry, as in `vercel dev`.
 */
export const vercelServer = defineSimulator("vercel", (folder) => openVercel(folder, "vercel.json"));

/** @param file the configuration below the folder: that of the site, or of its build */
export async function openVercel(folder: string, file: string): Promise<(request: Request) => Promise<Response>> {
  const config = JSON.parse(await readFile(join(folder, file), "utf8")) as { routes: Route[] };
  const { routes, error } = normalizeRoutes(config.routes);
  if (error !== null) throw new Error(error.message);
  return async (request) => {
    const url = new URL(request.url);
    let path = url.pathname;
    let headers: Record<string, string> = {};
    for (const route of routes ?? []) {
      if ("handle" in route) {
        if (route.handle === "error") break;
        const file = await readFileOf(folder, path);
        if (file !== undefined) return sendBody(request, 200, file.body, { "content-type": file.type, ...headers });
        continue;
      }
      const source = route as Source;
      const match = path.match(new RegExp(source.src));
      if (match === null || (source.methods !== undefined && !source.methods.includes(request.method))) continue;
      const captured = matchQuery(source, url.searchParams);
      if (captured === undefined) continue;
      if (source.continue) {
        headers = { ...headers, ...lowerKeys(source.headers ?? {}) };
        continue;
      }
      const own = lowerKeys(source.headers ?? {});
      if (source.dest === undefined) {
        return new Response(null, { status: source.status ?? 200, headers: { ...headers, ...own } });
      }
      const groups = { ...match.groups, ...captured };
      const target = source.dest.replace(/\$(\w+)/g, (_, name: string) => groups[name] ?? match[Number(name)] ?? "");
      const file = await readFileOf(folder, target);
      if (file !== undefined) {
        return sendBody(request, source.status ?? 200, file.body, { "content-type": file.type, ...own });
      }
      if (source.check) path = target;
      else return new Response("The page could not be found", { status: 404, headers });
    }
    return new Response("The page could not be found", { status: 404, headers });
  };
}

function matchQuery({ has = [] }: Source, query: URLSearchParams): Record<string, string> | undefined {
  const captured: Record<string, string> = {};
  for (const { key, value } of has) {
    const asked = query.getAll(key).at(-1);
    const match = asked === undefined ? null : asked.match(new RegExp(`^${value}$`));
    if (match === null) return undefined;
    Object.assign(captured, match.groups);
  }
  return captured;
}

function lowerKeys(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
