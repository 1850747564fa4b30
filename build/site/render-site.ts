import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Artifact } from "../render/artifact.ts";
import { computePageData, type PageInput } from "./page-data/page-data.ts";
import { renderCoinImages } from "./render-coin-images.ts";
import { renderPages } from "./render-pages.ts";

const PUBLIC = fileURLToPath(new URL("../../public/", import.meta.url));

/** The pages of the site and what they load: every file of the tree outside of `api/`. */
export async function renderSite(input: PageInput): Promise<Artifact[]> {
  const data = computePageData(input);
  return [
    ...(await readPublic()),
    ...(await readChartLibrary()),
    ...(await renderPages(data)),
    ...renderCoinImages(data.coins, data.site),
  ];
}

/** The files that every site publishes unchanged, by path. */
async function readPublic(): Promise<Artifact[]> {
  const entries = await readdir(PUBLIC, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return Promise.all(
    paths.map(async (path) => ({
      path: relative(PUBLIC, path).split(sep).join("/"),
      body: new Uint8Array(await readFile(path)),
    })),
  );
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
