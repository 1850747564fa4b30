import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { joinStep, shardStep } from "../../../build/app/cli/steps/backfill-steps.ts";
import { createStepContext } from "../../../build/app/cli/workflow.ts";
import { loadConfig } from "../../../build/config.ts";
import { verifyState } from "../../../build/kit/platform/state/state-open.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { createRunner } from "./create-runner.ts";

const folder = makeTempFolder();

/** The steps of one job, in its own folder. */
function openJob(name: string, flags: Parameters<typeof createStepContext>[0]["flags"] = {}) {
  const workspace = join(folder, name);
  mkdirSync(workspace, { recursive: true });
  const printed: string[] = [];
  const { config } = loadConfig({});
  const context = createStepContext({ workspace, runner: createRunner(), config, flags });
  return { workspace, printed, context: { ...context, print: (line: string) => printed.push(line) } };
}

describe("the manual backfill", () => {
  it("fills shards in parallel, and joins them into a valid state", async () => {
    const joining = openJob("join");
    const rows: number[] = [];
    for (const shard of ["1/2", "2/2"]) {
      const { workspace, context } = openJob(`shard-${shard[0]}`, {
        sample: true,
        coins: 12,
        shard,
        backfill: 6,
        quiet: true,
        at: "2026-11-20T09:07:00Z",
      });
      const { config } = context;
      await context.run.write("plan", { homepage: config.homepage, userAgent: config.userAgent, baseUrl: null });
      await context.run.write("restore", { from: [], notes: [], bootstrap: true, remember: true });
      await shardStep(context);
      const state = join(workspace, ".state");
      rows.push(countRows(state));
      // A shard is not a build: closed days or samples of its own would compete with the site's.
      const names = [...verifyState(state).manifest.documents.keys()];
      expect(names.filter((name) => /^(?:samples\/|builds$|market$|global|news\/)/.test(name))).toEqual([]);
      cpSync(state, joining.context.run.path(`shards/state-${shard[0]}`), { recursive: true });
    }
    await joinStep(joining.context);
    expect(joining.printed).toEqual(["2 shards are joined."]);
    const joined = joining.context.run.path("state");
    expect(verifyState(joined).faults).toEqual([]);
    expect(countRows(joined)).toBeGreaterThan(Math.max(...rows));
  }, 240_000);

  it("reports that no shard arrived", async () => {
    await expect(joinStep(openJob("nothing").context)).rejects.toThrow("No shard has left a state");
  });
});

/** Points in the hourly and daily series. */
function countRows(state: string): number {
  const { documents } = verifyState(state).manifest;
  return [...documents.values()]
    .filter(({ name }) => /^(?:hourly|daily|pending-days)/.test(name))
    .reduce((sum, { rows }) => sum + rows, 0);
}
