import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin, type TransformOptions, transform } from "esbuild";
import { listScripts } from "../../../templates/components/page-script.js";
import type { Artifact } from "../../kit/platform/artifact.ts";

/** How the site's own scripts and styles are made small. Browsers from 2021 on read them. */
export const SMALL = { minify: true, charset: "utf8", target: "es2022" } as const satisfies TransformOptions;

const SCRIPTS = fileURLToPath(new URL("../../../public/js/", import.meta.url));
const MODULE = /<script type="module" src="[^"]*\bjs\/([\w.-]+\.js)">/g;
const CLASSIC = /<script src="[^"]*\bjs\/([\w-]+\.js)">/g;

/** Finds the scripts that pages load, and makes them. */
export interface ScriptJoiner {
  /** A page of the site. */
  add(page: Artifact["body"]): void;
  /** The scripts of the pages so far, with the parts that they load later. */
  join(): Promise<Artifact[]>;
}

/**
 * A page's script contains all modules that it needs at once: a browser that finds them one by one
 * waits for forty files. What a script imports later, after a click or a scroll, is a file of its
 * own with a hash in its name.
 */
export function createScriptJoiner(): ScriptJoiner {
  const modules = new Set<string>();
  const classic = new Set<string>();
  return {
    add(page) {
      const text = typeof page === "string" ? page : new TextDecoder().decode(page);
      for (const [, name] of text.matchAll(MODULE)) modules.add(name!);
      for (const [, name] of text.matchAll(CLASSIC)) classic.add(name!);
    },
    async join() {
      const joined = await Promise.all([...modules].map(joinModules));
      const files = new Map(joined.flat().map((file) => [file.path, file]));
      for (const name of classic) files.set(`js/${name}`, await readClassic(name));
      return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    },
  };
}

/** Each alone: what several pages share would otherwise become a file for each set of pages. */
async function joinModules(name: string): Promise<Artifact[]> {
  const { outputFiles } = await build({
    ...SMALL,
    // Names follow from paths: they must be the same wherever the program is started.
    absWorkingDir: SCRIPTS,
    entryPoints: { [name.replace(/\.js$/, "")]: "page" },
    plugins: [resolvePage(listScripts(name))],
    // All in one folder: from there they find the root of the site.
    outdir: SCRIPTS,
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    legalComments: "none",
    write: false,
    logLevel: "silent",
  });
  return outputFiles.map(({ path, text }) => ({ path: `js/${basename(path)}`, body: text }));
}

/** A module that imports the scripts of a page in their order. */
function resolvePage(scripts: readonly string[]): Plugin {
  return {
    name: "page",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^page$/ }, () => ({ path: "page", namespace: "page" }));
      const contents = scripts.map((script) => `import "./${script}";\n`).join("");
      onLoad({ filter: /./, namespace: "page" }, () => ({ contents, resolveDir: SCRIPTS }));
    },
  };
}

async function readClassic(name: string): Promise<Artifact> {
  return { path: `js/${name}`, body: (await transform(await readFile(join(SCRIPTS, name)), SMALL)).code };
}
