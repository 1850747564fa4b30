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

/** Bundled programs by their source file. */
export type Programs = Readonly<Record<keyof typeof FORMATS, string>>;

/** All programs, for a process that may not start the bundler. */
export async function bundlePrograms(copies: readonly string[] = []): Promise<Programs> {
  const [worker, client, serviceWorker] = await Promise.all([
    runBundler("worker.ts"),
    runBundler("client.ts", copies),
    runBundler("service-worker.ts"),
  ]);
  return { "worker.ts": worker, "client.ts": client, "service-worker.ts": serviceWorker };
}

/** The worker for Cloudflare, an ES module that needs only `env.ASSETS`. */
export async function bundleWorker(programs?: Programs): Promise<string> {
  return programs?.["worker.ts"] ?? (await runBundler("worker.ts"));
}

/**
 * The programs that every site publishes. The same source gives the same bytes. `copies`: the URLs
 * of the site and its mirror, with a slash at the end; none without a mirror.
 */
export async function bundleProgramFiles(programs?: Programs, copies: readonly string[] = []): Promise<ProgramFile[]> {
  return [
    { path: "client.js", body: programs?.["client.ts"] ?? (await runBundler("client.ts", copies)) },
    { path: "sw.js", body: programs?.["service-worker.ts"] ?? (await runBundler("service-worker.ts")) },
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
