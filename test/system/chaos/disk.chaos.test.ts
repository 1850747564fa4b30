import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createOutput } from "../../../build/platform/output/output.ts";
import { createFolderReader, listFolder } from "../../../build/platform/output/published-files.ts";
import { verifyState } from "../../../build/platform/state/state-open.ts";
import { verifyTree } from "../../../build/verify/verify.ts";
import { runCli, startCli } from "../../cli/run-cli.ts";
import { createRandom } from "../../fixtures/random.ts";
import { createStateStore } from "../../platform/open-store.ts";
import { type ChaosBuild, openChaosRun, START } from "./chaos-run.ts";
import { openFailingDisk } from "./failing-disk.ts";
import { OTHER_SOURCES, PRICE_ANSWERS } from "./price-sources.ts";
import { hashSeed, SEED, TIMES } from "./random.ts";
import { recordTries } from "./record-tries.ts";

const COINS = 8;
const CODES = ["EIO", "ENOSPC", "EACCES", "EROFS", "EMFILE"];

const undo: (() => void)[] = [];
afterEach(() => {
  for (const one of undo.splice(0).reverse()) one();
});

function makePlace(): string {
  const folder = mkdtempSync(join(tmpdir(), "chaos-disk-"));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** One build on the state and site in a folder, like a process of its own. */
async function build(place: string, minutes: number, answers?: readonly string[]): Promise<ChaosBuild | Error> {
  try {
    const state = createStateStore(join(place, "state"), { now: () => START, world: "sample" });
    try {
      const output = createOutput(join(place, "site"));
      return await openChaosRun({ coins: COINS, seed: SEED, sourcesOff: [...OTHER_SOURCES], state, output }).build(
        minutes,
        new Map(),
        answers,
      );
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
    const place = makePlace();
    expect(failed(await build(place, 0, PRICE_ANSWERS))).toBeUndefined();
    const disk = openFailingDisk(place);
    undo.push(disk.restore);
    disk.count();
    expect(failed(await build(place, 30, PRICE_ANSWERS))).toBeUndefined();
    const calls = disk.calls();
    expect(calls).toBeGreaterThan(100);
    const random = createRandom(hashSeed(SEED, "disk")).next;
    const tries = Math.ceil(50 * TIMES);
    let refused = 0;
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const code = CODES[attempt % CODES.length]!;
      const at = 1 + Math.floor(random() * calls);
      const label = `${code} at call ${at}${attempt % 2 === 0 ? " and after it" : ""}`;
      disk.fail(at, code, attempt % 2 === 0);
      const error = failed(await build(place, 60 + attempt * 10, PRICE_ANSWERS));
      disk.count();
      if (error !== undefined) refused += 1;
      // The disk's error must reach the log.
      if (error !== undefined)
        expect([label, `${error.message} ${String(error.cause)}`]).toEqual([label, expect.stringContaining(code)]);
      expect([label, await findDamage(place)]).toEqual([label, []]);
    }
    expect(refused).toBeGreaterThan(tries / 2);
    const last = await build(place, 60 + tries * 10);
    expect(failed(last)).toBeUndefined();
    expect(readdirSync(place).sort()).toEqual(["site", "state"]);
    const site = join(place, "site");
    const { problems } = await verifyTree(createFolderReader(site), { listFiles: () => listFolder(site) });
    expect(problems).toEqual([]);
    await recordTries({
      name: "failing-disk",
      what: "builds during which a call of the file system failed",
      tried: tries,
    });
  });

  it.skipIf(!canMount())("that is full, or read-only, keeps the site that is there", async () => {
    const measured = makePlace();
    expect(failed(await build(measured, 0))).toBeUndefined();
    const place = makePlace();
    mount(place, measure(measured) * 3);
    expect(failed(await build(place, 0))).toBeUndefined();
    const before = readFileSync(join(place, "site/api/manifest.json"), "utf8");
    // Other files on the disk leave no room for another tree.
    const free = join(place, "other");
    try {
      for (let part = 0; ; part += 1) writeFileSync(`${free}${part}`, Buffer.alloc(64 * 1024));
    } catch (error) {
      expect(String(error)).toContain("ENOSPC");
    }
    for (const freed of [false, true]) {
      // Without any room even the lock fails; with a little a build begins.
      if (freed) rmSync(`${free}0`);
      const error = failed(await build(place, 300));
      expect(`${error?.message} ${String(error?.cause)}`).toContain("ENOSPC");
      expect(readdirSync(join(place, "state"))).not.toContain("lock");
    }
    for (const name of readdirSync(place)) if (name.startsWith("other")) rmSync(join(place, name));
    expect(await findDamage(place)).toEqual([]);
    expect(readFileSync(join(place, "site/api/manifest.json"), "utf8")).toBe(before);
    execFileSync("mount", ["-o", "remount,ro", place]);
    const readOnly = failed(await build(place, 330));
    expect(readOnly?.message).toContain("cannot be written: it lies on a read-only file system");
    execFileSync("mount", ["-o", "remount,rw", place]);
    expect(await findDamage(place)).toEqual([]);
    expect(failed(await build(place, 360))).toBeUndefined();
    await recordTries({ name: "full-disk", what: "builds on a file system that was full or read-only", tried: 3 });
  });

  it("shared by two builds: one at a time holds the state, and the site is from one of them", async () => {
    const place = makePlace();
    mkdirSync(place, { recursive: true });
    const own = (state: string) => [
      "build",
      "--sample",
      "--no-site",
      "--coins",
      String(COINS),
      "--out",
      join(place, "site"),
      "--state",
      join(place, state),
    ];
    const [a, b, c] = await Promise.all([
      startCli(own("one")).finished,
      startCli(own("one")).finished,
      startCli(own("two")).finished,
    ]);
    const results = [a, b, c].map(({ code }) => code);
    expect(results.every((code) => code === 0 || code === 1)).toBe(true);
    expect(results).toContain(0);
    for (const { code, stderr } of [a, b]) if (code === 1) expect(stderr).toMatch(/state|output|site/i);
    expect(await runCli("verify", join(place, "site"))).toMatchObject({ code: 0, stderr: "" });
    for (const name of ["one", "two"]) expect(verifyState(join(place, name)).faults).toEqual([]);
    expect(readdirSync(place).sort()).toEqual(["one", "site", "two"]);
    await recordTries({ name: "two-builds", what: "builds that ran at the same time on one folder", tried: 3 });
  });
});

function canMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), "chaos-mount-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", place], { stdio: "ignore" });
    execFileSync("umount", [place], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function mount(place: string, bytes: number): void {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", place]);
  undo.push(() => execFileSync("umount", ["-l", place]));
}

/** In blocks, as a file system counts. */
function measure(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).reduce(
    (sum, name) => sum + Math.ceil(statSync(join(folder, name)).size / 4_096) * 4_096,
    0,
  );
}
