import { buildErrorBody, type ErrorCode } from "../endpoints/error-body.ts";
import {
  fileOf,
  parseQuery,
  pickEntries,
  queryFormOf,
  type SearchableRow,
  selectRows,
  type Values,
} from "../endpoints/query.ts";
import type { Route } from "../writers/route.ts";

/** A file of the published tree. `etag` without quotes; absent where the host cannot tell. */
export interface TreeFile {
  body: Uint8Array | string;
  etag?: string | undefined;
}

/** Reads a file by its path below the site's root (`api/coins.json`); `undefined` when there is none. */
export type ReadFile = (path: string) => Promise<TreeFile | undefined>;

interface Document {
  data: unknown;
  meta: Record<string, unknown>;
}

/** Where a matched route points to. */
interface Match {
  route: Route;
  path: Values;
}

const CORS = { "access-control-allow-origin": "*", "access-control-expose-headers": "etag" };
const TYPES: Readonly<Record<string, string>> = {
  json: "application/json; charset=utf-8",
  gz: "application/gzip",
  csv: "text/csv; charset=utf-8",
  rss: "application/rss+xml; charset=utf-8",
  atom: "application/atom+xml; charset=utf-8",
  sha256: "text/plain; charset=utf-8",
};
/** The largest list file; ids are found in it, because files are named by key. */
const ALL_COINS = "coins/limit/all.json";

/**
 * Answers any GET of the interface from a static tree: the precomputed file where there is one, computed from the file of everything
 * otherwise. Pure over web-standard Request and Response, so that the same code serves a worker, a server and a browser.
 * The URL's path must begin with `/api`, after `base` where the site lies in a sub-path.
 */
export function createHandler(readFile: ReadFile, base = ""): (request: Request) => Promise<Response> {
  const parsed = new Map<string, { etag: string; value: Promise<unknown> }>();

  const read = (file: string): Promise<TreeFile | undefined> => readFile(`api/${file}`);

  /** Parses a large file once per version of it. */
  const parse = async <T>(file: string): Promise<T | undefined> => {
    const found = await read(file);
    if (found === undefined) return undefined;
    const etag = etagOf(found);
    const known = parsed.get(file);
    if (known?.etag === etag) return known.value as Promise<T>;
    const value = Promise.resolve(JSON.parse(textOf(found.body)) as T);
    parsed.set(file, { etag, value });
    return value;
  };

  const compute = async ({ route, path }: Match, values: Values): Promise<Document | undefined> => {
    if (route.dynamic === undefined) return undefined;
    const all = await parse<Document>(route.dynamic.from);
    if (all === undefined) return undefined;
    const { path: template, parameters } = route;
    const self = queryFormOf(template, parameters, { ...path, ...values });
    if (route.dynamic.kind === "pick") {
      const entries = all.data as Record<string, unknown>;
      const { picked, missing } = pickEntries(entries, String(values["symbols"]));
      return { data: picked, meta: { ...all.meta, self, symbols: Object.keys(picked), missing } };
    }
    const { rows, pagination } = selectRows(template, parameters, all.data as SearchableRow[], values);
    const search = "search" in parameters ? { search: values["search"] ?? null } : {};
    return { data: rows, meta: { ...all.meta, self, pagination, ...search } };
  };

  /** A path may name a coin by its id; files are named by key. */
  const resolveId = async ({ path }: Match): Promise<Values | undefined> => {
    const id = String(path["symbol"] ?? "").toLowerCase();
    if (id === "") return undefined;
    const rows = (await parse<{ data: { id: string; path: string }[] }>(ALL_COINS))?.data;
    const row = rows?.find((coin) => coin.id.toLowerCase() === id);
    const key = row && decodeURIComponent(row.path).replace(/^coins\/|\.json$/g, "");
    return key === undefined ? undefined : { ...path, symbol: key };
  };

  const answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const path = decode(url.pathname.slice(base.length));
    if (path === undefined) return fail(request, "not_found", "The path is not a valid URL");
    const asked = path.replace(/^\/api\/?/, "").replace(/\/$/, "");
    const exact = url.search === "" || !asked.endsWith(".json") ? await read(asked || "index.json") : undefined;
    if (exact !== undefined) return sendFile(request, asked || "index.json", exact);

    const routes = (await parse<Route[]>("routes.json")) ?? [];
    const match = matchRoute(routes, asked.replace(/\.json$/, ""));
    if (match === undefined) {
      const file = asked.endsWith(".json") ? asked : `${asked}.json`;
      const found = await read(file);
      if (found !== undefined) return sendFile(request, file, found);
      return fail(request, "not_found", `There is no endpoint /api/${asked}`);
    }
    const { route } = match;
    const query = parseQuery(route.parameters, url.searchParams);
    if ("error" in query) return fail(request, "invalid_parameter", query.error);
    for (const named of [match.path, undefined]) {
      const values = named ?? (await resolveId(match));
      if (values === undefined) continue;
      const file = fileOf(route.path, route.parameters, { ...values, ...query.values });
      const found = await read(file);
      if (found !== undefined) return sendFile(request, file, found);
    }
    const document = await compute(match, query.values);
    if (document !== undefined) return send(request, `${JSON.stringify(document)}\n`, "json");
    const [name] = Object.keys(match.path);
    if (name === undefined) return fail(request, "unavailable", `The sources of /api/${asked} have not answered yet`);
    return fail(request, "not_found", `There is no ${name} "${String(match.path[name])}"`);
  };

  return async (request) => {
    if (request.method === "OPTIONS") return preflight();
    if (request.method !== "GET" && request.method !== "HEAD") {
      return fail(request, "method_not_allowed", "Only GET, HEAD and OPTIONS are allowed", {
        allow: "GET, HEAD, OPTIONS",
      });
    }
    return answer(request);
  };
}

