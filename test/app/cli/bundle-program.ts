import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";

const PROJECT = resolve(import.meta.dirname, "../../..");

/** A module keeps the place that it has in the project: it reads files beside it. */
const keepPlaces: Plugin = {
  name: "keep-places",
  setup({ onLoad }) {
    onLoad({ filter: /\.[jt]s$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      if (!/import\.meta\.(dirname|url)/.test(text)) return undefined;
      const contents = text
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: path.endsWith("ts") ? "ts" : "js" };
    });
  },
};

/** Packages that builds load. As one file, they save a third of the CPU time of each start. */
const BUNDLED = /^(commander|entities|fast-csv|fast-xml-parser|feedsmith|p-limit|undici|zod)(\/|$)/;

const keepPackages: Plugin = {
  name: "keep-packages",
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
      const isOurs = !importer.includes("/node_modules/");
      return kind === "entry-point" || !isOurs || BUNDLED.test(path) ? undefined : { path, external: true };
    });
  },
};

/** Some of the packages are CommonJS, and require modules of Node. */
const REQUIRE =
  'import { createRequire as openRequire } from "node:module"; const require = openRequire(import.meta.url);';

async function bundle(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "open-data-program-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  // The other packages stay outside of the bundle.
  symlinkSync(join(PROJECT, "node_modules"), join(folder, "node_modules"));
  await build({
    entryPoints: [join(PROJECT, "build/main.ts")],
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    minifyWhitespace: true,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    banner: { js: REQUIRE },
    plugins: [keepPackages, keepPlaces],
  });
  return join(folder, "main.mjs");
}

let bundled: Promise<string> | undefined;

/**
 * The program in a few JavaScript files, for tests that start it many times: it starts in a third
 * of the time of `tsx`, which loads each module by itself. Made once in a process.
 */
export function bundleProgram(): Promise<string> {
  bundled ??= bundle();
  return bundled;
}
