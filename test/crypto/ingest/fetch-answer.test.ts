import { describe, expect, it } from "vitest";
import { measureClockSkew, parseAnswer } from "../../../build/crypto/ingest/fetch-answer.ts";
import { rejected as reject } from "../../../build/crypto/normalise/record.ts";
import type { Feed } from "../../../build/crypto/sources/source.ts";
import { NOW } from "./fake-effects.ts";
import { createFeed, createRateFeed, createSource } from "./simple-source.ts";

const DAY_MS = 86_400_000;

const URL = "https://a.example/tvl";
const respond = (body: string, serverTimeMs: number | null = null) => ({
  url: URL,
  status: 200,
  body,
  bytes: body.length,
  receivedAtMs: NOW,
  serverTimeMs,
  validators: {},
});
const parse = (body: string, feed: Feed = createFeed()) =>
  parseAnswer({ source: createSource([feed]), feed, records: () => [] }, { url: URL }, respond(body));

const row = (day: number, tvl: unknown = 100) => ({ date: NOW - day * DAY_MS, tvl });
const good = [1, 2, 3, 4, 5, 6, 7, 8].map((day) => row(day));
const render = (...rows: unknown[]) => JSON.stringify([...good, ...rows]);

describe("a body", () => {
  it("gives its rows as records", () => {
    expect(parse(JSON.stringify([row(0, 5)]))).toEqual({
      records: [{ timeMs: NOW, tvlUsd: 5 }],
      dropped: new Map(),
      rejected: 0,
    });
  });

  it.each([
    ["a page of HTML", "<!DOCTYPE html><title>Just a moment...</title>", /got a page of HTML$/],
    ["truncated JSON", render().slice(0, -5), /do not parse/],
    ["nothing", "", /an empty body/],
    ["another shape", '{"data": []}', /another shape than expected: the whole body/],
    ["null", "null", /another shape than expected/],
    ["the upstream's own error", '{"error": "rate limit"}', /the upstream sent an error: rate limit/],
  ])("that is %s is refused with what it was", (_name, body, message) => {
    expect(() => parse(body)).toThrow(message);
  });

  it("that is an error as long as a book is not repeated", () => {
    let message = "";
    try {
      parse(JSON.stringify({ error: "x".repeat(9_000) }));
    } catch (error) {
      message = String(error);
    }
    expect(message).toMatch(/x{200}/);
    expect(message.length).toBeLessThan(300);
  });
});

describe("a row", () => {
  it("may hold its numbers as texts", () => {
    expect(parse(JSON.stringify([{ date: String(NOW), tvl: "1e-12" }])).records).toEqual([
      { timeMs: NOW, tvlUsd: 1e-12 },
    ]);
  });

  it.each([
    ["null where a number was", { tvl: null }, /^malformed row: tvl/],
    ["NaN", { tvl: "NaN" }, /^malformed row: tvl/],
    ["a number too large to hold", { tvl: "1e999" }, /^malformed row: tvl/],
    ["a negative amount", { tvl: -1 }, /^implausible TVL$/],
    ["a time in the future", { date: NOW + DAY_MS }, /^implausible time$/],
    ["what the source itself rejects", { tvl: 13 }, /^unlucky$/],
  ])("with %s is counted with the reason, and costs only itself", (_name, change, reason) => {
    const { records, dropped, rejected } = parse(render({ ...row(0), ...change }));
    expect(records).toHaveLength(good.length);
    expect([...dropped.keys()]).toEqual([expect.stringMatching(reason)]);
    expect([...dropped.values()]).toEqual([1]);
    expect(rejected).toBe(1);
  });

  it("that is no object is a fault as well", () => {
    expect(parse(render(7)).rejected).toBe(1);
  });
});

describe("faults", () => {
  it("up to a fifth of the rows are borne, more discredit the whole answer", () => {
    expect(parse(render(row(0, -1), row(0, -1))).rejected).toBe(2);
    expect(() => parse(render(row(0, -1), row(0, -1), row(0, -1)))).toThrow(
      "3 of 11 rows are at fault: implausible TVL (3)",
    );
  });

  it("cannot fill the report, neither by number nor by length", () => {
    const feed = createFeed({
      *normalise() {
        for (let day = 0; day < 1_000; day += 1) yield { timeMs: NOW - day * DAY_MS, tvlUsd: 1 };
        for (let count = 0; count < 100; count += 1) yield reject(`${count}${"x".repeat(500)}`);
      },
    });
    const { dropped, rejected } = parse("[]", feed);
    expect(rejected).toBe(100);
    expect(dropped.size).toBe(21);
    expect(dropped.get("other reasons")).toBe(80);
    expect(Math.max(...[...dropped.keys()].map((reason) => reason.length))).toBeLessThanOrEqual(200);
  });
});

describe("an answer without rows", () => {
  it("is no fault of any row: the feed decides what no record means", () => {
    expect(parse("{}", createRateFeed()).records).toEqual([]);
    expect(parse("[]").records).toEqual([]);
  });
});

const answer = (serverTimeMs: number | null) => ({ url: URL, answer: undefined, response: respond("", serverTimeMs) });

it("the clock skew is the median of the responses with a time, positive if our clock is ahead", () => {
  expect(measureClockSkew([answer(NOW - 3_000), answer(null), answer(NOW - 9_000), answer(NOW + 60_000)])).toBe(3_000);
  expect(measureClockSkew([answer(null)])).toBeNull();
});
