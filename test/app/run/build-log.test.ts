import { describe, expect, it } from "vitest";
import { addBuild, joinBuildLogs, traceBuild } from "../../../build/app/run/build-log.ts";
import type { BuildTrace, RunReport } from "../../../build/crypto/api/run-report.ts";
import type { SourceReport } from "../../../build/crypto/ingest/source-report.ts";

const COUNTS = { coins: 5, pricedCoins: 4, tickersUsed: 7 };

function makeTrace(timeMs: number, own: Partial<BuildTrace> = {}): BuildTrace {
  const sources = { ok: 1, stale: 0, down: 0 };
  return { timeMs, passed: true, failedChecks: [], durationMs: null, ...COUNTS, sources, ...own };
}

describe("the trace of a build", () => {
  it("has the gate's verdict and counts enabled sources by state", () => {
    const sources = ["ok", "ok", "stale", "down", "off"].map((status) => ({ status }) as SourceReport);
    const gate: RunReport["gate"] = {
      passed: false,
      checks: [
        { id: "venues", passed: false, message: "" },
        { id: "usdt-rate", passed: true, message: "" },
      ],
    };
    expect(traceBuild({ generatedAtMs: 9, sources, gate }, { durationMs: 1234, ...COUNTS })).toEqual({
      timeMs: 9,
      passed: false,
      failedChecks: ["venues"],
      durationMs: 1234,
      ...COUNTS,
      sources: { ok: 2, stale: 1, down: 1 },
    });
  });
});

describe("the log of builds", () => {
  it("keeps the last 96 in the order of time", () => {
    let log: BuildTrace[] = [];
    for (let at = 0; at < 100; at += 1) log = addBuild(log, makeTrace(at));
    expect(log.map(({ timeMs }) => timeMs)).toEqual(Array.from({ length: 96 }, (_, at) => at + 4));
  });

  it("replaces a repeated build", () => {
    const log = addBuild([makeTrace(1), makeTrace(2, { passed: false })], makeTrace(2));
    expect(log).toEqual([makeTrace(1), makeTrace(2)]);
  });

  it("joins the builds of two states, the newer one of each", () => {
    const joined = joinBuildLogs([makeTrace(3), makeTrace(1)], [makeTrace(2), makeTrace(3, { coins: 6 })]);
    expect(joined).toEqual([makeTrace(1), makeTrace(2), makeTrace(3, { coins: 6 })]);
  });
});
