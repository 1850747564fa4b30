import fc from "fast-check";
import { asyncBufferFromUrl, parquetMetadataAsync } from "hyparquet";
import { beforeAll, describe, expect, it } from "vitest";
import { parseRange } from "../../../../build/kit/serve/node/range.ts";
import { makeSite, serveTree } from "../../../fixtures/site.ts";
import { requestRaw } from "../raw-request.ts";

const PARQUET = "/api/data/download/coins-latest.parquet";
const JSON_FILE = "/api/coins.json";

let url: string;
let file: Buffer;
beforeAll(async () => {
  const { tree } = await makeSite();
  file = Buffer.from(tree.get(PARQUET.slice(1))!);
  ({ url } = await serveTree(tree));
});
const ask = (range: string, more: Record<string, string> = {}, path = PARQUET) =>
  requestRaw(url, path, { headers: { range, ...more } });

describe("a range of a file", () => {
  it.each([
    ["bytes=0-3", (all: Buffer) => all.subarray(0, 4)],
    ["bytes=4-", (all: Buffer) => all.subarray(4)],
    ["bytes=-8", (all: Buffer) => all.subarray(-8)],
    ["bytes=10-99999999", (all: Buffer) => all.subarray(10)],
    ["bytes=-99999999", (all: Buffer) => all],
    ["Bytes = 1-1", (all: Buffer) => all.subarray(1, 2)],
  ])("%s is answered with 206, its place and the size of the file", async (range, cut) => {
    const { status, headers, body } = await ask(range);
    const wanted = cut(file);
    expect(status).toBe(206);
    expect(body.equals(wanted)).toBe(true);
    const first = file.length - wanted.length;
    const place = range.includes("=-") || range.endsWith("-") ? first : Number(/\d+/.exec(range)?.[0]);
    expect(headers["content-range"]).toBe(`bytes ${place}-${place + wanted.length - 1}/${file.length}`);
    expect(headers["content-length"]).toBe(String(wanted.length));
    expect(headers["content-type"]).toBe("application/vnd.apache.parquet");
    expect(headers["access-control-expose-headers"]).toContain("content-range");
  });

  it.each([`bytes=99999999-`, "bytes=-0"])("%s is outside of it: 416 with its size", async (range) => {
    const { status, headers, body } = await ask(range);
    expect([status, body.length, headers["content-range"]]).toEqual([416, 0, `bytes */${file.length}`]);
    expect([headers["cache-control"], headers["etag"]]).toEqual(["no-store", undefined]);
    expect(headers["access-control-allow-origin"]).toBe("*");
  });

  it.each(["bytes=0-1,4-5", "bytes=5-2", "bytes=", "bytes=-", "bytes=a-b", "items=0-3", "bytes 0-3"])(
    "%s is answered with the whole file",
    async (range) => {
      const { status, headers, body } = await ask(range);
      expect([status, headers["content-range"], headers["accept-ranges"]]).toEqual([200, undefined, "bytes"]);
      expect(body.equals(file)).toBe(true);
    },
  );

  it("is one of the file that the client holds, or the whole new one", async () => {
    const { headers } = await ask("bytes=0-0");
    const etag = String(headers["etag"]);
    expect(etag).toMatch(/^"/);
    expect((await ask("bytes=0-3", { "if-range": etag })).status).toBe(206);
    for (const other of ['"older"', `W/${etag}`, "Tue, 24 Nov 2026 00:00:00 GMT"])
      expect((await ask("bytes=0-3", { "if-range": other })).status).toBe(200);
    // What the client holds already needs no part.
    expect((await ask("bytes=0-3", { "if-none-match": etag })).status).toBe(304);
  });

  it("counts for GET alone, and not for an error", async () => {
    const head = await requestRaw(url, PARQUET, { method: "HEAD", headers: { range: "bytes=0-3" } });
    expect([head.status, head.headers["content-length"]]).toEqual([200, String(file.length)]);
    expect((await ask("bytes=0-3", {}, "/api/nope")).status).toBe(404);
  });

  it("is one of the plain bytes where others get compressed ones", async () => {
    const gzip = { "accept-encoding": "gzip" };
    const whole = await requestRaw(url, JSON_FILE);
    const part = await ask("bytes=0-9", gzip, JSON_FILE);
    expect([part.status, part.headers["content-encoding"]]).toEqual([206, undefined]);
    expect(part.body.equals(whole.body.subarray(0, 10))).toBe(true);
    expect((await requestRaw(url, JSON_FILE, { headers: gzip })).headers["content-encoding"]).toBe("gzip");
  });
});

it("a program reads the rows of a Parquet file by parts of it", async () => {
  let bytes = 0;
  const count: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    if (response.body !== null) bytes += Number(response.headers.get("content-length"));
    return response;
  };
  const remote = await asyncBufferFromUrl({ url: url + PARQUET, byteLength: file.length, fetch: count });
  const footer = await parquetMetadataAsync(remote, { initialFetchSize: 512 });
  expect(Number(footer.num_rows)).toBeGreaterThan(100);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(file.length);
});

it("the parts of any cut are the file", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 60 }), (length, step) => {
      let at = 0;
      while (at < length) {
        const range = parseRange(`bytes=${at}-${at + step - 1}`, length);
        if (range === undefined || range === "unsatisfiable") return false;
        if (range.first !== at || range.last !== Math.min(at + step, length) - 1) return false;
        at = range.last + 1;
      }
      return at === length && parseRange(`bytes=${at}-`, length) === "unsatisfiable";
    }),
  );
});
