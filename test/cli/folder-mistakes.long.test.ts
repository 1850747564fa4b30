import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { makeTempFolder } from "../cleanup.ts";
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

it("a first build on a full disk leaves no state, and the next build starts fresh", async () => {
  mkdirSync(at("full"));
  symlinkSync("/dev/full", at("full/manifest.json.tmp"));
  const flags = ["--out", at("site"), "--state", at("full")];
  const { code, stderr } = await build(...flags);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`where the state folder ${at("full")} lies`)]);
  expect(readdirSync(at("full"))).toEqual([]);
  expect((await build(...flags)).code).toBe(0);
  // Without pages, the file for missing paths is a JSON error.
  expect(["index.html", "site.css"].filter((path) => existsSync(at(`site/${path}`)))).toEqual([]);
  expect(JSON.parse(readFileSync(at("site/404.html"), "utf8"))).toHaveProperty("error.code", "not_found");
}, 60_000);
