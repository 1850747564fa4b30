import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SourceReport } from "../../build/market/gate/run-report.ts";
import type { BuildResult } from "../../build/workflow/build-result.ts";
import { listFindings, type Outcome } from "../../build/workflow/finding.ts";
import type { Runner } from "../../build/workflow/github/runner.ts";
import { renderSummary } from "../../build/workflow/github/summary.ts";
import { makeRunSource } from "../fixtures/market.ts";
import { createRunner } from "./create-runner.ts";
import { EVIL, hostileText } from "./hostile-text.ts";
import { renderWithoutCode } from "./rendered-markdown.ts";

const NOW = Date.parse("2026-11-20T09:00:00Z");
const HOUR = 3_600_000;

function source(id: string, fields: Partial<SourceReport> = {}): SourceReport {
  return makeRunSource(id, { fetchedAtMs: NOW, records: 1_234, rejected: 5, ...fields });
}

function build(fields: Partial<BuildResult> = {}, sources: SourceReport[] = [source("okx")]): BuildResult {
  const passed = fields.outcome !== "refused";
  const gate = { passed, checks: [{ id: "venues", passed, message: "Venues: 2, at least 5 needed." }] };
  const times = { generatedAtMs: NOW, nextUpdateAtMs: NOW };
  return {
    ...{ outcome: "built", startedAtMs: NOW, error: null, seconds: { okx: 1.25 }, files: 10, bytes: 2e6 },
    ...{ manifestSha256: "0", evidence: false },
    report: { ...times, commit: null, run: null, overrides: [], builds: [], sources, gate },
    ...fields,
  } as BuildResult;
}

function list(fields: Partial<Outcome> & { results?: Runner["results"] }) {
  const { results = { build: "success" }, ...rest } = fields;
  const outcome = { build: build(), failure: undefined, remembered: undefined, ...rest };
  const findings = listFindings({ runner: createRunner({ results }), ...outcome });
  return Object.fromEntries(findings.map(({ id, broken }) => [id, broken?.title ?? "works"]));
}

describe("the findings of a run", () => {
  it("report success after a good run", () => {
    expect(list({ results: { build: "success", deploy: "success", smoke: "success" } })).toEqual({
      ...{ gate: "works", run: "works", deploy: "works", "source-okx": "works" },
    });
  });

  it("report a refusal, and no failed run with it", () => {
    const refused = build({ outcome: "refused", error: "Nothing was published" });
    expect(list({ build: refused, results: { build: "failure" } })).toEqual({
      ...{ gate: "The gate refused the build", "source-okx": "works" },
    });
  });

  it("report a source by the age of its data: seven hours are an outage, one is not", () => {
    const sources = [
      source("young", { status: "stale", fetchedAtMs: NOW - HOUR }),
      source("old", { status: "stale", fetchedAtMs: NOW - 7 * HOUR }),
      source("never", { status: "down", fetchedAtMs: null }),
      source("off", { status: "off", fetchedAtMs: null }),
    ];
    expect(list({ build: build({}, sources) })).toMatchObject({
      ...{ "source-old": "Source old: no usable response", "source-never": "Source never: no usable response" },
      "source-off": "works",
    });
    expect(list({ build: build({}, sources) })).not.toHaveProperty("source-young");
  });

  it("report a failed build that did not reach the gate", () => {
    const failure = { step: "restore", message: "The published site does not answer" };
    expect(list({ build: undefined, failure, results: { build: "failure" } })).toEqual({ run: "The build fails" });
  });

  it.each<[Runner["results"], string | undefined]>([
    [{ deploy: "failure" }, "The site cannot be deployed"],
    [{ "deploy-elsewhere": "success", smoke: "failure" }, "The site cannot be deployed"],
    [{ "deploy-elsewhere": "cancelled" }, "The site cannot be deployed"],
    [{ deploy: "skipped" }, undefined],
  ])("report a failed deployment or smoke test, but no skipped job: %j", (results, title) => {
    expect(list({ results: { build: "success", ...results } })["deploy"]).toBe(title);
  });

  it.each<[Runner["results"], object]>([
    [{ build: "cancelled" }, { run: "The build fails" }],
    [{ remember: "failure" }, { "data-branch": "The data branch cannot be written" }],
    [{ remember: "cancelled" }, { "data-branch": "The data branch cannot be written" }],
    [{ remember: "skipped" }, {}],
  ])("report a job that ended without a message: %j", (results, findings) => {
    expect(list({ build: undefined, results })).toEqual(findings);
  });
});

describe("the summary of a run", () => {
  it("shows the gate's verdict and a row per source", () => {
    const { text } = renderSummary(build(), ["A note"]);
    expect(text).toContain("### Gate: 1 of 1 checks passed");
    expect(text).toContain("| `okx` | ok | 1,234 | 5 | 1.3 |  |");
    expect(text).toContain("- `A note`");
  });

  it("escapes upstream text: no markup, mention or extra row", () => {
    const summary = (said: string) => {
      const gate = { passed: false, checks: [{ id: "venues", passed: false, message: said }] };
      const { report } = build({}, [source("okx", { status: "down", lastError: said })]);
      return renderWithoutCode(
        renderSummary(build({ outcome: "refused", error: said, report: { ...report!, gate } }), [said]).text,
      );
    };
    expect(summary("x")).toContain("<strong>down</strong>");
    expect(summary(EVIL)).toBe(summary("x"));
    fc.assert(
      fc.property(hostileText, (text) => void expect(summary(`x${text}`)).toBe(summary("x"))),
      { numRuns: 12 },
    );
  });
});

describe("the body of an issue", () => {
  it("escapes text of servers and upstreams", () => {
    const render = (said: string) => {
      const failure = { step: "build", message: said };
      const remembered: Outcome["remembered"] = { status: "rejected", message: said, conflicts: 0 };
      const sources = [source("okx", { status: "down", fetchedAtMs: null, name: said, lastError: said })];
      const outcomes: Outcome[] = [
        { runner: createRunner(), build: build({ outcome: "refused", error: said }), failure, remembered },
        {
          runner: createRunner({ results: { build: "failure", smoke: "failure" } }),
          build: build({}, sources),
          failure,
          remembered,
        },
      ];
      const bodies = outcomes.flatMap(listFindings).flatMap(({ broken }) => broken?.body.text ?? []);
      expect(bodies).toHaveLength(6);
      return bodies.map(renderWithoutCode);
    };
    expect(render(EVIL)).toEqual(render("x"));
    fc.assert(
      fc.property(hostileText, (text) => void expect(render(`x${text}`)).toEqual(render("x"))),
      { numRuns: 12 },
    );
  });
});
