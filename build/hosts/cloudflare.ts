import type { Host } from "./host.ts";
import { CLOUDFLARE_LIMITS, getBundle, renderCloudflareHeaders } from "./kit/cloudflare-files.ts";

/** The worker's name on the host, which is a part of its address; a fork may change it before it deploys. */
const WORKER_NAME = "open-crypto-data";

/**
 * Workers static assets: a file is sent without running anything, which is free and without limit; only what is no file runs the
 * handler. The worker must not run first: beyond the free quota it would answer 429 for files too.
 */
export const cloudflare: Host = {
  id: "cloudflare",
  name: "Cloudflare Workers",
  homepage: "https://developers.cloudflare.com/workers/static-assets/",
  level: "L3",
  unanswerable: "Nothing is unanswerable: the handler computes what has no file.",
  steps: [
    "Create a free account and an API token from the template Edit Cloudflare Workers.",
    "In `dist/`, change `name` in `wrangler.jsonc` if you like: it becomes a part of the address.",
    "Run `npx wrangler deploy` in `dist/`, with the token as `CLOUDFLARE_API_TOKEN`.",
    "Do not run `npx wrangler dev` in `dist/`: it writes into the folder that it watches, and begins anew for ever. `npm run serve` shows the same site.",
  ],
  collides: true,
  bundles: ["worker"],
  limits: CLOUDFLARE_LIMITS,
  *controlFiles({ bundles }) {
    const config = {
      name: WORKER_NAME,
      main: "_worker.js",
      compatibility_date: "2026-01-01",
      // Files are called by their name alone: no guesses about pages, no page where a file is missing.
      assets: { directory: ".", binding: "ASSETS", html_handling: "auto-trailing-slash", not_found_handling: "none" },
    };
    yield { path: "wrangler.jsonc", body: `${JSON.stringify(config, null, 2)}\n` };
    yield { path: "_worker.js", body: getBundle(bundles, "worker") };
    // The folder is uploaded whole otherwise, the worker's code with it.
    yield { path: ".assetsignore", body: "_worker.js\nwrangler.jsonc\n.wrangler\n" };
    yield renderCloudflareHeaders();
  },
};
