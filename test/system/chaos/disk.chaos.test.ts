import { createHash } from "node:crypto";
import fs, { readdirSync, readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createOutput } from "../../../build/kit/platform/output/output.ts";
import { createFolderReader, listFolder } from "../../../build/kit/platform/output/published-files.ts";
import { verifyState } from "../../../build/kit/platform/state/state-open.ts";
import { verifyTree } from "../../../build/kit/verify/verify.ts";
import { runCli, startCli } from "../../app/cli/run-cli.ts";
import { cleanUpLater, makeTempFolder } from "../../cleanup.ts";
import { createStateStore } from "../../kit/platform/open-store.ts";
import { scale } from "../../seed.ts";
import { type ChaosBuild, openChaosRun, START } from "./chaos-run.ts";
import { openDraws, recordTries, SEED } from "./random.ts";

const COINS = 8;
const CODES = ["EIO", "ENOSPC", "EACCES", "EROFS", "EMFILE"];

/** One build on the state and site in a folder, like a process of its own. */
async function build(place: string, minutes: number, answers?: "all"): Promise<ChaosBuild | Error> {
  try {
    const state = createStateStore(join(place, "state"), { now: () => START, world: "sample" });
    try {
      const output = createOutput(join(place, "site"));
      const run = openChaosRun({ coins: COINS, seed: SEED, state, output });
      return await run.build(minutes, undefined, answers);
    } finally {
      state.close();
    }
  } catch (error) {
    return error as Error;
  }
}

const failed = (result: ChaosBuild | Error): Error | undefined => (result instanceof Error ? result : result.error);

/** Lists what is wrong for a reader and for the next build. */
async function findDamage(place: string): Promise<string[]> {
  createOutput(join(place, "site"));
  const site = join(place, "site");
  const { data } = JSON.parse(readFileSync(join(site, "api/manifest.json"), "utf8"));
  const broken = data.files.flatMap(({ path, sha256 }: { path: string; sha256: string }) =>
    createHash("sha256")
      .update(readFileSync(join(site, path)))
      .digest("hex") === sha256
      ? []
      : [path],
  );
  const extra = (await listFolder(site)).length - data.files.length - 1;
  const faults = verifyState(join(place, "state")).faults.map(({ name, reason }) => `${name} ${reason}`);
  return [...broken, ...faults, ...(extra === 0 ? [] : [`${extra} files too many`])];
}

describe("a disk that fails", () => {
  it("at any call leaves site and state before or after the build, and the next build continues", async () => {
    const place = makeTempFolder();
    expect(failed(await build(place, 0))).toBeUndefined();
    const disk = openFailingDisk(place);
    cleanUpLater(disk.restore);
    disk.count();
    expect(failed(await build(place, 30))).toBeUndefined();
    const calls = disk.calls();
    expect(calls).toBeGreaterThan(100);
    const random = openDraws(SEED, "disk");
    const tries = scale(25);
    let refused = 0;
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const code = CODES[attempt % CODES.length]!;
      const at = 1 + Math.floor(random() * calls);
      const label = `${code} at call ${at}${attempt % 2 === 0 ? " and after it" : ""}`;
      disk.fail(at, code, attempt % 2 === 0);
      const error = failed(await build(place, 60 + attempt * 10));
      disk.count();
      if (error !== undefined) refused += 1;
      // The disk's error must reach the log.
      if (error !== undefined)
        expect([label, `${error.message} ${String(error.cause)}`]).toEqual([label, expect.stringContaining(code)]);
      expect([label, await findDamage(place)]).toEqual([label, []]);
    }
    expect(refused).toBeGreaterThan(tries / 2);
    disk.restore();
    const last = await build(place, 60 + tries * 10, "all");
    expect(failed(last)).toBeUndefined();
    expect(readdirSync(place).sort()).toEqual(["site", "state"]);
    const site = join(place, "site");
    const { problems } = await verifyTree(createFolderReader(site), { listFiles: () => listFolder(site) });
    expect(problems).toEqual([]);
    await recordTries({
      name: "failing-disk",
      what: "builds with a failing file system call",
      tried: tries,
    });
  });

  it("shared by two builds: one at a time holds the state, and the site is from one of them", async () => {
    const place = makeTempFolder();
    const start = (state: string) => {
      const flags = ["--sample", "--no-site", "--trees", "", "--coins", String(COINS), "--out", join(place, "site")];
      return startCli(["build", ...flags, "--state", join(place, state)]).finished;
    };
    const results = await Promise.all(["one", "one", "two"].map(start));
    expect(results.map(({ code }) => code)).toContain(0);
    for (const { code, stderr } of results.filter(({ code }) => code !== 0)) {
      expect(code).toBe(1);
      expect(stderr).toMatch(/folder .* is in use by process \d+: wait until it has ended|output|site/);
    }
    expect(await runCli("verify", join(place, "site"))).toMatchObject({ code: 0, stderr: "" });
    for (const name of ["one", "two"]) expect(verifyState(join(place, name)).faults).toEqual([]);
    expect(readdirSync(place).sort()).toEqual(["one", "site", "two"]);
    await recordTries({ name: "two-builds", what: "concurrent builds on one folder", tried: 3 });
  });
});

