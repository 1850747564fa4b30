import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, normalize, resolve } from "node:path";
import type { BuildFlags } from "../../../build/app/cli/build-flags.ts";
import { MIRROR_FOLDER } from "../../../build/app/cli/steps/mirror-steps.ts";
import { runStep, type StepName } from "../../../build/app/cli/steps/steps.ts";
import { createStepContext } from "../../../build/app/cli/workflow.ts";
import { loadConfig } from "../../../build/config.ts";
import { readRunner } from "../../../build/environment.ts";
import { SILENT_PROGRESS } from "../../../build/kit/platform/platform.ts";
import type { Git } from "../../../build/kit/publish/git.ts";
import { readWorkflow } from "../../app/workflow/github/read-workflows.ts";
import { createRepository, type GithubServer, startGithubServer } from "../../app/workflow/github-server.ts";
import { startServer } from "../../kit/platform/local-server.ts";
import { runWorkflow, type WorkflowRun } from "./run-workflow.ts";

/** The simulated repository, and a fork of it. */
export const ORIGINAL = "someone/prices";
export const COPY = "another/prices";
/** The site of the fork on a second host. */
export const MIRROR = "another/mirror";

const MAIN = resolve(import.meta.dirname, "../../../build/bin/open-crypto-data.cjs");

/** A local code host, site host and demo market, in one folder. */
export interface Stage {
  folder: string;
  github: GithubServer;
  /** `owner/name` → site URL. */
  addressOf(repository: string): string;
  /** The folder of a published site. */
  siteOf(repository: string): string;
  /** The bare repository that receives pushes. */
  remoteOf(repository: string): string;
  addRepository(repository: string): void;
  run(options: ScheduledRun): Promise<WorkflowRun>;
  close(): Promise<void>;
}

export interface ScheduledRun {
  repository: string;
  /** The time of the demo market, ISO 8601. */
  at: string;
  /** Thresholds of the gate. */
  gate?: Record<string, number>;
  /** Kill the build with `kill -9` this many milliseconds after it begins to read. */
  killAfterMs?: number;
  /** Called once before the first push to the data branch. */
  beforePush?: () => void;
  variables?: Record<string, string>;
  secrets?: Record<string, string>;
  /** Of a person who starts another workflow than that of the schedule. */
  dispatch?: { workflow: string; inputs: Record<string, string> };
  /** Besides those of a rehearsal. */
  flags?: BuildFlags;
  /** Called after each step of the program. */
  onStep?: (name: string, seconds: number) => void;
  /** Called with the folder of the run before it is removed. */
  inspect?: (folder: string) => Promise<void>;
}

