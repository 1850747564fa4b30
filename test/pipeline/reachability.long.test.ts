import { afterAll, beforeAll, expect, it } from "vitest";
import { renderSummary } from "../../build/app/workflow/github/summary.ts";
import { listIssueVerdicts } from "../../build/app/workflow/issue-verdict.ts";
import type { Reachability } from "../../build/crypto/api/endpoints/reachability.ts";
import { createRunner } from "../app/workflow/create-runner.ts";
import { makeWorld } from "../fixtures/market.ts";
import { renderPage } from "../fixtures/pages.ts";
import { openSampleRuns, type SampleRun, type SampleRuns, START } from "./sample-runs.ts";

/** Hosts of Kraken, OKX, HTX and CoinDesk. Bybit refuses every request of the demo. */
const DOWN = ["api.kraken.com", "www.okx.com", "api.huobi.pro", "www.coindesk.com"];
const isDown = (url: string) => (DOWN.includes(new URL(url).host) ? new Error("connect ETIMEDOUT") : undefined);

let runs: SampleRuns;
let before: SampleRun;
let first: SampleRun;
let second: SampleRun;
let after: SampleRun;
beforeAll(async () => {
  runs = await openSampleRuns(12);
  before = await runs.build(0);
  first = await runs.build(30, isDown);
  second = await runs.build(60, isDown);
  after = await runs.build(90);
}, 120_000);
afterAll(() => runs.close());

function describeBuild({ report, gate }: SampleRun) {
  const outcome = gate.passed ? ("built" as const) : ("refused" as const);
  const measured = { seconds: {}, files: 0, bytes: 0, manifestSha256: null, evidence: false };
  return { outcome, startedAtMs: START, report, error: null, ...measured };
}

function listIssues(run: SampleRun): string[] {
  const runner = createRunner({ results: { build: "success" } });
  const findings = listIssueVerdicts({ runner, build: describeBuild(run), failure: undefined, remembered: undefined });
  return findings.flatMap(({ id, broken }) => (broken === null ? [] : id));
}

/** The rows of the table in the summary. */
function listRows(run: SampleRun): string[] {
  const { text } = renderSummary(describeBuild(run), []);
  const [, table = ""] = text.split("### Sources\n\n");
  return table.split("\n\n")[0]!.split("\n").slice(2);
}

it("prints every source in the summary, from the first run on", () => {
  const rows = listRows(before);
  expect(rows).toHaveLength(before.report.sources.length);
  expect(rows[0]).toMatch(/^\| `binance` \| ok \|.*\| 100 % \| 100 % \| 100 % \| `2026-11-18T10:07:00Z` \| {2}\|$/);
});

it("prints the sources that are down with their shares, last answer and error", () => {
  expect(listRows(second).filter((row) => row.includes("ETIMEDOUT"))).toMatchInlineSnapshot(`
    [
      "| \`kraken\` | **stale** | 113 | 0 |  | 33.3 % | 33.3 % | 33.3 % | \`2026-11-18T10:07:00Z\` | \`kraken/tickers: connect ETIMEDOUT\` |",
      "| \`okx\` | **stale** | 74 | 0 |  | 33.3 % | 33.3 % | 33.3 % | \`2026-11-18T10:07:00Z\` | \`okx/tickers: connect ETIMEDOUT\` |",
      "| \`htx\` | **stale** | 72 | 0 |  | 33.3 % | 33.3 % | 33.3 % | \`2026-11-18T10:07:00Z\` | \`htx/tickers: connect ETIMEDOUT\` |",
      "| \`coindesk\` | **stale** | 25 | 0 |  | 33.3 % | 33.3 % | 33.3 % | \`2026-11-18T10:07:00Z\` | \`coindesk/articles: connect ETIMEDOUT\` |",
    ]
  `);
});

it("publishes the same numbers", () => {
  const rows = second.read<{ data: Reachability[] }>("reachability").data;
  expect(rows.find(({ source }) => source === "okx")).toMatchObject({
    requested: { day: 3, week: 3, month: 3 },
    absent_builds: 2,
    last_success: "2026-11-18T10:07:00Z",
    last_error_at: "2026-11-18T11:07:00Z",
  });
  expect(rows.find(({ source }) => source === "binance")).toMatchObject({
    answered_share: { day: 1 },
    last_error: null,
  });
});

it("opens issues in the second build, except for a source that is often absent, and closes them", () => {
  expect(listIssues(first)).toEqual([]);
  expect(listIssues(second)).toEqual(["source-kraken", "source-okx", "source-htx", "source-coindesk"]);
  expect(listIssues(after)).toEqual([]);
});

it("names the absent sources on the status page from the second build on, until they answer", async () => {
  const listNames = async ({ report }: SampleRun) => {
    const page = await renderPage(makeWorld({}, { run: report }), "status/index.html");
    return [...page.matchAll(/<li>([^:<]+): no answer in the last \d+ builds/g)].map(([, name]) => name);
  };
  expect(await listNames(first)).toEqual(["Bybit"]);
  expect(await listNames(second)).toEqual(["Bybit", "Kraken", "OKX", "HTX", "CoinDesk"]);
  expect(await listNames(after)).toEqual(["Bybit"]);
});
