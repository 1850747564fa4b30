import { describe, expect, test } from "vitest";
import { createRateLimiter } from "../../../../build/kit/platform/http/rate-limiter.ts";
import type { Pacing } from "../../../../build/kit/platform/pacing.ts";
import { createTestHttp, request, startServer } from "../local-server.ts";

/** A clock that only waits move, and by a little more than was asked for, as real timers do. */
function createClock(lateMs = 0) {
  const clock = {
    time: 0,
    elapsed: () => clock.time,
    sleep: async (ms: number, _signal: AbortSignal) => {
      clock.time += ms + lateMs;
    },
  };
  return clock;
}

function createGate(pacing: Partial<Pacing>, clock = createClock(), paceFactor = 1) {
  const stop = new AbortController();
  const options = { elapsed: clock.elapsed, sleep: clock.sleep, paceFactor, stop: stop.signal };
  return {
    stop,
    gate: createRateLimiter("a.test", { concurrency: 9, intervalMs: 0, reason: "test", ...pacing }, options),
  };
}

describe("the spacing of a host", () => {
  test.each([
    ["holds between every two starts, even when timers are late", 30, 1, [0, 130, 260, 5_000, 5_130]],
    ["neither delays nor allows a burst after a pause", 0, 1, [0, 100, 200, 5_000, 5_100]],
    ["is scaled by the pace factor", 0, 0, [0, 0, 0, 5_000, 5_000]],
  ])("%s", async (_, lateMs, paceFactor, expected) => {
    const clock = createClock(lateMs);
    const { gate } = createGate({ intervalMs: 100 }, clock, paceFactor);
    const starts: number[] = [];
    const start = () => gate.run(async () => starts.push(clock.time));
    await Promise.all([1, 2, 3].map(start));
    clock.time = 5_000;
    await Promise.all([4, 5].map(start));
    expect(starts).toEqual(expected);
  });

  test("starts requests in the order in which they came", async () => {
    const { gate } = createGate({ intervalMs: 10, concurrency: 2 });
    const order: number[] = [];
    await Promise.all([1, 2, 3, 4, 5].map((number) => gate.run(async () => order.push(number))));
    expect(order).toEqual([1, 2, 3, 4, 5]);
  });

  test("goes on after a task that failed", async () => {
    const { gate } = createGate({ intervalMs: 10, concurrency: 1 });
    const failed = gate.run(() => Promise.reject(new Error("no")));
    const next = gate.run(async () => "yes");
    await expect(failed).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });
});

test("limits concurrent tasks as declared", async () => {
  const { gate } = createGate({ concurrency: 2 });
  let running = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 8 }, () =>
      gate.run(async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
      }),
    ),
  );
  expect(most).toBe(2);
});

test("the end of a run wakes a waiting start", async () => {
  const sleep = (_: number, signal: AbortSignal) =>
    new Promise<void>((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("woken"))));
  const { stop, gate } = createGate({ intervalMs: 1_000 }, { ...createClock(), elapsed: () => 0, sleep });
  await gate.run(async () => undefined);
  const waiting = gate.run(async () => undefined);
  stop.abort(new Error("the end"));
  await expect(waiting).rejects.toThrow("the end");
});

test("hosts are paced apart, and the first declaration of a host holds", async () => {
  const clock = createClock();
  const starts: string[] = [];
  const server = await startServer((_, response) => response.end());
  const http = createTestHttp({
    elapsed: clock.elapsed,
    sleep: clock.sleep,
    origins: (url) => {
      starts.push(`${url.host} ${clock.time}`);
      return server.origins(url);
    },
  });
  const slow = { concurrency: 1, intervalMs: 1_000, reason: "test" };
  const fast = { concurrency: 1, intervalMs: 0, reason: "test" };
  await http.fetch(request("https://a.test/", { pacing: slow }));
  await http.fetch(request("https://b.test/", { pacing: slow }));
  await http.fetch(request("https://a.test/", { pacing: fast }));
  expect(starts).toEqual(["a.test 0", "b.test 0", "a.test 1000"]);
});
