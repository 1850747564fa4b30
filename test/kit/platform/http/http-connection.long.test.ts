import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createOfflineDetector } from "../../../../build/kit/platform/http/http.ts";
import { HttpError } from "../../../../build/kit/platform/http/http-error.ts";
import { resolveRedirect } from "../../../../build/kit/platform/http/http-exchange.ts";
import { describeError } from "../../../../build/lib/operational-error.ts";
import { catchError, createTestHttp, type Handler, request, serve } from "../local-server.ts";

/** A body without an end, one byte at a time. */
const trickle: Handler = (_, response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write("x"), 10);
  response.on("close", () => clearInterval(timer));
};

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
    const { server, http } = await serve(trickle, { timeouts: { tryMs: 100 }, tries: 2 });
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

describe("a machine without a network", () => {
  const fail = (watch: ReturnType<typeof createOfflineDetector>, ...hosts: string[]) => {
    for (const host of hosts) {
      watch.noteStart(host);
      watch.noteEnd();
      watch.noteSilence(host);
    }
  };

  test("is one where five hosts have failed and none has answered", () => {
    const watch = createOfflineDetector();
    fail(watch, "a", "b", "c", "d", "a");
    expect(watch.isOffline()).toBe(false);
    fail(watch, "e");
    expect(watch.isOffline()).toBe(true);
    watch.noteAnswer();
    expect(watch.isOffline()).toBe(false);
  });

  test("is not reported while a host or a retry may still answer", () => {
    const watch = createOfflineDetector();
    watch.noteStart("slow");
    fail(watch, "a", "b", "c", "d", "e", "f");
    expect(watch.isOffline()).toBe(false);
    watch.noteEnd();
    expect(watch.isOffline()).toBe(false);
    watch.noteSilence("slow");
    expect(watch.isOffline()).toBe(true);
    watch.noteStart("a");
    expect(watch.isOffline()).toBe(false);
  });

  test("stops trying once every host has failed, and says so", async () => {
    const { server, http } = await serve(() => undefined, { offlineGraceMs: 1 });
    // The port refuses connections at once.
    await server.close();
    const ask = (host: string) => http.fetch(request(`https://${host}.example/`));
    for (const host of ["a", "b", "c", "d"]) await expect(ask(host)).rejects.toThrow("after 3 tries");
    await expect(ask("e")).rejects.toThrow(/failed/);
    const waited = http.waits.length;
    await expect.poll(() => catchError(ask("f"))).toHaveProperty("message", expect.stringContaining("no host has"));
    expect(http.isOffline()).toBe(true);
    expect(http.waits.length - waited).toBeLessThanOrEqual(2);
  });

  test("is not claimed while a slow host has not failed, however many others have", async () => {
    let answer = () => {};
    const { http } = await serve(
      (incoming, response) => {
        if (incoming.url?.includes("slow")) answer = () => response.end("late");
        else response.socket?.resetAndDestroy();
      },
      { tries: 1, offlineGraceMs: 1 },
    );
    const slow = http.fetch(request("https://slow.example/"));
    for (const host of ["a", "b", "c", "d", "e", "f", "g"])
      await expect(http.fetch(request(`https://${host}.example/`))).rejects.toThrow("failed");
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(http.isOffline()).toBe(false);
    answer();
    expect((await slow).body).toBe("late");
    await expect(http.fetch(request("https://a.example/"))).rejects.not.toThrow("no host has responded");
  });

  test("is not claimed once the first byte of any answer has arrived", async () => {
    const { http } = await serve(
      (incoming, response) => {
        if (incoming.url?.includes("first")) response.writeHead(200).write("x");
        else response.socket?.resetAndDestroy();
      },
      { tries: 1, offlineGraceMs: 1, timeouts: { stallMs: 50 } },
    );
    const first = catchError(http.fetch(request("https://first.example/")));
    for (const host of ["a", "b", "c", "d", "e"]) await catchError(http.fetch(request(`https://${host}.example/`)));
    expect((await first).message).toContain("the body stalled");
    expect([http.isOnline(), http.isOffline()]).toEqual([true, false]);
  });
});

