import { describe, expect, test } from "vitest";
import { computeBackoffMs, isRetryable, parseRetryAfter } from "../../../../build/kit/platform/http/http-retry.ts";
import type { Pacing } from "../../../../build/kit/platform/pacing.ts";
import { catchError, createTestHttp, request, serve, startServer } from "../local-server.ts";

const pacing = (fields: Partial<Pacing> = {}): Pacing => ({ concurrency: 1, intervalMs: 0, reason: "test", ...fields });

describe("a failed request", () => {
  test("is tried three times, with growing waits", async () => {
    const { server, http } = await serve((_, response) => response.writeHead(503).end("busy"));
    const error = await catchError(http.fetch(request("https://api.test/x")));
    expect(error).toMatchObject({ message: "GET https://api.test/x 503 after 3 tries", status: 503, tries: 3 });
    expect((error.cause as Error).message).toBe('the answer says "busy"');
    expect(server.requests).toHaveLength(3);
    expect(http.waits).toEqual([375, 750]);
  });

  test("succeeds when a later try does", async () => {
    let calls = 0;
    const { http } = await serve((_, response) => response.writeHead(++calls < 3 ? 500 : 200).end("fine"));
    expect((await http.fetch(request("https://api.test/"))).body).toBe("fine");
  });

  test.each([400, 401, 403, 404, 418, 451])("of status %i is not tried again", async (status) => {
    const { server, http } = await serve((_, response) => response.writeHead(status).end());
    expect((await catchError(http.fetch(request("https://api.test/")))).message).toBe(
      `GET https://api.test/ ${status}`,
    );
    expect(server.requests).toHaveLength(1);
  });

  test("keeps its status when the error page itself never ends", async () => {
    const { http } = await serve((_, response) => response.writeHead(500).write("x"), {
      timeouts: { stallMs: 20 },
      tries: 1,
    });
    expect((await catchError(http.fetch(request("https://api.test/")))).message).toBe("GET https://api.test/ 500");
  });
});

describe("Retry-After", () => {
  test.each([
    ["in seconds", 429, "7", 7_000],
    ["as a date of the server's clock", 503, "Tue, 01 Jan 2019 00:00:09 GMT", 9_000],
  ])("%s is waited for", async (_name, status, value, waitMs) => {
    let calls = 0;
    const { http } = await serve((_, response) => {
      response.setHeader("date", "Tue, 01 Jan 2019 00:00:00 GMT");
      response.writeHead(++calls === 1 ? status : 200, { "retry-after": value }).end();
    });
    await http.fetch(request("https://api.test/"));
    expect(http.waits[0]).toBe(waitMs);
  });

  test("longer than the source allows fails at once and says how long", async () => {
    const { server, http } = await serve((_, response) => response.writeHead(429, { "retry-after": "3600" }).end());
    expect((await catchError(http.fetch(request("https://api.test/")))).message).toBe(
      "GET https://api.test/ 429: Retry-After is 3600 s, longer than the limit of 20 s",
    );
    const patient = request("https://b.test/", { pacing: pacing({ maxRetryAfterMs: 3_600_000 }) });
    await expect(http.fetch(patient)).rejects.toThrow("GET https://b.test/ 429 after 3 tries");
    expect(server.requests).toHaveLength(4);
    expect(http.waits).toContain(3_600_000);
  });

  test("of a 429 holds back the other requests to that host as well, and only those", async () => {
    let time = 0;
    let refused = false;
    const starts: string[] = [];
    const server = await startServer((_, response) => {
      response.writeHead(refused ? 200 : 429, { "retry-after": "5" }).end();
      refused = true;
    });
    const http = createTestHttp({
      elapsed: () => time,
      sleep: async (ms) => {
        time += ms;
      },
      origins: (url) => {
        starts.push(`${url.host} ${time}`);
        return server.origins(url);
      },
    });
    await Promise.all(["1", "2"].map((path) => http.fetch(request(`https://a.test/${path}`, { pacing: pacing() }))));
    expect(starts).toEqual(["a.test 0", "a.test 5000", "a.test 5000"]);
  });

  test("is read as whole seconds or as an HTTP date, and as nothing else", () => {
    const now = Date.UTC(2026, 10, 20);
    expect(parseRetryAfter("120", undefined, now)).toBe(120_000);
    expect(parseRetryAfter("Fri, 20 Nov 2026 00:00:30 GMT", undefined, now)).toBe(30_000);
    expect(parseRetryAfter("Thu, 19 Nov 2026 00:00:30 GMT", undefined, now)).toBe(0);
    for (const text of ["-1", "soon", "", "1.5", "2026-11-20", "99999999999999"])
      expect(parseRetryAfter(text, undefined, now)).toBeNull();
    expect(parseRetryAfter(undefined, undefined, now)).toBeNull();
  });
});

