import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { chooseStateFolder, loadConfig } from "../../build/config.ts";
import { fillState } from "../platform/state-folder.ts";
import { runCli } from "./run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "worlds-"));
const at = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SAMPLE = ["build", "--sample", "--coins", "8", "--no-site", "--backfill", "0", "--quiet"];

describe("the states of the two worlds", () => {
  it("have a folder each, unless one is named", () => {
    const { config } = loadConfig({});
    expect(chooseStateFolder(config, undefined, "live")).toBe(".state");
    expect(chooseStateFolder(config, undefined, "sample")).toBe(".state-demo");
    expect(chooseStateFolder(config, "own", "live")).toBe("own");
    expect(chooseStateFolder(config, "own", "sample")).toBe("own");
  });

  it("do not meet: a first live build that is refused leaves no state, and a build of the sample world follows it", async () => {
    // No upstream answers.
    mkdirSync(at("silence"));
    writeFileSync(at("silence/recording.json"), JSON.stringify({ version: 1, now: Date.now(), exchanges: [] }));
    const live = await runCli(
      "build",
      "--replay",
      at("silence"),
      "--out",
      at("site"),
      "--state",
      at("state"),
      "--quiet",
    );
    expect([live.code, live.stderr]).toEqual([1, expect.stringContaining("Nothing was published")]);
    expect(existsSync(at("state"))).toBe(false);
    const sample = await runCli(...SAMPLE, "--out", at("site"), "--state", at("state"));
    expect([sample.code, sample.stderr]).toEqual([0, expect.not.stringContaining("holds live data")]);
    expect(existsSync(at("state/manifest.json"))).toBe(true);
  }, 60_000);

  it("are refused for one another with a word about what to do", async () => {
    await fillState(at("real"), { note: 1 });
    const { code, stderr } = await runCli(...SAMPLE, "--out", at("other"), "--state", at("real"));
    expect(code).toBe(1);
    expect(stderr).toMatch(/holds live data .* Name another folder with --state/);
  });
});
