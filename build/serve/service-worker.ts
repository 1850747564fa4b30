import { isApiPath } from "./handler/api-path.ts";
import { createHandler } from "./handler/handler.ts";
import { createSiteReader, isPage } from "./handler/site-reader.ts";

/*
 * Published as `sw.js` at the site's root, so that its scope is the site and nothing above it. A page that registers it may ask
 * any URL of the interface, whatever the site's host understands.
 *
 * A new version takes over at once, open pages included: it keeps nothing (no cache, no store), and one page does not care which
 * version answered it, because answers come from the site's files. Waiting would only keep old mistakes alive.
 */

/** The part of `ServiceWorkerGlobalScope` that is needed. */
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

const scope = globalThis as unknown as WorkerScope;
const root = new URL(".", scope.location.href);
const base = root.pathname.replace(/\/$/, "");
const handle = createHandler(createSiteReader(root.href), base);

scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener("fetch", (event) => {
  const { origin, pathname, search } = new URL(event.request.url);
  if (origin !== root.origin || !isApiPath(pathname, base)) return;
  const isFile = search === "" && /\.\w+$/.test(pathname) && /^(GET|HEAD)$/.test(event.request.method);
  event.respondWith(isFile ? fetchFile(event.request) : handle(event.request));
});

/** A file comes from its host, as if nobody stood between; what the host has not may be another spelling of what it has. */
async function fetchFile(request: Request): Promise<Response> {
  const response = await fetch(request).catch(() => undefined);
  if (response !== undefined && response.status < 400 && !isPage(response)) return response;
  // An unread body would hold its connection.
  await response?.body?.cancel();
  return handle(request);
}
