import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createHandler } from "../../../build/crypto/serve/handler.ts";
import { startServer } from "../../../build/crypto/serve/server.ts";
import { createTreeReader } from "../../../build/kit/serve/node/tree-reader.ts";
import { connectHttp, defineSimulator, type HostServer } from "../hosts/host-server.ts";
import { readFileOf } from "../hosts/read-file.ts";

/** The handler alone. */
export const handlerServer = defineSimulator("handler", async (folder) => createHandler(createTreeReader(folder)));

/** The server of `npm start`. */
export const nodeServer: HostServer = {
  name: "node server",
  async start(folder) {
    const server = await startServer({ folder, host: "127.0.0.1", port: 0 });
    return connectHttp(server.url, () => server.close());
  },
};

/** Files by their name, nothing else. */
export const plainServer: HostServer = {
  name: "plain files",
  async start(folder) {
    const server = await listenPlain(folder);
    return connectHttp(server.url, server.close);
  },
};

/** The published `client.js` over plain files. */
export const clientServer: HostServer = {
  name: "client.js",
  async start(folder) {
    const server = await listenPlain(folder);
    const { createClient } = await import(/* @vite-ignore */ pathToFileURL(join(folder, "client.js")).href);
    const { request } = createClient(server.url);
    return { fetch: (path, init) => request(server.url + path, init), close: server.close };
  },
};

async function listenPlain(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (incoming, outgoing) => {
    const { pathname } = new URL(incoming.url!.replace(/^\/+/, "/"), "http://localhost");
    const file = await readFileOf(folder, pathname);
    const headers = { "access-control-allow-origin": "*", "content-type": file?.type ?? "text/plain" };
    outgoing.writeHead(file === undefined ? 404 : 200, headers).end(file?.body ?? "Not found");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
