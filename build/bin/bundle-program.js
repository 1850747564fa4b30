/*
 * Makes the program one bundle of JavaScript, and keeps it below `node_modules` by the contents of
 * all files that it was made of. `tsx` loads each module by itself, which costs 5 seconds of CPU
 * time in each build. JavaScript, because this runs before anything can read TypeScript.
 */
import { createHash } from "node:crypto";
import {
  chmodSync,
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
import { createRequire } from "node:module";
import { dirname, extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const PROJECT = resolve(import.meta.dirname, "../..");
const CACHE = join(PROJECT, "node_modules/.cache/open-crypto-data");
/** The paths of what the newest bundle was made of. Several checkouts may share `node_modules`. */
const INPUTS = join(CACHE, `${createHash("sha256").update(PROJECT).digest("hex").slice(0, 16)}.json`);
/** What decides on a bundle beside the files of the program. */
const BUNDLERS = [import.meta.filename, createRequire(import.meta.url).resolve("esbuild/package.json")];
const MAIN = "main.mjs";
const BUNDLE_NAME = /^[0-9a-f]{32}$/;

/** A build loads its pages some seconds after its start, from the bundle that it began with. */
const KEPT_BUNDLES = 10;
/** An unfinished bundle of a process that was killed. */
const FORGOTTEN_MS = 60 * 60 * 1000;

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
      // A path from the root would be a pattern: folders may have `*` in their names.
      absWorkingDir: PROJECT,
      entryPoints: ["build/main.ts"],
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
      // Another one may lie around an installed package: it is for its own program.
      tsconfigRaw: "{}",
      plugins: [
        { name: "keep-packages", setup: keepPackages },
        { name: "keep-places", setup: keepPlaces(inputs) },
      ],
    });
    const bundle = join(CACHE, computeDigest(inputs));
    publish(folder, bundle);
    const list = join(CACHE, `${process.pid}.new`);
    writeFileSync(list, JSON.stringify([...inputs.keys()]));
    renameSync(list, INPUTS);
    removeOldBundles();
    return join(bundle, MAIN);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {string} bundle
 */
function publish(folder, bundle) {
  // Root may have installed what others run.
  chmodSync(folder, 0o755);
  try {
    renameSync(folder, bundle);
  } catch (error) {
    // Another process may have made the same one.
    if (!existsSync(join(bundle, MAIN))) throw error;
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
      // Functions, because `$` has a meaning in a text that replaces another.
      const contents = body
        .toString()
        .replaceAll("import.meta.dirname", () => JSON.stringify(dirname(path)))
        .replaceAll("import.meta.url", () => JSON.stringify(pathToFileURL(path).href));
      const type = extname(path);
      return { contents, loader: type === ".ts" ? "ts" : type === ".json" ? "json" : "js" };
    });
  };
}

/** @param {ReadonlyMap<string, Buffer>} inputs */
function computeDigest(inputs) {
  const hash = createHash("sha256").update(process.version);
  for (const path of BUNDLERS) hash.update(readFileSync(path));
  for (const [path, body] of [...inputs].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`\n${path} ${body.length}\n`).update(body);
  }
  return hash.digest("hex").slice(0, 32);
}

function removeOldBundles() {
  try {
    const entries = readdirSync(CACHE)
      .map((name) => ({ name, path: join(CACHE, name), madeMs: statSync(join(CACHE, name)).mtimeMs }))
      .sort((a, b) => b.madeMs - a.madeMs);
    const old = entries.filter(({ name }) => BUNDLE_NAME.test(name)).slice(KEPT_BUNDLES);
    const forgotten = entries.filter(({ name, madeMs }) => /new/.test(name) && Date.now() - madeMs > FORGOTTEN_MS);
    for (const { path } of [...old, ...forgotten]) rmSync(path, { recursive: true, force: true });
  } catch {
    // Another process removes them at the same time.
  }
}
