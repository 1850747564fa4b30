import type { ReadFile, TreeFile } from "../node/tree-file.ts";
import { readFetched } from "./fetched-file.ts";

/** What a reader needs of its surroundings; a test brings its own. */
export interface ReaderOptions {
  fetch?: (url: string) => Promise<Response>;
  /** Milliseconds, from any start. */
  now?: () => number;
}

/** How long a file, or the knowledge that there is none, is not asked for again: the `max-age` of an answer. */
const KEPT_MS = 60_000;
/** More files than one page looks at, and less memory than one picture even when half of them are series. */
const KEPT_FILES = 100;

/**
 * Reads files of a published site over HTTP. Later than `KEPT_MS` a file is asked for again without a header of our own,
 * which would cost other sites a preflight that plain hosts refuse: the browser's cache adds the ETag by itself. A failure is
 * not kept.
 *
 * @param base the site's root, ending with a slash
 */
export function createSiteReader(base: string, options: ReaderOptions = {}): ReadFile {
  const { fetch = (url: string) => globalThis.fetch(url), now = Date.now } = options;
  const kept = new Map<string, { untilMs: number; file: Promise<TreeFile | undefined> }>();
  return (path) => {
    const known = kept.get(path);
    if (known !== undefined && now() < known.untilMs) return known.file;
    const file = fetch(base + path).then(readFetched);
    // Deleted first, so that the first key is always the one that was asked for longest ago.
    kept.delete(path);
    kept.set(path, { untilMs: now() + KEPT_MS, file });
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_FILES) break;
      kept.delete(oldest);
    }
    file.catch(() => {
      if (kept.get(path)?.file === file) kept.delete(path);
    });
    return file;
  };
}
