import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, normalize } from "node:path";

/**
 * Serves `<folder>/<owner>/<name>/…` like GitHub Pages: a file, or `index.json` or `index.html` of
 * a folder, or 404.
 */
export interface SiteServer {
  url: string;
  close(): Promise<void>;
}

export async function startSiteServer(folder: string): Promise<SiteServer> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname));
    for (const file of ["", "/index.html", "/index.json"]) {
      const found = join(folder, `${path}${file}`);
      if (!statSync(found, { throwIfNoEntry: false })?.isFile()) continue;
      response.writeHead(200, { "cache-control": "max-age=600" }).end(readFileSync(found));
      return;
    }
    response.writeHead(404).end("not found");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
