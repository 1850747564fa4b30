import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkHealth } from "../../../build/app/diagnostics/check-health.ts";
import type { Finding } from "../../../build/app/diagnostics/finding.ts";
import { endpoints } from "../../../build/crypto/api/registry.ts";
import { buildHttpError } from "../../../build/kit/platform/http/http-error.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, renderTime } from "../../../build/lib/time.ts";
import { openSampleRuns, type SampleRun, type SampleRuns, START } from "../../pipeline/sample-runs.ts";

const GRACE_MS = 8 * HOUR_MS;
let runs: SampleRuns;
let first: SampleRun;

beforeAll(async () => {
  runs = await openSampleRuns(20, { live: true, backfill: 4 });
  first = await runs.build(0);
}, 60_000);
afterAll(() => runs.close());

type Edit = (path: string, text: string | undefined) => string | undefined;

function check(now: number, edit: Edit = (_, text) => text, run = first): Promise<Finding[]> {
  const read = async (path: string) => edit(path, run.files.get(path)?.toString());
  return checkHealth(read, { endpoints, now, graceMs: GRACE_MS });
}

const edited =
  (path: string, from: string | RegExp, to: string): Edit =>
  (asked, text) =>
    asked === path ? text?.replace(from, to) : text;
const problemsOf = (findings: readonly Finding[]) =>
  findings.filter(({ level }) => level === "problem").map(({ subject }) => subject);

describe("the health of a site", () => {
  it("is ok right after a build, for every kind of data", async () => {
    const findings = await check(START + 10 * MINUTE_MS);
    expect(problemsOf(findings)).toEqual([]);
    const subjects = findings.filter(({ level }) => level === "ok").map(({ subject }) => subject);
    for (const id of ["status", "coins", "global", "exchanges", "fear-greed", "defi-overview", "news", "history"]) {
      expect(subjects).toContain(id);
    }
  });

  it("has a warning for a source that is down", async () => {
    const findings = await check(START);
    expect(findings.find(({ subject }) => subject === "bybit")).toMatchObject({
      level: "warning",
      detail: expect.stringContaining("down, never responded: "),
    });
  });

  it("covers the live file of a site that has one", async () => {
    const live = (now: number) => check(now, (path, text) => (path === "api/live.json" ? renderLive() : text));
    const renderLive = () =>
      JSON.stringify({ meta: { updated_at: renderTime(START), expires_at: renderTime(START + 2 * MINUTE_MS) } });
    const levelOf = (findings: readonly Finding[]) => findings.find(({ subject }) => subject === "live")?.level;
    expect(levelOf(await check(START))).toBeUndefined();
    expect(levelOf(await live(START + MINUTE_MS))).toBe("ok");
    expect(levelOf(await live(START + HOUR_MS))).toBe("warning");
  });

  it("does not need the live file in a bucket, which answers 403 for missing files", async () => {
    const refuse = (status: number): Edit => {
      const error = buildHttpError({ url: "https://prices.example/api/live.json", status, tries: 1 });
      return (path, text) => {
        if (path === "api/live.json") throw error;
        return text;
      };
    };
    expect(problemsOf(await check(START, refuse(403)))).toEqual([]);
    expect(problemsOf(await check(START, refuse(503)))).toEqual(["live"]);
  });

  it("is first a warning, then a problem when data is expired", async () => {
    const late = await check(START + HOUR_MS + GRACE_MS / 2);
    expect(late.find(({ subject }) => subject === "coins")?.level).toBe("warning");
    expect(problemsOf(late)).toEqual([]);
    // The history of a new site is hourly.
    const tooLate = await check(START + 2 * HOUR_MS + GRACE_MS + 30 * MINUTE_MS);
    expect(problemsOf(tooLate)).toEqual(expect.arrayContaining(["coins", "global", "history"]));
    // Rates are published once a day, and not at Easter.
    expect(problemsOf(tooLate)).not.toContain("exchange-rates");
    expect(problemsOf(await check(START + 12 * DAY_MS))).toContain("exchange-rates");
  });

  it("depends on the data, not on the time of the build", async () => {
    const now = START + 3 * DAY_MS;
    const time = `"generated_at":"${new Date(now).toISOString()}"`;
    const rebuilt = edited("api/status.json", /"generated_at":"[^"]*"/, time);
    const findings = await check(now, rebuilt);
    expect(findings[0]).toMatchObject({ subject: "status", level: "ok", detail: "built 0 s ago, which is not judged" });
    expect(problemsOf(findings)).toContain("coins");
  });

  it.each<[string, Edit, string]>([
    ["has no status", (path, text) => (path === "api/status.json" ? undefined : text), "status"],
    ["answers a page in place of its status", edited("api/status.json", /^/, "<html>"), "status"],
    ["shows the demo market", edited("api/status.json", '"meta":{', '"meta":{"sample":true,'), "status"],
    ["was refused by its gate", edited("api/status.json", '"passed":true', '"passed":false'), "gate"],
    ["lost an answer", (path, text) => (path === "api/news.json" ? undefined : text), "news"],
    ["has an answer without a time", edited("api/global.json", /"updated_at":"[^"]*",/g, ""), "global"],
    [
      "is from the future",
      edited("api/coins.json", /"updated_at":"[^"]*"/, '"updated_at":"2031-01-01T00:00:00Z"'),
      "coins",
    ],
    [
      "has no recent history",
      edited("api/coins/btc/history/24h.json", /"to":"[^"]*"/, '"to":"2026-11-10T00:00:00Z"'),
      "history",
    ],
    ["has no history", edited("api/coins/btc/history/24h.json", /"to":"[^"]*"/, '"to":null'), "history"],
  ])("is bad when it %s", async (_name, edit, subject) => {
    expect(problemsOf(await check(START + MINUTE_MS, edit))).toContain(subject);
  });

  it("is bad where nothing can be read, in one sentence, with what to do next", async () => {
    const options = { endpoints, now: START, graceMs: GRACE_MS };
    const findings = await checkHealth(() => Promise.reject(new Error("ECONNREFUSED")), options);
    const detail = "api/status.json cannot be read: ECONNREFUSED";
    const advice = expect.stringContaining("npm run doctor");
    expect(findings).toEqual([{ subject: "status", level: "problem", detail, advice }]);
  });
});
