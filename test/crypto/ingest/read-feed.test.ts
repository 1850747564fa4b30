import { describe, expect, it } from "vitest";
import { type LastKnownGood, lastKnownGoodName } from "../../../build/crypto/ingest/last-known-good.ts";
import { openRun, readFeed } from "../../../build/crypto/ingest/read-feed.ts";
import type { Session } from "../../../build/crypto/ingest/session.ts";
import type { Fixing, ReferenceCoin, TvlPoint } from "../../../build/crypto/normalise/record.ts";
import type { Feed, RequestContext, Source } from "../../../build/crypto/sources/source.ts";
import { HttpError } from "../../../build/kit/platform/http/http-error.ts";
import type { StateStore } from "../../../build/kit/platform/platform.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { createFakeEffects, createSession, type FakeAnswer, NOW } from "./fake-effects.ts";
import { createCoinFeed, createFeed, createRateFeed, createSource } from "./simple-source.ts";

const HOUR_MS = 3_600_000;
const URL_1 = "https://a.example/tvl";
const URL_2 = "https://a.example/tvl/2";
const OLD_MS = NOW - 1_000 * HOUR_MS;

/** Rows of consecutive hours from the given one on, all worth `tvl`. */
const body = (tvl: number, hours: readonly number[] = [0]) =>
  JSON.stringify(hours.map((hour) => ({ date: OLD_MS + hour * HOUR_MS, tvl })));

/** Runs one feed once, and commits. */
async function read(
  state: StateStore,
  answers: Record<string, FakeAnswer>,
  {
    feed = createFeed(),
    source = createSource([feed]),
    ...change
  }: Partial<Session> & { feed?: Feed; source?: Source },
) {
  const effects = createFakeEffects(answers, state);
  const outcome = await readFeed(await openRun(source, feed, createSession(effects, change)));
  await state.commit();
  const records = (outcome.dataset?.records ?? []) as TvlPoint[];
  return { ...outcome, asked: effects.asked, values: records.map(({ tvlUsd }) => tvlUsd) };
}

/** A state that holds one good answer of the feed, given `ageMs` ago. */
async function remember(answers: Record<string, FakeAnswer>, ageMs: number, feed?: Feed): Promise<StateStore> {
  const state = createMemoryStateStore();
  await read(state, answers, { ...(feed && { feed }), now: NOW - ageMs });
  return state;
}

describe("an answer with a row at fault", () => {
  const ids = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
  const write = (price: number, change: Readonly<Record<string, number>> = {}) =>
    JSON.stringify(ids.map((id) => ({ id, price: change[id] ?? price })));
  const coins = "https://a.example/coins";

  /** Builds an hour apart; returns the prices by coin, and the number of rows at fault. */
  async function readCoins(bodies: readonly string[]) {
    const state = createMemoryStateStore();
    const feed = createCoinFeed();
    const seen = [];
    for (const [hour, body] of bodies.entries()) {
      const now = NOW + hour * HOUR_MS;
      const { dataset, status, rejected } = await read(state, { [coins]: body }, { feed, now });
      const records = (dataset?.records ?? []) as ReferenceCoin[];
      const prices = Object.fromEntries(records.map(({ id, priceUsd }) => [id, priceUsd]));
      seen.push({ status, rejected, prices });
    }
    return seen;
  }
  const all = (price: number) => Object.fromEntries(ids.map((id) => [id, price]));

  it("keeps a coin without its numbers, and forgets it once a sound answer does not have it", async () => {
    const without = JSON.stringify(ids.slice(1).map((id) => ({ id, price: 7 })));
    const { a: _, ...others } = all(7);
    expect(await readCoins([write(5), write(6, { a: -1 }), without])).toEqual([
      { status: "fresh", rejected: 0, prices: all(5) },
      { status: "fresh", rejected: 1, prices: { ...all(6), a: null } },
      { status: "fresh", rejected: 0, prices: others },
    ]);
  });

  it("loses a record of another kind", async () => {
    const points = (tvl: number, first: number) =>
      JSON.stringify(ids.map((_, hour) => ({ date: OLD_MS + hour, tvl: hour === 0 ? first : tvl })));
    const state = await remember({ [URL_1]: points(5, 5) }, HOUR_MS);
    const outcome = await read(state, { [URL_1]: points(6, 13) }, {});
    expect([outcome.status, outcome.rejected, outcome.values]).toEqual(["fresh", 1, [6, 6, 6, 6, 6, 6, 6, 6]]);
  });
});

