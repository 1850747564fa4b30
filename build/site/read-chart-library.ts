import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Artifact } from "../render/artifact.ts";

/** The library that draws charts, as files of the site, so that no reader asks another host for it. With its licence. */
export async function readChartLibrary(): Promise<Artifact[]> {
  const dist = dirname(createRequire(import.meta.url).resolve("uplot"));
  const read = (name: string) => readFile(join(dist, name), "utf8");
  const [script, style, licence] = await Promise.all([
    read("uPlot.iife.min.js"),
    read("uPlot.min.css"),
    read("../LICENSE"),
  ]);
  return [
    // The package's only minified form is a script that defines one variable; as a module it exports that.
    { path: "vendor/uplot.js", body: `${script.trimEnd()}\nexport default uPlot;\n` },
    { path: "vendor/uplot.css", body: style },
    { path: "vendor/uplot-licence.txt", body: licence },
  ];
}
