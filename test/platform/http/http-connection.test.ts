import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { describeError } from "../../../build/lib/operational-error.ts";
import { HttpError } from "../../../build/platform/http/http-error.ts";
import { catchError, createTestHttp, request, serve } from "../local-server.ts";

describe("a slow or broken connection", () => {
  test("without headers, or with a stalled body, is cut", async () => {
    const { http } = await serve(
      (incoming, response) => {
        if (incoming.url?.endsWith("stalled")) response.writeHead(200).write("x");
      },
      { timeouts: { headersMs: 100, stallMs: 200 }, tries: 1 },
    );
    const [silent, stalled] = await Promise.all(
      ["silent", "stalled"].map((path) => catchError(http.fetch(request(`https://api.test/${path}`)))),
    );
    expect(silent?.message).toBe("GET https://api.test/silent failed: no answer within 0.1 s");
    expect(stalled?.message).toBe("GET https://api.test/stalled failed: the body stalled for 0.2 s");
  });

  test("that trickles without end is cut, and retried", async () => {
    const { server, http } = await serve(
      (_, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write("x"), 20);
        response.on("close", () => clearInterval(timer));
      },
      { timeouts: { tryMs: 200 }, tries: 2 },
    );
    expect((await catchError(http.fetch(request("https://api.test/")))).message).toBe(
      "GET https://api.test/ failed after 2 tries: the answer was not complete after 0.2 s",
    );
    expect(server.requests).toHaveLength(2);
  });

  test("is also noticed while compressed", async () => {
    const { http } = await serve(
      (_, response) => {
        response.writeHead(200, { "content-encoding": "gzip" }).write(gzipSync("x".repeat(1_000)).subarray(0, 15));
      },
      { timeouts: { tryMs: 100 }, tries: 1 },
    );
    await expect(http.fetch(request("https://api.test/"))).rejects.toThrow("the answer was not complete after 0.1 s");
  });

  test("that is reset is retried, before and within the body", async () => {
    let calls = 0;
    const { http } = await serve((_, response) => {
      calls++;
      if (calls === 1) return response.socket?.resetAndDestroy();
      if (calls === 2) {
        response.writeHead(200, { "content-length": "10" }).write("abc");
        return setTimeout(() => response.socket?.destroy(), 20);
      }
      return response.end("whole");
    });
    expect((await http.fetch(request("https://api.test/"))).body).toBe("whole");
    expect(calls).toBe(3);
  });

  test("that cannot be made names the reason", async () => {
    const { server, http } = await serve((_, response) => response.end());
    await server.close();
    await expect(http.fetch(request("https://api.test/"))).rejects.toThrow(
      /^GET https:\/\/api\.test\/ failed after 3 tries: connect ECONNREFUSED/,
    );
  });

  test("with a body shorter than announced is an error", async () => {
    const { http } = await serve((_, response) => {
      response.socket?.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort");
    });
    await expect(http.fetch(request("https://api.test/"))).rejects.toThrow(
      "GET https://api.test/ failed after 3 tries: ",
    );
  });

  test("whose headers never end is an error", async () => {
    const { http } = await serve((_, response) => {
      response.socket?.write(`HTTP/1.1 200 OK\r\nx: ${"x".repeat(50_000)}`);
    });
    await expect(http.fetch(request("https://api.test/"))).rejects.toThrow("failed after 3 tries: Headers Overflow");
  });
});

test("many requests at the same time raise no warning", async () => {
  const warnings: string[] = [];
  const listen = (warning: Error) => warnings.push(warning.message);
  process.on("warning", listen);
  const { server, http } = await serve((_, response) => setTimeout(() => response.end("x"), 20));
  await Promise.all(
    Array.from({ length: 100 }, (_, index) => http.fetch(request(`https://h${index % 30}.test/${index}`))),
  );
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", listen);
  expect(server.requests).toHaveLength(100);
  expect(warnings).toEqual([]);
});

describe("the end of a run", () => {
  test("comes at the deadline, for current and later requests", async () => {
    const { server, http } = await serve(() => undefined, { deadlineMs: 2_000 });
    const reason = "the run has used up its 2 s for requests";
    expect((await catchError(http.fetch(request("https://api.test/")))).message).toBe(
      `GET https://api.test/ failed: ${reason}`,
    );
    await expect(http.fetch(request("https://api.test/"))).rejects.toThrow(reason);
    await expect(http.fetch(request("https://other.test/"))).rejects.toThrow(reason);
    expect(server.requests).toHaveLength(1);
  });

  test("comes with close, too", async () => {
    const { http } = await serve(() => undefined);
    const pending = catchError(http.fetch(request("https://api.test/")));
    await http.close();
    expect((await pending).message).toBe("GET https://api.test/ failed: the HTTP client is closed");
    await expect(http.fetch(request("https://api.test/"))).rejects.toThrow("the HTTP client is closed");
  });

  test("an invalid URL is an HttpError too", async () => {
    const error = await catchError(createTestHttp().fetch(request("file:///etc/passwd")));
    expect(error).toBeInstanceOf(HttpError);
    expect(describeError(error)).toBe("GET file:///etc/passwd failed: this is no web address");
  });
});
