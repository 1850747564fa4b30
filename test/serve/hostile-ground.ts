import { createClient } from "../../build/serve/client.ts";
import { createHandler } from "../../build/serve/handler/handler.ts";
import { type RunningServer, startServer } from "../../build/serve/node/node-server.ts";
import { createTreeReader } from "../../build/serve/node/tree-reader.ts";
import { makeSite, type Site, writeSite } from "../fixtures/site.ts";
import { createPlainHost } from "./plain-host.ts";

const ROOT = "http://localhost/";
const PAGES: readonly (readonly [path: string, body: string])[] = [
  ["index.html", "<h1>Front page</h1>"],
  ["404.html", "<h1>Not here</h1>"],
  ["about/index.html", "<h1>About</h1>"],
  ["client.js", "export {};\n"],
];

/** Server, handler and client over one site. A secret file lies beside the site. */
export interface HostileGround {
  site: Site;
  folder: string;
  server: RunningServer;
  handle: (request: Request) => Promise<Response>;
  client: (url: string) => Promise<Response>;
  close(): Promise<void>;
}

export async function makeHostileGround(): Promise<HostileGround> {
  const site = await makeSite();
  for (const [path, body] of PAGES) site.tree.set(path, Buffer.from(body));
  const { folder, remove } = await writeSite(site.tree);
  const server = await startServer({ folder, host: "127.0.0.1", port: 0 });
  return {
    site,
    folder,
    server,
    handle: createHandler(createTreeReader(folder)),
    client: createClient(ROOT, { fetch: createPlainHost(site.tree, ROOT).fetch }).request,
    async close() {
      await server.close();
      await remove();
    },
  };
}
