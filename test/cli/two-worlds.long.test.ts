import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chooseStateFolder, loadConfig } from "../../build/config.ts";
import { makeTempFolder } from "../cleanup.ts";
import { fillState } from "../platform/state-folder.ts";
import { runCli } from "./run-cli.ts";

const folder = makeTempFolder();
const at = (name: string): string => join(folder, name);

const SAMPLE = ["build", "--sample", "--coins", "8", "--no-site", "--backfill", "0", "--quiet"];

describe("the states of demo and live builds", () => {
  it("have separate default folders", () => {
    const { config } = loadConfig({});
    expect(chooseStateFolder(config, undefined, "live")).toBe(".state");
    expect(chooseStateFolder(config, undefined, "sample")).toBe(".state-demo");
    expect(chooseStateFolder(config, "own", "live")).toBe("own");
    expect(chooseStateFolder(config, "own", "sample")).toBe("own");
  });

  it("do not mix: after a refused first live build, a demo build works", async () => {
    // No upstream responds.
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

  it("are refused for each other, with advice", async () => {
    await fillState(at("real"), { note: 1 });
    const { code, stderr } = await runCli(...SAMPLE, "--out", at("other"), "--state", at("real"));
    expect(code).toBe(1);
    expect(stderr).toMatch(/holds live data .* Name another folder with --state/);
  });
});
