import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";

const PROJECT = resolve(import.meta.dirname, "../../..");
const TSX = import.meta.resolve("tsx");
/** A version with other folders, names and settings. */
const OLD = "05924be8edf7";
const SETTINGS_FILE = "build/config.ts";

interface Verdict {
  title: string;
  problems: string[];
}

/**
 * Updates a fork and a copy of an old version to the committed one, with the published command. The
 * fork has built before: the new version continues its state.
 */
export function rehearseUpdates(): Verdict[] {
  const old = findOld();
  if (old === undefined)
    return [{ title: "updates: not rehearsed, because this clone has no old version", problems: [] }];
  const folder = mkdtempSync(join(tmpdir(), "update-rehearsal-"));
  try {
    return [
      { title: "a fork of an old version is updated, and continues its state", problems: updateFork(folder, old) },
      { title: "a copy of an old version without its history is updated", problems: updateCopy(folder, old) },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function findOld(): string | undefined {
  try {
    return git(PROJECT, "rev-parse", "--verify", "--quiet", `${OLD}^{commit}`);
  } catch {
    return undefined;
  }
}

function updateFork(folder: string, old: string): string[] {
  const [fork, site, state] = [join(folder, "fork"), join(folder, "site"), join(folder, "state")];
  git(folder, "clone", "--quiet", "--no-checkout", PROJECT, fork);
  git(fork, "remote", "remove", "origin");
  git(fork, "checkout", "--quiet", "-B", "main", old);
  changeSettings(fork);
  const build = (at: string): void => {
    const args = ["build", "--sample", "--at", at, "--coins", "6", "--no-site", "--out", site, "--state", state];
    withPackages(fork, () => runProgram(fork, args));
  };
  build("2026-11-20T09:07:00Z");
  const before = readTimes(site);
  const problems = update(fork);
  build("2026-11-20T09:37:00Z");
  const after = new Set(readTimes(site));
  const lost = before.filter((timeMs) => !after.has(timeMs));
  if (before.length === 0 || lost.length > 0) problems.push(`${lost.length} of ${before.length} points are lost`);
  withPackages(fork, () => runProgram(fork, ["verify", site]));
  return problems;
}

function updateCopy(folder: string, old: string): string[] {
  const copy = join(folder, "copy");
  mkdirSync(copy);
  const archive = execFileSync("git", ["archive", old], { cwd: PROJECT, maxBuffer: 1 << 28 });
  execFileSync("tar", ["-x"], { cwd: copy, input: archive });
  git(copy, "init", "--quiet", "--initial-branch=main");
  identify(copy);
  git(copy, "add", "--all");
  git(copy, "commit", "--quiet", "-m", "first commit");
  changeSettings(copy);
  return update(copy);
}

/** The owner's change: 250 coins. */
function changeSettings(checkout: string): void {
  identify(checkout);
  const file = join(checkout, SETTINGS_FILE);
  writeFileSync(file, readFileSync(file, "utf8").replace("1_000,", "250,"));
  git(checkout, "commit", "--quiet", "--all", "-m", "my settings");
}

function update(checkout: string): string[] {
  runProgram(PROJECT, ["update", checkout]);
  const changed = git(checkout, "diff", "--name-only", git(PROJECT, "rev-parse", "HEAD"), "HEAD");
  const problems =
    changed === SETTINGS_FILE ? [] : [`differs from the new version in ${changed.replaceAll("\n", ", ")}`];
  if (!readFileSync(join(checkout, SETTINGS_FILE), "utf8").includes(" 250,")) problems.push("the settings are lost");
  return problems;
}

function identify(checkout: string): void {
  git(checkout, "config", "user.email", "owner@example.org");
  git(checkout, "config", "user.name", "owner");
}

/** Both versions run with the packages that are installed here. */
function withPackages(checkout: string, task: () => void): void {
  const link = join(checkout, "node_modules");
  symlinkSync(join(PROJECT, "node_modules"), link);
  try {
    task();
  } finally {
    rmSync(link);
  }
}

function runProgram(checkout: string, args: readonly string[]): void {
  const main = ["build/main.ts", "build/cli.ts"].map((path) => join(checkout, path)).find((path) => existsSync(path))!;
  execFileSync(process.execPath, ["--import", TSX, main, ...args], {
    cwd: checkout,
    stdio: ["ignore", "ignore", "pipe"],
  });
}

/** Times of the samples in the published state. */
function readTimes(site: string): number[] {
  const folder = join(site, "state/samples");
  return readdirSync(folder).flatMap((name) => {
    const { times } = JSON.parse(gunzipSync(readFileSync(join(folder, name))).toString());
    return times as number[];
  });
}

function git(folder: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}
