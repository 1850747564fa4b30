import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Artifact } from "../render/artifact.ts";
import type { PageData } from "./page-data/page-data.ts";

const TEMPLATES = fileURLToPath(new URL("../../templates/", import.meta.url));
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

/** Renders `templates/`, sorted by path. Templates read `shared.data`. Writes nothing to disk. */
export async function renderPages(data: PageData, templates: string = TEMPLATES): Promise<Artifact[]> {
  const { default: Eleventy } = await loadEleventy();
  // Eleventy requires a path relative to the working directory.
  const eleventy = new Eleventy(relative(process.cwd(), templates) || ".", OUTPUT, {
    source: "script",
    quietMode: true,
    configPath: undefined,
    config: (config) => {
      config.setUseGitIgnore(false);
      config.setTemplateFormats(["11ty.js"]);
      config.setIncludesDirectory("components");
      config.setLayoutsDirectory("layouts");
      config.setDataDirectory("data");
      config.addGlobalData("shared", () => new Shared(data));
    },
  });
  // The logger would print upstream text in errors unescaped. Errors are thrown as well.
  eleventy.disableLogger();
  const pages = await eleventy.toJSON();
  return pages
    .filter((page) => page.outputPath !== false)
    .map(({ outputPath, content }): Artifact => ({ path: pathOf(outputPath as string), body: content }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function pathOf(outputPath: string): string {
  const path = outputPath.replace(/^\.\//, "");
  if (!path.startsWith(`${OUTPUT}/`)) throw new Error(`A page is outside of the site: ${outputPath}`);
  return path.slice(OUTPUT.length + 1);
}
