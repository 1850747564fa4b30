import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** Compresses a body; the answers of one ETag are compressed once. */
export type Compress = (etag: string | undefined, body: Buffer) => Promise<Buffer>;

/** Bytes of compressed answers kept, the oldest leaving first. */
const CACHE_BYTES = 64 * 1024 * 1024;

export function createCompressor(): Compress {
  const run = promisify(gzip);
  const cache = new Map<string, Buffer>();
  let bytes = 0;
  return async (etag, body) => {
    const known = etag === undefined ? undefined : cache.get(etag);
    if (known !== undefined) return known;
    const packed = await run(body);
    if (etag === undefined || cache.has(etag)) return packed;
    cache.set(etag, packed);
    bytes += packed.length;
    for (const [oldest, entry] of cache) {
      if (bytes <= CACHE_BYTES) break;
      cache.delete(oldest);
      bytes -= entry.length;
    }
    return packed;
  };
}
