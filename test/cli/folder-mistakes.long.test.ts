import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { explainFullDisk } from "../../build/cli/explain-failure.ts";
import { verifyState } from "../../build/platform/state/state-open.ts";
import { makeTempFolder } from "../cleanup.ts";
import { snapshot } from "../platform/state-folder.ts";
import { runCli } from "./run-cli.ts";

const place = makeTempFolder();
const at = (name: string): string => join(place, name);
beforeAll(() => writeFileSync(at("afile"), ""));

const build = (...flags: string[]) => runCli("build", "--sample", "--coins", "8", "--no-site", ...flags);

it.each([
  ["the output lies in the state", ["--out", "x/site", "--state", "x"], " lies in the state folder "],
  ["the state lies in the output", ["--out", "x", "--state", "x/state"], " lies in the output folder "],
  ["both are one folder", ["--out", "x", "--state", "x"], " are both "],
  ["the state is a file", ["--out", "site", "--state", "afile"], "The state folder "],
  ["the recording is a file", ["--out", "site", "--state", "s", "--record", "afile"], "The recording folder "],
  ["the output lies below a file", ["--out", "afile/site", "--state", "s"], "The output folder "],
])(
  "a build is refused in one line, and leaves nothing, where %s",
  async (_, flags, words) => {
    const args = flags.map((flag) => (flag.startsWith("--") ? flag : at(flag)));
    const { code, stderr } = await build(...args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(readdirSync(place)).toEqual(["afile"]);
  },
  30_000,
);

/** Whatever is written there meets a full disk. */
const fill = (path: string): void => symlinkSync("/dev/full", path);

describe.skipIf(!existsSync("/dev/full"))("a disk that is full", () => {
  const flags = ["--out", at("site"), "--state", at("state")];
  let before: { site: object; state: object };
  beforeAll(async () => {
    const manifest = at("state/manifest.json.tmp");
    mkdirSync(at("state"));
    fill(manifest);
    const refused = await build(...flags);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`where the state folder ${at("state")} lies`),
    ]);
    // A first build that fails leaves no state.
    expect(readdirSync(at("state"))).toEqual([]);
    const { code, stderr } = await build(...flags);
    expect(code, stderr).toBe(0);
    before = { site: snapshot(at("site")), state: snapshot(at("state")) };
  }, 60_000);

  it("ends a build with what to do, no stack, and the site and the state unchanged", async () => {
    const path = "state/manifest.json.tmp";
    fill(at(path));
    const { code, stderr } = await build(...flags);
    rmSync(at(path), { force: true });
    expect(code).toBe(1);
    expect(stderr).toContain(`The disk is full where the state folder ${at("state")} lies.`);
    expect(stderr).toMatch(/The disk is full.* Nothing was published; .*Make room.*--out.*--state/);
    expect(stderr).not.toMatch(/^ +at |ENOSPC|node:internal/m);
    expect(snapshot(at("site"))).toEqual(before.site);
    expect(verifyState(at("state")).faults).toEqual([]);
    expect(snapshot(at("state"))).toMatchObject({
      "manifest.json": (before.state as { "manifest.json": string })["manifest.json"],
    });
  }, 60_000);

  it("has a site without pages, where the file for missing paths is a JSON error", () => {
    expect(["index.html", "site.css"].filter((path) => existsSync(at(`site/${path}`)))).toEqual([]);
    expect(JSON.parse(readFileSync(at("site/404.html"), "utf8"))).toHaveProperty("error.code", "not_found");
  });

  it("ends a recording the same way", async () => {
    mkdirSync(at("recording"));
    fill(at("recording/recording.json.tmp"));
    const { code, stderr } = await build(...flags, "--record", at("recording"));
    expect([code, stderr]).toEqual([1, expect.stringContaining("The disk is full where the recording folder ")]);
    expect(stderr).not.toMatch(/^ +at /m);
  }, 60_000);
});

it("a full disk is recognised by its error code at any depth", () => {
  const full = Object.assign(new Error("write"), { code: "ENOSPC", path: "/data/site" });
  expect(explainFullDisk(new Error("outer", { cause: full }))?.message).toMatch(
    /^The disk is full, at \/data\/site\. /,
  );
  const staged = Object.assign(new Error("write"), { code: "ENOSPC", path: "/data/.site-17-staging/api/coins.json" });
  expect(explainFullDisk(staged, { state: "/data/state", output: "/data/site" })?.message).toMatch(
    /^The disk is full where the output folder \/data\/site lies\. /,
  );
  expect(explainFullDisk(Object.assign(new Error("x"), { code: "EDQUOT" }))?.message).toMatch(/^The disk quota/);
  expect(explainFullDisk(Object.assign(new Error("ENOSPC"), { code: "EACCES" }))).toBeUndefined();
  expect(explainFullDisk("ENOSPC")).toBeUndefined();
});
