import { describe, expect, it } from "vitest";
import { createStepContext } from "../../build/cli/workflow.ts";
import { loadConfig } from "../../build/config.ts";
import { hosts } from "../../build/hosts/registry.ts";
import { MINUTE_MS } from "../../build/lib/time.ts";
import { DEPLOYABLE, getDeployment } from "../../build/workflow/deploy-command.ts";
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
