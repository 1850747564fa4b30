import { expect, it } from "vitest";
import { createStepContext } from "../../build/cli/workflow.ts";
import { loadConfig } from "../../build/config.ts";
import { MINUTE_MS } from "../../build/lib/time.ts";
import { deployStep } from "../../build/workflow/steps/publish-steps.ts";
import { makeTempFolder } from "../cleanup.ts";
import { createRunner } from "./create-runner.ts";

const workspace = makeTempFolder();

it("deploys a fresh build, but not one that a newer build may have replaced", async () => {
  const started: string[] = [];
  const { config } = loadConfig({});
  const runner = createRunner({ siteToken: "x" });
  const context = createStepContext({ workspace, runner, config, flags: { at: "2026-11-20T09:07:00Z" } });
  await context.run.write("plan", { host: "netlify", repository: "Ada/prices" });
  const deploy = async (minutesAgo: number): Promise<void> => {
    await context.run.write("build", { startedAtMs: context.now() - minutesAgo * MINUTE_MS });
    await deployStep({ ...context, start: async ([program = ""]) => started.push(program) - 1 });
  };
  await deploy(50);
  expect(started).toEqual(["npx"]);
  await expect(deploy(70)).rejects.toThrow("This build is from 2026-11-20T07:57:00Z");
  expect(started).toEqual(["npx"]);
});
