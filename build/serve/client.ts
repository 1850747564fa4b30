import { placeFile } from "../api/query.ts";
import { isApiPath } from "./handler/api-path.ts";
import { createHandler } from "./handler/handler.ts";
import { createSiteReader, type ReaderOptions } from "./handler/site-reader.ts";

/*
 * Published as `client.js` beside `api/`. It gives pages and Node programs the whole interface on
 * any host: it computes the response here, from files that any host can send.
 */

export interface Client {
  /**
   * The response to a path below `/api` (`coins?limit=7&search=bit`) as its envelope. Throws an
   * Error with `code`, `status` and `message` of the error response.
   */
  get<Envelope = unknown>(path: string | URL): Promise<Envelope>;
  /** Like `fetch`, for paths below `/api` and for whole URLs. Other URLs are fetched normally. */
  request(input: string | URL | Request, init?: RequestInit): Promise<Response>;
}

/** @param site the absolute URL of a published site, with or without `/api` */
export function createClient(site: string | URL, options: ReaderOptions = {}): Client {
  const { origin, protocol, pathname } = new URL(site);
  const base = pathname.replace(/\/(api\/?)?$/, "");
  const root = `${origin}${base}/`;
  const handle = createHandler(createSiteReader(root, options), base);

  const request: Client["request"] = async (input, init) => {
    // The URL of a copy on disk is not the site's.
    if (!/^http/.test(protocol)) throw new TypeError(`No site at ${site}: name one with createClient("https://…")`);
    const isRelative = typeof input === "string" && !/^[a-z]+:/i.test(input);
    // `/api/coins`, `/coins` and `coins` are equal; so are all forms of the index.
    // Only paths that begin with `compat/` are beside `/api`.
    const name = isRelative ? input.replace(/^\/*(api(\/|(?=[?#]|$)))?/, "") : "";
    const target = isRelative ? root + placeFile(name) : input;
    const url = new URL(target instanceof Request ? target.url : target);
    if (!isRelative && (url.origin !== origin || !isApiPath(url.pathname, base))) return fetch(target, init);
    return handle(target instanceof Request && init === undefined ? target : new Request(target, init));
  };

  const get = async <Envelope>(path: string | URL): Promise<Envelope> => {
    const response = await request(path);
    const type = response.headers.get("content-type");
    if (!/json/.test(type ?? "")) throw new TypeError(`${path} is ${type}, not JSON: read it with request()`);
    const body = await response.json();
    if (response.ok) return body as Envelope;
    const { code, message } = (body as { error: { code: string; message: string } }).error;
    throw Object.assign(new Error(message), { code, status: response.status });
  };

  return { get, request };
}

const own = createClient(new URL(".", import.meta.url));
export const get: Client["get"] = own.get;
export const request: Client["request"] = own.request;
