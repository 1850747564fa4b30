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

async function bundle(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "open-data-program-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  // Packages stay outside of the bundle.
  symlinkSync(join(PROJECT, "node_modules"), join(folder, "node_modules"));
  await build({
    entryPoints: [join(PROJECT, "build/main.ts")],
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    plugins: [keepPlaces],
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
