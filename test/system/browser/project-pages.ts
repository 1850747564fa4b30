import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { githubPagesServer } from "../hosts/github-pages-simulator.ts";

/** Types that GitHub compresses. */
const COMPRESSED = /html|css|javascript|json|svg|xml|plain|csv/;

/** The GitHub Pages simulator as an HTTP server: a project site below `folder`, like `/repo/`. */
export async function startProjectPages(root: string, folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const host = await githubPagesServer.start(root);
  const server = createServer(async (incoming, outgoing) => {
    const path = incoming.url ?? "/";
    if (!path.startsWith(folder)) {
      outgoing.writeHead(404, { "content-type": "text/plain" }).end("There is no site here");
      return;
    }
    const response = await host.fetch(path.slice(folder.length - 1), { redirect: "manual" });
    const headers = Object.fromEntries(response.headers);
    const { location } = headers;
    if (location !== undefined) headers["location"] = `${folder}${location.slice(1)}`;
    let body = Buffer.from(await response.arrayBuffer());
    const accepts = /\bgzip\b/.test(String(incoming.headers["accept-encoding"]));
    if (accepts && COMPRESSED.test(headers["content-type"] ?? "")) {
      body = gzipSync(body);
      headers["content-encoding"] = "gzip";
      headers["vary"] = "Accept-Encoding";
    }
    outgoing.writeHead(response.status, { ...headers, "content-length": body.length }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
    await host.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${folder}`, stop };
}
