import type { IncomingMessage } from "node:http";
import type { WireResponse } from "./wire.ts";

/** First and last byte; `unsatisfiable` if no byte of the body is in the range. */
type ByteRange = { first: number; last: number } | "unsatisfiable";

/** Headers that say something about the file, and nothing about an error without a body. */
const OF_THE_FILE = ["content-length", "content-type", "cache-control", "etag"];

/**
 * The part of a response that `Range` asks for (RFC 9110, 14): 206, or 416 outside of the body.
 * Programs read the end of a Parquet file, then the columns that they need. Several ranges, other
 * units and malformed ranges get the whole body, as the standard permits.
 */
export function sliceResponse({ method, headers }: IncomingMessage, response: WireResponse): WireResponse {
  if (response.status !== 200 || method !== "GET" || headers.range === undefined) return response;
  if (!isCurrent(headers["if-range"], findHeader(response.headers, "etag"))) return response;
  const { length } = response.body;
  const range = parseRange(headers.range, length);
  if (range === undefined) return response;
  if (range === "unsatisfiable") {
    const kept = omitHeaders(response.headers, OF_THE_FILE);
    const own = ["cache-control", "no-store", "content-range", `bytes */${length}`, "content-length", "0"];
    return { status: 416, headers: [...kept, ...own], body: Buffer.alloc(0) };
  }
  const kept = omitHeaders(response.headers, ["content-length"]);
  const body = response.body.subarray(range.first, range.last + 1);
  const own = ["content-range", `bytes ${range.first}-${range.last}/${length}`, "content-length", String(body.length)];
  return { status: 206, headers: [...kept, ...own], body };
}

/** `undefined` for a header that counts as absent. */
export function parseRange(header: string, length: number): ByteRange | undefined {
  const [, from, to] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header) ?? [];
  if (from === undefined || to === undefined || from + to === "") return undefined;
  // The last bytes, or all of a shorter body.
  if (from === "") {
    const first = Math.max(0, length - Number(to));
    return first < length ? { first, last: length - 1 } : "unsatisfiable";
  }
  const first = Number(from);
  if (to !== "" && Number(to) < first) return undefined;
  return first < length ? { first, last: Math.min(to === "" ? length : Number(to), length - 1) } : "unsatisfiable";
}

/** Only a strong tag proves that the bytes are the same. Responses have no date to compare. */
function isCurrent(ifRange: string | string[] | undefined, etag: string | undefined): boolean {
  return ifRange === undefined || (ifRange === etag && !ifRange.startsWith("W/"));
}

function findHeader(headers: readonly string[], name: string): string | undefined {
  const at = headers.findIndex((text, index) => index % 2 === 0 && text === name);
  return at === -1 ? undefined : headers[at + 1];
}

function omitHeaders(headers: readonly string[], names: readonly string[]): string[] {
  return headers.filter((_, at) => !names.includes(headers[at - (at % 2)]!));
}