describe("skipping a host", () => {
  test("happens after the declared number of 429 in a row, and then costs no request", async () => {
    const { server, http } = await serve((_, response) => response.writeHead(429).end("slow down"));
    const polite = pacing({ giveUpAfter429: 3 });
    await expect(http.fetch(request("https://a.test/1", { pacing: polite }))).rejects.toThrow("429 after 3 tries");
    const error = await catchError(http.fetch(request("https://a.test/2", { pacing: polite })));
    expect(error.message).toBe(
      "GET https://a.test/2 failed: a.test is left alone for the rest of the run after 3 answers of 429 in a row",
    );
    expect(error).toMatchObject({ status: null, tries: 0 });
    expect(server.requests).toHaveLength(3);
    await expect(http.fetch(request("https://b.test/", { pacing: polite }))).rejects.toThrow("429 after 3 tries");
  });

  test("happens at once where it refuses this address, and only there", async () => {
    const { server, http } = await serve((_, response) => response.writeHead(403).end());
    const blocked = pacing({ refusals: [401, 403] });
    await expect(http.fetch(request("https://a.test/1", { pacing: blocked }))).rejects.toThrow("403");
    await expect(http.fetch(request("https://a.test/2", { pacing: blocked }))).rejects.toThrow(
      "a.test is left alone for the rest of the run after an answer of 403",
    );
    await expect(http.fetch(request("https://b.test/1", { pacing: pacing({}) }))).rejects.toThrow("403");
    await expect(http.fetch(request("https://b.test/2", { pacing: pacing({}) }))).rejects.toThrow("403");
    expect(server.requests).toHaveLength(3);
  });

  test.each([
    [429, "3600", ": Retry-After is 3600 s, longer than the limit of 20 s"],
    [429, "Fri, 20 Nov 2026 12:01:00 GMT", ": Retry-After is 60 s, longer than the limit of 20 s"],
    [403, "3600", ": Retry-After is 3600 s, longer than the limit of 20 s"],
  ])("happens after an answer of %i that demands a wait of %s", async (status, value, words) => {
    const { server, http } = await serve((_, response) =>
      response.writeHead(status, { "retry-after": value, date: "Fri, 20 Nov 2026 12:00:00 GMT" }).end(),
    );
    const fetch = (path: number) => catchError(http.fetch(request(`https://a.test/${path}`, { pacing: pacing() })));
    const errors = await Promise.all([1, 2, 3].map(fetch));
    const left = `failed: a.test is left alone for the rest of the run after an answer of ${status}${words}`;
    expect([...errors, await fetch(4)].map(({ message }) => message)).toEqual([
      `GET https://a.test/1 ${status}${words}`,
      ...[2, 3, 4].map((path) => `GET https://a.test/${path} ${left}`),
    ]);
    expect(server.requests).toHaveLength(1);
  });

  describe("where the time is limited", () => {
    const timeLimit = { remainingMs: () => 15_000, noteTimeout: () => undefined };

    async function fetchTwo(statuses: readonly number[], value: string, timed: boolean) {
      let time = 0;
      let calls = 0;
      const { http } = await serve(
        (_, response) => response.writeHead(statuses[calls++] ?? 429, { "retry-after": value }).end(),
        {
          elapsed: () => time,
          sleep: async (ms) => {
            const endMs = time + ms;
            // Time passes once all that is due has happened.
            await new Promise((done) => setTimeout(done, 20));
            time = Math.max(time, endMs);
          },
        },
      );
      const two = [1, 2].map((at) =>
        request(`https://a.test/${at}`, { pacing: pacing({ concurrency: 2 }), ...(timed && { timeLimit }) }),
      );
      const getMessage = ({ message }: Error) => message;
      const outcomes = await Promise.all(two.map((one) => http.fetch(one).then(() => "fine", getMessage)));
      return { calls, time, outcomes };
    }

    test("happens when its pauses together are too long", async () => {
      const { calls, time, outcomes } = await fetchTwo([], "15", true);
      expect([calls <= 4, time]).toEqual([true, 15_000]);
      const words = "429 after 2 tries: its pauses together would be longer than the limit of 20 s";
      expect(outcomes).toContainEqual(expect.stringContaining(words));
      expect((await fetchTwo([], "15", false)).calls).toBe(6);
    });

    test("does not happen when two requests are refused at the same time", async () => {
      expect((await fetchTwo([429, 429, 200, 200], "20", true)).outcomes).toEqual(["fine", "fine"]);
    });
  });

  test("does not happen after an error that demands a long wait: others may be answered", async () => {
    const { server, http } = await serve((_, response) => response.writeHead(503, { "retry-after": "3600" }).end());
    for (const path of [1, 2]) await catchError(http.fetch(request(`https://a.test/${path}`)));
    expect(server.requests).toHaveLength(2);
  });

  describe("where each try waits long for its turn", () => {
    const SPACING_MS = 12_000;
    const ROUND_MS = 16_000;
    const spaced = pacing({ intervalMs: SPACING_MS, concurrency: 1 });

    /** Five requests at once; each try is answered with the next status. */
    async function fetchFive(statuses: readonly number[]) {
      let time = 0;
      let calls = 0;
      const { server, http } = await serve((_, response) => response.writeHead(statuses[calls++] ?? 200).end(), {
        elapsed: () => time,
        sleep: async (ms) => {
          // Time passes once all that is due has happened.
          await new Promise((done) => setImmediate(done));
          time += ms;
        },
      });
      const timeLimit = { remainingMs: (waitedMs: number) => ROUND_MS + waitedMs - time, noteTimeout: () => undefined };
      const five = Array.from({ length: 5 }, (_, at) => request(`https://a.test/${at}`, { pacing: spaced, timeLimit }));
      const outcomes = await Promise.allSettled(five.map((one) => http.fetch(one)));
      return {
        requests: server.requests.length,
        time,
        ok: outcomes.filter(({ status }) => status === "fulfilled").length,
      };
    }

    test("happens after the tries that begin in time, if it has not answered at all", async () => {
      const { requests, ok } = await fetchFive(Array.from({ length: 20 }, () => 502));
      expect([requests, ok]).toEqual([2, 0]);
    });

    test("does not happen once it has answered", async () => {
      expect(await fetchFive([200, 502])).toMatchObject({ requests: 6, ok: 5 });
      expect(await fetchFive([502])).toMatchObject({ requests: 6, ok: 5 });
    });
  });

  test("reaches the requests that already wait", async () => {
    const { server, http } = await serve((_, response) => response.writeHead(429).end(), { tries: 1 });
    const polite = pacing({ giveUpAfter429: 2, concurrency: 2 });
    const paths = Array.from({ length: 20 }, (_, index) => `https://a.test/${index}`);
    const errors = await Promise.all(paths.map((url) => catchError(http.fetch(request(url, { pacing: polite })))));
    expect(errors.filter((error) => error.message.includes("left alone"))).toHaveLength(20 - server.requests.length);
    expect(server.requests.length).toBeLessThanOrEqual(3);
  });

  test("needs them in a row", async () => {
    let calls = 0;
    const { server, http } = await serve((_, response) => response.writeHead(++calls % 2 === 1 ? 429 : 200).end());
    const polite = pacing({ giveUpAfter429: 2 });
    for (let index = 0; index < 4; index++) await http.fetch(request("https://a.test/", { pacing: polite }));
    expect(server.requests).toHaveLength(8);
  });
});

test("the backoff doubles up to eight seconds, and half of it is random", () => {
  expect([1, 2, 3, 9].map((tries) => computeBackoffMs(tries, 0))).toEqual([250, 500, 1_000, 4_000]);
  expect([1, 2, 3, 9].map((tries) => computeBackoffMs(tries, 1))).toEqual([500, 1_000, 2_000, 8_000]);
});

test("only 408, 425, 429 and 5xx are retried", () => {
  expect([200, 304, 400, 404, 408, 409, 425, 428, 429, 499, 500, 503, 520, 599].filter(isRetryable)).toEqual([
    408, 425, 429, 500, 503, 520, 599,
  ]);
});
