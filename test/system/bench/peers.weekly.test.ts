import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compareAnswers } from "./peers/compare-answers.ts";
import { type Contestant, OURS, OURS_GIVEN, PEERS, PLAIN } from "./peers/contestants.ts";
import { type Contest, runContest } from "./peers/run-contest.ts";

const COINS = 20;
const LISTS = ["api/coins.json", "api/coins/limit/10.json", "api/coins/limit/all.json"];
const PERIODS = ["1h", "24h", "7d", "30d", "1y", "all"];

/** Those that need nothing but what the project has anyway. */
const contestants = [OURS, OURS_GIVEN, PLAIN, ...PEERS.filter(({ install }) => install === undefined)];
/** It needs packages, but has no project that names them. */
const NOT_INSTALLABLE: Contestant = { ...PLAIN, id: "not-installable", install: "npm" };
const folder = mkdtempSync(join(tmpdir(), "peers-"));
const answers = join(folder, "input/answers");
const readPaths = (): string[] => JSON.parse(readFileSync(join(folder, "input/paths.json"), "utf8")).paths;
let contest: Contest;

beforeAll(async () => {
  contest = await runContest([...contestants, NOT_INSTALLABLE], { coins: COINS, rounds: 1, folder });
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the contest with the peers", () => {
  it("compares and measures Eleventy and this project on equal files", () => {
    expect([...contest.measurements.keys()]).toEqual(["ours", "given", "plain", "eleventy"]);
    for (const [only, ...others] of contest.measurements.values()) {
      expect(others).toEqual([]);
      expect(only?.seconds).toBeGreaterThan(0);
      if (process.platform === "linux") expect(only?.peakBytes).toBeGreaterThan(10e6);
    }
  });

  it("goes on without a peer that cannot be installed, and keeps the reason", () => {
    expect([...contest.absent]).toEqual([["not-installable", expect.stringContaining("package.json")]]);
  });

  it("covers the detail and six periods of every coin, and lists", () => {
    const paths = readPaths();
    expect(contest.files).toBe(paths.length);
    expect(paths).toEqual(expect.arrayContaining(LISTS));
    for (let coin = 0; coin < COINS; coin += 1) {
      const own = PERIODS.map((period) => `api/coins/c${coin}/history/${period}.json`);
      expect(paths).toEqual(expect.arrayContaining([`api/coins/c${coin}.json`, ...own]));
    }
    expect(new Set(paths).size).toBe(paths.length);
  });

  it("notices a value that differs, a file that is missing and one too many", () => {
    const output = join(folder, "eleventy/output");
    const [first = "", second = "", third = ""] = readPaths();
    expect(() => compareAnswers(answers, output, readPaths())).not.toThrow();
    writeFileSync(
      join(output, first),
      readFileSync(join(output, first), "utf8").replace(/"current_price":\d+/, '"current_price":7'),
    );
    rmSync(join(output, second));
    writeFileSync(join(output, third), "<html>");
    writeFileSync(join(output, "api/more.json"), "{}");
    const { length } = readPaths();
    expect(() => compareAnswers(answers, output, readPaths())).toThrow(
      `4 of ${length} files are not as they should be: ${first} differs; ${second} is missing; ${third} differs`,
    );
  });
});
