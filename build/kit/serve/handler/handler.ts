import { NO_ENDPOINT, NO_SUCH_FILE, NOT_FOUND_FILE, ONLY_READS } from "../../api/error-body.ts";
import { parseQuery } from "../../api/query.ts";
import type { Route } from "../../render/route.ts";
import {
  type Answer,
  answerRoute,
  findNested,
  findRoute,
  hasParameter,
  quote,
  ROUTES_FILE,
  refuseUnavailable,
} from "./answer-route.ts";
import { nameFile, parseApiPath } from "./api-path.ts";
import { type HandlerRequest, type HandlerResponse, sendError, sendFile, sendPreflight } from "./response.ts";
import type { Served } from "./served.ts";
import {
  COMPUTED,
  createParsedFiles,
  createTree,
  type ParsedFiles,
  type ReadFile,
  readText,
  type Tree,
  UnreadableFile,
} from "./tree.ts";

const UNFINISHED = `${ROUTES_FILE} is missing: ask again in a minute`;

export interface HandlerOptions {
  /** Paths begin with `/api` or another root, after this: `/repository`. */
  base?: string;
  /** What the error 503 says about a tree without its routes. */
  unfinished?: string;
  /** Parsed files, kept between requests. Absent: as many as a worker has room for. */
  parsed?: ParsedFiles;
}

/**
 * Answers any request of the interface from a static tree: the precomputed file if there is one,
 * otherwise computed from the file of all rows. Uses only web-standard types, so it runs in a
 * worker, a server and a browser. Never rejects: if the tree cannot be read, it answers 503.
 */
export function createHandler(
  served: Served,
  readFile: ReadFile,
  options?: HandlerOptions,
): (request: HandlerRequest) => Promise<Response> {
  const respond = createResponder(served, readFile, options);
  return (request) =>
    respond(request).then((found) => new Response(found.body as ConstructorParameters<typeof Response>[0], found));
}

/** The same without the web's `Response`, for a server that writes bytes itself. */
export function createResponder(
  served: Served,
  readFile: ReadFile,
  { base = "", unfinished = UNFINISHED, parsed = createParsedFiles() }: HandlerOptions = {},
): (request: HandlerRequest) => Promise<HandlerResponse> {
  return async (request) => {
    const { method, url } = request;
    if (method === "OPTIONS") return sendPreflight();
    if (method !== "GET" && method !== "HEAD") {
      return sendError(request, "method_not_allowed", ONLY_READS);
    }
    try {
      const tree = createTree(readOnce(readFile), served.roots, parsed);
      const answer = await answerUrl(served, tree, new URL(url), { base, unfinished });
      return "code" in answer
        ? sendError(request, answer.code, answer.message)
        : sendFile(request, answer.name, answer.file, served.isLivePath(new URL(url).pathname.slice(base.length)));
    } catch (error) {
      // Other messages may contain what is not public, such as a folder of the server.
      const reason = error instanceof UnreadableFile ? ` (${error.message})` : "";
      return sendError(request, "unavailable", `The files cannot be read at the moment${reason}`);
    }
  };
}

/**
 * Reads each file once for a request: an answer that is made from others sees one version of each,
 * and a worker stays within its number of subrequests.
 */
function readOnce(readFile: ReadFile): ReadFile {
  const files = new Map<string, ReturnType<ReadFile>>();
  return (path) => {
    const file = files.get(path) ?? readFile(path);
    files.set(path, file);
    return file;
  };
}

