import { parseQuery } from "../../api/query.ts";
import type { Route } from "../../render/route.ts";
import type { ReadFile } from "../node/tree-file.ts";
import { type Answer, quote, refuseUnavailable } from "./answer.ts";
import { answerRoute } from "./answer-route.ts";
import { nameFile, parseApiPath } from "./api-path.ts";
import { asksAnything, findRoute } from "./match-route.ts";
import { type HandlerRequest, type HandlerResponse, sendError, sendFile, sendPreflight } from "./response.ts";
import { createTree, type Tree } from "./tree.ts";

/**
 * Answers any GET of the interface from a static tree: the precomputed file where there is one, computed from the file of everything
 * otherwise. Pure over web-standard Request and Response, so that the same code serves a worker, a server and a browser.
 * The URL's path begins with `/api`, after `base` (`/repository`) where the site lies in a sub-path. Never rejects: where the tree
 * cannot be read, the answer is a 503.
 */
export function createHandler(readFile: ReadFile, base = ""): (request: HandlerRequest) => Promise<Response> {
  const reply = createReplier(readFile, base);
  return (request) =>
    reply(request).then((answer) => new Response(answer.body as ConstructorParameters<typeof Response>[0], answer));
}

/** The same for a server that writes bytes itself. */
export function createReplier(readFile: ReadFile, base: string): (request: HandlerRequest) => Promise<HandlerResponse> {
  const tree = createTree(readFile);
  return async (request) => {
    const { method, url } = request;
    if (method === "OPTIONS") return sendPreflight();
    if (method !== "GET" && method !== "HEAD") {
      return sendError(request, "method_not_allowed", "Only GET, HEAD and OPTIONS are allowed");
    }
    try {
      const answer = await answerUrl(tree, new URL(url), base);
      return "code" in answer
        ? sendError(request, answer.code, answer.message)
        : sendFile(request, answer.name, answer.file);
    } catch {
      return sendError(request, "unavailable", "The files cannot be read at the moment");
    }
  };
}

async function answerUrl(tree: Tree, { pathname, searchParams }: URL, base: string): Promise<Answer> {
  const segments = parseApiPath(pathname, base);
  const missing: Answer = { code: "not_found", message: `There is no endpoint ${quote(pathname.slice(base.length))}` };
  if (!segments) return missing;
  const name = segments.length === 0 ? "index.json" : nameFile(segments);
  const match = findRoute((await tree.parse<Route[]>("routes.json")) ?? [], segments);
  // A file that is called by its name is itself, unless the query asks its endpoint for something else.
  const isCalled = name?.includes(".") && !(match && asksAnything(match.route, searchParams));
  const called = isCalled ? await tree.find(name) : undefined;
  if (called) return called;
  const query = match && parseQuery(match.route.parameters, searchParams);
  if (query && "error" in query) {
    return isCalled ? refuseUnavailable(match.route) : { code: "invalid_parameter", message: query.error };
  }
  const answer = match && query && (await answerRoute(tree, match, query.values));
  if (answer && "file" in answer) return answer;
  // The list of coins may lie in their folder as its index, where a coin may have this symbol.
  const isIndex = name === undefined || /(^|\/)index$/.test(name);
  const file = isIndex ? undefined : await tree.find(`${name}.json`);
  return file ?? answer ?? missing;
}
