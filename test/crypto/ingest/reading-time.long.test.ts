import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DEMO_SEED } from "../../../build/crypto/demo/demo-market.ts";
import { readSources } from "../../../build/crypto/ingest/read-sources.ts";
import { openReadingTime } from "../../../build/crypto/ingest/reading-time.ts";
import { sources } from "../../../build/crypto/sources/registry.ts";
import { createHttp } from "../../../build/kit/platform/http/http.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { type HostFault, startFaultyDemo } from "../../fixtures/faulty-demo.ts";
import { openDraws, SEED } from "../../system/chaos/random.ts";
import { createFakeEffects, createSession, NOW } from "./fake-effects.ts";

const COINS = 8;
const ENABLED = sources.filter(({ offByDefault }) => offByDefault === undefined);
/** Rounds of the event loop in which an answer reaches its reader. */
const ROUNDS = 60;

const nextRound = () => new Promise<void>((resolve) => setImmediate(resolve));
let clockMs = 0;

/** Lets time pass in steps, and only while nothing but silence is waited for. */
async function passTime(task: Promise<unknown>, isIdle: () => boolean): Promise<void> {
  let isDone = false;
  task.catch(() => undefined).finally(() => (isDone = true));
  while (!isDone) {
    for (let round = 0; round < ROUNDS; round += 1) await nextRound();
    const stepMs = isIdle() ? 100 : 1;
    clockMs += isIdle() ? stepMs : 0;
    await vi.advanceTimersByTimeAsync(stepMs);
  }
}

/** Reads all sources of the demo market, with hosts that answer late or never. */
async function readWith(
  hangs: (host: string) => boolean,
  { slow = new Set<string>(), state = createMemoryStateStore(), fault = "hang" as HostFault } = {},
) {
  clockMs = 0;
  const server = await startFaultyDemo({ seed: DEMO_SEED, coins: COINS, now: NOW, fixingDays: 30 }, (host) =>
    hangs(host) ? fault : undefined,
  );
  const client = createHttp({
    userAgent: "test",
    now: () => NOW,
    random: () => 0.5,
    elapsed: () => clockMs,
    origins: server.origin,
    paceFactor: 0,
  });
  const tries = new Map<string, number>();
  let answering = 0;
  const effects = createFakeEffects({}, state);
  effects.http = {
    async fetch(request) {
      const { host } = new URL(request.url);
      tries.set(host, (tries.get(host) ?? 0) + 1);
      if (hangs(host)) return client.fetch(request);
      answering += 1;
      return client.fetch(request).finally(() => (answering -= 1));
    },
  };
  const time = openReadingTime({ elapsedMs: () => clockMs, slow });
  const session = createSession(effects, { coins: COINS, time });
  try {
    const reading = readSources(ENABLED, session, undefined);
    await passTime(reading, () => answering === 0);
    const outcomes = await reading;
    const failed = new Set(outcomes.flatMap(({ source, error }) => (error === undefined ? [] : source.id)));
    // The demo refuses it.
    failed.delete("bybit");
    return { ms: clockMs, failed, timedOut: time.timedOut, isOffline: client.isOffline() };
  } finally {
    await client.close();
    await server.close();
  }
}

describe("the time of a reading", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it("is one attempt of 15 seconds where one upstream hangs, and 5 in the builds after it", async () => {
    const isKraken = (host: string) => host === "api.kraken.com";
    const first = await readWith(isKraken);
    expect([[...first.failed], [...first.timedOut]]).toEqual([["kraken"], ["kraken"]]);
    expect(first.ms).toBeGreaterThanOrEqual(15_000);
    expect(first.ms).toBeLessThan(16_000);
    const second = await readWith(isKraken, { slow: new Set(["kraken"]) });
    expect([[...second.failed], [...second.timedOut]]).toEqual([["kraken"], []]);
    expect(second.ms).toBeLessThan(6_000);
  }, 60_000);

  it("is below 30 seconds where all references hang, so that fallbacks are requested and hang too", async () => {
    const { ms, failed } = await readWith((host) => /coingecko|coinpaprika|coinlore|jsdelivr|pages\.dev/.test(host));
    expect(failed).toEqual(new Set(["coingecko", "coinpaprika", "coinlore", "fawazahmed0"]));
    expect(ms).toBeLessThan(30_000);
  }, 60_000);

  it("is below 30 seconds whichever upstreams hang", async () => {
    const random = openDraws(SEED, "hanging");
    for (const share of [0.2, 0.5, 0.8]) {
      const drawn = new Map<string, boolean>();
      const hangs = (host: string) => {
        if (!drawn.has(host)) drawn.set(host, random() < share);
        return drawn.get(host) === true;
      };
      const { ms, isOffline } = await readWith(hangs);
      expect([share, ms < 30_000, isOffline]).toEqual([share, true, false]);
    }
  }, 120_000);

  it.each([4_000, 12_000, 14_000])(
    "is below 30 seconds where every answer of some takes %i ms",
    async (afterMs) => {
      const isSlow = (host: string) => /coingecko|kraken|okx|llama/.test(host);
      const { ms } = await readWith(isSlow, { fault: { afterMs } });
      expect(ms).toBeGreaterThan(afterMs);
      expect(ms).toBeLessThan(30_000);
    },
    60_000,
  );

  it("is below 30 seconds where every answer takes 12 seconds", async () => {
    const { ms } = await readWith(() => true, { fault: { afterMs: 12_000 } });
    expect(ms).toBeLessThan(30_000);
  }, 60_000);

  it("is below 30 seconds without any answer, and only then there is no network", async () => {
    const { ms, isOffline } = await readWith(() => true);
    expect([ms < 30_000, isOffline]).toEqual([true, true]);
  }, 60_000);
});

describe("the time of a source", () => {
  it("ends with its round, except for the waits of its pacing", () => {
    let nowMs = 0;
    const time = openReadingTime({ elapsedMs: () => nowMs, slow: new Set(["slow"]) });
    const [sound, slow] = ["sound", "slow"].map((id) => time.findLimit(id));
    expect([sound!.remainingMs(0), slow!.remainingMs(0)]).toEqual([15_000, 5_000]);
    nowMs = 14_000;
    expect([sound!.remainingMs(0), slow!.remainingMs(0), sound!.remainingMs(14_000)]).toEqual([2_000, 2_000, 15_000]);
    nowMs = 90_000;
    expect(sound!.remainingMs(0)).toBeLessThan(0);
    time.beginFallbacks();
    expect(sound!.remainingMs(0)).toBe(7_000);
  });

  it("marks a source that took more than a slow one gets", () => {
    const time = openReadingTime();
    for (const [id, ms] of Object.entries({ full: 15_000, fallback: 7_000, slow: 5_000, late: 3_000 }))
      time.findLimit(id).noteTimeout(ms);
    expect([...time.timedOut]).toEqual(["full", "fallback"]);
  });
});