/** Everything by which this program changes a disk. */
const CALLS = ["writeFileSync", "mkdirSync", "renameSync", "openSync", "fsyncSync"] as const;
const ASYNC_CALLS = ["open", "rename", "mkdir"] as const;

interface FailingDisk {
  calls(): number;
  /** The n-th matching call, and with `lasting` every later one, fails with this code. */
  fail(at: number, code: string, lasting: boolean): void;
  count(): void;
  restore(): void;
}

/** Replaces the file system's functions in this process; `restore` undoes it. */
function openFailingDisk(below: string): FailingDisk {
  let seen = 0;
  let failAt = Number.POSITIVE_INFINITY;
  let lasts = false;
  let failure = "EIO";
  const originals: (() => void)[] = [];

  function strike(name: string, target: unknown): void {
    // A file descriptor has no name: it belongs to the file opened below.
    if (typeof target === "string" && !target.startsWith(below)) return;
    seen += 1;
    if (seen === failAt || (lasts && seen > failAt)) {
      throw Object.assign(new Error(`${failure}: ${name} was made to fail`), { code: failure, syscall: name });
    }
  }

  for (const name of CALLS) {
    const original = fs[name] as (...args: unknown[]) => unknown;
    replace(fs, name, (...args: unknown[]) => {
      strike(name, args[0]);
      return original.apply(fs, args);
    });
  }
  for (const name of ASYNC_CALLS) {
    const original = fs.promises[name] as (...args: unknown[]) => Promise<unknown>;
    replace(fs.promises, name, async (...args: unknown[]) => {
      strike(name, args[0]);
      const opened = await original.apply(fs.promises, args);
      if (name === "open") watchHandle(opened as fs.promises.FileHandle, strike);
      return opened;
    });
  }
  syncBuiltinESMExports();

  function replace(owner: object, name: string, by: unknown): void {
    const holder = owner as Record<string, unknown>;
    const original = holder[name];
    originals.push(() => {
      holder[name] = original;
    });
    holder[name] = by;
  }

  const start = (at: number, code: string, lasting: boolean) => {
    [seen, failAt, failure, lasts] = [0, at, code, lasting];
  };
  return {
    calls: () => seen,
    fail: start,
    count: () => start(Number.POSITIVE_INFINITY, "EIO", false),
    restore() {
      for (const undo of originals) undo();
      syncBuiltinESMExports();
    },
  };
}

function watchHandle(handle: fs.promises.FileHandle, strike: (name: string, target: unknown) => void): void {
  const { writeFile, sync } = handle;
  handle.writeFile = async (...args: Parameters<typeof writeFile>) => {
    strike("write", undefined);
    return writeFile.apply(handle, args);
  };
  handle.sync = async () => {
    strike("fsync", undefined);
    return sync.apply(handle);
  };
}
