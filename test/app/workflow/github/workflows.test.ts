import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { STEP_NAMES } from "../../../../build/app/cli/steps/steps.ts";
import { findInterval } from "../../../../build/app/diagnostics/check-environment.ts";
import { loadConfig } from "../../../../build/config.ts";
import { evaluateCondition, type Results } from "../../../system/workflow/expression.ts";
import { KNOWN_ACTIONS, KNOWN_COMMANDS, type Needs } from "./known-actions.ts";
import { findStepName, type Job, listSteps, readWorkflow, readWorkflows } from "./read-workflows.ts";

const ROOT = new URL("../../../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), "utf8");
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
const files = readWorkflows();
const steps = listSteps(files);
const jobs = files.flatMap(({ name, workflow }) =>
  Object.entries(workflow.jobs).map(([id, job]) => ({ place: `${name}: ${id}`, name, workflow, job })),
);

const NPM_ITSELF = /^npm (?:ci|audit)(?: --[\w-]+(?:=\w+)?)*$/;
const SCRIPT = /^npm (?:run (?:--silent )?([\w:-]+)|(test))(?: -- .+)?$/;
const OWN_FILE = /^(?:node |bash )?(\.ci\/run|\.github\/scripts\/[\w./-]+)(?: .*)?$/;

const runs = steps.flatMap(({ step: { run, env }, ...placed }) => (run === undefined ? [] : [{ ...placed, run, env }]));
const scriptOf = (run: string): string | undefined => {
  const [, named, test] = SCRIPT.exec(run) ?? [];
  return named ?? test;
};

describe("every step of a workflow", () => {
  it("either runs one command or uses one action", () => {
    expect(steps.length).toBeGreaterThan(10);
    expect(steps.filter(({ step }) => (step.run === undefined) === (step.uses === undefined))).toEqual([]);
    for (const { place, run } of runs) expect(run.trim(), place).not.toMatch(/\n|&&|\|\||[;|`]|\$\(/);
  });

  it("runs a command that exists here", () => {
    for (const { place, run } of runs) {
      if (NPM_ITSELF.test(run)) continue;
      const script = scriptOf(run);
      const file = OWN_FILE.exec(run)?.[1];
      expect(script !== undefined || file !== undefined, `${place}: ${run}`).toBe(true);
      if (script !== undefined) expect(Object.keys(scripts), place).toContain(script);
      if (file !== undefined) expect(existsSync(new URL(file, ROOT)), place).toBe(true);
    }
  });

  it("installs without running anything that packages bring", () => {
    expect(read(".npmrc")).toMatch(/^ignore-scripts=true$/m);
  });

  it("runs a command that a test runs too", () => {
    const tests = readdirSync(new URL("test/", ROOT), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.test\.ts$/.test(path))
      .map((path) => read(`test/${path}`));
    for (const { place, run } of runs) {
      const command = /build\/main\.ts ([\w-]+)/.exec(scripts[scriptOf(run) ?? ""] ?? "")?.[1];
      // The workflow simulation runs its steps.
      if (command === undefined || command === "workflow") continue;
      const call = new RegExp(`(?:runCli|startCli|callCli)\\(\\[?\\s*"${command}"|${command}Command\\(`);
      expect(
        tests.some((text) => call.test(text)),
        `${place}: no test runs "${command}"`,
      ).toBe(true);
    }
  });

  it("gets its inputs through quoted environment variables, never through an expression in its text", () => {
    for (const { place, run, file, job, env } of runs) {
      expect(run, place).not.toContain("${{");
      expect(run.replace(/"[^"]*"/g, ""), place).not.toContain("$");
      const known = Object.keys({ ...file.workflow.env, ...job.env, ...env });
      const used = [...run.matchAll(/\$\{?(\w+)\}?/g)].map(([, name = ""]) => name);
      expect(known, place).toEqual(expect.arrayContaining(used.filter((name) => !/^(?:GITHUB|RUNNER)_/.test(name))));
    }
  });
});

describe("every action", () => {
  const used = files.flatMap(({ name, text }) =>
    [...text.matchAll(/^\s*(?:- )?uses:\s*(.*)$/gm)].map(([, value = ""]) => ({ name, value })),
  );

  it("is GitHub's own, and pinned to a commit with its version beside it", () => {
    expect(used.length).toBe(steps.filter(({ step }) => step.uses !== undefined).length);
    for (const { name, value } of used) expect(value, name).toMatch(/^actions\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("has one version everywhere", () => {
    const versions = new Set(used.map(({ value }) => value));
    expect(versions.size).toBe(new Set(used.map(({ value }) => value.split("@")[0])).size);
  });

  it("gets only inputs that it declares", () => {
    for (const { place, step } of steps) {
      if (step.uses === undefined) continue;
      const known = KNOWN_ACTIONS[step.uses.split("@")[0]!];
      expect(known, `${place}: ${step.uses}`).toBeDefined();
      expect(known?.inputs, place).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})));
    }
  });

  it("leaves no token in a checkout", () => {
    for (const { place, step } of steps) {
      if (step.uses?.startsWith("actions/checkout@")) expect(step.with?.["persist-credentials"], place).toBe(false);
    }
  });
});

/** Permissions of a job's steps: the larger one if several need the same. */
function sumNeeds(job: Job): Needs {
  const sum: Record<string, "read" | "write"> = {};
  for (const { uses, run } of job.steps) {
    const ofAction = KNOWN_ACTIONS[uses?.split("@")[0] ?? ""]?.needs ?? {};
    const ofCommand = KNOWN_COMMANDS.filter(([command]) => `${run} `.startsWith(`${command} `)).map(([, need]) => need);
    for (const [name, level] of [ofAction, ...ofCommand].flatMap((need) => Object.entries(need))) {
      if (sum[name] !== "write") sum[name] = level;
    }
  }
  return sum;
}

describe("every job", () => {
  it("has only the permissions that its steps need, and a workflow has none", () => {
    for (const { name, workflow } of files) {
      expect(workflow.permissions, name).toEqual({});
      expect(workflow.concurrency, name).toHaveProperty("cancel-in-progress");
    }
    for (const { place, job } of jobs) expect(job.permissions, place).toEqual(sumNeeds(job));
  });

  it("ends by itself, on a machine that is named", () => {
    for (const { place, job } of jobs) {
      expect(job["timeout-minutes"], place).toBeLessThanOrEqual(360);
      expect(job["runs-on"], place).toMatch(/^(ubuntu-24\.04|\$\{\{ vars\.SITE_RUNNER \|\| 'ubuntu-24\.04' \}\})$/);
    }
  });

  it("uses every input that it declares", () => {
    for (const { name, text, workflow } of files) {
      for (const input of Object.keys(workflow.on.workflow_dispatch?.inputs ?? {})) {
        expect(text, name).toMatch(new RegExp(`\\binputs\\.${input}\\b`));
      }
    }
  });

  it("uses no secret but the run's own token and those of hosts", () => {
    for (const { name, text } of files) {
      for (const [, secret = ""] of text.matchAll(/\bsecrets\.(\w+)/g)) {
        expect(["GITHUB_TOKEN", "SITE_TOKEN", "MIRROR_TOKEN", "COINGECKO_DEMO_KEY", "PING_URL"], name).toContain(
          secret,
        );
      }
      expect(text, name).not.toMatch(/pull_request_target|workflow_run|secrets: inherit/);
    }
  });
});

it("the token of a host is bound to an environment, and reaches one step that deploys", () => {
  const bound = jobs.flatMap(({ name, job }) =>
    job.steps.flatMap(({ run, env = {} }) =>
      Object.keys(env)
        .filter((variable) => /^(?:SITE|MIRROR)_TOKEN$/.test(variable))
        .map((variable) => [name, job.environment, run?.replace(/.* /, ""), variable]),
    ),
  );
  expect(bound).toEqual([
    ["publish.yml", "site", "deploy", "SITE_TOKEN"],
    ["publish.yml", "mirror", "deploy-mirror", "MIRROR_TOKEN"],
  ]);
});

it("a job that may write to the repository has no other right, and only keeps the state", () => {
  const writing = jobs.filter(({ job }) => job.permissions?.["contents"] === "write");
  expect(writing.map(({ place }) => place)).toEqual(["backfill.yml: join", "publish.yml: remember"]);
  for (const { place, job } of writing) {
    expect(job.permissions, place).toEqual({ contents: "write" });
    const withToken = job.steps.flatMap(({ run, env }) => (env?.["GITHUB_TOKEN"] === undefined ? [] : run));
    expect(withToken, place).toEqual(["npm run --silent workflow -- remember"]);
  }
});

it("a job that may sign as the workflow runs no code but actions of GitHub", () => {
  const signing = jobs.filter(({ job }) => job.permissions?.["id-token"] !== undefined);
  expect(signing.map(({ place }) => place)).toEqual(["publish.yml: attest", "publish.yml: deploy"]);
  for (const { place, job } of signing)
    expect(
      job.steps.filter(({ run }) => run !== undefined),
      place,
    ).toEqual([]);
});

describe("the publishing workflow", () => {
  const publish = readWorkflow("publish.yml").workflow;
  const own = Object.values(publish.jobs).flatMap((job) => job.steps);

  it("runs only steps of the program, all of them simulated, and installs their needs", () => {
    const commands = own.flatMap(({ run }) => run ?? []);
    const others = new Set(commands.filter((run) => findStepName(run) === undefined));
    expect([...others]).toEqual(["npm ci --omit=dev --no-audit --no-fund"]);
    const named = commands.flatMap((run) => findStepName(run) ?? []);
    expect([...named, "shard", "join", "terms"].sort()).toEqual([...STEP_NAMES].sort());
  });

  it("never cancels a deployment, and never runs twice at once", () => {
    expect(publish.concurrency).toEqual({ group: "publish", "cancel-in-progress": false });
  });

  it("runs every half hour, by hand, on a call from outside and on a push to main", () => {
    expect(publish.on).toMatchObject({ repository_dispatch: { types: ["publish"] }, push: { branches: ["main"] } });
  });

  it("keeps the state directly after the build: no later failure loses its observations", () => {
    const steps = publish.jobs["build"]!.steps;
    const { uses, with: input } = steps[steps.findIndex(({ id }) => id === "build") + 1]!;
    expect([uses?.split("@")[0], input?.["path"]]).toEqual(["actions/cache/save", ".state"]);
  });

  it("publishes the mirror also if the site cannot be published, but not if that is broken, nor without a build", () => {
    const judge = (build: Results, smoke: Results) => {
      const needs = { build: { result: build, outputs: { mirror: "true" } }, smoke: { result: smoke, outputs: {} } };
      const rest = { steps: {}, vars: {}, secrets: {}, inputs: {}, matrix: {}, github: {}, succeeded: false };
      return evaluateCondition(publish.jobs["mirror"]!.if, { needs, ...rest });
    };
    const results = ["success", "failure", "skipped"] as const;
    expect(results.map((smoke) => judge("success", smoke))).toEqual([true, false, true]);
    expect(judge("failure", "skipped")).toBe(false);
  });

  it("uploads every artifact that a later job downloads", () => {
    const listNames = (action: string): string[] =>
      own.flatMap(({ uses, with: input }) =>
        uses?.startsWith(`actions/${action}@`) ? String(input?.["name"] ?? "") : [],
      );
    const kept = ["", ...listNames("upload-artifact")];
    expect(listNames("download-artifact").filter((name) => !kept.includes(name))).toEqual([]);
    for (const { "timeout-minutes": minutes } of Object.values(publish.jobs)) expect(minutes).toBeLessThanOrEqual(45);
  });
});

it("every workflow plans from the same variables of the site", () => {
  const plans = runs.filter(({ run }) => findStepName(run) === "plan");
  const variables = plans.map(({ env = {} }) => Object.keys(env).filter((name) => name.startsWith("SITE_")));
  expect(plans.map(({ place }) => place)).toHaveLength(2);
  expect(variables[0]).toContain("SITE_REGION");
  expect(variables[1]).toEqual(variables[0]);
});

describe("schedules", () => {
  const crons = files.flatMap(({ name, workflow }) => (workflow.on.schedule ?? []).map(({ cron }) => ({ name, cron })));

  it("avoid the busy minutes", () => {
    expect(crons.length).toBeGreaterThan(1);
    for (const { name, cron } of crons) {
      for (const minute of cron.split(" ")[0]!.split(",")) expect(Number(minute) % 5, `${name}: ${cron}`).not.toBe(0);
    }
  });

  it("start more runs than the configuration has builds, because GitHub leaves out most of them", () => {
    const published = crons.filter(({ name }) => name === "publish.yml").map(({ cron }) => cron);
    const { config } = loadConfig({});
    expect(findInterval(published)).toBe(config.cadenceMinutes / 2);
  });

  it("can be started by hand too", () => {
    for (const { name, workflow } of files) {
      if (workflow.on.schedule !== undefined) expect(workflow.on, name).toHaveProperty("workflow_dispatch");
    }
  });
});
