import { expect, it } from "vitest";
import { buildStep } from "../../../build/app/cli/steps/build-step.ts";
import { restoreStep } from "../../../build/app/cli/steps/restore-step.ts";
import { createStepContext } from "../../../build/app/cli/workflow.ts";
import { loadConfig } from "../../../build/config.ts";
import { SILENT_PROGRESS } from "../../../build/kit/platform/platform.ts";
import type { Git } from "../../../build/kit/publish/git.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { startServer } from "../../kit/platform/local-server.ts";
import { createRunner } from "./create-runner.ts";

const workspace = makeTempFolder();

/** Git in a repository whose data branch has a commit from an hour after 1970 began. */
const git: Git = async ([command]) =>
  ({ "ls-remote": "abc\trefs/heads/data", "rev-parse": "abc\n", show: "3600 data: state of 1970\n" })[
    command as "show"
  ] ?? "";

/** The places that a build restores from when the site is missing `misses` times, and the waits. */
async function restore(misses: number): Promise<{ from: string[]; waits: number }> {
  let asked = 0;
  const server = await startServer((_, response) => {
    asked += 1;
    response.writeHead(asked > misses ? 200 : 404).end("{}");
  });
  let waits = 0;
  const { config } = loadConfig({});
  const runner = createRunner();
  const context = createStepContext({ workspace, runner, config, flags: {} });
  const baseUrl = `${server.address}/`;
  await context.run.write("plan", { host: "github-pages", baseUrl, userAgent: config.userAgent, mirror: null });
  const sleep = async () => {
    waits += 1;
  };
  await restoreStep({ ...context, openGit: () => git, print: () => undefined, sleep });
  const { from } = context.run.read<{ from: string[] }>("restore");
  return { from: from.map((place) => (place === baseUrl ? "site" : "branch")), waits };
}

it("requests no site but its own in the first run of a copy, and starts empty", async () => {
  const server = await startServer((_, response) => void response.writeHead(404).end());
  const context = createStepContext({ workspace, runner: createRunner(), config: loadConfig({}).config, flags: {} });
  await context.run.write("plan", {
    host: "github-pages",
    baseUrl: `${server.address}/`,
    userAgent: "test",
    mirror: null,
  });
  const said: string[] = [];
  await restoreStep({ ...context, openGit: () => async () => "", print: (line) => void said.push(line) });
  expect(context.run.read("restore")).toMatchObject({ from: [], bootstrap: true });
  expect(said.join("\n")).toContain("without history: builds fill it from candles");
  expect(said.join("\n")).not.toMatch(/https:/);
});

it("begins a copy on a host that answers 403 for a missing file with the history of the original", async () => {
  const server = await startServer(({ url = "" }, response) => {
    response.writeHead(url.startsWith("/original/") ? 200 : 403).end("{}");
  });
  const config = { ...loadConfig({}).config, originalSite: `${server.address}/original/` };
  const runner = createRunner({ withoutSite: true });
  const context = createStepContext({ workspace, runner, config, flags: {} });
  await context.run.write("plan", { host: "s3", baseUrl: `${server.address}/`, userAgent: "test", mirror: null });
  await restoreStep({ ...context, openGit: () => async () => "", print: () => undefined });
  expect(context.run.read("restore")).toMatchObject({ from: [config.originalSite], bootstrap: true });
});

it("accepts that a site with a data branch is gone after three responses", async () => {
  expect(await restore(0)).toEqual({ from: ["site", "branch"], waits: 0 });
  expect(await restore(2)).toEqual({ from: ["site", "branch"], waits: 2 });
  expect(await restore(3)).toEqual({ from: ["branch"], waits: 2 });
});

it("names without_site when the state of the site cannot be used", async () => {
  const server = await startServer((_, response) => void response.writeHead(404).end());
  const flags = { sample: true, quiet: true, coins: 6 };
  const config = loadConfig({}).config;
  const context = createStepContext({ workspace: makeTempFolder(), runner: createRunner(), config, flags });
  const baseUrl = `${server.address}/`;
  const plan = { host: "github-pages", baseUrl, homepage: baseUrl, userAgent: "test", cadenceMinutes: 30, notes: [] };
  await context.run.write("plan", plan);
  await context.run.write("restore", { from: [baseUrl], notes: [], bootstrap: false, remember: false });
  const watch = () => SILENT_PROGRESS;
  await expect(buildStep({ ...context, watch })).rejects.toThrow(
    /no state to restore at http.*\n.*by hand with without_site/,
  );
});
