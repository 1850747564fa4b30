import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOutput } from "../../build/kit/platform/output/output.ts";
import { verifyState } from "../../build/kit/platform/state/state-open.ts";
import { runCli, startCli } from "../app/cli/run-cli.ts";
import { createRandom } from "../fixtures/random.ts";
import { scale } from "../seed.ts";

/** Kills in all, and folders that they are spread over, so that two cores are busy. */
const KILLS = scale(4);
const LANES = 2;
/** Builds are whole at these kills of a lane: the state and the tree grow old in between. */
const WHOLE_BUILD_EVERY = 2;
const COINS = "8";
/** Some history, so that a build commits its state twice; no pages, which are files like others. */
const BACKFILL = "20";

const folder = mkdtempSync(join(tmpdir(), "kill-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const argumentsOf = (lane: string) => [
  "build",
  "--sample",
  "--coins",
  COINS,
  "--backfill",
  BACKFILL,
  "--trees",
  "",
  "--no-site",
  "--out",
  join(lane, "site"),
  "--state",
  join(lane, "state"),
];

/** Duration of a build from its first progress line, after its start and lock. */
let workMs: number;

beforeAll(async () => {
  const first = join(folder, "lane-0");
  const { child, finished } = startCli(argumentsOf(first));
  const began = await new Promise<number>((resolve) => child.stderr?.once("data", () => resolve(performance.now())));
  const { code, stderr } = await finished;
  expect(code, stderr).toBe(0);
  workMs = performance.now() - began;
  for (let lane = 1; lane < LANES; lane += 1) cpSync(first, join(folder, `lane-${lane}`), { recursive: true });
});

describe("a build killed at any moment", () => {
  it("leaves state and site complete, before or after the build, and the next build continues", async () => {
    const random = createRandom(20_261_120).next;
    // When each kill falls within a build; a tenth come after the end, a tenth before any output.
    const moments = Array.from({ length: KILLS }, () => random() * 1.2 - 0.1);
    const lanes = Array.from({ length: LANES }, (_, lane) => moments.filter((_, kill) => kill % LANES === lane));
    const killed = await Promise.all(lanes.map((own, lane) => killBuilds(join(folder, `lane-${lane}`), own)));
    // How many come before the end depends on how busy the machine was during the first build.
    expect(killed.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(KILLS / 4);
    expect(await runCli("verify", join(folder, "lane-0/site"))).toMatchObject({ code: 0, stderr: "" });
  }, 1_800_000);
});

async function killBuilds(lane: string, moments: readonly number[]): Promise<number> {
  let killed = 0;
  let before = readGeneration(lane);
  for (const [index, moment] of moments.entries()) {
    killed += await killBuild(lane, moment);
    const after = checkWhole(lane);
    expect(after).toBeGreaterThanOrEqual(before);
    before = after;
    if ((index + 1) % WHOLE_BUILD_EVERY !== 0 && index + 1 < moments.length) continue;
    const { code, stderr } = await runCli(...argumentsOf(lane));
    expect(code, stderr).toBe(0);
    expect(checkWhole(lane)).toBeGreaterThan(before);
    before = readGeneration(lane);
  }
  return killed;
}

/**
 * 1 if the build was killed, 0 if it had ended before. It never fails because of an earlier kill.
 */
async function killBuild(lane: string, moment: number): Promise<number> {
  const { child, output, finished } = startCli(argumentsOf(lane));
  const kill = () => child.kill("SIGKILL");
  if (moment < 0) setTimeout(kill, -moment * 10 * workMs);
  else child.stderr?.once("data", () => setTimeout(kill, moment * workMs));
  await finished;
  if (child.signalCode === "SIGKILL") return 1;
  expect(output.code, output.stderr).toBe(0);
  return 0;
}

/** The state and the site hold together by their own lists; the time of the site's build. */
function checkWhole(lane: string): number {
  expect(verifyState(join(lane, "state")).faults).toEqual([]);
  // A kill between two renames leaves the old tree under another name; opening the output restores
  // it.
  createOutput(join(lane, "site"));
  const { data } = JSON.parse(readFileSync(join(lane, "site/api/manifest.json"), "utf8"));
  const broken = data.files.filter(({ path, sha256 }: { path: string; sha256: string }) => {
    const body = readFileSync(join(lane, "site", path));
    return createHash("sha256").update(body).digest("hex") !== sha256;
  });
  expect(broken).toEqual([]);
  expect(data.files.length).toBeGreaterThan(100);
  return readGeneration(lane);
}

function readGeneration(lane: string): number {
  const { data } = JSON.parse(readFileSync(join(lane, "site/api/status.json"), "utf8"));
  return Date.parse(data.generated_at);
}
