import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { describeError } from "../../../build/lib/operational-error.ts";
import { createOfflineDetector } from "../../../build/platform/http/http.ts";
import { HttpError } from "../../../build/platform/http/http-error.ts";
import { resolveRedirect } from "../../../build/platform/http/http-response.ts";
import { catchError, createTestHttp, request, serve } from "../local-server.ts";

describe("a slow or broken connection", () => {
  test("without headers, or with a stalled body, is cut", async () => {
    const { http } = await serve(
      (incoming, response) => {
        if (incoming.url?.endsWith("stalled")) response.writeHead(200).write("x");
      },
      { timeouts: { headersMs: 50, stallMs: 50 }, tries: 1 },
    );
    const [silent, stalled] = await Promise.all(
      ["silent", "stalled"].map((path) => catchError(http.fetch(request(`https://api.test/${path}`)))),
    );
    expect(silent?.message).toBe("GET https://api.test/silent failed: no answer within 0.1 s");
    expect(stalled?.message).toBe("GET https://api.test/stalled failed: the body stalled for 0.1 s");
  });

  test("that trickles without end is cut, and retried", async () => {
    const { server, http } = await serve(
      (_, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write("x"), 10);
        response.on("close", () => clearInterval(timer));
      },
      { timeouts: { tryMs: 100 }, tries: 2 },
    );
    expect((await catchError(http.fetch(request("https://api.test/")))).message).toBe(
      "GET https://api.test/ failed after 2 tries: the answer was not complete after 0.1 s",
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

  test.each([
    ["a body shorter than announced", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort", true, ""],
    ["headers that never end", `HTTP/1.1 200 OK\r\nx: ${"x".repeat(50_000)}`, false, "Headers Overflow"],
  ])("with %s is an error", async (_, text, ends, reason) => {
    const { http } = await serve((_request, { socket }) => void (ends ? socket?.end(text) : socket?.write(text)));
    await expect(http.fetch(request("https://api.test/"))).rejects.toThrow(`failed after 3 tries: ${reason}`);
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
    const { server, http } = await serve(() => undefined, { deadlineMs: 300 });
    const reason = "the run has used up its 0.3 s for requests";
    expect((await catchError(http.fetch(request("https://api.test/")))).message).toBe(
      `GET https://api.test/ failed: ${reason}`,
    );
    await expect(http.fetch(request("https://api.test/"))).rejects.toThrow(reason);
    await expect(http.fetch(request("https://other.test/"))).rejects.toThrow(reason);
    expect(server.requests.length).toBeLessThanOrEqual(1);
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
    expect(describeError(error)).toBe("GET file:///etc/passwd failed: not a valid URL");
  });
});

test("a machine is offline after five silent hosts and no response", () => {
  const watch = createOfflineDetector();
  for (const host of ["a", "b", "c", "d", "a"]) watch.noteSilence(host);
  expect(watch.isOffline()).toBe(false);
  watch.noteSilence("e");
  expect(watch.isOffline()).toBe(true);
  watch.noteAnswer();
  expect(watch.isOffline()).toBe(false);
});

test("a client without a network stops trying, and says so", async () => {
  const { server, http } = await serve(() => undefined);
  // The port refuses connections at once.
  await server.close();
  const ask = (host: string) => http.fetch(request(`https://${host}.example/`));
  for (const host of ["a", "b", "c", "d"]) await expect(ask(host)).rejects.toThrow("after 3 tries");
  const waited = http.waits.length;
  await expect(ask("e")).rejects.toThrow(/failed/);
  await expect(ask("f")).rejects.toThrow("no host has responded");
  expect(http.waits.length).toBe(waited);
});

describe("a redirect", () => {
  test("within a site is followed, and the caller's headers stay with their host", async () => {
    const { server, http } = await serve((incoming, response) => {
      if (incoming.url === "/api.site.test/a") response.writeHead(301, { location: "/b" }).end();
      else if (incoming.url === "/api.site.test/b")
        response.writeHead(308, { location: "https://www.site.test/c?d=e" }).end();
      else response.end("there");
    });
    const answer = await http.fetch(request("https://api.site.test/a", { headers: { "X-Key": "secret" } }));
    expect(answer).toMatchObject({ body: "there", url: "https://api.site.test/a" });
    expect(server.requests.map(({ path, headers }) => [path, headers["x-key"]])).toEqual([
      ["/api.site.test/a", "secret"],
      ["/api.site.test/b", "secret"],
      ["/www.site.test/c?d=e", undefined],
    ]);
  });

  test("to another site is refused by name and not tried again", async () => {
    const { server, http } = await serve((_, response) =>
      response.writeHead(302, { location: "https://evil.test/x" }).end(),
    );
    await expect(http.fetch(request("https://api.site.example/"))).rejects.toThrow(
      "GET https://api.site.example/ 302: a redirect to another site, https://evil.test/x",
    );
    expect(server.requests).toHaveLength(1);
  });

  test("in a loop ends after three redirects", async () => {
    const { server, http } = await serve((_, response) => response.writeHead(302, { location: "/again" }).end());
    await expect(http.fetch(request("https://api.test/"))).rejects.toThrow(
      "GET https://api.test/ 302: more than 3 redirects, the last one to https://api.test/again",
    );
    expect(server.requests).toHaveLength(4);
  });

  test("within a host of one request at a time does not wait for itself", async () => {
    const { http } = await serve((incoming, response) => {
      if (incoming.url === "/api.test/a") response.writeHead(302, { location: "/b" }).end("x".repeat(1_000));
      else response.end("b");
    });
    const pacing = { concurrency: 1, intervalMs: 0, reason: "test" };
    expect((await http.fetch(request("https://api.test/a", { pacing }))).body).toBe("b");
  });
});

describe("the target of a redirect", () => {
  const resolve = (from: string, location?: string) => resolveRedirect(new URL(from), 302, location).href;

  test("may be relative, another host of the site, or an upgrade to https", () => {
    expect(resolve("https://a.test/x/y?q", "../z")).toBe("https://a.test/z");
    expect(resolve("https://api.a.test/x", "https://a.test/")).toBe("https://a.test/");
    expect(resolve("http://a.test/x", "https://a.test/x")).toBe("https://a.test/x");
    expect(resolve("http://127.0.0.1:1/x", "http://127.0.0.1:2/")).toBe("http://127.0.0.1:2/");
  });

  test.each([
    ["https://a.test/", "https://b.example/"],
    ["https://a.test/", "https://a.test.evil.example/"],
    ["https://a.test/", "https://eviltest/"],
    ["http://127.0.0.1/", "http://9.9.0.1/"],
    ["https://a.test/", "http://a.test/"],
    ["https://a.test/", "javascript:alert(1)"],
    ["https://a.test/", "data:text/plain,x"],
    ["https://a.test/", "file:///etc/passwd"],
    ["https://a.test/", "https://"],
    ["https://a.test/", undefined],
  ])("of %s may not be %s", (from, to) => {
    expect(() => resolve(from, to)).toThrow("a redirect");
  });
});

test("a client without a network ends all requests", async () => {
  const { http } = await serve(
    (incoming, response) => {
      if (!incoming.url?.includes("slow")) response.socket?.resetAndDestroy();
    },
    { tries: 1, offlineGraceMs: 20 },
  );
  const slow = catchError(http.fetch(request("https://slow.example/")));
  for (const host of ["a", "b", "c", "d", "e"]) await catchError(http.fetch(request(`https://${host}.example/`)));
  expect((await slow).message).toBe("GET https://slow.example/ failed: no host has responded");
  expect(http.isOffline()).toBe(true);
});
