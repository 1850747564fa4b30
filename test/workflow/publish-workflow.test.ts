import { describe, expect, it } from "vitest";
import { STEP_NAMES } from "../../build/workflow/steps/steps.ts";
import { findStepName, type Job, readWorkflow } from "../system/workflow/workflow-file.ts";

const { jobs, ...workflow } = readWorkflow() as ReturnType<typeof readWorkflow> & Record<string, unknown>;
const steps = Object.entries(jobs).flatMap(([job, { steps }]) => steps.map((step) => ({ job, step })));

describe("the publishing workflow", () => {
  it("runs only steps of the program, all of them simulated, and installs their needs", () => {
    const runs = steps.flatMap(({ step }) => step.run ?? []);
    const others = new Set(runs.filter((run) => findStepName(run) === undefined));
    expect([...others]).toEqual(["npm ci --omit=dev --no-audit --no-fund"]);
    const named = runs.flatMap((run) => findStepName(run) ?? []);
    expect([...named].sort()).toEqual([...STEP_NAMES].sort());
  });

  it("gives each job minimal permissions", () => {
    expect(workflow["permissions"]).toEqual({});
    const permissions = Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, job.permissions]));
    expect(permissions).toEqual({
      build: { contents: "read", pages: "read" },
      deploy: { pages: "write", "id-token": "write" },
      "deploy-elsewhere": { contents: "read" },
      smoke: { contents: "read" },
      remember: { contents: "write", actions: "write" },
      attest: { "id-token": "write", attestations: "write" },
      report: { contents: "read", issues: "write" },
    });
  });

  it("never cancels a deployment, and never runs twice at once", () => {
    expect(workflow["concurrency"]).toEqual({ group: "publish", "cancel-in-progress": false });
  });

  it("runs every half hour at odd minutes, by hand, on a call from outside and on a push to main", () => {
    const on = workflow["on"] as Record<string, unknown>;
    expect(on["schedule"]).toEqual([{ cron: expect.stringMatching(/^[1-5]?[13579],[1-5]?[13579] \* \* \* \*$/) }]);
    expect(on).toMatchObject({ repository_dispatch: { types: ["publish"] }, push: { branches: ["main"] } });
    expect(on).toHaveProperty("workflow_dispatch");
  });

  it("stores no credentials on disk and puts no expression into a command", () => {
    for (const { step } of steps) {
      if (step.uses?.startsWith("actions/checkout@")) expect(step.with).toEqual({ "persist-credentials": false });
      expect(step.run ?? "").not.toContain("${{");
    }
  });

  it("uploads every artifact that a later job downloads", () => {
    const withOf = (action: string): string[] =>
      steps.flatMap(({ step }) =>
        step.uses?.startsWith(`actions/${action}@`) ? String(step.with?.["name"] ?? "") : [],
      );
    const kept = new Set(withOf("upload-artifact"));
    expect(withOf("download-artifact").filter((name) => name !== "" && !kept.has(name))).toEqual([]);
    const limits = Object.values(jobs).map((job: Job & { "timeout-minutes"?: number }) => job["timeout-minutes"]);
    expect(limits.every((minutes) => minutes !== undefined && minutes <= 45)).toBe(true);
  });
});
