import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { verifyState } from "../../build/platform/state/state-open.ts";
import { runCli } from "../cli/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "two-builds-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("of two builds at once on one state, the second stops with a message, and nothing is lost", async () => {
  const state = join(folder, "state");
  const build = (name: string) =>
    runCli("build", "--sample", "--coins", "8", "--out", join(folder, name), "--state", state);
  const both = await Promise.all([build("one"), build("two")]);
  const winners = both.filter(({ code }) => code === 0);
  expect(winners.length).toBeGreaterThanOrEqual(1);
  for (const { code, stderr } of both) {
    if (code === 0) continue;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The state folder .* is in use by process \d+: wait until it has ended, or stop it\.$/m);
  }
  expect(verifyState(state).faults).toEqual([]);
  const third = await build("three");
  expect(third.code, third.stderr).toBe(0);
}, 60_000);