/** The decoded path; `undefined` where it is malformed or has a segment that leaves the folder. */
function decode(pathname: string): string | undefined {
  try {
    const path = decodeURIComponent(pathname);
    return /(^|\/)\.{1,2}(\/|$)|[\\\0]|.\/\//.test(path) ? undefined : path;
  } catch {
    return undefined;
  }
}

function matchRoute(routes: readonly Route[], asked: string): Match | undefined {
  const segments = asked.split("/");
  for (const route of routes) {
    const template = route.path.slice(1).split("/");
    if (template.length !== segments.length) continue;
    const path: Record<string, string> = {};
    const matches = template.every((part, index) => {
      const segment = segments[index] ?? "";
      if (!part.startsWith("{")) return part === segment;
      path[part.slice(1, -1)] = segment;
      return segment !== "";
    });
    if (matches && route.download === undefined) return { route, path };
  }
  return undefined;
}

function sendFile(request: Request, file: string, { body, etag }: TreeFile): Response {
  return send(request, body, file.slice(file.lastIndexOf(".") + 1), etag);
}

function send(request: Request, body: Uint8Array | string, extension: string, known?: string): Response {
  const etag = `"${known ?? etagOf({ body })}"`;
  const headers = {
    ...CORS,
    "content-type": TYPES[extension] ?? "application/octet-stream",
    "cache-control": "public, max-age=60, stale-while-revalidate=600",
    "x-content-type-options": "nosniff",
    etag,
  };
  const held = request.headers.get("if-none-match");
  if (held !== null && (held === "*" || held.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag))) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(request.method === "HEAD" ? null : (body as ConstructorParameters<typeof Response>[0]), {
    headers,
  });
}

function fail(request: Request, code: ErrorCode, message: string, extra: Record<string, string> = {}): Response {
  const body = buildErrorBody(code, message);
  return new Response(request.method === "HEAD" ? null : `${JSON.stringify(body)}\n`, {
    status: body.error.status,
    headers: {
      ...CORS,
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...extra,
    },
  });
}

function preflight(): Response {
  const headers = {
    ...CORS,
    "access-control-allow-methods": "GET, HEAD, OPTIONS",
    "access-control-allow-headers": "*",
    "access-control-max-age": "86400",
  };
  return new Response(null, { status: 204, headers });
}

function textOf(body: Uint8Array | string): string {
  return typeof body === "string" ? body : new TextDecoder().decode(body);
}

/** FNV-1a over the bytes, twice with different starts: enough to tell two versions of one answer apart. */
function etagOf({ body, etag }: TreeFile): string {
  if (etag !== undefined) return etag;
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  let a = 0x811c9dc5;
  let b = 0x050c5d1f;
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x01000193);
  }
  return (a >>> 0).toString(16) + (b >>> 0).toString(16) + bytes.length.toString(16);
}