describe("a request with a time limit", () => {
  const openLimit = (remainingMs: number) => {
    const noted: number[] = [];
    return { noted, timeLimit: { remainingMs: () => remainingMs, noteTimeout: (ms: number) => void noted.push(ms) } };
  };

  test("makes one attempt at a host that hangs, which is then left alone", async () => {
    const { server, http } = await serve(() => undefined, { shortTryMs: 1 });
    const { noted, timeLimit } = openLimit(100);
    const error = await catchError(http.fetch(request("https://api.test/a", { timeLimit })));
    expect(error).toMatchObject({ message: "GET https://api.test/a failed: no answer within 0.1 s", tries: 1 });
    expect([server.requests.length, noted.map(Math.round), http.waits]).toEqual([1, [100], []]);
    // Also for requests without a limit.
    await expect(http.fetch(request("https://api.test/b"))).rejects.toThrow(
      "api.test is left alone for the rest of the run after a try without a complete answer in 0.1 s",
    );
    expect(server.requests).toHaveLength(1);
  });

  test("does not begin while it waits behind one that times out", async () => {
    const { server, http } = await serve(() => undefined, { shortTryMs: 1 });
    const { timeLimit } = openLimit(50);
    const pacing = { concurrency: 1, intervalMs: 0, reason: "test" };
    const pages = ["a", "b", "c"].map((page) => request(`https://api.test/${page}`, { pacing, timeLimit }));
    const errors = await Promise.all(pages.map((page) => catchError(http.fetch(page))));
    expect(errors.map(({ message }) => message.includes("left alone"))).toEqual([false, true, true]);
    expect(server.requests).toHaveLength(1);
  });

  test("gets one short try if its time is up when its turn comes", async () => {
    const { server, http } = await serve(() => undefined, { shortTryMs: 1_000 });
    const { noted, timeLimit } = openLimit(-5_000);
    await expect(http.fetch(request("https://api.test/", { timeLimit }))).rejects.toThrow("no answer within 1 s");
    expect([server.requests.length, noted.map(Math.round)]).toEqual([1, [1_000]]);
  });

  test("cuts a body that trickles", async () => {
    const { server, http } = await serve(trickle, { shortTryMs: 1 });
    const { timeLimit } = openLimit(1_000);
    await expect(http.fetch(request("https://api.test/", { timeLimit }))).rejects.toThrow(
      "failed: the answer was not complete after 1 s",
    );
    expect(server.requests).toHaveLength(1);
  });

  test.each<[string, number, number[], number | null, number]>([
    ["after an error while there is time", 10_000, [503, 503, 200], 200, 3],
    ["not after an error once the time is up", 0, [503, 200], 503, 1],
    ["after a rate limit in any case", 0, [429, 429, 200], 200, 3],
  ])("is repeated %s", async (_, remainingMs, statuses, status, tries) => {
    const left = [...statuses];
    const { server, http } = await serve((_request, response) => response.writeHead(left.shift() ?? 500).end("x"));
    const { timeLimit } = openLimit(remainingMs);
    const result = await http.fetch(request("https://api.test/", { timeLimit })).catch((error) => error);
    expect([result.status, server.requests.length]).toEqual([status, tries]);
  });

  test("does not count the waits for its turn", async () => {
    let nowMs = 0;
    const waited: number[] = [];
    const sleep = async (ms: number) => {
      nowMs += ms;
    };
    const { http } = await serve((_, response) => response.end("x"), { elapsed: () => nowMs, sleep });
    const pacing = { concurrency: 1, intervalMs: 12_000, reason: "test" };
    const timeLimit = {
      remainingMs: (waitedMs: number) => waited.push(waitedMs) && 1_000,
      noteTimeout: () => undefined,
    };
    const pages = [1, 2, 3].map((page) => http.fetch(request(`https://api.test/${page}`, { pacing, timeLimit })));
    await Promise.all(pages);
    expect(waited).toEqual([0, 12_000, 24_000]);
  });
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
