import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Artifact } from "../render/artifact.ts";

/** Source maps are as large as the programs, and nobody copies them along. */
const MAP_HINT = /\n?\/[/*]# sourceMappingURL=[^\n]*\s*$/;

/**
 * The view of the OpenAPI document as files of the site, so that no reader asks another host for it. With its licences; loaded by the one
 * page that shows it, once a reader asks.
 */
export async function readOpenApiView(): Promise<Artifact[]> {
  const folder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  const read = (name: string) => readFile(join(folder, name), "utf8");
  const [script, style, licence, notice, parts] = await Promise.all([
    read("swagger-ui-bundle.js"),
    read("swagger-ui.css"),
    read("LICENSE"),
    read("NOTICE"),
    read("swagger-ui-bundle.js.LICENSE.txt"),
  ]);
  return [
    { path: "vendor/swagger-ui.js", body: script.replace(MAP_HINT, "\n") },
    { path: "vendor/swagger-ui.css", body: style.replace(MAP_HINT, "\n") },
    { path: "vendor/swagger-ui-licence.txt", body: [notice, licence, parts].join("\n") },
  ];
}
