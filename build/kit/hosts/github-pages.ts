import { isKey } from "../../lib/key.ts";
import type { Host } from "./host.ts";
import { listNotFoundPage } from "./kit/error-response.ts";
import { placeBelow } from "./kit/query-rules.ts";

/**
 * No rules and no headers. A folder with `index.json` answers the path without extension after a
 * 301. A key has a folder in lower and one in upper case; in optional trees in lower case only.
 */
export const githubPages: Host = {
  id: "github-pages",
  name: "GitHub Pages",
  homepage: "https://docs.github.com/en/pages",
  level: "L1",
  anySpelling: false,
  ranges: true,
  unanswerable:
    "Query strings are ignored: the response is the default one, which is named in its meta. A path with two " +
    "parameters, such as an item and a year, needs .json at its end.",
  steps: [
    "Fork the project on GitHub, or press **Use this template**.",
    "In your repository, open **Settings → Pages** and set **Source** to **GitHub Actions**.",
    "In a fork, enable the workflows in the **Actions** tab: a fork starts with them off.",
    "In the **Actions** tab, open the workflow `publish` and press **Run workflow**. It then runs every half hour, and each build " +
      "resumes from the published site. A run uploads the whole site as one archive, so the number of files that " +
      "change costs nothing.",
    "After the first run the site is at `https://OWNER.github.io/REPOSITORY/` or at the domain in **Settings → Pages**. Its status page shows the builds.",
  ],
  beginsWithFork: true,
  limits: {
    totalBytes: { max: 1_000_000_000, reason: "a published site may be 1 GB (GitHub Pages usage limits)" },
    fileBytes: { max: 100 * 1024 * 1024, reason: "files above 100 MB are blocked where the site is kept in git" },
  },
  *controlFiles({ files }) {
    // Jekyll would take minutes and drop names that begin with an underscore.
    yield { path: ".nojekyll", body: "" };
    yield* listNotFoundPage(files);
  },
  urlVariants(routes) {
    const patterns = routes
      .filter(({ download }) => !download)
      .map((route) => {
        const { tree } = route;
        const path = placeBelow(route, route.path.slice(1));
        const source = path.replaceAll(".", "\\.").replace(/\{\w+\}/, "([^/]+)");
        const [start = path] = path.split("{", 1);
        return { path, start, hasCapitals: tree === undefined, pattern: new RegExp(`^${source}\\.json$`) };
      });
    return (file) => {
      if (file === "api/index.json") return [];
      for (const { path, start, hasCapitals, pattern } of patterns) {
        // Every file is compared with every route: most differ at once.
        if (!file.startsWith(start)) continue;
        const [fits, key = ""] = pattern.exec(file) ?? [];
        if (fits === undefined || (key !== "" && !isKey(key))) continue;
        const keys = new Set([key, hasCapitals ? key.toUpperCase() : key]);
        return [...keys].map((variant) => `${path.replace(/\{\w+\}/, () => variant)}/index.json`);
      }
      return [];
    };
  },
};
