import { fileURLToPath } from "node:url";
import { build, type Format } from "esbuild";

/** A program as a file of the site. */
export interface ProgramFile {
  /** Relative to the site's root. */
  path: string;
  body: string;
}

/** Whose it is, for whoever meets it alone; the licence itself is in LICENSE. */
const BANNER = "/*! Open Crypto Data, MIT License */";
/** The youngest browsers that lack it are from 2021; newer functions that are called here are younger than that anyway. */
const TARGET = "es2022";

/** One program costs about 50 ms, and its source cannot change while this process runs. */
const bundled = new Map<string, Promise<string>>();

/** The worker for Cloudflare, an ES module that needs nothing but `env.ASSETS`. Throws where its source does not bundle. */
export function bundleWorker(): Promise<string> {
  return bundle("worker.ts", "esm");
}

/** The programs that every site publishes for its readers. The same source gives the same bytes. */
export async function bundleProgramFiles(): Promise<ProgramFile[]> {
  return [
    { path: "client.js", body: await bundle("client.ts", "esm") },
    // Browsers register it as a script or as a module: in this form it is both, and its names stay its own.
    { path: "sw.js", body: await bundle("service-worker.ts", "iife") },
  ];
}

/** The bundled programs by their source file, for a process that may not start the bundler: see `presetBundles`. */
export async function renderBundles(): Promise<Record<string, string>> {
  await Promise.all([bundleWorker(), bundleProgramFiles()]);
  const entries = [...bundled].map(async ([entry, program]) => [entry, await program] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** Takes programs that another process of the same version has bundled. */
export function presetBundles(programs: Readonly<Record<string, string>>): void {
  for (const [entry, program] of Object.entries(programs)) bundled.set(entry, Promise.resolve(program));
}

function bundle(entry: string, format: Format): Promise<string> {
  const known = bundled.get(entry) ?? runBundler(entry, format);
  bundled.set(entry, known);
  return known;
}

async function runBundler(entry: string, format: Format): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    minify: true,
    format,
    platform: "neutral",
    target: TARGET,
    charset: "utf8",
    legalComments: "none",
    banner: { js: BANNER },
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0]!.text;
}
