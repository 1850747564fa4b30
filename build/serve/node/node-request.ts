import type { IncomingMessage } from "node:http";
import type { HandlerRequest } from "../handler/response.ts";

/**
 * The request in web-standard form; `undefined` where the request line names no path. HEAD becomes GET, so that its headers are
 * those of GET whatever they depend on: the sender leaves the body out.
 */
export function readRequest(incoming: IncomingMessage): HandlerRequest | undefined {
  const target = readTarget(incoming);
  if (target === undefined) return undefined;
  const headers = new Headers();
  const held = incoming.headers["if-none-match"];
  if (held !== undefined) headers.set("if-none-match", held);
  return { url: `http://localhost${target}`, method: readMethod(incoming), headers };
}

/** All that the answer depends on besides the disk. No part of a request has a line break in it. */
export function keyOf({ method, url, headers }: IncomingMessage): string {
  return `${method}\n${url}\n${headers["accept-encoding"]}\n${headers["if-none-match"]}`;
}

function readMethod({ method = "GET" }: IncomingMessage): string {
  // A web-standard request cannot be a TRACE; any other method that is refused stands for it.
  if (method === "TRACE") return "POST";
  return method === "HEAD" ? "GET" : method;
}

/** The part after the host. A proxy's request line has the whole URL; `OPTIONS *` asks about the server. */
function readTarget({ url = "/", method }: IncomingMessage): string | undefined {
  // `//host/path` must not become the address of another host.
  if (url.startsWith("/")) return url;
  if (url === "*" && method === "OPTIONS") return "/api/";
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
