import { createByteCache } from "../../../lib/byte-cache.ts";
import { computeEtag, type ReadFile, type TreeFile, UnreadableFile } from "./tree.ts";

/** Effects of the reader; the defaults are those of the platform. */
export interface ReaderOptions {
  fetch?: (url: string) => Promise<Response>;
  /** The time in unix milliseconds. */
  now?: () => number;
}

/** How long a file, or its absence, is kept: the `max-age` of most responses, and no longer. */
const KEPT_MS = 60_000;
/** Room for hundreds of series of many years. */
const KEPT_BYTES = 64 * 1024 * 1024;

interface Reading {
  untilMs: number;
  file: Promise<TreeFile | undefined>;
}

/**
 * Reads files of a published site over HTTP. Requests carry no header of their own: other sites
 * would need a preflight, which plain hosts refuse. The browser's cache adds the ETag. Failures are
 * not kept.
 *
 * @param base the site's root, ending with a slash
 */
export function createSiteReader(base: string, options: ReaderOptions = {}): ReadFile {
  const { fetch = (url: string) => globalThis.fetch(url), now = Date.now } = options;
  const kept = createByteCache<Reading>(KEPT_BYTES);
  // Their sizes are unknown, and dropping one would only repeat its request.
  const unfinished = new Map<string, Reading>();
  return (path) => {
    const known = unfinished.get(path) ?? kept.get(path);
    if (known !== undefined && now() < known.untilMs) return known.file;
    const file = fetch(base + path)
      .then((response) => {
        entry.untilMs = now() + computeKeptMs(response);
        return readUnlessRefused(response);
      })
      .catch((cause: unknown) => {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new UnreadableFile(`${path}: ${reason}`, { cause });
      });
    const entry = { untilMs: now() + KEPT_MS, file };
    unfinished.set(path, entry);
    const finish = () => {
      if (unfinished.get(path) === entry) unfinished.delete(path);
    };
    file.then((read) => kept.set(path, entry, read?.body.length ?? 0)).then(finish, finish);
    return file;
  };
}

/**
 * A host with the handler refuses a path without a file if a required parameter is missing. A
 * bucket answers 403, with an error in XML, to readers who may not list its files.
 */
async function readUnlessRefused(response: Response): Promise<TreeFile | undefined> {
  const { status, headers } = response;
  const isXml = /\bxml\b/.test(headers.get("content-type") ?? "");
  if (status !== 400 && !(status === 403 && isXml)) return readFetched(response);
  await response.body?.cancel();
  return undefined;
}

/** A file that is replaced each minute has a shorter `max-age`. Without one, the file is kept. */
function computeKeptMs({ headers }: Response): number {
  const [, seconds = "0"] = /\bmax-age=(\d+)/.exec(headers.get("cache-control") ?? "") ?? [];
  // Some hosts send 0 with every file.
  return seconds === "0" ? KEPT_MS : Math.min(KEPT_MS, 1_000 * Number(seconds));
}

/**
 * The file in a host's response. `undefined` if there is none: 404, a redirect to a page, or a page
 * with status 200, which hosts of single-page applications send for any unknown path. Throws for
 * other statuses.
 */
export async function readFetched(response: Response): Promise<TreeFile | undefined> {
  const { status, headers } = response;
  if (status === 200 && !isPage(response)) {
    const body = new Uint8Array(await response.arrayBuffer());
    // Weak or not. Hosts hide it from other sites, so it is computed here, once per file.
    const etag = computeEtag({ body, etag: /"(.+)"/.exec(headers.get("etag") ?? "")?.[1] });
    return { body, etag };
  }
  // An unread body would hold its connection.
  await response.body?.cancel();
  if (status < 400 || status === 404) return undefined;
  throw new Error(`${status}`);
}

/** Whether a host answered with a page instead of a file. */
export function isPage({ headers }: Response): boolean {
  return (headers.get("content-type") ?? "").startsWith("text/html");
}
