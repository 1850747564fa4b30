import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { startServer } from "../../../build/crypto/serve/server.ts";
import { githubPages } from "../../../build/kit/hosts/github-pages.ts";
import { none } from "../../../build/kit/hosts/host.ts";
import { runCli } from "../../app/cli/run-cli.ts";
import { cleanUpLater, makeTempFolder } from "../../cleanup.ts";
import { githubPagesServer } from "../../system/hosts/github-pages-simulator.ts";

/** Where a test reads the same build. Addresses without a slash at the end. */
export interface DemoSite {
  /** The Node server. */
  node: string;
  /** The simulator of GitHub Pages: files, and a 301 to the slash of a folder. */
  pages: string;
}

/** The day of the site: all days before it are closed. */
export const SITE_DAY = "2026-11-20";

/** The second build publishes the history that the first one filled in. */
const BUILDS = [
  { at: "2026-11-19T09:07:00Z", backfill: "400" },
  { at: `${SITE_DAY}T09:07:00Z`, backfill: "0" },
];
const COINS = "20";

/** Builds the API of the demo market for both hosts, and serves it until the end of the file. */
export async function serveDemoSite(): Promise<DemoSite> {
  const folder = makeTempFolder();
  const out = join(folder, "dist");
  for (const { at, backfill } of BUILDS) {
    const hosts = [none, githubPages].flatMap(({ id }) => ["--site-host", id]);
    const places = ["--out", out, "--state", join(folder, "state"), ...hosts];
    const options = ["--sample", "--no-site", "--quiet", "--coins", COINS, "--at", at, "--backfill", backfill];
    const { code, stderr } = await runCli("build", ...options, ...places);
    if (code !== 0) throw new Error(`The demo build failed: ${stderr}`);
  }
  const server = await startServer({ folder: join(out, none.id), host: "127.0.0.1", port: 0 });
  cleanUpLater(server.close);
  return { node: server.url, pages: await openGithubPages(join(out, githubPages.id)) };
}

/** The simulator behind a real port: a program follows its redirects itself, or does not. */
export async function openGithubPages(folder: string): Promise<string> {
  const host = await githubPagesServer.start(folder);
  return listen((incoming, outgoing) => {
    const { url = "/", method = "GET" } = incoming;
    host.fetch(url, { method, redirect: "manual" }).then(
      async (response) => {
        outgoing.writeHead(response.status, Object.fromEntries(response.headers));
        outgoing.end(Buffer.from(await response.arrayBuffer()));
      },
      (error) => outgoing.writeHead(500).end(String(error)),
    );
  });
}

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUpLater(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The body of a path that must exist. Redirects are followed. */
export async function download(url: string): Promise<Buffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`GET ${url}: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** `data` of an answer of the API. */
export async function readData<T>(url: string): Promise<T> {
  return (JSON.parse((await download(url)).toString()) as { data: T }).data;
}
