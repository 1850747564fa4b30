import { CLOUDFLARE_FREE_PLAN, CLOUDFLARE_LIMITS, renderCloudflareHeaders, renderWorker } from "./cloudflare.ts";
import type { Host } from "./host.ts";
import { listNotFoundPage } from "./kit/error-response.ts";

/**
 * The older product: the worker answers all of `/api`, also the archives, because a missing file
 * would get the 404 page.
 */
export const cloudflarePages: Host = {
  id: "cloudflare-pages",
  name: "Cloudflare Pages",
  homepage: "https://developers.cloudflare.com/pages/",
  level: "L3",
  anySpelling: true,
  ranges: false,
  unanswerable: "All queries supported: the handler computes responses without a file.",
  steps: [
    "In the dashboard choose **Workers & Pages → Create → Pages**, and upload nothing yet: only the project's name counts.",
    "Run `npx wrangler pages deploy dist --project-name NAME`, with an API token as `CLOUDFLARE_API_TOKEN`.",
    "Each request of the API runs the handler, and counts as one of 100,000 free requests a day. On Workers, files are free.",
    "For a new site, Cloudflare itself recommends Workers instead.",
  ],
  limits: CLOUDFLARE_LIMITS,
  freePlan: CLOUDFLARE_FREE_PLAN,
  *controlFiles({ layout, worker, files }) {
    const invocations = {
      version: 1,
      include: ["/api/*", "/api", ...layout.roots.map((root) => `/${root}/*`)],
      exclude: [],
    };
    yield { path: "_routes.json", body: `${JSON.stringify(invocations, null, 2)}\n` };
    yield renderWorker(worker);
    yield renderCloudflareHeaders(layout);
    // Without it, every unknown path gets the start page with status 200.
    yield* listNotFoundPage(files);
  },
};
