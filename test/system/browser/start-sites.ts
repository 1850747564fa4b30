import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import type { TestProject } from "vitest/node";
import { startChild } from "../hosts/child-server.ts";
import { githubPagesServer } from "../hosts/github-pages-simulator.ts";
import { startNginx } from "../hosts/nginx-server.ts";
import { explainMissing } from "../hosts/tools.ts";
import { CHROMIUM_HINT, findChromium } from "./chromium.ts";
import type { Site } from "./site.ts";

/** Two pages of the market. */
const COINS = "120";
/** Of the sites whose tests are about the server, a past, and pages without optional files. */
const FEW_COINS = "40";
const FOLDER = "/repo/";
const NAMES = ["npm start", `GitHub Pages below ${FOLDER}`, "nginx"];
const PAGES_TREE = "github-pages";
const NGINX_TREE = "nginx";
const PROGRAM = fileURLToPath(new URL("../../../build/bin/open-crypto-data.cjs", import.meta.url));

const run = promisify(execFile);

interface Started {
  url: string;
  missing?: string;
  stop(): Promise<void>;
}

/**
 * Global set-up: serves three builds of the demo market, by `npm start`, below a folder like GitHub
 * Pages, and by nginx with the published configuration, which has no optional files. Stops them
 * after the last test.
 */
export default async function startSites(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if ((await findChromium()) === undefined) {
    const list = NAMES.map((name) => ({ name, url: "", folder: "", missing: CHROMIUM_HINT }));
    project.provide("sites", { list, folder: "" });
    return undefined;
  }
  const scratch = await mkdtemp(join(tmpdir(), "browser-sites-"));
  const attempts = await Promise.allSettled([
    startByNpm(FEW_COINS),
    startBelowFolder(scratch),
    startBehindNginx(scratch),
  ]);
  const started = attempts.flatMap((attempt) => (attempt.status === "fulfilled" ? attempt.value : []));
  const stop = async () => {
    await Promise.all(started.map((site) => site.stop()));
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
  };
  const failure = attempts.find((attempt) => attempt.status === "rejected");
  if (failure !== undefined) {
    await stop();
    throw failure.reason;
  }
  const folders = [NGINX_TREE, PAGES_TREE, NGINX_TREE].map((name) => join(scratch, name));
  const list = started.map(
    ({ url, missing }, at): Site => ({ name: NAMES[at]!, url, folder: folders[at]!, ...(missing && { missing }) }),
  );
  project.provide("sites", { list, folder: join(scratch, PAGES_TREE) });
  return stop;
}

export async function startByNpm(coins = COINS): Promise<Started> {
  const { url, stop } = await startChild(async (port) => ({
    program: process.execPath,
    args: [PROGRAM, "start", "--coins", coins, "--port", String(port)],
  }));
  // It listens before the build ends, and closes idle connections after a busy stretch.
  const isBuilt = () =>
    fetch(`${url}/api/manifest.json`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isBuilt())) await new Promise((resolve) => setTimeout(resolve, 100));
  return { url: `${url}/`, stop };
}

async function startBelowFolder(scratch: string): Promise<Started> {
  const folder = join(scratch, PAGES_TREE);
  await build(folder, COINS, ["--site-host", "github-pages", "--base-url", `https://somebody.github.io${FOLDER}`]);
  const { url, stop } = await startProjectPages(folder, FOLDER);
  return { url, stop };
}

async function startBehindNginx(scratch: string): Promise<Started> {
  const folder = join(scratch, NGINX_TREE);
  await build(folder, FEW_COINS, ["--site-host", "nginx", "--trees", ""]);
  const missing = await explainMissing("nginx");
  if (missing !== undefined) return { url: "", missing, stop: async () => undefined };
  const { url, stop } = await startNginx(folder);
  return { url: `${url}/`, stop };
}

async function build(out: string, coins: string, args: readonly string[]): Promise<void> {
  const common = ["build", "--sample", "--quiet", "--coins", coins, "--out", out, "--state", `${out}-state`];
  await run(process.execPath, [PROGRAM, ...common, ...args], { maxBuffer: 16 * 1024 * 1024 });
}

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
