import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { explainFullDisk } from "../../../build/app/cli/kit/explain-failure.ts";
import { verifyPlace } from "../../../build/app/cli/verify.ts";
import { chooseStateFolder, loadConfig } from "../../../build/config.ts";
import { hosts } from "../../../build/kit/hosts/registry.ts";
import { verifyState } from "../../../build/kit/platform/state/state-open.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { fillState, snapshot } from "../../kit/platform/state-folder.ts";
import { sample } from "../../seed.ts";
import { callCli, runCli } from "./run-cli.ts";

const folder = makeTempFolder();
const at = (name: string): string => join(folder, name);
const FEW = ["--sample", "--coins", "8", "--trees", "", "--no-site", "--backfill", "0"];
const build = (...flags: string[]) => callCli("build", ...FEW, ...flags);

describe("mistaken folders", () => {
  const place = makeTempFolder();
  const within = (name: string): string => join(place, name);
  beforeAll(() => writeFileSync(within("afile"), ""));

  it.each([
    ["the output lies in the state", ["--out", "x/site", "--state", "x"], " lies in the state folder "],
    ["the state lies in the output", ["--out", "x", "--state", "x/state"], " lies in the output folder "],
    ["both are one folder", ["--out", "x", "--state", "x"], " are both "],
    ["the state is a file", ["--out", "site", "--state", "afile"], "The state folder "],
    ["the recording is a file", ["--out", "site", "--state", "s", "--record", "afile"], "The recording folder "],
    ["the output lies below a file", ["--out", "afile/site", "--state", "s"], "The output folder "],
  ])("are refused in one line, and nothing is left, where %s", async (_, flags, words) => {
    const { code, stderr } = await build(...flags.map((flag) => (flag.startsWith("--") ? flag : within(flag))));
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(readdirSync(place)).toEqual(["afile"]);
  });
});

describe("the folder of a command", () => {
  it("may be given by the build's option", async () => {
    const state = await fillState(makeTempFolder(), { coins: { btc: 1 } });
    for (const command of ["inspect", "verify"]) {
      const { code, stdout } = await callCli("state", command, "--state", state);
      expect([code, stdout.includes(`${state}: 1 documents`)]).toEqual([0, true]);
    }
    const nowhere = at("nowhere");
    for (const command of ["serve", "verify"]) {
      const { code, stderr } = await callCli(command, "--out", nowhere);
      expect([code, stderr.includes(nowhere)]).toEqual([1, true]);
    }
  });

  it("is refused if argument and option differ", async () => {
    const { code, stderr } = await callCli("serve", "one", "--out", "other");
    expect([code, stderr]).toEqual([1, "Name one place: it is one as argument and other by --out.\n"]);
  });
});

describe("the states of demo and live builds", () => {
  it("have separate default folders", () => {
    const { config } = loadConfig({});
    expect(chooseStateFolder(config, undefined, "live")).toBe(".state");
    expect(chooseStateFolder(config, undefined, "sample")).toBe(".state-demo");
    for (const world of ["live", "sample"] as const) expect(chooseStateFolder(config, "own", world)).toBe("own");
  });

  it("are refused for each other, with advice", async () => {
    await fillState(at("real"), { note: 1 });
    const { code, stderr } = await build("--quiet", "--out", at("other"), "--state", at("real"));
    expect([code, stderr]).toEqual([1, expect.stringMatching(/holds live data .* Name another folder with --state/)]);
  });
});

/** One site and one state, from the first build on, which may go wrong in several ways. */
it.each(["price,currencies,parquet", "compat,hours"])(
  "a site with only the trees %s passes verification",
  async (trees) => {
    const place = makeTempFolder();
    const folders = ["--out", join(place, "site"), "--state", join(place, "state")];
    const { code, stderr } = await callCli(
      "build",
      "--sample",
      "--coins",
      "6",
      "--no-site",
      "--trees",
      trees,
      ...folders,
    );
    expect(code, stderr).toBe(0);
    expect(await verifyPlace(join(place, "site"))).toMatch(/ 0 failed$/m);
  },
);

describe("the folder of each host", () => {
  const place = makeTempFolder();
  const tried = sample(hosts, 2);
  beforeAll(async () => {
    const flags = tried.flatMap(({ id }) => ["--site-host", id]);
    const folders = ["--out", join(place, "sites"), "--state", join(place, "state")];
    const { code, stderr } = await callCli("build", "--sample", "--coins", "5", "--no-site", ...flags, ...folders);
    expect(code, stderr).toBe(0);
  });

  it("is to be named for a command that needs one site", async () => {
    const sites = join(place, "sites");
    for (const args of [
      ["serve", sites],
      ["mcp", "--site", sites],
    ]) {
      const { code, stderr } = await callCli(...args);
      expect([code, stderr]).toEqual([1, expect.stringContaining(`${sites} holds one folder per host: name one`)]);
    }
  });

  it.each(tried.map(({ id }) => id))("passes verification for %s", async (siteHost) => {
    expect(await verifyPlace(join(place, "sites", siteHost), { siteHost })).toMatch(/ 0 failed$/m);
  });
});