async function answerUrl(
  served: Served,
  tree: Tree,
  { pathname, searchParams }: URL,
  { base, unfinished }: { base: string; unfinished: string },
): Promise<Answer> {
  const segments = parseApiPath(pathname, served.roots, base);
  const routes = await tree.parse<Route[]>(ROUTES_FILE);
  if (routes === undefined)
    return (await findUnfinished(tree, segments, searchParams)) ?? { code: "unavailable", message: unfinished };
  const refuseUnknown = (): Answer => ({
    code: "not_found",
    message: describeUnknown(quote(pathname.slice(base.length)), routes, segments),
  });
  if (!segments) return refuseUnknown();
  const name = segments.length === 0 ? "index.json" : nameFile(segments);
  // The error body is a file, but its status is 404, like that of any missing path.
  if (name === NOT_FOUND_FILE || `${name}.json` === NOT_FOUND_FILE) return { code: "not_found", message: NO_SUCH_FILE };
  const match = findRoute(routes, segments);
  // A path with an extension is that file, unless the query sets a parameter of its endpoint.
  const isFile = name?.includes(".") && !(match && hasParameter(match.route, searchParams));
  const file = isFile ? await tree.find(name) : undefined;
  if (file) return file;
  // `items/search/history.json` is a search, although an item may have the name SEARCH.
  const named = isFile ? await answerSpelt(served, tree, routes, segments) : undefined;
  if (named && "file" in named) return named;
  const query = match && parseQuery(match.route.parameters, searchParams);
  if (query && "error" in query) {
    if (isFile && match.route.derived?.base !== undefined) return answerRoute(served, tree, match, {});
    return isFile && !match.route.derived
      ? refuseUnavailable(match.route)
      : { code: "invalid_parameter", message: query.error };
  }
  const answer = match && query && (await answerRoute(served, tree, match, query.values));
  // A refused value gets no file of other values.
  if (answer && ("file" in answer || answer.code === "invalid_parameter")) return answer;
  // `items/index.json` may be the list of items; it is not an item with the name INDEX.
  const spelt = await answerSpelt(served, tree, routes, segments);
  if (spelt && ("file" in spelt || !match)) return spelt;
  const isIndex = name === undefined || /(^|\/)index$/.test(name);
  return (isIndex ? undefined : await tree.find(`${name}.json`)) ?? answer ?? refuseUnknown();
}

/**
 * A site without its routes is still being written, or not all of it can be reached: a parameter
 * has no meaning, and a file would be the response to another request.
 */
async function findUnfinished(
  tree: Tree,
  segments: readonly string[] | undefined,
  query: URLSearchParams,
): Promise<Answer | undefined> {
  const name = segments && nameFile(segments);
  return name && query.size === 0 ? ((await tree.find(name)) ?? (await tree.find(`${name}.json`))) : undefined;
}

/**
 * The answer that the path spells out as a file name. Where it is computed and not converted, only
 * under the name of its file on other hosts: no other name of it has a file anywhere.
 */
async function answerSpelt(
  served: Served,
  tree: Tree,
  routes: readonly Route[],
  segments: readonly string[],
): Promise<Answer | undefined> {
  const nested = findNested(routes, segments);
  if (!nested) return undefined;
  const answer = await answerRoute(served, tree, nested, nested.values);
  if (nested.route.derived || ("file" in answer && answer.name !== COMPUTED)) return answer;
  if (!("file" in answer)) return undefined;
  const { meta } = JSON.parse(readText(answer.file)) as { meta: { self: string } };
  const file = segments.join("/").toLowerCase();
  return [file, `${file}.json`].includes(meta.self) ? answer : undefined;
}

/** For a currency that the site is not built for: with the list of those that it is. */
function describeUnknown(path: string, routes: readonly Route[], segments: readonly string[] = []): string {
  const names = segments.map((segment) => segment.toLowerCase());
  const known = new Set<string>();
  let currency: string | undefined;
  for (const { path: template, derived } of routes) {
    if (derived === undefined) continue;
    // Before the currency, the paths of an interface are the same.
    const parts = template.slice(1).split("/");
    const at = parts.indexOf(derived.currency);
    if (at < 1 || parts.slice(0, at).some((part, index) => part !== names[index])) continue;
    currency = names[at];
    known.add(derived.currency);
  }
  if (currency === undefined || known.has(currency)) return `${NO_ENDPOINT} ${path}`;
  if (currency === "usd") return `${NO_ENDPOINT} ${path}: amounts in USD are in the answers without /in/usd`;
  return `There is no currency "${quote(currency)}" at ${path}: this site has ${[...known].join(", ")}`;
}
