import { createByteCache } from "../../lib/byte-cache.ts";
import { isApiPath } from "./handler/api-path.ts";
import { createHandler } from "./handler/handler.ts";
import type { Served } from "./handler/served.ts";
import { readFetched } from "./handler/site-reader.ts";
import type { TreeFile } from "./handler/tree.ts";

/*
 * The entry for Cloudflare Workers with static assets and for Pages. Workers call it only for paths
 * without a file. `not_found_handling` must be `none`, or a browser that opens `/api/items?limit=7`
 * gets the 404 page.
 */

/** The binding to the published tree. */
interface Assets {
  fetch(input: Request | string, init?: RequestInit): Promise<Response>;
}

interface Environment {
  ASSETS: Assets;
}

/** Bytes of files that a worker keeps besides the parsed ones: the lists that most answers need. */
const KEPT_BYTES = 16 * 1024 * 1024;

/** Files outlive a request, because those of one deployment never change. */
export function createWorker(served: Served) {
  const handlers = new WeakMap<Assets, ReturnType<typeof createHandler>>();
  return {
    async fetch(request: Request, { ASSETS }: Environment): Promise<Response> {
      const { origin, pathname } = new URL(request.url);
      if (!isApiPath(pathname, served.roots)) return sendPage(request, ASSETS, origin);
      let handle = handlers.get(ASSETS);
      if (!handle) {
        // No header of the request is passed on: a 304 would have no body to compute from.
        const kept = createByteCache<TreeFile>(KEPT_BYTES);
        handle = createHandler(served, async (path) => {
          const known = kept.get(path);
          if (known !== undefined) return known;
          const file = await readFetched(await ASSETS.fetch(`${origin}/${path}`, { redirect: "manual" }));
          if (file !== undefined) kept.set(path, file, file.body.length);
          return file;
        });
        handlers.set(ASSETS, handle);
      }
      return handle(request);
    },
  };
}

/** Outside of `/api` the platform answers, except for the site's 404 page. */
async function sendPage(request: Request, assets: Assets, origin: string): Promise<Response> {
  const response = await assets.fetch(request);
  if (response.status !== 404) return response;
  // The platform redirects `404.html` to `404`.
  const { body, headers } = await assets.fetch(`${origin}/404`);
  return new Response(body, { status: 404, headers });
}