describe.skipIf(!existsSync("/dev/full"))("a site whose first builds fail", () => {
  const places = ["--out", at("site"), "--state", at("state")];

  it("has no state and no files after a live build that no upstream answered", async () => {
    mkdirSync(at("silence"));
    writeFileSync(at("silence/recording.json"), JSON.stringify({ version: 1, now: Date.now(), exchanges: [] }));
    const live = await callCli("build", "--replay", at("silence"), ...places, "--quiet");
    expect([live.code, live.stderr]).toEqual([1, expect.stringContaining("Nothing was published")]);
    expect([existsSync(at("state")), existsSync(at("site"))]).toEqual([false, false]);
  });

  it("has no state after a first build on a full disk", async () => {
    mkdirSync(at("state"));
    symlinkSync("/dev/full", at("state/manifest.json.tmp"));
    const { code, stderr } = await build(...places);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`where the state folder ${at("state")} lies`)]);
    expect(readdirSync(at("state"))).toEqual([]);
  });

  it("starts fresh with the next build, a demo, and without pages", async () => {
    const { code, stderr } = await build(...places);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("holds live data")]);
    expect(existsSync(at("state/manifest.json"))).toBe(true);
    // Without pages, the file for missing paths is a JSON error.
    expect(["index.html", "site.css"].filter((path) => existsSync(at(`site/${path}`)))).toEqual([]);
    expect(JSON.parse(readFileSync(at("site/404.html"), "utf8"))).toHaveProperty("error.code", "not_found");
  });
});

describe.skipIf(!existsSync("/dev/full"))("a disk that is full", () => {
  const places = ["--out", at("site"), "--state", at("state")];
  let before: { site: object; state: object };
  beforeAll(() => {
    before = { site: snapshot(at("site")), state: snapshot(at("state")) };
  });

  it("ends a build with what to do, no stack, an unchanged site and a complete state", async () => {
    const path = at("state/manifest.json.tmp");
    symlinkSync("/dev/full", path);
    const { code, stderr } = await runCli("build", ...FEW, ...places);
    rmSync(path, { force: true });
    expect(code).toBe(1);
    expect(stderr).toContain(`The disk is full where the state folder ${at("state")} lies.`);
    expect(stderr).toMatch(/Nothing was published, and the site is unchanged\. .*Make room.*--out.*--state/);
    expect(stderr).not.toMatch(/^ +at |ENOSPC|node:internal/m);
    expect(snapshot(at("site"))).toEqual(before.site);
    expect(verifyState(at("state")).faults).toEqual([]);
    expect(snapshot(at("state"))).toMatchObject({
      "manifest.json": (before.state as { "manifest.json": string })["manifest.json"],
    });
  });

  it("ends a recording the same way", async () => {
    mkdirSync(at("recording"));
    symlinkSync("/dev/full", at("recording/recording.json.tmp"));
    const { code, stderr } = await build(...places, "--record", at("recording"));
    expect([code, stderr]).toEqual([1, expect.stringContaining("The disk is full where the recording folder ")]);
    expect(stderr).toContain("The new site was published.");
    expect(stderr).not.toMatch(/^ +at /m);
    expect(snapshot(at("site"))).not.toEqual(before.site);
  });
});

it("a full disk is recognised by its error code at any depth", () => {
  const explain = (code: string, path?: string, folders = {}) =>
    explainFullDisk(new Error("outer", { cause: Object.assign(new Error("write"), { code, path }) }), folders)?.message;
  expect(explain("ENOSPC", "/data/site")).toMatch(/^The disk is full, at \/data\/site\. /);
  const folders = { state: "/data/state", output: "/data/site" };
  expect(explain("ENOSPC", "/data/.site-17-staging/api/coins.json", folders)).toMatch(
    /^The disk is full where the output folder \/data\/site lies\. /,
  );
  expect(explain("EDQUOT")).toMatch(/^The disk quota/);
  expect(explain("EACCES")).toBeUndefined();
  expect(explainFullDisk("ENOSPC")).toBeUndefined();
  // A build commits the state before it writes the site, so the state may have changed.
  expect(explain("ENOSPC", undefined, folders)).not.toMatch(/state (is|are) unchanged/);
  expect(explain("ENOSPC", undefined, folders)).toContain("The state is complete and keeps what was stored before");
});

it("a full disk has advice that fits the command and the folder", () => {
  const explain = (path: string, folders = {}) =>
    explainFullDisk(Object.assign(new Error("write"), { code: "ENOSPC", path }), folders)?.message;
  const temporary = join(tmpdir(), "open-crypto-data-demo-x1/site/api/coins.json");
  expect(explain(temporary)).toBe(
    `The disk is full where the folder for temporary files, ${tmpdir()}, lies. Set TMPDIR to a folder with room: mkdir -p ~/tmp && export TMPDIR=~/tmp`,
  );
  expect(explain(temporary, { output: "/data/site" })).toContain("TMPDIR");
  expect(explain("/data/copy.tar")).toBe("The disk is full, at /data/copy.tar. Make room, and run the command again.");
  const recorded = { output: "/data/site", state: "/data/state", recording: "/rec" };
  expect(explain("/rec/1.json", recorded)).toContain(
    "choose other folders with --out, --state and --record, and build",
  );
  expect(explain("/data/site/1.json", { output: "/data/site" })).toContain(
    "choose other folders with --out, and build",
  );
  // A user may choose a folder for the site there.
  expect(explain(temporary, { output: join(tmpdir(), "open-crypto-data-demo-x1/site") })).toContain("--out");
});
