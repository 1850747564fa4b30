import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BuildResult } from "../../../build/app/workflow/build-result.ts";
import { renderSummary } from "../../../build/app/workflow/github/summary.ts";
import { listIssueVerdicts, type RunOutcome } from "../../../build/app/workflow/issue-verdict.ts";
import type { Reachability } from "../../../build/crypto/api/run-report.ts";
import type { SourceReport } from "../../../build/crypto/ingest/source-report.ts";
import type { Runner } from "../../../build/kit/publish/runner.ts";
import { makeReachability, makeRunSource } from "../../fixtures/market.ts";
import { createRunner } from "./create-runner.ts";
import { EVIL, hostileText } from "./hostile-text.ts";
import { renderWithoutCode } from "./rendered-markdown.ts";

const NOW = Date.parse("2026-11-20T09:00:00Z");

function source(id: string, fields: Partial<SourceReport> = {}): SourceReport {
  return makeRunSource(id, { fetchedAtMs: NOW, records: 1_234, rejected: 5, ...fields });
}

function build(
  fields: Partial<BuildResult> = {},
  sources: SourceReport[] = [source("okx")],
  reachability: Reachability[] = [makeReachability("okx")],
): BuildResult {
  const passed = fields.outcome !== "refused";
  const gate = { passed, checks: [{ id: "venues", passed, message: "Venues: 2, at least 5 needed." }] };
  const times = { generatedAtMs: NOW, nextUpdateAtMs: NOW };
  return {
    outcome: "built",
    startedAtMs: NOW,
    error: null,
    seconds: { okx: 1.25 },
    files: 10,
    bytes: 2e6,
    manifestSha256: "0",
    evidence: false,
    report: { ...times, commit: null, run: null, overrides: [], builds: [], sources, reachability, gate },
    ...fields,
  } as BuildResult;
}

function list(fields: Partial<RunOutcome> & { results?: Runner["results"] }) {
  const { results = { build: "success" }, ...rest } = fields;
  const outcome = { build: build(), failure: undefined, remembered: undefined, ...rest };
  const verdicts = listIssueVerdicts({ runner: createRunner({ results }), ...outcome });
  return Object.fromEntries(verdicts.map(({ id, broken }) => [id, broken?.title ?? "works"]));
}

describe("the verdicts of a run", () => {
  it("report success after a good run", () => {
    expect(list({ results: { build: "success", deploy: "success", smoke: "success" } })).toEqual({
      gate: "works",
      run: "works",
      deploy: "works",
      "source-okx": "works",
    });
  });

  it("report a mirror that failed beside a site that is published", () => {
    const results = { build: "success", deploy: "success", smoke: "success" } as const;
    const failure = { step: "deploy-mirror", message: "keep a token" };
    expect(list({ results: { ...results, mirror: "failure" }, failure })).toMatchObject({
      run: "works",
      deploy: "works",
      mirror: "The mirror cannot be published",
    });
    expect(list({ results: { ...results, mirror: "success" } })).toHaveProperty("mirror", "works");
    expect(list({ results: { ...results, mirror: "skipped" } })).not.toHaveProperty("mirror");
  });

  it("report a refusal, and no failed run with it", () => {
    const refused = build({ outcome: "refused", error: "Nothing was published" });
    expect(list({ build: refused, results: { build: "failure" } })).toEqual({
      gate: "The gate refused the build",
      "source-okx": "works",
    });
  });

  it("report a source that two builds in a row did not reach, and not one that only this build did not", () => {
    const sources = [
      source("sound"),
      source("often", { status: "down", oftenAbsent: true }),
      source("off", { status: "off" }),
      ...["partial", "shaky", "gone"].map((id) => source(id, { status: "stale" })),
    ];
    const absent = { sound: 0, often: 90, partial: 0, shaky: 1, gone: 2 };
    const answeredShare = { day: 1 / 3, week: 1 / 3, month: 1 / 3 };
    const rows = Object.entries(absent).map(([id, absentBuilds]) =>
      makeReachability(id, { absentBuilds, answeredShare }),
    );
    const made = build({}, sources, rows);
    const found = list({ build: made });
    expect(found).toMatchObject({
      "source-sound": "works",
      "source-often": "works",
      "source-off": "works",
      "source-gone": "Source gone: no usable response",
    });
    // An issue stays open while one feed of the source fails.
    for (const id of ["source-partial", "source-shaky"]) expect(found).not.toHaveProperty(id);
    const [body] = listIssueVerdicts({
      runner: createRunner({ results: {} }),
      failure: undefined,
      remembered: undefined,
      build: made,
    }).flatMap(({ id, broken }) => (id === "source-gone" ? (broken?.body.text ?? []) : []));
    expect(body).toContain("It did not answer in the last 2 builds, and answered in 33.3 % of those of the last week.");
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
  ])("report a job that ended without a message: %j", (results, verdicts) => {
    expect(list({ build: undefined, results })).toEqual(verdicts);
  });
});

describe("the summary of a run", () => {
  it("shows the gate's verdict and a row per source", () => {
    const { text } = renderSummary(build(), ["A note"]);
    expect(text).toContain("### Gate: 1 of 1 checks passed");
    expect(text).toContain(
      "| `okx` | ok | 1,234 | 5 | 1.3 | 97.9 % | 99.7 % | 99.9 % | `2026-11-20T09:17:30Z` | `GET https://example.org/ 503` |",
    );
    expect(text).toContain("- `A note`");
  });

  it("escapes upstream text: no markup, mention or extra row", () => {
    const summary = (said: string) => {
      const gate = { passed: false, checks: [{ id: "venues", passed: false, message: said }] };
      const sources = [source("okx", { status: "down", lastError: said })];
      const { report } = build({}, sources, [makeReachability("okx", { lastError: { timeMs: NOW, text: said } })]);
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
      const remembered: RunOutcome["remembered"] = { status: "rejected", message: said, conflicts: 0 };
      const sources = [source("okx", { status: "down", fetchedAtMs: null, name: said, lastError: said })];
      const rows = [makeReachability("okx", { absentBuilds: 2, lastError: { timeMs: NOW, text: said } })];
      const outcomes: RunOutcome[] = [
        { runner: createRunner(), build: build({ outcome: "refused", error: said }), failure, remembered },
        {
          runner: createRunner({ results: { build: "failure", smoke: "failure" } }),
          build: build({}, sources, rows),
          failure,
          remembered,
        },
      ];
      const bodies = outcomes.flatMap(listIssueVerdicts).flatMap(({ broken }) => broken?.body.text ?? []);
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
