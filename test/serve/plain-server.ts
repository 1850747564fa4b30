import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { cleanUpLater } from "../cleanup.ts";
import type { MemoryTree } from "../fixtures/memory-tree.ts";

export interface PlainServer {
  /** The site's root, ending with a slash. */
  url: string;
  /** Request targets so far, the oldest first. */
  asked: string[];
  /** The status of every response, while it is set. */
  fault: number | undefined;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  json: "application/json",
  gz: "application/gzip",
  js: "text/javascript",
};

/**
 * The minimum of a static host: files by their exact name, a 404 page for the rest. Queries are
 * ignored.
 */
export async function startPlainServer(tree: MemoryTree, prefix = "/"): Promise<PlainServer> {
  const server = createServer((request, response) => {
    const target = request.url ?? "/";
    running.asked.push(target);
    const { pathname } = new URL(target, "http://localhost");
    const name = pathname.startsWith(prefix) ? decodeURIComponent(pathname.slice(prefix.length)) : "";
    const body = running.fault === undefined ? tree.get(name) : undefined;
    const type = body === undefined ? "text/html" : TYPES[name.slice(name.lastIndexOf(".") + 1)];
    response.writeHead(running.fault ?? (body === undefined ? 404 : 200), {
      "access-control-allow-origin": "*",
      ...(type === undefined ? {} : { "content-type": type }),
    });
    response.end(body ?? "<h1>Not here</h1>");
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const running: PlainServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    asked: [],
    fault: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  cleanUpLater(running.close);
  return running;
}
