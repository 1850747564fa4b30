import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { HttpFault } from "./attempt-error.ts";

/**
 * Reads and decompresses a body. `maxBytes` counts decompressed bytes while they arrive, so that neither an endless
 * body nor a compression bomb ever costs more memory than the limit.
 */
export async function readBody(body: Readable, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let oversize: HttpFault | undefined;
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        oversize = new HttpFault(`the body is larger than ${maxBytes} bytes`);
        throw oversize;
      }
      chunks.push(chunk);
    }
  };
  const decompressor = findDecompressor(encoding);
  try {
    if (decompressor === undefined) await pipeline(body, collect);
    else await pipeline(body, decompressor, collect);
  } catch (error) {
    // With a stage in between, a pipeline reports that it was torn down and not why.
    throw oversize ?? error;
  }
  return Buffer.concat(chunks, bytes);
}

function findDecompressor(encoding: string | undefined): Transform | undefined {
  switch (encoding?.trim().toLowerCase() ?? "") {
    case "":
    case "identity":
      return undefined;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "br":
      return createBrotliDecompress();
    default:
      throw new HttpFault(`the body is encoded as "${encoding}", which was not asked for`);
  }
}

/**
 * The text of a body in the charset of its `Content-Type`, UTF-8 where that names none, without a byte order mark.
 * Broken characters become U+FFFD: one coin's damaged name must not cost the answer.
 */
export function parseText(bytes: Uint8Array, contentType: string | undefined): string {
  const charset = contentType?.match(/;\s*charset\s*=\s*"?([^";\s]+)/i)?.[1] ?? "utf-8";
  return createDecoder(charset).decode(bytes);
}

function createDecoder(charset: string) {
  try {
    return new TextDecoder(charset);
  } catch (cause) {
    throw new HttpFault(`the charset "${charset}" is unknown`, { cause });
  }
}
