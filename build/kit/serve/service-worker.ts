import { isApiPath } from "./handler/api-path.ts";
import { createHandler } from "./handler/handler.ts";
import type { Served } from "./handler/served.ts";
import { createSiteReader, isPage } from "./handler/site-reader.ts";

/*
 * Published as `sw.js` at the site's root, so that its scope is the site. Pages that register it
 * can request any URL of the interface on any host.
 *
 * A new version takes over at once, open pages included. That is safe, because it stores nothing.
 */

/** The used part of `ServiceWorkerGlobalScope`. */
interface WorkerScope {
  location: { href: string };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
}

interface ExtendableEvent {
  waitUntil(promise: Promise<unknown>): void;
}

interface FetchEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

/** Answers the requests of the worker in whose program it is called. */
export function startServiceWorker(served: Served): void {
  const scope = globalThis as unknown as WorkerScope;
  const root = new URL(".", scope.location.href);
  const base = root.pathname.replace(/\/$/, "");
  const handle = createHandler(served, createSiteReader(root.href), { base });

  scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));
  scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));
  scope.addEventListener("fetch", (event) => {
    const { origin, pathname, search } = new URL(event.request.url);
    if (origin !== root.origin || !isApiPath(pathname, served.roots, base)) return;
    const isFile = search === "" && /\.\w+$/.test(pathname) && /^(GET|HEAD)$/.test(event.request.method);
    event.respondWith(isFile ? fetchFile(event.request, handle) : handle(event.request));
  });
}

/** Tries the network first; on a miss, the handler resolves URL variants. */
async function fetchFile(request: Request, handle: (request: Request) => Promise<Response>): Promise<Response> {
  const response = await fetch(request).catch(() => undefined);
  if (response !== undefined && response.status < 400 && !isPage(response)) return response;
  // An unread body would hold its connection.
  await response?.body?.cancel();
  return handle(request);
}