describe("a feed that answers", () => {
  it("is fresh, and its records are the dataset", async () => {
    const outcome = await read(createMemoryStateStore(), { [URL_1]: body(5) }, {});
    expect(outcome).toMatchObject({ status: "fresh", error: undefined, rejected: 0 });
    expect(outcome.dataset).toEqual({
      source: "a",
      feed: "tvl",
      kind: "tvl",
      records: [{ timeMs: OLD_MS, tvlUsd: 5 }],
      fetchedAtMs: NOW,
      stale: false,
    });
  });

  it("is asked with its limit, its headers and the pacing of its source", async () => {
    const feed = createFeed({ requests: () => [{ url: URL_1, headers: { "x-key": "1" } }] });
    const { asked } = await read(createMemoryStateStore(), { [URL_1]: body(5) }, { feed });
    expect(asked).toEqual([
      {
        url: URL_1,
        timeLimit: expect.any(Object),
        maxBytes: 10_000,
        headers: { "x-key": "1" },
        pacing: createSource([]).pacing,
      },
    ]);
  });

  it("reports what was left out", async () => {
    const answer = body(5, [0, 1, 2, 3, 4]).replace("]", `,{"date":${OLD_MS},"tvl":-1}]`);
    const outcome = await read(createMemoryStateStore(), { [URL_1]: answer }, {});
    expect(outcome).toMatchObject({ dropped: { "implausible TVL": 1 }, rejected: 1 });
  });

  it("sees nothing of the outside world in its context", async () => {
    let context: RequestContext | undefined;
    const feed = createFeed({
      requests: (given) => {
        context = given;
        return [{ url: URL_1 }];
      },
    });
    await read(createMemoryStateStore(), { [URL_1]: body(5) }, { feed });
    expect(Object.keys(context ?? {}).sort()).toEqual(
      ["answeredAtMs", "apiKeys", "coins", "days", "detailsPerBuild", "failures", "lastGood", "now", "records"].sort(),
    );
    expect(() => context?.lastGood("other", "tvl")).toThrow("its own records");
  });
});

describe("a feed of a series", () => {
  const fixings = {
    kind: "fixing",
    normalise: (rows: unknown) =>
      (rows as { tvl: number }[]).map(({ tvl }) => ({ base: "EUR", date: `2026-11-${tvl}`, rates: { USD: 1.1 } })),
  } as unknown as Partial<Feed>;
  const feed = createFeed({ ...fixings, refreshMs: 6 * HOUR_MS });
  const readDays = async (state: StateStore, answer: FakeAnswer, hours: number) => {
    const outcome = await read(state, { [URL_1]: answer }, { feed, now: NOW + hours * HOUR_MS });
    const records = (outcome.dataset?.records ?? []) as Fixing[];
    return [outcome.status, outcome.asked.length, ...records.map(({ date }) => date)];
  };

  it("gives its records once and keeps none of them", async () => {
    const state = createMemoryStateStore();
    expect(await readDays(state, body(18), 0)).toEqual(["fresh", 1, "2026-11-18"]);
    expect(await state.read("last-good/a.tvl")).toMatchObject({ complete: true, records: [], times: [] });
    expect(await readDays(state, body(19), 1)).toEqual(["skipped", 0]);
    // Without validators: "not modified" would bring nothing.
    expect(await readDays(state, body(19), 7)).toEqual(["fresh", 1, "2026-11-19"]);
    expect(await readDays(state, new Error("down"), 14)).toEqual(["failed", 1]);
  });

  it("learns which days the state has, and when it last answered", async () => {
    const contexts: RequestContext[] = [];
    const curious = createFeed({
      ...fixings,
      requests: (context) => {
        contexts.push(context);
        return [{ url: URL_1 }];
      },
    });
    const state = createMemoryStateStore();
    const days = new Map([["fixing", ["2026-11-19"]] as const]);
    for (let build = 0; build < 2; build += 1)
      await read(state, { [URL_1]: body(18) }, { feed: curious, days, now: NOW + build });
    expect(contexts.map(({ answeredAtMs }) => answeredAtMs)).toEqual([null, NOW]);
    expect(contexts[0]?.days("fixing")).toEqual(["2026-11-19"]);
    expect(contexts[0]?.days("tvl")).toEqual([]);
  });
});

