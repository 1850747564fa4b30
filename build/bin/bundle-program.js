/*
 * Makes the program one bundle of JavaScript, and keeps it below `node_modules` by the contents of
 * all files that it was made of. `tsx` loads each module by itself, which costs 5 seconds of CPU
 * time in each build. JavaScript, because this runs before anything can read TypeScript.
 */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const PROJECT = resolve(import.meta.dirname, "../..");
const CACHE = join(PROJECT, "node_modules/.cache/open-crypto-data");
/** The paths of what the newest bundle was made of. */
const INPUTS = join(CACHE, "inputs.json");
const MAIN = "main.mjs";
/** A program that runs for weeks loads some parts late, from the bundle that it began with. */
const KEPT_BUNDLES = 10;

/** Packages whose modules read no file beside them. The others stay where they are. */
const BUNDLED = /^(commander|entities|fast-csv|fast-xml-parser|feedsmith|p-limit|undici|zod)(\/|$)/;

/** Some of the packages are CommonJS, and require modules of Node. */
const REQUIRE =
  'import { createRequire as openRequire } from "node:module"; const require = openRequire(import.meta.url);';

/**
 * Resolves to the path of the bundle's main module. It is made again after any of its files
 * changed. Rejects where a file has a fault, or `node_modules` cannot be written.
 *
 * @returns {Promise<string>}
 */
export async function bundleProgram() {
  return findBundle() ?? (await makeBundle());
}

function findBundle() {
  try {
    /** @type {string[]} */
    const paths = JSON.parse(readFileSync(INPUTS, "utf8"));
    const main = join(CACHE, computeDigest(new Map(paths.map((path) => [path, readFileSync(path)]))), MAIN);
    return existsSync(main) ? main : undefined;
  } catch {
    // The first bundle, or a file is gone.
    return undefined;
  }
}

async function makeBundle() {
  const { build } = await import("esbuild");
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, "new-"));
  /** @type {Map<string, Buffer>} */
  const inputs = new Map();
  try {
    await build({
      entryPoints: [join(PROJECT, "build/main.ts")],
      bundle: true,
      // Commands and pages are loaded when they are needed.
      splitting: true,
      format: "esm",
      platform: "node",
      target: "node20",
      sourcemap: true,
      sourcesContent: false,
      outdir: folder,
      outExtension: { ".js": ".mjs" },
      banner: { js: REQUIRE },
      logLevel: "silent",
      plugins: [
        { name: "keep-packages", setup: keepPackages },
        { name: "keep-places", setup: keepPlaces(inputs) },
      ],
    });
    const bundle = join(CACHE, computeDigest(inputs));
    // Another process may have made the same.
    if (!existsSync(bundle)) renameSync(folder, bundle);
    const list = join(CACHE, `${process.pid}.json`);
    writeFileSync(list, JSON.stringify([...inputs.keys()]));
    renameSync(list, INPUTS);
    removeOldBundles();
    return join(bundle, MAIN);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {import("esbuild").PluginBuild} build */
function keepPackages({ onResolve }) {
  onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
    // The project may be a package itself.
    const isOurs = importer.startsWith(PROJECT) && !importer.slice(PROJECT.length).includes("node_modules");
    return kind === "entry-point" || !isOurs || BUNDLED.test(path) ? undefined : { path, external: true };
  });
}

/**
 * A module keeps the place that it has in the project: it reads files beside it.
 *
 * @param {Map<string, Buffer>} inputs - Gets what is read, by path.
 * @returns {(build: import("esbuild").PluginBuild) => void}
 */
function keepPlaces(inputs) {
  return ({ onLoad }) => {
    onLoad({ filter: /\.(ts|[cm]?js|json)$/ }, ({ path }) => {
      const body = readFileSync(path);
      inputs.set(path, body);
      const contents = body
        .toString()
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href));
      const type = extname(path);
      return { contents, loader: type === ".ts" ? "ts" : type === ".json" ? "json" : "js" };
    });
  };
}

/** @param {ReadonlyMap<string, Buffer>} inputs */
function computeDigest(inputs) {
  const hash = createHash("sha256").update(process.version);
  for (const [path, body] of [...inputs].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`\n${path} ${body.length}\n`).update(body);
  }
  return hash.digest("hex").slice(0, 32);
}

function removeOldBundles() {
  const bundles = readdirSync(CACHE, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(CACHE, name))
    .map((path) => ({ path, madeMs: statSync(path).mtimeMs }))
    .sort((a, b) => b.madeMs - a.madeMs);
  for (const { path } of bundles.slice(KEPT_BUNDLES)) rmSync(path, { recursive: true, force: true });
}