export async function openStage(coins: number): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "rehearsal-"));
  const scheduled = readWorkflow("publish.yml").workflow;
  let now = 0;
  let runs = 0;
  const github = await startGithubServer(() => now);
  const sites = await startServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname));
    // Like GitHub Pages: a file, or the index of a folder, or 404. The other host finds paths
    // without extension.
    const endings = ["", "/index.html", path.startsWith(`/${MIRROR}/`) ? ".json" : "/index.json"];
    const file = endings
      .map((index) => join(folder, "sites", `${path}${index}`))
      .find((name) => statSync(name, { throwIfNoEntry: false })?.isFile());
    const body = file === undefined ? undefined : readFileSync(file);
    response.writeHead(body === undefined ? 404 : 200).end(body ?? "not found");
  });
  const addressOf = (repository: string): string => `${sites.address}/${repository}/`;
  const siteOf = (repository: string): string => join(folder, "sites", repository);
  const remoteOf = (repository: string): string => join(folder, "remotes", `${repository}.git`);
  const cachesOf = (repository: string): string => join(folder, "caches", repository);
  const { config } = loadConfig({ coins, originalSite: addressOf(ORIGINAL) });

  function addRepository(repository: string): void {
    github.repositories.set(repository, createRepository({ html_url: addressOf(repository), build_type: "workflow" }));
    mkdirSync(remoteOf(repository), { recursive: true });
    execFileSync("git", ["init", "--quiet", "--bare", remoteOf(repository)]);
  }

  /** Like Pages: serves the old site until the new one is complete. */
  function publish(repository: string, tree: string): void {
    const target = siteOf(repository);
    const next = `${target}.next`;
    cpSync(tree, next, { recursive: true });
    rmSync(target, { recursive: true, force: true });
    renameSync(next, target);
  }

  async function run(options: ScheduledRun): Promise<WorkflowRun> {
    const { repository, at, gate, killAfterMs, beforePush, variables, secrets, dispatch, onStep } = options;
    runs += 1;
    now = Date.parse(at);
    const own = join(folder, "runs", String(runs));
    const common = { GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: String(runs), GITHUB_API_URL: github.url };
    const event = { GITHUB_EVENT_NAME: dispatch === undefined ? "schedule" : "workflow_dispatch" };
    const flags = {
      sample: true,
      at,
      coins,
      site: false,
      ...(gate && { gate }),
      ...options.flags,
    };
    let push = beforePush;
    try {
      const done = await runWorkflow({
        workflow: dispatch === undefined ? scheduled : readWorkflow(dispatch.workflow).workflow,
        ...(dispatch && { inputs: dispatch.inputs }),
        folder: own,
        caches: cachesOf(repository),
        runId: String(runs),
        token: github.token,
        ...(variables && { variables }),
        ...(secrets && { secrets }),
        publish: (tree) => publish(repository, tree),
        // Like a private repository, the fork has no attestations.
        attests: repository === ORIGINAL,
        async runStep({ name, flags: given }, workspace, env) {
          const full = { ...common, ...event, ...env, GITHUB_SERVER_URL: "https://github.com" };
          if (name === "build" && killAfterMs !== undefined) {
            await killBuild(workspace, full, ["--sample", "--at", at, "--coins", String(coins)], killAfterMs);
          }
          const runner = { ...readRunner(full), remote: `file://${remoteOf(repository)}` };
          const { shard, backfill } = given;
          const typed = { ...(shard && { shard }), ...(backfill && { backfill: Number(backfill) }) };
          const context = createStepContext({ workspace, runner, config, flags: { ...flags, ...typed } });
          const openGit = (place: string): Git => {
            const git = context.openGit(place);
            return (args, more) => {
              if (args[0] === "push" && push !== undefined) {
                const first = push;
                push = undefined;
                first();
              }
              return git(args, more);
            };
          };
          /** Simulates another host's program: publishes the current folder. */
          const start = async (command: readonly string[], place: string): Promise<number> => {
            if (command.includes("deploy")) publish(basename(place) === MIRROR_FOLDER ? MIRROR : repository, place);
            return 0;
          };
          const ignore = () => undefined;
          const quiet = { print: ignore, warn: ignore, sleep: async () => undefined, watch: () => SILENT_PROGRESS };
          const begunMs = performance.now();
          await runStep(name as StepName, { ...context, ...quiet, openGit, start });
          onStep?.(name, (performance.now() - begunMs) / 1_000);
        },
      });
      await options.inspect?.(own);
      return done;
    } finally {
      if (existsSync(own)) rmSync(own, { recursive: true, force: true });
    }
  }

  return {
    folder,
    github,
    addressOf,
    siteOf,
    remoteOf,
    addRepository,
    run,
    async close() {
      await github.close();
      await sites.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the build like the workflow and kills it by its process id. Always rejects. */
async function killBuild(
  workspace: string,
  env: Readonly<Record<string, string>>,
  flags: readonly string[],
  afterMs: number,
): Promise<never> {
  const child = spawn(process.execPath, [MAIN, "workflow", "build", ...flags], {
    cwd: workspace,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.stderr.once("data", () => setTimeout(() => child.kill("SIGKILL"), afterMs));
  child.stderr.resume();
  const [code, signal] = await new Promise<[number | null, string | null]>((done, fail) => {
    child.on("error", fail);
    child.on("close", (...ended) => done(ended));
  });
  throw new Error(
    signal === "SIGKILL" ? "the runner was killed" : `the build was to be killed, but ended with ${code}`,
  );
}