describe("a feed that fails", () => {
  it.each<[string, FakeAnswer, RegExp]>([
    ["cannot be reached", new Error("GET https://a.example/tvl failed: ECONNREFUSED"), /ECONNREFUSED/],
    ["answers HTML with status 200", "<html>Attention Required!</html>", /got a page of HTML/],
    ["answers half of its JSON", body(5, [0, 1, 2]).slice(0, 30), /do not parse/],
    [
      "answers more than its limit",
      body(
        5,
        Array.from({ length: 1_000 }, (_, hour) => hour),
      ),
      /larger than 10000 bytes/,
    ],
    ["answers no records", "[]", /no records/],
    ["answers an error with status 200", '{"error":"slow down"}', /slow down/],
    ["answers rows that are mostly wrong", body(-5, [0, 1, 2]), /3 of 3 rows are at fault/],
  ])("because it %s gives its last good answer, marked as old", async (_name, answer, message) => {
    const state = await remember({ [URL_1]: body(7) }, HOUR_MS);
    const outcome = await read(state, { [URL_1]: answer }, {});
    expect(outcome).toMatchObject({ status: "stale", values: [7] });
    expect(outcome.dataset).toMatchObject({ stale: true, fetchedAtMs: NOW - HOUR_MS });
    expect(outcome.error).toMatch(message);
    // The last good answer is still there for the next run.
    expect((await read(state, { [URL_1]: answer }, {})).values).toEqual([7]);
  });

  it("has nothing to give the first time", async () => {
    const outcome = await read(createMemoryStateStore(), {}, {});
    expect(outcome).toMatchObject({ status: "failed", dataset: undefined });
    expect(outcome.error).toContain("404");
  });

  it("gives its last known good response for three cadences, and nothing after that", async () => {
    const fail = { [URL_1]: new Error("down") };
    const inTime = await remember({ [URL_1]: body(7) }, 3 * HOUR_MS);
    expect((await read(inTime, fail, {})).status).toBe("stale");
    const late = await remember({ [URL_1]: body(7) }, 3 * HOUR_MS + 1);
    expect((await read(late, fail, {})).status).toBe("failed");
    // Builds that run once a day cannot have anything younger.
    expect((await read(late, fail, { cadenceMs: 24 * HOUR_MS })).status).toBe("stale");
  });

  it("gives its last known good response for longer where that outlives its cadence", async () => {
    const feed = createFeed({ keepMs: 100 * HOUR_MS });
    const state = await remember({ [URL_1]: body(7) }, 100 * HOUR_MS, feed);
    const fail = { [URL_1]: new Error("down") };
    expect(await read(state, fail, { feed })).toMatchObject({ status: "stale", overdue: true, values: [7] });
    expect((await read(state, fail, { feed, now: NOW + 1 })).status).toBe("failed");
  });

  it("does not read back what an earlier version of the program left", async () => {
    const state = await remember({ [URL_1]: body(7) }, HOUR_MS);
    const document = await state.read<object>("last-good/a.tvl");
    state.write("last-good/a.tvl", { ...document, version: -1 });
    await state.commit();
    expect((await read(state, { [URL_1]: new Error("down") }, {})).status).toBe("failed");
  });

  it("that throws while it is read costs only itself", async () => {
    const feed = createFeed({
      normalise: () => {
        throw new TypeError("a defect of the source");
      },
    });
    expect(await read(createMemoryStateStore(), { [URL_1]: body(1) }, { feed })).toMatchObject({
      status: "failed",
      error: "a defect of the source",
    });
  });

  it("does not hide a damaged state", async () => {
    const state: StateStore = { ...createMemoryStateStore(), read: () => Promise.reject(new Error("damaged")) };
    const session = createSession(createFakeEffects({}, state));
    await expect(openRun(createSource([]), createFeed(), session)).rejects.toThrow("damaged");
  });
});

