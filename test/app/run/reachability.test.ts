import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  type AnswerLog,
  addAnswers,
  computeReachability,
  dropLater,
  findSlowSources,
  isAnswerLog,
  joinAnswerLogs,
  listOutages,
  removeSources,
} from "../../../build/app/run/reachability.ts";
import { findCoverage } from "../../../build/crypto/api/answer-spans.ts";
import type { SourceReport } from "../../../build/crypto/ingest/source-report.ts";
import { DAY_MS, MINUTE_MS } from "../../../build/lib/time.ts";
import { makeRunSource } from "../../fixtures/market.ts";

const NOW = 1_000 * DAY_MS;
const HALF_HOUR = 30 * MINUTE_MS;
const PER_DAY = 48;

/** `undefined`: the source does not exist in that build. */
type Answers = Readonly<Record<string, boolean | null | undefined>>;

function describeBuild(timeMs: number, answers: Answers) {
  const sources = Object.entries(answers).flatMap(([id, answered]): SourceReport[] => {
    if (answered === undefined) return [];
    const lastError = answered === false ? `${id} failed at ${timeMs}` : null;
    return [makeRunSource(id, { answered, lastError, fetchedAtMs: null })];
  });
  return { generatedAtMs: timeMs, sources };
}

/**
 * A build every half hour; `ago` counts the builds until now, 0 is the last one. The last ones, a
 * day's number, are added one after the other. The others are joined in halves, which is faster.
 */
function runBuilds(days: number, answersOf: (ago: number) => Answers | "no build") {
  const builds = Array.from({ length: days * PER_DAY }, (_, at) => days * PER_DAY - 1 - at).flatMap((ago) => {
    const answers = answersOf(ago);
    return answers === "no build" ? [] : [describeBuild(NOW - ago * HALF_HOUR, answers)];
  });
  const join = (some: typeof builds): AnswerLog | undefined => {
    const half = some.length >> 1;
    if (half === 0) return some[0] && addAnswers(undefined, some[0]);
    return joinAnswerLogs(join(some.slice(0, half))!, join(some.slice(half))!);
  };
  let log = join(builds.slice(0, -PER_DAY));
  for (const build of builds.slice(-PER_DAY)) log = addAnswers(log, build);
  return log!;
}

function read(log: AnswerLog, answers: Answers) {
  const rows = computeReachability(log, describeBuild(NOW, answers));
  return Object.fromEntries(rows.map(({ id, ...row }) => [id, row]));
}

