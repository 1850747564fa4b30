import { createByteCache } from "../../lib/byte-cache.ts";
import { placeFile } from "../api/place-file.ts";
import { isApiPath } from "./handler/api-path.ts";
import { createHandler, createResponder } from "./handler/handler.ts";
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

/** Requests that a worker answers to itself, and the files that it makes the answers from. */
export interface WarmUp {
  /** With their query. */
  paths: readonly string[];
  /** The content of JSON files, by name. */
  files: ReadonlyMap<string, unknown>;
}

/**
 * The statuses of the responses. V8 compiles a function when it is first called: without these
 * requests the first response of a new worker took up to twice the CPU, and Cloudflare's free plan
 * allows a request 10 ms. The start of a worker, which takes 8 ms more, has a limit of its own,
 * one second. Nothing may be fetched before the first request.
 */
export async function runWarmUp(served: Served, { paths, files }: WarmUp): Promise<number[]> {
  const encoder = new TextEncoder();
  const bodies = new Map(
    [...files].map(([name, body]) => [placeFile(name, served.roots), encoder.encode(JSON.stringify(body))]),
  );
  const respond = createResponder(served, async (path) => {
    const body = bodies.get(path);
    // As the platform gives one, the body is not hashed.
    return body && { body, etag: path };
  });
  const headers = new Headers();
  const statuses: number[] = [];
  for (const path of paths)
    statuses.push((await respond({ url: `https://site.example${path}`, method: "GET", headers })).status);
  return statuses;
}

/** Files outlive a request, because those of one deployment never change. */
export function createWorker(served: Served, warmUp: WarmUp) {
  // It only saves time: without it the first response takes longer.
  runWarmUp(served, warmUp).catch(() => undefined);
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