describe("a feed that need not be asked in every run", () => {
  const feed = createFeed({ refreshMs: HOUR_MS });

  it("gives what it has while that is young enough", async () => {
    const state = await remember({ [URL_1]: body(7) }, HOUR_MS - 1, feed);
    const outcome = await read(state, { [URL_1]: body(8) }, { feed });
    expect(outcome).toMatchObject({ status: "cached", values: [7], asked: [] });
    expect(outcome.dataset?.stale).toBe(false);
  });

  it("is asked when that is old, when everything is asked for, and when the clock was wrong", async () => {
    const old = await remember({ [URL_1]: body(7) }, HOUR_MS, feed);
    expect((await read(old, { [URL_1]: body(8) }, { feed })).values).toEqual([8]);
    const young = await remember({ [URL_1]: body(7) }, 1, feed);
    expect((await read(young, { [URL_1]: body(8) }, { feed, ignoreCache: true })).values).toEqual([8]);
    const future = await remember({ [URL_1]: body(7) }, -48 * HOUR_MS, feed);
    expect((await read(future, { [URL_1]: body(8) }, { feed })).values).toEqual([8]);
  });

  it("is asked once the next value is due, in each build until that is there", async () => {
    // The rate is of 2026-11-20, so the next one is due at nine.
    const rate = createRateFeed({ refreshMs: 6 * HOUR_MS });
    const source = createSource([rate], { nextDueMs: (observedMs) => observedMs + 9 * HOUR_MS });
    const state = createMemoryStateStore();
    const statuses: string[] = [];
    for (const time of ["08:45:00", "08:59:59", "09:00:00", "09:15:00"]) {
      const now = Date.parse(`2026-11-20T${time}Z`);
      const answers = { "https://a.example/rate": '{"eur":0.9}' };
      statuses.push((await read(state, answers, { feed: rate, source, now })).status);
    }
    expect(statuses).toEqual(["fresh", "cached", "fresh", "fresh"]);
  });

  it("is asked again after a part of it failed", async () => {
    const paged = createFeed({ refreshMs: HOUR_MS }, [URL_1, URL_2]);
    const state = await remember({ [URL_1]: body(1, [1]) }, 60_000, paged);
    const outcome = await read(state, { [URL_1]: body(1, [1]), [URL_2]: body(2, [2]) }, { feed: paged });
    expect(outcome).toMatchObject({ status: "fresh", values: [1, 2] });
  });
});

describe("a feed of several pages", () => {
  const feed = createFeed({}, [URL_1, URL_2]);

  it("gives all of them in order", async () => {
    const outcome = await read(createMemoryStateStore(), { [URL_1]: body(1, [1]), [URL_2]: body(2, [2]) }, { feed });
    expect(outcome).toMatchObject({ status: "fresh", values: [1, 2] });
  });

  it("gives a record once that moved to the next page between two requests", async () => {
    const answers = { [URL_1]: body(1, [1, 2]), [URL_2]: body(2, [2, 3]) };
    expect((await read(createMemoryStateStore(), answers, { feed })).values).toEqual([1, 1, 2]);
  });

  describe("when a page repeats another one", () => {
    const count = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

    it("completes it from the last known good response, and asks for it again", async () => {
      const good = { [URL_1]: body(1, count(0, 10)), [URL_2]: body(2, count(10, 20)) };
      const state = await remember(good, HOUR_MS, feed);
      const outcome = await read(state, { [URL_1]: body(8, count(0, 10)), [URL_2]: body(9, count(4, 14)) }, { feed });
      expect(outcome).toMatchObject({ status: "stale", error: "page 2 repeats the rows of page 1" });
      expect(outcome.values).toEqual([...count(0, 10).map(() => 8), ...count(10, 20).map(() => 2)]);
      const { answered } = (await state.read<LastKnownGood>(lastKnownGoodName("a", feed.id)))!;
      expect(answered).toEqual({ [URL_1]: NOW, [URL_2]: NOW - HOUR_MS });
    });

    it("accepts it when half of the rows are new, or when it is the short end of a list", async () => {
      for (const second of [count(5, 15), [0, 1, 2, 3, 4, 5, 6, 7, 99]]) {
        const answers = { [URL_1]: body(1, count(0, 10)), [URL_2]: body(2, second) };
        expect(await read(createMemoryStateStore(), answers, { feed })).toMatchObject({ status: "fresh" });
      }
    });
  });

  it("completes a page that failed from the last known good response, and says so", async () => {
    const state = await remember({ [URL_1]: body(1, [1]), [URL_2]: body(2, [2, 3]) }, HOUR_MS, feed);
    // The third record has moved to the first page.
    const outcome = await read(state, { [URL_1]: body(9, [1, 3]), [URL_2]: new Error("429") }, { feed });
    expect(outcome).toMatchObject({ status: "stale", error: "429", values: [9, 9, 2] });
    expect(outcome.dataset?.stale).toBe(true);
  });

  it("drops the records of a page that stops responding", async () => {
    const state = await remember({ [URL_1]: body(1, [1]), [URL_2]: body(2, [2]) }, 4 * HOUR_MS, feed);
    const half = { [URL_1]: body(9, [1]) };
    await read(state, half, { feed, now: NOW - 2 * HOUR_MS });
    expect((await read(state, half, { feed })).values).toEqual([9]);
  });

  it("may be larger than a call has room for arguments", async () => {
    const rows = Array.from({ length: 130_000 }, (_, hour) => ({ date: 1 + hour, tvl: 1 }));
    const large = createFeed({
      maxBytes: 1e8,
      normalise: () => rows.map(({ date, tvl }) => ({ timeMs: date, tvlUsd: tvl })),
    });
    const outcome = await read(createMemoryStateStore(), { [URL_1]: "[]" }, { feed: large });
    expect(outcome.dataset?.records).toHaveLength(130_000);
  });
});

