import type { Host } from "./host.ts";
import { CLOUDFLARE_LIMITS, getBundle, renderCloudflareHeaders } from "./kit/cloudflare-files.ts";
import { listNotFoundPage } from "./kit/error-response.ts";

/** The older of the two: the worker answers all of `/api` but the archives, which need nothing computed. */
export const cloudflarePages: Host = {
  id: "cloudflare-pages",
  name: "Cloudflare Pages",
  homepage: "https://developers.cloudflare.com/pages/",
  level: "L3",
  unanswerable: "Nothing is unanswerable: the handler computes what has no file.",
  steps: [
    "In the dashboard choose Workers & Pages, Create, Pages, and upload nothing yet: only the project's name counts.",
    "Run `npx wrangler pages deploy dist --project-name NAME`, with an API token as `CLOUDFLARE_API_TOKEN`.",
    "For a new site, Cloudflare itself recommends Workers instead.",
  ],
  collides: true,
  bundles: ["worker"],
  limits: CLOUDFLARE_LIMITS,
  *controlFiles({ bundles, files }) {
    const routes = { version: 1, include: ["/api/*", "/api"], exclude: ["/api/data/download/*"] };
    yield { path: "_routes.json", body: `${JSON.stringify(routes, null, 2)}\n` };
    yield { path: "_worker.js", body: getBundle(bundles, "worker") };
    yield renderCloudflareHeaders();
    // Without it, every unknown path is answered with the start page and status 200.
    yield* listNotFoundPage(files);
  },
};
