import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import { bundleConversion } from "../../crypto/serve/programs.ts";
import type { Artifact } from "../../kit/platform/artifact.ts";
import { bundleModule } from "../../kit/serve/bundle.ts";
import { createScriptJoiner, SMALL } from "./join-scripts.ts";
import { renderTwins } from "./markdown-twin.ts";
import { listCoinPictures } from "./page-data/coin-page.ts";
import { computePageData, type PageData, type PageInput } from "./page-data/page-data.ts";
import { drawPictures } from "./picture/render-pictures.ts";
import { type ListedPage, renderCoinPages } from "./render-coin-pages.ts";
import { renderSearchFile } from "./search/search-file.ts";

const PUBLIC = fileURLToPath(new URL("../../../public/", import.meta.url));

/** The pages of the site and what they load: every file of the tree outside of `api/`. */
export async function* renderSite(input: PageInput): AsyncGenerator<Artifact> {
  const data = computePageData(input);
  const pictures = drawPictures(data.site, listCoinPictures(input), input.previous);
  try {
    yield* await readPublic();
    yield* await readChartLibrary();
    yield* await readSearchLibrary();
    yield { path: "js/convert-answer.js", body: await bundleConversion() };
    yield* await readQueryEngine();
    const { files, pages } = await renderPages(data);
    yield* files;
    yield* renderTwins(files, input.previous);
    yield renderSearchFile(files, pages, data);
    const scripts = createScriptJoiner();
    for (const { body } of files) scripts.add(body);
    for (const page of renderCoinPages(input, data, pages)) {
      scripts.add(page.body);
      yield page;
    }
    yield* await scripts.join();
    yield* pictures.finish();
  } finally {
    await pictures.close();
  }
}

/** The files that every site publishes; styles without comments and spaces. Scripts are joined. */
async function readPublic(): Promise<Artifact[]> {
  const entries = await readdir(PUBLIC, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return Promise.all(names.sort().map(async (path) => ({ path, body: await readPublicFile(path) })));
}

async function readPublicFile(name: string): Promise<string | Uint8Array> {
  const body = await readFile(join(PUBLIC, name));
  return name.endsWith(".css") ? (await transform(body, { ...SMALL, loader: "css" })).code : new Uint8Array(body);
}

/** The chart library with its licence: browsers load it from the site, not from another host. */
async function readChartLibrary(): Promise<Artifact[]> {
  const dist = dirname(createRequire(import.meta.url).resolve("uplot"));
  const read = (name: string) => readFile(join(dist, name), "utf8");
  const [script, style, licence] = await Promise.all([
    read("uPlot.iife.min.js"),
    read("uPlot.min.css"),
    read("../LICENSE"),
  ]);
  return [
    // The only minified form is a script with a global variable; the export makes it a module.
    { path: "vendor/uplot.js", body: `${script.trimEnd()}\nexport default uPlot;\n` },
    { path: "vendor/uplot.css", body: style },
    { path: "vendor/uplot-licence.txt", body: licence },
  ];
}

/** The engine of queries with the licences of its libraries. */
async function readQueryEngine(): Promise<Artifact[]> {
  const { resolve } = createRequire(import.meta.url);
  const folders = ["hyparquet", "squirreling"].map((name) => [name, dirname(dirname(resolve(name)))] as const);
  const licences = folders.map(
    async ([name, folder]) => `${name}\n\n${await readFile(join(folder, "LICENSE"), "utf8")}`,
  );
  return [
    { path: "js/sql-worker.js", body: await bundleModule(new URL("sql/sql-worker.ts", import.meta.url)) },
    { path: "vendor/sql-licences.txt", body: (await Promise.all(licences)).join("\n") },
  ];
}

/** The search library with its licence. */
async function readSearchLibrary(): Promise<Artifact[]> {
  const dist = dirname(dirname(createRequire(import.meta.url).resolve("minisearch")));
  const [script, licence] = await Promise.all([
    readFile(join(dist, "es/index.js")).then((body) => transform(body, SMALL)),
    readFile(join(dist, "../LICENSE.txt"), "utf8"),
  ]);
  return [
    { path: "vendor/minisearch.js", body: script.code },
    { path: "vendor/minisearch-licence.txt", body: licence },
  ];
}

const TEMPLATES = fileURLToPath(new URL("../../../templates/", import.meta.url));
/** Prefix of the paths that Eleventy reports. Nothing is written there. */
const OUTPUT = "site";

/** Eleventy copies plain objects deeply for each page; it does not copy class instances. */
class Shared {
  readonly data: PageData;
  constructor(data: PageData) {
    this.data = data;
  }
}

/** Eleventy loads slowly, so it is imported on demand. An early call loads it in parallel. */
export function loadEleventy(): Promise<typeof import("@11ty/eleventy")> {
  return import("@11ty/eleventy");
}

/** The files of `templates/`, sorted by path. */
export interface RenderedPages {
  files: Artifact[];
  /** Those that other pages can link to. */
  pages: ListedPage[];
}

/** Renders the templates of Eleventy. They read `shared.data`. Writes nothing to disk. */
export async function renderPages(data: PageData, templates: string = TEMPLATES): Promise<RenderedPages> {
  const pages: ListedPage[] = [];
  const { default: Eleventy } = await loadEleventy();
  // Eleventy requires a path relative to the working directory.
  const eleventy = new Eleventy(relative(process.cwd(), templates) || ".", OUTPUT, {
    source: "script",
    quietMode: true,
    configPath: undefined,
    config: (config) => {
      config.setUseGitIgnore(false);
      // An installed package lies there, with its templates.
      config.ignores.delete("**/node_modules/**");
      config.setTemplateFormats(["11ty.js"]);
      config.setIncludesDirectory("components");
      config.setLayoutsDirectory("layouts");
      config.setDataDirectory("data");
      config.addGlobalData("shared", () => new Shared(data));
      config.addCollection("listed", (all) => {
        pages.push(
          ...all.getAll().map(({ url, data: { title, description, words } }) => {
            return { url, data: { title, description, words } };
          }),
        );
        return [];
      });
    },
  });
  // The logger would print upstream text in errors unescaped. Errors are thrown as well.
  eleventy.disableLogger();
  const rendered = await eleventy.toJSON().catch((error: unknown) => {
    throw new Error(listReasons(error).join(": "), { cause: error });
  });
  const files = rendered
    .flatMap(({ outputPath, content }): Artifact[] =>
      outputPath === false ? [] : [{ path: pathOf(outputPath), body: content }],
    )
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  // Eleventy lists them as its templates happen to be read.
  pages.sort((a, b) => (a.url < b.url ? -1 : 1));
  return { files, pages };
}

/** Eleventy says which template failed, and why in `originalError`. */
function listReasons(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [error.message, ...listReasons("originalError" in error ? error.originalError : undefined)];
}

function pathOf(outputPath: string): string {
  const path = outputPath.replace(/^\.\//, "");
  if (!path.startsWith(`${OUTPUT}/`)) throw new Error(`A page is outside of the site: ${outputPath}`);
  return path.slice(OUTPUT.length + 1);
}
