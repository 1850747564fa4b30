import { describe, expect, it } from "vitest";
import { openRun, readFeed } from "../../../build/crypto/ingest/read-feed.ts";
import { findShrunken, type Shrunken } from "../../../build/crypto/ingest/shrunken.ts";
import type { Feed } from "../../../build/crypto/sources/source.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { createFakeEffects, createSession, NOW } from "./fake-effects.ts";
import { createFeed, createSource } from "./simple-source.ts";

const MINUTE_MS = 60_000;
const URL = "https://a.example/tvl";
const body = (rows: number) =>
  JSON.stringify(Array.from({ length: rows }, (_, index) => ({ date: NOW - 1_000 * index, tvl: 1 })));

/** A feed over several builds, as one that asks for the given number of coins sees it. */
function createRuns(change: Partial<Feed> = {}) {
  const state = createMemoryStateStore();
  return async (minutes: number, rows: number | null, coins = 100) => {
    const url = `${URL}?coins=${coins}`;
    const feed = createFeed({ requests: () => [{ url }], ...change });
    const effects = createFakeEffects(rows === null ? {} : { [url]: body(rows) }, state);
    const session = createSession(effects, { now: NOW + minutes * MINUTE_MS, coins });
    const { status, dataset, error } = await readFeed(await openRun(createSource([feed]), feed, session));
    await state.commit();
    return { status, records: dataset?.records.length, error };
  };
}

describe("a response with less than half of the records of the last one", () => {
  it("is a failure with a reason: the last known good response is used", async () => {
    const run = createRuns();
    await run(0, 100);
    const { error, ...outcome } = await run(30, 49);
    expect(outcome).toEqual({ status: "stale", records: 100 });
    expect(error).toContain("shrank from 100 to 49 records");
    expect(await run(60, 50)).toMatchObject({ status: "fresh", records: 50 });
  });

  it("is the new size after three times over two hours", async () => {
    const run = createRuns();
    await run(0, 100);
    expect((await run(30, 40)).status).toBe("stale");
    expect((await run(60, 41)).status).toBe("stale");
    expect((await run(90, 40)).status).toBe("stale");
    expect(await run(150, 42)).toMatchObject({ status: "fresh", records: 42 });
    // From now on that is what others are compared with.
    expect((await run(180, 20)).error).toContain("from 42 to 20");
  });

  it("fails the feed if its last known good response is too old, and is accepted after that", async () => {
    const run = createRuns();
    await run(0, 100);
    expect((await run(24 * 60, 40)).status).toBe("failed");
    expect((await run(30 * 60, 40)).status).toBe("failed");
    expect(await run(36 * 60, 40)).toMatchObject({ status: "fresh", records: 40 });
  });

  it("is accepted at once for other requests", async () => {
    const run = createRuns();
    await run(0, 100);
    expect(await run(30, 10, 10)).toMatchObject({ status: "fresh", records: 10 });
  });

  it("is accepted at once for kinds of varying size, and for feeds that collect records", async () => {
    const value = { timeMs: NOW, value: 5, classification: "Fear", nextUpdateMs: null };
    const indexes = createRuns({
      kind: "index",
      normalise: (rows) => (rows as unknown[]).map(() => value) as never,
    });
    await indexes(0, 100);
    expect((await indexes(30, 1)).status).toBe("fresh");
    const collecting = createRuns({ keepMs: 1e9, requests: () => [{ url: `${URL}?coins=100`, brings: "1" }] });
    await collecting(0, 100);
    expect(await collecting(30, 2)).toMatchObject({ status: "fresh", records: 100 });
  });
});

describe("findShrunken", () => {
  const judge = (records: number, before: Shrunken | null, minutes: number) =>
    findShrunken("ticker", records, 100, before, NOW + minutes * MINUTE_MS);

  it("restarts if the small responses differ in size", () => {
    const first = judge(40, null, 0);
    expect(judge(5, first, 200)).toEqual({ answers: 1, sinceMs: NOW + 200 * MINUTE_MS, records: 5 });
    expect(judge(21, first, 200)).toEqual({ answers: 2, sinceMs: NOW, records: 21 });
  });

  it("does not accept many responses of a few minutes", () => {
    let shrunken: Shrunken | null = null;
    for (let minute = 0; minute < 60; minute++) shrunken = judge(40, shrunken, minute);
    expect(shrunken?.answers).toBe(60);
    expect(judge(40, shrunken, 120)).toBeNull();
  });
});
