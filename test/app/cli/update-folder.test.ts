import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { updateCommand } from "../../../build/app/cli/update.ts";
import { makeTempFolder } from "../../cleanup.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("an update says why it cannot use a folder", () => {
  const update = (folder: string) => updateCommand(folder, {});

  it("that is missing, no repository, or one without a commit", async () => {
    const folder = makeTempFolder();
    await expect(update(join(folder, "none"))).rejects.toThrow(/^There is no folder .*none: name the folder/);
    await expect(update(folder)).rejects.toThrow(/^git rev-parse failed in .*: fatal: not a git repository/);
    execFileSync("git", ["init", "--quiet", folder]);
    await expect(update(folder)).rejects.toThrow("is a git repository without a commit");
  });

  it("of another user, as git does, and without git", async () => {
    const folder = makeTempFolder();
    execFileSync("git", ["init", "--quiet", folder]);
    vi.stubEnv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1");
    await expect(update(folder)).rejects.toThrow(/dubious ownership .*git config --global --add safe\.directory/);
    vi.stubEnv("PATH", "");
    await expect(update(folder)).rejects.toThrow("git was not found");
  });
});
