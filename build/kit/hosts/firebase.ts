import { COMMON_HEADERS, MEDIA_TYPES } from "../api/response-headers.ts";
import type { Host } from "./host.ts";
import { hasNotFoundPage, listNotFoundPage } from "./kit/error-response.ts";
import { listCacheClasses, PAGE_POLICY } from "./kit/headers.ts";
import { type Layout, renderData } from "./kit/layout.ts";
import { escapePattern, listCapitals, listPathNames, planQueries, renderPath } from "./kit/query-rules.ts";

/** Keys in either case. Redirects escape what they copy, so no other path is redirected. */
const KEY = "([A-Za-z0-9][A-Za-z0-9_-]*)";

/**
 * Rules ignore the query, and only redirects can copy a part of the path. Redirects come before
 * files, so their patterns exclude dots.
 */
export const firebase: Host = {
  id: "firebase",
  name: "Firebase Hosting",
  homepage: "https://firebase.google.com/docs/hosting/full-config",
  level: "L1",
  anySpelling: false,
  ranges: null,
  unanswerable: "Query strings are ignored: a redirect leads to the default response, which is named in its meta.",
  steps: [
    "Create a project in the Firebase console and switch Hosting on.",
    "Run `npx firebase-tools deploy --only hosting --project ID` in `dist/`, where `firebase.json` lies.",
    "Old releases count as storage: let the console keep only the last few.",
    "The free plan sends at most 360 MB a day to readers.",
  ],
  limits: { fileBytes: { max: 2_000_000_000, reason: "per file, on every plan" } },
  freePlan: {
    limits: { totalBytes: { max: 10_000_000_000, reason: "of storage on the free plan, old releases included" } },
    deployments: { max: 30, reason: "one a day: the stored releases may take 10 GB" },
  },
  *controlFiles({ layout, routes, files }) {
    const redirects = planQueries(routes, files).flatMap((plan) => {
      const file = plan.rules.find(({ names }) => names.length === 0)?.file;
      if (file === undefined) return [];
      const captures = listPathNames(plan);
      return {
        regex: `^${renderPath(plan, () => KEY)}$`,
        destination: `/${file.replace(/\{(\w+)\}/g, (_, name: string) => `:${captures.indexOf(name) + 1}`)}`,
        type: 302,
      };
    });
    const hosting = {
      public: ".",
      ignore: ["firebase.json"],
      cleanUrls: false,
      redirects: [{ regex: "^/api/?$", destination: "/api/index.json", type: 302 }, ...redirects],
      headers: renderHeaders(layout, hasNotFoundPage(files)),
    };
    const rules = hosting.redirects.map(({ regex }) => regex);
    yield { path: "firebase.json", body: `${JSON.stringify({ hosting }, null, 2)}\n`, rules };
    yield* listNotFoundPage(files);
  },
  urlVariants: listCapitals("L1"),
};

/** With pages, a missing file gets the 404 page with the headers of its own path. */
function renderHeaders(layout: Layout, hasPages: boolean): unknown[] {
  const toList = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).map(([key, value]) => ({ key, value }));
  return [
    { source: "**", headers: toList({ ...COMMON_HEADERS, "Content-Security-Policy": PAGE_POLICY }) },
    ...[...listCacheClasses(layout)].reverse().map(({ pattern, cacheControl }) => ({
      regex: `^${pattern}$`,
      headers: toList({ "Cache-Control": cacheControl }),
    })),
    ...MEDIA_TYPES.filter(([ending]) => !(hasPages && ending === ".json"))
      .reverse()
      .map(([ending, type]) => ({
        regex: `^${renderData(layout)}/.*${escapePattern(ending)}$`,
        headers: toList({ "Content-Type": type }),
      })),
  ];
}
