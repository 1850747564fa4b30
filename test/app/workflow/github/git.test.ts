import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { inheritEnvironment } from "../../../../build/environment.ts";
import { DATA_REF, pushCommit } from "../../../../build/kit/publish/data-branch.ts";
import { createGit } from "../../../../build/kit/publish/git.ts";
import { makeTempFolder } from "../../../cleanup.ts";

afterEach(() => vi.unstubAllEnvs());

async function openRepository() {
  const folder = makeTempFolder();
  const remote = join(makeTempFolder(), "remote.git");
  execFileSync("git", ["init", "--quiet", "--bare", remote]);
  const git = createGit({
    folder,
    token: "secret",
    serverUrl: "https://git.example",
    writes: DATA_REF,
    environment: inheritEnvironment(),
  });
  await git(["init", "--quiet"]);
  writeFileSync(join(folder, "a.txt"), "a");
  await git(["add", "."]);
  const tree = (await git(["write-tree"])).trim();
  const commit = (await git(["commit-tree", tree, "-m", "a"])).trim();
  return { git, remote, commit };
}

describe("git with the token of a run", () => {
  it("pushes the data branch and no other ref", async () => {
    const { git, remote, commit } = await openRepository();
    for (const args of [
      ["--", remote, `${commit}:refs/heads/main`],
      ["--", remote, `+${commit}:${DATA_REF}`],
      ["--", remote, `:${DATA_REF}`],
      ["--", remote, `${commit}:${DATA_REF}`, `${commit}:refs/heads/main`],
      ["--", remote],
      ["--mirror", "--", remote, `${commit}:${DATA_REF}`],
      ["--force", "--", remote, `${commit}:${DATA_REF}`],
      [remote, `${commit}:${DATA_REF}`],
    ])
      await expect(git(["push", ...args])).rejects.toThrow(`Only ${DATA_REF} may be pushed`);
    expect(await git(["ls-remote", "--", remote])).toBe("");
    expect(await pushCommit(git, remote, commit, undefined)).toEqual({ status: "pushed" });
    expect(await git(["ls-remote", "--", remote])).toBe(`${commit}\t${DATA_REF}\n`);
  });

  it("reads the address of a remote as an address", async () => {
    const { git } = await openRepository();
    const proof = join(makeTempFolder(), "proof");
    await expect(git(["ls-remote", "--", `--upload-pack=touch ${proof}`])).rejects.toThrow("git ls-remote failed");
    expect(existsSync(proof)).toBe(false);
  });

  it("has the token where it talks to the server, and nowhere else", async () => {
    const { git } = await openRepository();
    await git(["config", "alias.show-token", "!echo $GIT_CONFIG_VALUE_0"]);
    expect((await git(["show-token"])).trim()).toBe("");
  });
});

it("other programs do not inherit the secrets of a run", () => {
  const secrets = ["GITHUB_TOKEN", "SITE_TOKEN", "MIRROR_TOKEN", "COINGECKO_DEMO_KEY", "PING_URL"];
  for (const name of secrets) vi.stubEnv(name, "secret");
  expect(Object.keys(inheritEnvironment())).toContain("PATH");
  expect(Object.values(inheritEnvironment())).not.toContain("secret");
});
