import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createStepContext } from "../../build/cli/workflow.ts";
import { loadConfig } from "../../build/config.ts";
import { hosts } from "../../build/hosts/registry.ts";
import { MINUTE_MS } from "../../build/lib/time.ts";
import { DEPLOYABLE, getDeployment } from "../../build/workflow/deploy-command.ts";
import { deployMirrorStep, mirrorStep } from "../../build/workflow/steps/mirror-steps.ts";
import { deployStep } from "../../build/workflow/steps/publish-steps.ts";
import { makeTempFolder } from "../cleanup.ts";
import { createRunner } from "./create-runner.ts";

describe("publishing to a host other than GitHub Pages", () => {
  it.each(DEPLOYABLE)("runs the program of %s at one exact version, with the token", (host) => {
    const { commands, environment } = getDeployment(host, "prices", "secret", "SITE_TOKEN");
    for (const [npx, yes, tool] of commands)
      expect([npx, yes, tool]).toEqual(["npx", "--yes", expect.stringMatching(/@\d+\.\d+\.\d+$/)]);
    expect(JSON.stringify([commands, environment]).includes("secret")).toBe(true);
  });

  it("exists only for known hosts", () => {
    const ids = hosts.map(({ id }) => id);
    expect(DEPLOYABLE.filter((host) => !ids.includes(host))).toEqual([]);
  });

  it("reports a missing token or an unsupported host", () => {
    expect(() => getDeployment("netlify", "prices", null, "SITE_TOKEN")).toThrow("secret SITE_TOKEN");
    expect(() => getDeployment("netlify", "prices", null, "MIRROR_TOKEN")).toThrow("secret MIRROR_TOKEN");
    expect(() => getDeployment("nginx", "prices", "x", "SITE_TOKEN")).toThrow('artifact "site"');
  });
});

describe("the mirror", () => {
  const plan = { host: "github-pages", mirror: { host: "cloudflare", project: "copy", url: "http://127.0.0.1:1/" } };
  const open = async (result: object) => {
    const workspace = makeTempFolder();
    const said: string[] = [];
    const started: string[][] = [];
    const { config } = loadConfig({});
    const runner = createRunner({ siteToken: "of the site", mirrorToken: "of the mirror" });
    const context = createStepContext({ workspace, runner, config, flags: { at: "2026-11-20T09:07:00Z" } });
    await context.run.write("plan", plan);
    await context.run.write("build", { startedAtMs: context.now() });
    await context.run.write("mirror", result);
    const start: typeof context.start = async (command, folder, environment) => {
      started.push([folder, ...command, ...Object.values(environment)]);
      return 1;
    };
    const summarise = ({ text }: { text: string }) => void said.push(text);
    return { workspace, said, started, context: { ...context, start, summarise, warn: () => undefined } };
  };

  it("is deployed from its own folder with its own token, and a failure is in the summary", async () => {
    const { workspace, said, started, context } = await open({ manifestSha256: "0", error: null });
    await expect(deployMirrorStep(context)).rejects.toThrow("cloudflare still serves the previous site");
    expect(started[0]![0]).toBe(join(workspace, ".mirror"));
    expect(started[0]).toEqual(expect.arrayContaining(["copy", "of the mirror"]));
    expect(said.join()).toMatch(/not up to date.*The site is published/s);
  });

  it("that could not be built does not stop the build, and fails in its own job", async () => {
    const { said, started, context } = await open({});
    await mirrorStep(context);
    expect(context.run.read("mirror")).toMatchObject({ manifestSha256: null, error: expect.stringMatching(/./) });
    await expect(deployMirrorStep(context)).rejects.toThrow("It was not built");
    expect(said.join()).toContain("not up to date");
    expect(started).toEqual([]);
  });
});

it("deploys a fresh build, but not one that a newer build may have replaced", async () => {
  const workspace = makeTempFolder();
  const started: string[] = [];
  const { config } = loadConfig({});
  const runner = createRunner({ siteToken: "x" });
  const context = createStepContext({ workspace, runner, config, flags: { at: "2026-11-20T09:07:00Z" } });
  await context.run.write("plan", { host: "netlify", project: "prices" });
  const deploy = async (minutesAgo: number): Promise<void> => {
    await context.run.write("build", { startedAtMs: context.now() - minutesAgo * MINUTE_MS });
    await deployStep({ ...context, start: async ([program = ""]) => started.push(program) - 1 });
  };
  await deploy(50);
  expect(started).toEqual(["npx"]);
  await expect(deploy(70)).rejects.toThrow("This build is from 2026-11-20T07:57:00Z");
  expect(started).toEqual(["npx"]);
});