describe("the reachability of a source", () => {
  it("is its share of the builds of the last day, week and month, of a log of 40 days", () => {
    // Fails until the first build of the month, in two days of the last week, and in 12 builds.
    const answersOf = (ago: number) =>
      !(ago >= 30 * PER_DAY || (ago >= 3 * PER_DAY && ago < 5 * PER_DAY) || (ago >= 20 && ago < 32));
    const log = runBuilds(40, (ago) => ({ kraken: answersOf(ago) }));
    expect(log.times).toHaveLength(30 * PER_DAY + 1);
    expect(read(log, { kraken: true })["kraken"]).toMatchObject({
      requested: { day: 48, week: 336, month: 1441 },
      answeredShare: { day: 36 / 48, week: (336 - 96 - 12) / 336, month: (1440 - 96 - 12) / 1441 },
      absentBuilds: 0,
      lastSuccessMs: NOW,
      lastError: { timeMs: NOW - 20 * HALF_HOUR },
    });
  });

  it("counts only builds that ran", () => {
    const log = runBuilds(10, (ago) => (ago > 0 && ago < 40 ? "no build" : { kraken: ago !== 0 }));
    expect(read(log, { kraken: false })["kraken"]).toMatchObject({
      requested: { day: 9, week: 297, month: 441 },
      answeredShare: { day: 8 / 9, week: 296 / 297, month: 440 / 441 },
    });
  });

  it("counts only builds that requested it: a source that was added later, or is requested once a day", () => {
    const answersOf = (ago: number): Answers => ({
      kraken: true,
      added: ago < 10 ? ago % 2 === 0 : undefined,
      daily: ago % PER_DAY === 5 ? ago > PER_DAY : null,
      reserve: null,
    });
    const rows = read(runBuilds(40, answersOf), answersOf(0));
    expect(rows["added"]).toMatchObject({
      requested: { day: 10, week: 10, month: 10 },
      answeredShare: { day: 0.5, week: 0.5, month: 0.5 },
    });
    expect(rows["daily"]).toMatchObject({
      requested: { day: 1, week: 7, month: 30 },
      answeredShare: { day: 0, week: 6 / 7, month: 29 / 30 },
      absentBuilds: 1,
      lastSuccessMs: NOW - 53 * HALF_HOUR,
    });
    expect(rows["reserve"]).toMatchObject({
      requested: { day: 0, week: 0, month: 0 },
      answeredShare: { day: null, week: null, month: null },
      absentBuilds: 0,
      lastSuccessMs: null,
      lastError: null,
    });
  });

  it("says how many builds in a row it missed, and forgets answers and errors after a month", () => {
    const answersOf = (ago: number): Answers => ({ gone: ago >= 3, silent: ago >= 31 * PER_DAY, sound: ago < 1500 });
    const rows = read(runBuilds(40, answersOf), answersOf(0));
    expect(rows["gone"]).toMatchObject({
      absentBuilds: 3,
      lastSuccessMs: NOW - 3 * HALF_HOUR,
      lastError: { timeMs: NOW },
    });
    expect(rows["silent"]).toMatchObject({ absentBuilds: 1441, lastSuccessMs: null, answeredShare: { month: 0 } });
    expect(rows["sound"]).toMatchObject({ absentBuilds: 0, lastError: null });
  });

  it("is not listed for sources that are off", () => {
    const { generatedAtMs, sources } = describeBuild(NOW, { on: true, off: null });
    sources[1]!.status = "off";
    const log = addAnswers(undefined, { generatedAtMs, sources });
    expect(computeReachability(log, { generatedAtMs, sources }).map(({ id }) => id)).toEqual(["on"]);
    expect(Object.keys(log.answers)).toEqual(["on"]);
  });

  it("ignores builds of a clock that was ahead", () => {
    const ahead = addAnswers(undefined, describeBuild(NOW + 400 * DAY_MS, { okx: true, gone: true }));
    const log = joinAnswerLogs(addAnswers(undefined, describeBuild(NOW, { okx: true, gone: false })), ahead);
    expect(read(log, { okx: true })["okx"]).toMatchObject({ lastSuccessMs: NOW, requested: { month: 1 } });
    const kept = dropLater(log, NOW);
    expect(kept).toMatchObject({ times: [NOW], answers: { okx: "1", gone: "0" } });
    expect(isAnswerLog(kept)).toBe(true);
    expect(dropLater(kept, NOW)).toEqual(kept);
  });

  it("falls back to the last kept response where the log is younger", () => {
    const sources = [makeRunSource("okx", { answered: false, fetchedAtMs: NOW - DAY_MS })];
    const build = { generatedAtMs: NOW, sources };
    expect(computeReachability(addAnswers(undefined, build), build)[0]).toMatchObject({
      lastSuccessMs: NOW - DAY_MS,
      absentBuilds: 1,
      answeredShare: { day: 0, week: 0, month: 0 },
    });
  });
});

