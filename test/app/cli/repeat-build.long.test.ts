import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { createOutput } from "../../../build/kit/platform/output/output.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { callCli, startCli } from "./run-cli.ts";

const folder = makeTempFolder();

it("builds on a timer until interrupted, and leaves a valid site and state", async () => {
  const out = join(folder, "site");
  const state = join(folder, "state");
  const flags = ["--sample", "--coins", "12", "--trees", "", "--no-site", "--out", out, "--state", state];
  const { child, output, finished } = startCli(["build", ...flags, "--every", "3s"]);
  const countBuilds = (): number => output.stderr.split("Published. The next build is at ").length - 1;
  await vi.waitFor(() => expect(countBuilds(), output.stderr).toBeGreaterThanOrEqual(2), { timeout: 540_000 });
  child.kill("SIGTERM");
  expect(await finished).toMatchObject({ code: 0 });
  // The interrupt may fall between two renames: opening the output restores the tree.
  createOutput(out);
  const status = JSON.parse(readFileSync(join(out, "api/status.json"), "utf8")).data;
  expect(Date.parse(status.next_update_at) - Date.parse(status.generated_at)).toBe(300_000);
  expect((await callCli("verify", out)).code).toBe(0);
  expect((await callCli("state", "verify", state)).code).toBe(0);
  // The next build continues after an interrupted one.
  expect((await callCli("build", ...flags)).code).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(["site", "state"]);
  expect(existsSync(join(state, "lock"))).toBe(false);
});
