import { describe, expect, it } from "vitest";
import { computeStatusPage } from "../../../build/app/site/page-data/status-page.ts";
import { documented as endpoints } from "../../../build/crypto/api/registry.ts";
import type { Reachability } from "../../../build/crypto/api/run-report.ts";
import { DAY_MS } from "../../../build/lib/time.ts";
import { AS_OF_MS, makeReachability, makeWorld } from "../../fixtures/market.ts";
import { renderPage } from "../../fixtures/pages.ts";
import { readText } from "../../fixtures/read-html.ts";

function renderRows(...reachability: Reachability[]): Promise<string> {
  const world = makeWorld();
  return renderPage({ ...world, run: { ...world.run, reachability } }, "status/reachability/index.html");
}

describe("the page of reachability", () => {
  it("shows the shares as percent with the number of builds, never rounded up", async () => {
    const text = readText(await renderRows(makeReachability("kraken", { name: "Kraken" })));
    expect(text).toContain(
      "Kraken Exchange 97.9% 47 of 48 builds 99.7% 335 of 336 builds 99.9% 1,439 of 1,440 builds 09:17 UTC",
    );
    expect(text).toContain("GET https://example.org/ 503");
  });

  it("shows no share of a period that is longer than the record, and when it begins", async () => {
    const world = makeWorld();
    const answersSinceMs = world.run.generatedAtMs - 8 * DAY_MS;
    const page = await renderPage(
      { ...world, run: { ...world.run, answersSinceMs } },
      "status/reachability/index.html",
    );
    const text = readText(page);
    expect(text).toContain("since the first recorded build, 2026-11-12");
    expect(text).toMatch(/30 days from 2026-12-12/);
    expect(text).toContain("97.9% 47 of 48 builds 99.7% 335 of 336 builds – ");
  });

  it("announces the first day that has the share of a week and of a month", () => {
    const answersSinceMs = Date.parse("2026-11-01T13:20:00Z");
    const readSpans = (time: string) => {
      const world = makeWorld();
      const run = { ...world.run, answersSinceMs, generatedAtMs: Date.parse(time) };
      const { spans } = computeStatusPage({ endpoints, world: { ...world, run } });
      return Object.fromEntries(spans.map(({ id, from }) => [id, from]));
    };
    const beforeWeek = { day: null, week: "2026-11-08", month: "2026-12-01" };
    expect(readSpans("2026-11-01T13:20:00Z")).toEqual(beforeWeek);
    expect(readSpans("2026-11-08T13:19:59Z")).toEqual(beforeWeek);
    const beforeMonth = { ...beforeWeek, week: null };
    expect(readSpans("2026-11-08T13:20:00Z")).toEqual(beforeMonth);
    expect(readSpans("2026-11-30T23:59:59Z")).toEqual(beforeMonth);
    expect(readSpans("2026-12-01T00:00:00Z")).toEqual({ ...beforeMonth, month: null });
  });

  it("says that no build requested a source, and that it never answered or failed", async () => {
    const nothing = { day: null, week: null, month: null };
    const silent = { requested: { day: 0, week: 0, month: 0 }, lastSuccessMs: null, lastError: null };
    const text = readText(await renderRows(makeReachability("x", { kind: "news", answeredShare: nothing, ...silent })));
    expect(text).toContain("x News not requested not requested not requested none in 30 days none");
  });

  it("quotes the error of an absent source once", async () => {
    const text = readText(await renderRows(makeReachability("x", { absentBuilds: 2 })));
    expect(text.match(/GET https:\/\/example\.org\/ 503/g)).toHaveLength(1);
    expect(text).toContain("Error above");
  });

  it("says since how many builds a source has not answered", async () => {
    const rows = [0, 1, 1440].map((absentBuilds) => makeReachability(`m${absentBuilds}`, { absentBuilds }));
    const text = readText(await renderRows(...rows));
    expect(text).toContain("2 problems");
    expect(text.match(/m\d+: no answer in the last (?:build|[\d,]+ builds)/g)).toEqual([
      "m1: no answer in the last build",
      "m1440: no answer in the last 1,440 builds",
    ]);
    // The worst comes first in the table.
    expect(text.match(/m\d+ (?:✕ No answer )?Exchange/g)).toEqual([
      "m1440 ✕ No answer Exchange",
      "m1 ✕ No answer Exchange",
      "m0 Exchange",
    ]);
  });

  it("escapes errors and collapses long ones", async () => {
    const error = `<img src=x>${"a".repeat(400)}`;
    const page = await renderRows(makeReachability("x", { lastError: { timeMs: AS_OF_MS, text: error } }));
    expect(page).toContain("<summary>Full error</summary>");
    expect(page).not.toContain("<img src=x>");
  });

  it("works without sources", async () => {
    expect(readText(await renderRows())).toContain("No source is switched on.");
  });
});