describe("the log of answers", () => {
  it("is small: a month of 40 sources, in bytes as JSON and compressed", () => {
    const ids = Array.from({ length: 40 }, (_, at) => `source-${at}`);
    const times = Array.from({ length: 30 * PER_DAY }, (_, build) => NOW - (30 * PER_DAY - build) * HALF_HOUR);
    const signs = (at: number) => times.map((_, build) => ((build * 31 + at * 17) % 97 === 0 ? "0" : "1")).join("");
    const full = { times, answers: Object.fromEntries(ids.map((id, at) => [id, signs(at)])), errors: {} };
    const log = addAnswers(full, describeBuild(NOW, Object.fromEntries(ids.map((id) => [id, false]))));
    // The days of the month are whole: the build at midnight is the first of another day.
    expect(log.times).toHaveLength(30 * PER_DAY + 1);
    const json = JSON.stringify(log);
    expect(json.length).toBeLessThan(90_000);
    expect(gzipSync(json).length).toBeLessThan(12_000);
    expect(isAnswerLog(JSON.parse(json))).toBe(true);
  });

  it("limits its length at any pace, and the length of errors", () => {
    const times = Array.from({ length: 10_000 }, (_, at) => NOW - (10_000 - at) * MINUTE_MS);
    const full = { times, answers: { okx: "1".repeat(10_000) }, errors: {} };
    const sources = [makeRunSource("okx", { answered: false, lastError: "x".repeat(5_000) })];
    const log = addAnswers(full, { generatedAtMs: NOW, sources });
    expect([log.times.length, log.answers["okx"]!.length, log.times.at(-1)]).toEqual([10_000, 10_000, NOW]);
    expect(log.errors["okx"]!.text).toHaveLength(300);
  });

  it("replaces a repeated build", () => {
    const once = addAnswers(undefined, describeBuild(NOW, { a: true, b: false }));
    const again = addAnswers(once, describeBuild(NOW, { a: false }));
    expect([again.times, again.answers]).toEqual([[NOW], { a: "0" }]);
  });

  it("joins the builds of two states", () => {
    const error = (timeMs: number) => ({ timeMs, text: `at ${timeMs}` });
    const older: AnswerLog = {
      times: [1, 2, 4],
      answers: { a: "101", b: "0-1" },
      errors: { a: error(2), b: error(1) },
      timeouts: { a: 4 },
    };
    const newer: AnswerLog = {
      times: [2, 3],
      answers: { a: "10", c: "11" },
      errors: { a: error(3) },
      timeouts: { a: 2, c: 3 },
    };
    const joined = joinAnswerLogs(older, newer);
    expect(joined).toEqual({
      times: [1, 2, 3, 4],
      answers: { a: "1101", b: "0--1", c: "-11-" },
      errors: { a: error(3), b: error(1) },
      timeouts: { a: 4, c: 3 },
    });
    expect(joinAnswerLogs(joined, older).times).toEqual(joined.times);
  });

  it("names a source as slow in the two builds after it timed out, and then gives it its full time again", () => {
    const build = (at: number, timedOut: string[], log?: AnswerLog) =>
      addAnswers(log, describeBuild(NOW + at * HALF_HOUR, { okx: false }), timedOut);
    let log = build(0, ["okx"]);
    const slow = [1, 2, 3].map((at) => {
      const named = [...findSlowSources(log)];
      log = build(at, [], log);
      return named;
    });
    expect(slow).toEqual([["okx"], ["okx"], []]);
    expect(isAnswerLog(JSON.parse(JSON.stringify(log)))).toBe(true);
    // A state of an earlier version has no timeouts.
    expect(findSlowSources({ times: [1], answers: {}, errors: {} })).toEqual(new Set());
    expect(dropLater(build(9, ["okx"]), NOW).timeouts).toEqual({});
  });

  it("rejects a document whose rows have another length than its builds", () => {
    expect(isAnswerLog({ times: [1, 2], answers: { a: "11" }, errors: {} })).toBe(true);
    expect(isAnswerLog({ times: [1, 2], answers: { a: "1" }, errors: {} })).toBe(false);
    expect(isAnswerLog({ times: [1], answers: { a: 1 }, errors: {} })).toBe(false);
    expect(isAnswerLog([])).toBe(false);
  });
});

describe("the outages of a source", () => {
  const timeOf = (ago: number) => NOW - ago * HALF_HOUR;
  const outagesOf = (log: AnswerLog) =>
    listOutages(log, describeBuild(NOW, { kraken: true, okx: true })).map(({ name: _, ...outage }) => outage);

  it("begin with two builds in a row without an answer and end with the next answer, the newest first", () => {
    const missed = new Set([40, 30, 29, 28, 10, 9]);
    const log = runBuilds(2, (ago) => ({ kraken: !missed.has(ago), okx: ago > 1 }));
    expect(outagesOf(log)).toEqual([
      { id: "okx", fromMs: timeOf(1), noticedMs: NOW, endedMs: null },
      { id: "kraken", fromMs: timeOf(10), noticedMs: timeOf(9), endedMs: timeOf(8) },
      { id: "kraken", fromMs: timeOf(30), noticedMs: timeOf(29), endedMs: timeOf(27) },
    ]);
  });

  it("go on over builds that did not request it", () => {
    const log = runBuilds(1, (ago) => ({ kraken: ago > 8 ? true : ago % 2 === 0 ? false : null }));
    expect(outagesOf(log)).toEqual([{ id: "kraken", fromMs: timeOf(8), noticedMs: timeOf(6), endedMs: null }]);
  });

  it("are none where the log does not know the beginning: none gets another time when the log drops old builds", () => {
    expect(outagesOf(runBuilds(31, () => ({ kraken: false })))).toEqual([]);
    expect(outagesOf(runBuilds(40, (ago) => ({ kraken: ago > 35 * PER_DAY || ago === 0 })))).toEqual([]);
  });
});

it("a record of years still has a month at each time of a day, although older builds are dropped", () => {
  let log = runBuilds(33, () => ({ a: true }));
  for (let build = 1; build <= PER_DAY; build += 1) {
    const now = NOW + build * HALF_HOUR - MINUTE_MS;
    log = addAnswers(log, describeBuild(now, { a: true }));
    expect(findCoverage(log.times[0]!).month).toBeLessThanOrEqual(now);
  }
});

it("names no removed source, not even as one that was slow", () => {
  const log: AnswerLog = { times: [NOW], answers: { a: "1" }, errors: {}, timeouts: { a: NOW, b: NOW } };
  const removed = removeSources(log, { sources: new Set(["b"]) });
  expect(removed).toEqual({ ...log, timeouts: { a: NOW } });
});
