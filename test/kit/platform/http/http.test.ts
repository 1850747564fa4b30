import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { HttpError } from "../../../../build/kit/platform/http/http-error.ts";
import { catchError, request, serve } from "../local-server.ts";

describe("a good answer", () => {
  test("carries text, size, times and validators", async () => {
    const { server, http } = await serve((_, response) => {
      response.setHeader("date", "Fri, 20 Nov 2026 11:59:58 GMT");
      response.setHeader("etag", '"v1"');
      response.setHeader("last-modified", "Fri, 20 Nov 2026 11:00:00 GMT");
      response.end("é");
    });
    expect(await http.fetch(request("https://api.test/a?b=c"))).toEqual({
      url: "https://api.test/a?b=c",
      status: 200,
      body: "é",
      bytes: 2,
      receivedAtMs: Date.UTC(2026, 10, 20, 12),
      serverTimeMs: Date.UTC(2026, 10, 20, 11, 59, 58),
      validators: { etag: '"v1"', lastModified: "Fri, 20 Nov 2026 11:00:00 GMT" },
    });
    expect(server.requests[0]?.path).toBe("/api.test/a?b=c");
    expect(server.requests[0]?.headers["user-agent"]).toBe("test/1");
    expect(server.requests[0]?.headers["accept-encoding"]).toBe("gzip, br");
  });

  test("is decompressed from either encoding", async () => {
    const { http } = await serve((incoming, response) => {
      const encoding = incoming.url?.endsWith("gzip") ? "gzip" : "br";
      response.setHeader("content-encoding", encoding);
      response.end(encoding === "gzip" ? gzipSync("squeezed") : brotliCompressSync("squeezed"));
    });
    expect((await http.fetch(request("https://api.test/gzip"))).body).toBe("squeezed");
    expect(await http.fetch(request("https://api.test/br"))).toMatchObject({ body: "squeezed", bytes: 8 });
  });

  test("is decoded with its declared charset, without a byte order mark", async () => {
    const { http } = await serve((incoming, response) => {
      const latin = incoming.url?.endsWith("latin");
      response.setHeader("content-type", latin ? 'text/xml; charset="ISO-8859-1"' : "text/plain");
      response.end(latin ? Buffer.from([0xe9]) : Buffer.from([0xef, 0xbb, 0xbf, 0x61]));
    });
    expect((await http.fetch(request("https://api.test/latin"))).body).toBe("é");
    expect((await http.fetch(request("https://api.test/bom"))).body).toBe("a");
  });

  test("may be a 304 when validators were sent", async () => {
    const { server, http } = await serve((_, response) => response.writeHead(304, { etag: '"v2"' }).end());
    const validators = { etag: '"v1"', lastModified: "Fri, 20 Nov 2026 11:00:00 GMT" };
    const answer = await http.fetch(request("https://api.test/", { validators }));
    expect(answer).toMatchObject({ status: 304, body: "", bytes: 0, validators: { ...validators, etag: '"v2"' } });
    expect(server.requests[0]?.headers).toMatchObject({
      "if-none-match": '"v1"',
      "if-modified-since": "Fri, 20 Nov 2026 11:00:00 GMT",
    });
  });
});

describe("a bad answer", () => {
  test("of another status is an error with the upstream's words, at once", async () => {
    const said = `no such pair ${"x".repeat(200)}`;
    const { server, http } = await serve((_, response) =>
      response.writeHead(404).end(`\n ${said.replace(" ", " \n ")}`),
    );
    const url = "https://api.test/x";
    const error = await catchError(http.fetch(request(url)));
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ message: `GET ${url} 404`, status: 404, tries: 1, url });
    expect((error.cause as Error).message).toBe(`the answer says "${said.slice(0, 120)}"`);
    expect(server.requests).toHaveLength(1);
  });

  test("that is a page is an error that says so, without its markup", async () => {
    const { http } = await serve((_, response) =>
      response.writeHead(403, { "content-type": "text/html" }).end("\n<!DOCTYPE html><html><h1>Forbidden</h1></html>"),
    );
    const error = await catchError(http.fetch(request("https://api.test/x")));
    expect((error.cause as Error).message).toBe("the answer is a page of HTML");
  });

  test("of 304 without validators, or of 204, is an error", async () => {
    const { http } = await serve((incoming, response) =>
      response.writeHead(incoming.url?.endsWith("304") ? 304 : 204).end(),
    );
    await expect(http.fetch(request("https://api.test/304"))).rejects.toThrow("GET https://api.test/304 304");
    await expect(http.fetch(request("https://api.test/204"))).rejects.toThrow("GET https://api.test/204 204");
  });

  const gzip = { "content-encoding": "gzip" };
  const damaged = "failed after 3 tries: the compressed body is damaged";
  test.each<[string, Record<string, string>, string | Buffer, string]>([
    ["damaged gzip", gzip, "not gzip at all", damaged],
    ["gzip that is cut", gzip, gzipSync("a".repeat(100_000)).subarray(0, 60), damaged],
    ["damaged brotli", { "content-encoding": "br" }, "not brotli at all", damaged],
    ["in another encoding", { "content-encoding": "zstd" }, "x", 'encoded as "zstd", which was not asked for'],
    ["in an unknown charset", { "content-type": "a/b; charset=klingon" }, "x", 'the charset "klingon" is unknown'],
  ])("that is %s is an error", async (_, headers, body, message) => {
    const { http } = await serve((_request, response) => response.writeHead(200, headers).end(body));
    await expect(http.fetch(request("https://api.test/"))).rejects.toThrow(message);
  });

  test("that announces more than the limit is refused before it is read", async () => {
    const { server, http } = await serve((_, response) => {
      response.writeHead(200, { "content-length": "5000" });
      response.write("x");
    });
    const error = await catchError(http.fetch(request("https://api.test/", { maxBytes: 4_999 })));
    expect(error.message).toBe("GET https://api.test/ failed: the body announces 5000 bytes, more than 4999");
    expect(server.requests).toHaveLength(1);
  });

  test("without an end is cut at the limit", async () => {
    let sent = 0;
    let closed = false;
    const { http } = await serve((_, response) => {
      const piece = Buffer.alloc(10_000, "x");
      const send = () => {
        while (!response.destroyed && response.write(piece)) sent += piece.length;
      };
      response.on("drain", send).on("close", () => {
        closed = true;
      });
      send();
    });
    await expect(http.fetch(request("https://api.test/", { maxBytes: 100_000 }))).rejects.toThrow(
      "larger than 100000 bytes",
    );
    await expect.poll(() => closed).toBe(true);
    expect(sent).toBeLessThan(20_000_000);
  });

  test("that unpacks to more than the limit is cut while it unpacks", async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const { http } = await serve((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb));
    expect(bomb.length).toBeLessThan(100_000);
    const before = process.memoryUsage().arrayBuffers;
    await expect(http.fetch(request("https://api.test/", { maxBytes: 200_000 }))).rejects.toThrow(
      "larger than 200000 bytes",
    );
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  });

  test("that is exactly as large as the limit is accepted", async () => {
    const { http } = await serve((_, response) => response.end("12345"));
    expect((await http.fetch(request("https://api.test/", { maxBytes: 5 }))).body).toBe("12345");
  });
});
