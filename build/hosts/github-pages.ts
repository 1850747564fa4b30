import type { Host } from "./host.ts";
import { listNotFoundPage } from "./kit/error-response.ts";
import { aliasOf, findRouteFile } from "./kit/url-variants.ts";

/**
 * No rules and no headers: a folder's `index.json` answers the path without extension after a 301 (the list of index files is in
 * the documentation of its local server, and webfinger files are served so), both cases of a symbol have a folder each.
 */
export const githubPages: Host = {
  id: "github-pages",
  name: "GitHub Pages",
  homepage: "https://docs.github.com/en/pages",
  level: "L1",
  unanswerable: "Query strings are ignored: the default answer comes, and its meta says which one it is.",
  steps: [
    "Fork the project on GitHub. Everything that you may want to change is in `build/config.ts`, and nothing has to be.",
    "In the fork open Settings, Pages, and choose GitHub Actions as the source.",
    "Enable the workflows in the Actions tab: a fork starts with them off.",
    "There, open the workflow `publish` and run it. From then on it runs every half hour by itself, and each build goes on from the site before it.",
    "After the first run the site is at `https://OWNER.github.io/REPOSITORY/`, or at the domain that Settings, Pages names. Its status says how the builds went.",
  ],
  beginsWithFork: true,
  collides: false,
  bundles: [],
  limits: {
    totalBytes: { max: 1_000_000_000, reason: "a published site may be 1 GB (GitHub Pages usage limits)" },
    fileBytes: { max: 100 * 1024 * 1024, reason: "files above 100 MB are blocked where the site is kept in git" },
  },
  *controlFiles({ files }) {
    // Without it, a site that is published from a branch goes through Jekyll, which takes minutes and drops names with an underscore.
    yield { path: ".nojekyll", body: "" };
    yield* listNotFoundPage(files);
  },
  *aliases(artifact, routes) {
    const found = findRouteFile(artifact.path, routes);
    if (found === undefined || artifact.path === "api/index.json") return;
    const [key] = found.path.values();
    const spellings = key === undefined ? [""] : [key, key.toUpperCase()];
    for (const spelling of new Set(spellings)) {
      const path = found.route.path.replace(/\{\w+\}/, () => spelling);
      yield aliasOf(artifact, `api${path}/index.json`);
    }
  },
};
