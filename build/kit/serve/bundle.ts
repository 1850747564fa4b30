import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, type Format } from "esbuild";

/** A bundled program as a file of the site. */
export interface ProgramFile {
  /** Relative to the site's root. */
  path: string;
  body: string;
}

/** For readers of the file alone; the licence itself is in LICENSE. */
const BANNER = "/*! Open Crypto Data, MIT License */";
/** Browsers from 2021 on; the programs need no older ones. */
const TARGET = "es2022";

/** The entries of the programs: files that start `createWorker`, a client and a service worker. */
export interface ProgramEntries {
  worker: URL;
  client: URL;
  serviceWorker: URL;
}

/** The worker for Cloudflare, an ES module that needs only `env.ASSETS`. */
export async function bundleWorker({ worker }: Pick<ProgramEntries, "worker">): Promise<string> {
  return runBundler(worker, "esm");
}

/**
 * The programs that every site publishes. The same source gives the same bytes. `copies`: the URLs
 * of the site and its mirror, with a slash at the end; none without a mirror.
 */
export async function bundleProgramFiles(
  { client, serviceWorker }: ProgramEntries,
  copies: readonly string[] = [],
): Promise<ProgramFile[]> {
  return [
    { path: "client.js", body: await runBundler(client, "esm", copies) },
    // Browsers can register this form as a script and as a module.
    { path: "sw.js", body: await runBundler(serviceWorker, "iife") },
  ];
}

/** A module that the site's own pages import. */
export async function bundleModule(entry: URL): Promise<string> {
  return runBundler(entry, "esm");
}

async function runBundler(entry: URL, format: Format, copies: readonly string[] = []): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    minify: true,
    format,
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["browser"],
    target: TARGET,
    define: { COPIES: copies.length === 0 ? "undefined" : JSON.stringify(copies) },
    charset: "utf8",
    legalComments: "none",
    banner: { js: BANNER },
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0]!.text;
}

/** The types that a file declares: its text without its imports and comments about the file. */
export function readDeclarations(file: URL): string {
  const text = readFileSync(file, "utf8").replace(/^import type .*;\n/gm, "");
  return text.replace(/^\/\*(?!\*).*\*\/\n/gm, "").trimStart();
}
