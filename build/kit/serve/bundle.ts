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

const FORMATS = {
  "worker.ts": "esm",
  "client.ts": "esm",
  // Browsers can register this form as a script and as a module.
  "service-worker.ts": "iife",
} as const satisfies Record<string, Format>;

/** The worker for Cloudflare, an ES module that needs only `env.ASSETS`. */
export async function bundleWorker(): Promise<string> {
  return runBundler("worker.ts");
}

/**
 * The programs that every site publishes. The same source gives the same bytes. `copies`: the URLs
 * of the site and its mirror, with a slash at the end; none without a mirror.
 */
export async function bundleProgramFiles(copies: readonly string[] = []): Promise<ProgramFile[]> {
  return [
    { path: "client.js", body: await runBundler("client.ts", copies) },
    { path: "sw.js", body: await runBundler("service-worker.ts") },
  ];
}

async function runBundler(entry: keyof typeof FORMATS, copies: readonly string[] = []): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    minify: true,
    format: FORMATS[entry],
    platform: "neutral",
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
