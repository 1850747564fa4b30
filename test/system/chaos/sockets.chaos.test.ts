import { afterEach, describe, expect, it } from "vitest";
import { createHttp, type HttpClient } from "../../../build/kit/platform/http/http.ts";
import type { Http } from "../../../build/kit/platform/platform.ts";
import { scale } from "../../seed.ts";
import { type ChaosRun, drawFaults, NO_FAULTS, openChaosRun, PRICE_SOURCES } from "./chaos-run.ts";
import { createSuite, tryBuild } from "./chaos-suite.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { FAULTS } from "./faults.ts";
import { hashSeed, openDraws, recordTries, SEED } from "./random.ts";

/** Short, so that what hangs costs little; the ratios are those of a live run. */
const TIMEOUTS = { connectMs: 600, headersMs: 600, stallMs: 600, tryMs: 1_800 };
/** Most bytes of a response, with those under way in sockets. */
const MAX_SENT_BYTES = 120e6;
const MB = 1e6;

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

/** The client over real sockets: time-outs, retries, pacing, limits. Skips waits between tries. */
async function openSocketRun(seed: number): Promise<{ run: ChaosRun; proxy: FaultProxy }> {
  let starting: Promise<FaultProxy> | undefined;
  const run = openChaosRun({
    seed,
    openHttp: (upstreams, now): Http => {
      starting = startFaultProxy(upstreams);
      // A client per build: it leaves a host that hangs alone until its end.
      const clients = new Map<number, HttpClient>();
      return {
        async fetch(request) {
          const proxy = await starting!;
          let client = clients.get(now());
          if (client === undefined) {
            client = createHttp({
              userAgent: "test",
              now,
              random: () => 0.5,
              origins: proxy.origin,
              paceFactor: 0,
              tries: 2,
              timeouts: TIMEOUTS,
              sleep: async () => undefined,
            });
            clients.set(now(), client);
            opened.push(client);
          }
          return client.fetch(request);
        },
      };
    },
  });
  const proxy = await starting!;
  opened.push(proxy);
  return { run, proxy };
}

describe("over real sockets", () => {
  const suite = createSuite();

  it("every fault at a third of the sources affects only those sources", async () => {
    // What a source says of the market reaches it the same way with and without sockets.
    for (const [row, fault] of FAULTS.filter(({ level }) => level !== "market").entries()) {
      const { run, proxy } = await openSocketRun(hashSeed(SEED, "socket", fault.id));
      const label = `fault ${fault.id}`;
      await tryBuild(suite, run, 0, NO_FAULTS, `${label}, before`);
      const faults = new Map(PRICE_SOURCES.filter((_, index) => index % 3 === 1).map((source) => [source, fault]));
      const before = proxy.sent();
      await tryBuild(suite, run, 30, faults, label, { verify: row % 5 === 0 });
      // Endless bodies are cut at the feed's limit: counts the bytes that left the server.
      if (proxy.sent() - before > MAX_SENT_BYTES * faults.size) {
        suite.problems.push(`${label}: ${Math.round((proxy.sent() - before) / MB)} MB were sent`);
      }
      const { error } = await tryBuild(suite, run, 60, NO_FAULTS, `${label}, after`);
      if (error !== undefined) suite.problems.push(`${label}: the sound build after it: ${error.message}`);
      for (const one of opened.splice(0)) await one.close();
    }
    expect(suite.problems).toEqual([]);
  });

  it("any mix of faults ends in a publication or a refusal", async () => {
    const before = suite.builds;
    const builds = scale(14);
    const random = openDraws(SEED, "sockets");
    const { run, proxy } = await openSocketRun(SEED);
    for (let build = 0; build < builds; build += 1) {
      const faults = drawFaults(random, [0.1, 0.3, 0.6, 1][build % 4]!);
      await tryBuild(suite, run, build * 25, faults, `mixture ${build}`, { verify: build % 4 === 0 });
    }
    expect(suite.problems).toEqual([]);
    expect(suite.builds - before).toBe(builds);
    // No hanging sockets remain: open ones are kept alive for the next request.
    for (const client of opened.splice(0, 1)) await client.close();
    await expect.poll(() => proxy.open(), { timeout: 20_000 }).toBe(0);
    await recordTries({
      name: "sockets",
      what: "builds over real sockets with hanging, resetting, endless and other faulty upstreams",
      tried: suite.builds,
    });
  });
});
