import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Artifact } from "../render/artifact.ts";
import type { PageData } from "./page-data/page-data.ts";

const TEMPLATES = fileURLToPath(new URL("../../templates/", import.meta.url));
/** Nothing is written there: it only stands in front of every path that Eleventy reports. */
const OUTPUT = "site";

/** An instance hides the data from Eleventy's deep copies, which are made for each page: ten thousand values each time. */
class Shared {
  readonly data: PageData;
  constructor(data: PageData) {
    this.data = data;
  }
}

/** Only where there are pages: nothing takes longer to load. Whoever knows early that there will be some lets it load while others are waited for. */
export function loadEleventy(): Promise<typeof import("@11ty/eleventy")> {
  return import("@11ty/eleventy");
}

/** Pages out of `templates/`, in the order of their paths. Templates get everything as `shared.data`. Writes nothing to disk. */
export async function renderPages(data: PageData, templates: string = TEMPLATES): Promise<Artifact[]> {
  const { default: Eleventy } = await loadEleventy();
  // Eleventy takes paths relative to the working folder.
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
  // It would print errors as they are, with text of upstreams in them, before it throws them.
  eleventy.disableLogger();
  const pages = await eleventy.toJSON();
  return pages
    .filter((page) => page.outputPath !== false)
    .map(({ outputPath, content }): Artifact => ({ path: pathOf(outputPath as string), body: content }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function pathOf(outputPath: string): string {
  const path = outputPath.replace(/^\.\//, "");
  if (!path.startsWith(`${OUTPUT}/`)) throw new Error(`A page lies outside of the site: ${outputPath}`);
  return path.slice(OUTPUT.length + 1);
}
