import { isApiPath } from "./handler/api-path.ts";
import { createHandler } from "./handler/handler.ts";
import { readFetched } from "./handler/site-reader.ts";

/*
 * The entry for Cloudflare Workers with static assets and for Pages. Workers call it only for what is no file; the settings must
 * keep `not_found_handling` at `none`, or a browser that opens `/api/coins?limit=7` gets the page of what is missing instead.
 */

/** The binding that answers from the published tree. */
interface Assets {
  fetch(input: Request | string, init?: RequestInit): Promise<Response>;
}

interface Environment {
  ASSETS: Assets;
}

/** What was parsed outlives a request: the files of one deployment never change. */
const handlers = new WeakMap<Assets, ReturnType<typeof createHandler>>();

export default {
  async fetch(request: Request, { ASSETS }: Environment): Promise<Response> {
    const { origin, pathname } = new URL(request.url);
    if (!isApiPath(pathname)) return sendPage(request, ASSETS, origin);
    let handle = handlers.get(ASSETS);
    if (!handle) {
      // No header of the request goes along: a 304 would have no bytes to compute from.
      handle = createHandler(async (path) =>
        readFetched(await ASSETS.fetch(`${origin}/${path}`, { redirect: "manual" })),
      );
      handlers.set(ASSETS, handle);
    }
    return handle(request);
  },
};

/** What lies beside `/api` is the platform's business, but for the site's own page of what is missing. */
async function sendPage(request: Request, assets: Assets, origin: string): Promise<Response> {
  const response = await assets.fetch(request);
  if (response.status !== 404) return response;
  // `404.html` by the name that the platform does not redirect; without such a file, one empty 404 is as good as another.
  const { body, headers } = await assets.fetch(`${origin}/404`);
  return new Response(body, { status: 404, headers });
}
