import fc from "fast-check";
import { expect } from "vitest";
import type { MemoryTree } from "../../fixtures/memory-tree.ts";
import { createMemoryHandler, readBody } from "../../fixtures/site.ts";
import { anyUrl } from "./any-url.ts";

export interface PlainHost {
  /** The site's root, ending with a slash. */
  url: string;
  /** Request targets so far, the oldest first. */
  asked: string[];
  /** The status of every response, while it is set. */
  fault: number | undefined;
  fetch(input: string | URL | Request): Promise<Response>;
}

const TYPES: Readonly<Record<string, string>> = {
  json: "application/json",
  gz: "application/gzip",
  js: "text/javascript",
};

/** What a host sends for a missing file. */
interface Missing {
  status: number;
  type: string;
  body: string;
}

const PAGE: Missing = { status: 404, type: "text/html", body: "<h1>Not here</h1>" };
/** S3, for readers who may not list the files. */
export const ACCESS_DENIED: Missing = {
  status: 403,
  type: "application/xml",
  body: '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
};

/**
 * The minimum of a static host, in memory: files by their exact name, an error for the rest.
 * Queries are ignored.
 */
export function createPlainHost(tree: MemoryTree, url = "https://host.example/", missing = PAGE): PlainHost {
  const host: PlainHost = {
    url,
    asked: [],
    fault: undefined,
    async fetch(input) {
      const { href, pathname, search } = new URL(input instanceof Request ? input.url : input);
      host.asked.push(pathname + search);
      const name = href.startsWith(url) ? decodeURIComponent(pathname.slice(new URL(url).pathname.length)) : "";
      const body = host.fault === undefined ? tree.get(name) : undefined;
      const type = body === undefined ? missing.type : TYPES[name.slice(name.lastIndexOf(".") + 1)];
      return new Response(Buffer.from(body ?? missing.body), {
        status: host.fault ?? (body === undefined ? missing.status : 200),
        headers: type === undefined ? {} : { "content-type": type },
      });
    },
  };
  return host;
}

/** Compares the responses to random URLs with those of the handler over the same tree. */
export async function expectHandlerAnswers(tree: MemoryTree, ask: (url: string) => Promise<Response>): Promise<void> {
  const handle = createMemoryHandler(tree);
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(anyUrl, async (url) => {
      const [answer, expected] = await Promise.all([ask(url), handle(url)]);
      expect(answer.status).toBe(expected.status);
      expect((await readBody(answer)).equals(await readBody(expected))).toBe(true);
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
    }),
    { numRuns: 120 },
  );
  for (const status of [200, 400, 404]) expect(seen.get(status) ?? 0).toBeGreaterThan(3);
}