describe("an answer that still holds", () => {
  const validators = { etag: '"1"' };
  const first = { [URL_1]: { body: body(7), validators } };
  const unchanged = { [URL_1]: { status: 304, validators } };

  it("counts as fresh, from now on", async () => {
    const state = await remember(first, HOUR_MS);
    const outcome = await read(state, unchanged, {});
    expect(outcome.asked[0]?.validators).toEqual(validators);
    expect(outcome).toMatchObject({ status: "fresh", values: [7] });
    expect(outcome.dataset).toMatchObject({ fetchedAtMs: NOW, stale: false });
    const later = await read(state, { [URL_1]: new Error("down") }, { now: NOW + 3 * HOUR_MS });
    expect(later).toMatchObject({ status: "stale", values: [7] });
  });

  it("is only asked for at the address that it came from", async () => {
    const state = await remember(first, HOUR_MS);
    const moved = createFeed({}, [URL_2]);
    const outcome = await read(state, { [URL_2]: body(8) }, { feed: moved });
    expect(outcome.asked[0]?.validators).toBeUndefined();
    expect(outcome.values).toEqual([8]);
  });

  it("is not asked for by a feed that collects answers, nor by one of several pages, nor for a recording", async () => {
    const collecting = createFeed({ requests: () => [{ url: URL_1, brings: String(OLD_MS) }] });
    const collected = await remember(first, HOUR_MS, collecting);
    expect((await read(collected, first, { feed: collecting })).asked[0]?.validators).toBeUndefined();
    const state = await remember(first, HOUR_MS);
    const paged = createFeed({}, [URL_1, URL_2]);
    const { asked } = await read(state, { ...first, [URL_2]: body(8, [2]) }, { feed: paged });
    expect(asked.map((request) => request.validators)).toEqual([undefined, undefined]);
    const recorded = await read(await remember(first, HOUR_MS), first, { ignoreCache: true });
    expect(recorded.asked[0]?.validators).toBeUndefined();
  });
});

describe("a feed with a second address", () => {
  const feed = createFeed({ requests: () => [{ url: URL_1, fallbackUrl: URL_2 }] });

  it.each<[string, FakeAnswer]>([
    ["fails", new Error("GET 1 503")],
    ["answers something that cannot be read", "<html></html>"],
  ])("asks there when the first %s", async (_name, answer) => {
    const outcome = await read(createMemoryStateStore(), { [URL_1]: answer, [URL_2]: body(8) }, { feed });
    expect(outcome).toMatchObject({ status: "fresh", values: [8] });
    expect(outcome.asked.map(({ url }) => url)).toEqual([URL_1, URL_2]);
  });

  it("does not ask there after a rate limit of the same host, but at another host", async () => {
    const limit = new HttpError("GET 1 429", { url: URL_1, status: 429, tries: 3 });
    const outcome = await read(createMemoryStateStore(), { [URL_1]: limit, [URL_2]: body(8) }, { feed });
    expect(outcome).toMatchObject({ status: "failed", error: "GET 1 429" });
    expect(outcome.asked.map(({ url }) => url)).toEqual([URL_1]);
    const fallbackUrl = "https://b.example/tvl";
    const other = createFeed({ requests: () => [{ url: URL_1, fallbackUrl }] });
    const answers = { [URL_1]: limit, [fallbackUrl]: body(8) };
    expect((await read(createMemoryStateStore(), answers, { feed: other })).values).toEqual([8]);
  });

  it("names both failures", async () => {
    const answers = { [URL_1]: new Error("GET 1 503"), [URL_2]: new Error("GET 2 404") };
    expect((await read(createMemoryStateStore(), answers, { feed })).error).toBe("GET 1 503; GET 2 404");
  });

  it("does not send the validators of one address to the other", async () => {
    const state = await remember({ [URL_1]: { body: body(7), validators: { etag: '"1"' } } }, HOUR_MS, feed);
    const { asked } = await read(state, { [URL_1]: new Error("down"), [URL_2]: body(8) }, { feed });
    expect(asked.map(({ validators }) => validators)).toEqual([{ etag: '"1"' }, undefined]);
  });
});

