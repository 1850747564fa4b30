import { createGzip } from "node:zlib";

/** Byte 9 of a gzip header names the operating system; 255 is "unknown" (RFC 1952, 2.3.1). */
const OS_BYTE = 9;
const OS_UNKNOWN = 255;

/**
 * Compresses to one gzip member without name or time: equal content gives equal bytes on every
 * system. Level 9: archives are compressed once and downloaded often.
 */
export async function gzip(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const stream = createGzip({ level: 9 });
  const parts: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    stream.on("data", (part: Buffer) => parts.push(part));
    stream.on("end", resolve);
    stream.on("error", reject);
  });
  for await (const chunk of chunks) {
    await new Promise<void>((resolve, reject) => {
      stream.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
  }
  stream.end();
  await ended;
  const body = Buffer.concat(parts);
  body[OS_BYTE] = OS_UNKNOWN;
  return body;
}
