import type { ControlFile, FreePlan, Host, Limits } from "./host.ts";
import { DAILY, describeType, type HeaderBlock, renderHeaderFile } from "./kit/headers.ts";
import type { Layout } from "./kit/layout.ts";

/** The file of the handler, which answers what is no file. */
export const WORKER_FILE = "_worker.js";

/** A part of the site's address. A fork may change it before it deploys. */
const WORKER_NAME = "open-crypto-data";

export const CLOUDFLARE_LIMITS: Limits = {
  files: { max: 100_000, reason: "in one version on the paid plan" },
  fileBytes: { max: 25 * 1024 * 1024, reason: "per file, on every plan" },
  rules: { max: 100, reason: "for headers, in _headers" },
  ruleLength: { max: 2_000, reason: "for headers, in _headers" },
};

export const CLOUDFLARE_FREE_PLAN: FreePlan = {
  limits: { files: { max: 20_000, reason: "in one version on the free plan" } },
};

/**
 * Workers static assets: files are free and without limit, the handler runs for other paths. If
 * the worker ran first, files would get 429 beyond the free quota.
 */
export const cloudflare: Host = {
  id: "cloudflare",
  name: "Cloudflare Workers",
  homepage: "https://developers.cloudflare.com/workers/static-assets/",
  level: "L3",
  anySpelling: true,
  ranges: false,
  unanswerable: "All queries supported: the handler computes responses without a file.",
  steps: [
    "Create a free account and an API token from the template **Edit Cloudflare Workers**.",
    "In `dist/`, change `name` in `wrangler.jsonc` if you like: it becomes a part of the address.",
    "Run `npx wrangler deploy` in `dist/`, with the token as `CLOUDFLARE_API_TOKEN`.",
    "Do not run `npx wrangler dev` in `dist/`: it writes into the folder that it watches, and starts again endlessly. `npm run serve` shows the same site.",
    "Browsers ask (`OPTIONS`) before a script of another site sends headers of its own. Cloudflare answers 405 to that " +
      "for an existing file, so such scripts must leave out `.json` at the end of a path. To allow it for files too, " +
      'set `"run_worker_first": ["/api/*"]` in `assets` of `wrangler.jsonc`: the worker then answers ' +
      "every request of the API, and each one counts: 100,000 a day are free, and further ones get 429.",
  ],
  limits: CLOUDFLARE_LIMITS,
  freePlan: CLOUDFLARE_FREE_PLAN,
  *controlFiles({ layout, worker }) {
    const config = {
      name: WORKER_NAME,
      main: WORKER_FILE,
      compatibility_date: "2026-01-01",
      // The handler answers missing files, not a page of the platform.
      assets: { directory: ".", binding: "ASSETS", html_handling: "auto-trailing-slash", not_found_handling: "none" },
    };
    yield { path: "wrangler.jsonc", body: `${JSON.stringify(config, null, 2)}\n` };
    yield renderWorker(worker);
    // Otherwise the worker's code would be a public file.
    yield { path: ".assetsignore", body: `${WORKER_FILE}\nwrangler.jsonc\n.wrangler\n` };
    yield renderCloudflareHeaders(layout);
  },
};

/** `!` removes the general age first: the platform joins the values of all matching rules. */
export function renderCloudflareHeaders(layout: Layout): ControlFile {
  const closed = layout.daily.map(
    (path): HeaderBlock => [path.replace("/*/", "/:key/"), { "! Cache-Control": "", "Cache-Control": DAILY }],
  );
  return renderHeaderFile(layout, [...closed, describeType("/api/data/download/*.sha256")]);
}

/** The handler, which only hosts of level L3 run. */
export function renderWorker(worker: string | undefined): ControlFile {
  if (worker === undefined) throw new Error("The handler is not bundled");
  return { path: WORKER_FILE, body: worker };
}