describe("a page of a feed that brings one record", () => {
  const feed = createFeed({
    keepMs: 1_000 * HOUR_MS,
    requests: () => [
      { url: URL_1, brings: String(OLD_MS) },
      { url: URL_2, brings: "gone" },
    ],
  });
  const failuresOf = async (state: StateStore) => {
    let seen: unknown;
    const curious = {
      ...feed,
      requests: (context: RequestContext) => {
        seen = Object.fromEntries(context.failures);
        return [];
      },
    };
    await read(state, {}, { feed: curious });
    return seen;
  };

  it("is remembered when it does not come, and forgotten when it does", async () => {
    const state = await remember({ [URL_1]: body(1) }, HOUR_MS, feed);
    expect(await failuresOf(state)).toEqual({ gone: { inARow: 1, atMs: NOW - HOUR_MS } });
    await read(state, {}, { feed });
    expect(await failuresOf(state)).toEqual({
      gone: { inARow: 2, atMs: NOW },
      [OLD_MS]: { inARow: 1, atMs: NOW },
    });
    await read(state, { [URL_1]: body(1) }, { feed });
    expect(await failuresOf(state)).toEqual({ gone: { inARow: 3, atMs: NOW } });
  });

  it("is remembered where nothing ever came", async () => {
    const state = await remember({}, HOUR_MS, feed);
    expect(Object.keys((await failuresOf(state)) as object).sort()).toEqual([String(OLD_MS), "gone"].sort());
    expect((await read(state, {}, { feed })).status).toBe("failed");
    expect((await read(state, {}, { feed: { ...feed, requests: () => [] } })).status).toBe("skipped");
  });
});

describe("a feed that collects records", () => {
  const feed = createFeed({ keepMs: 10 * HOUR_MS, requests: () => [{ url: URL_1, brings: String(OLD_MS) }] });

  it("keeps what earlier answers brought, replaces it by key, and lets it go when it is old", async () => {
    const state = await remember({ [URL_1]: body(1, [1, 2]) }, 11 * HOUR_MS, feed);
    await read(state, { [URL_1]: body(2, [2, 3]) }, { feed, now: NOW - HOUR_MS });
    const outcome = await read(state, { [URL_1]: body(3, [4]) }, { feed });
    expect(outcome).toMatchObject({ status: "fresh", values: [3, 2, 2] });
  });

  it("has them while there is nothing to ask", async () => {
    const state = await remember({ [URL_1]: body(1) }, HOUR_MS, feed);
    const idle = { ...feed, requests: () => [] };
    expect(await read(state, {}, { feed: idle })).toMatchObject({ status: "cached", values: [1], asked: [] });
  });

  it("can look back at its own records with their age", async () => {
    const state = await remember({ [URL_1]: body(1) }, HOUR_MS, feed);
    let seen: unknown;
    const curious = {
      ...feed,
      requests: (context: RequestContext) => {
        seen = context.lastGood("tvl", "tvl");
        return [];
      },
    };
    await read(state, {}, { feed: curious });
    expect(seen).toEqual([{ record: { timeMs: OLD_MS, tvlUsd: 1 }, fetchedAtMs: NOW - HOUR_MS }]);
  });
});

describe("a feed that needs another one", () => {
  const feed = createRateFeed({ needs: ["tvl"] });

  it("is not asked while that one is missing, and does not fall over", async () => {
    const outcome = await read(createMemoryStateStore(), { "https://a.example/rate": '{"eur":0.9}' }, { feed });
    expect(outcome).toMatchObject({ status: "failed", asked: [], error: "needs tvl, which is missing" });
  });
});
