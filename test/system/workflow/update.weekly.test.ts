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
import { afterAll, describe, expect, it } from "vitest";
import { OWN_SETTINGS } from "../../../build/config.ts";

const PROJECT = resolve(import.meta.dirname, "../../..");
const TSX = import.meta.resolve("tsx");
/** Versions with other folders, names and settings. The first one is also copied. */
const OLD = ["05924be8edf7", "63094e942ce0", "463087838eec"];
/** Kept hourly archives for 12 months by default; later versions keep 2. */
const LONG_KEPT = "63094e942ce0";
const DECLARATIONS = "build/config.ts";

/** What the owner of a fork changes in the declarations, and the settings after an update. */
const CHANGES: readonly { from: RegExp; to: string; kept: string }[] = [
  { from: /( coins: define\(\s*)1_000,/, to: "$1250,", kept: "coins: 250," },
  { from: /( cadenceMinutes: define\(\s*)30,/, to: "$145.5,", kept: "cadenceMinutes: 45.5," },
  { from: /( hourlyArchiveMonths: define\(\s*)12,/, to: "$16,", kept: "archiveMonths: { hourly: 6 }," },
  { from: /( archiveMonths: .*\(\s*)\{ hourly: 2 \},/, to: "$1{ hourly: 6 },", kept: "archiveMonths: { hourly: 6 }," },
  { from: /( sourcesOff: .*?\()\[\],/, to: '$1["gemini"],', kept: 'sourcesOff: ["gemini"],' },
  { from: /( siteHost: .*\(\s*)\["github-pages"\],/, to: '$1["netlify"],', kept: 'siteHost: ["netlify"],' },
  { from: /( baseUrl: .*\(\s*)null,/, to: '$1"https://a.example/",', kept: 'baseUrl: "https://a.example/",' },
  { from: /(\.\.\.\w*GATE_THRESHOLDS) \}/, to: "$1, minVenues: 3 }", kept: "gate: { minVenues: 3 }," },
];

function isKnown(version: string): boolean {
  try {
    git(PROJECT, "rev-parse", "--verify", "--quiet", `${version}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

function updateFork(folder: string, old: string): string[] {
  const { fork, site, build } = openFork(folder, old);
  const own = changeSettings(fork);
  build("2026-11-20T09:07:00Z");
  const before = readTimes(site);
  const problems = update(fork, own);
  build("2026-11-20T09:37:00Z");
  const after = new Set(readTimes(site));
  const lost = before.filter((timeMs) => !after.has(timeMs));
  if (before.length === 0 || lost.length > 0) problems.push(`${lost.length} of ${before.length} points are lost`);
  withPackages(fork, () => runProgram(fork, ["verify", site]));
  return problems;
}

/** Two builds in each of six months: the second one adds the day of the first to the archives. */
function keepArchives(folder: string, old: string): string[] {
  const { fork, site, build } = openFork(folder, old);
  identify(fork);
  for (const month of ["06", "07", "08", "09", "10", "11"])
    for (const day of ["12", "13"]) build(`2026-${month}-${day}T09:07:00Z`);
  const before = listHours(site);
  runProgram(PROJECT, ["update", fork]);
  build("2026-11-14T09:07:00Z");
  const after = new Set(listHours(site));
  const lost = before.filter((name) => !after.has(name));
  const few = before.length < 6 ? [`only ${before.length} hourly archives before the update`] : [];
  return [...few, ...lost.map((name) => `lost: ${name}`)];
}

function listHours(site: string): string[] {
  return readdirSync(join(site, "api/data/download")).filter((name) => /^hourly-.*\.csv\.gz$/.test(name));
}

/** A clone of an old version, and its builds of the demo market. */
function openFork(folder: string, old: string) {
  const fork = join(folder, "fork");
  const site = join(folder, "site");
  const state = join(folder, "state");
  mkdirSync(folder);
  git(folder, "clone", "--quiet", "--no-checkout", PROJECT, fork);
  git(fork, "remote", "remove", "origin");
  git(fork, "checkout", "--quiet", "-B", "main", old);
  const build = (at: string): void => {
    const args = ["build", "--sample", "--at", at, "--coins", "6", "--no-site", "--out", site, "--state", state];
    withPackages(fork, () => runProgram(fork, args));
  };
  return { fork, site, build };
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
  return update(copy, changeSettings(copy));
}

/** The owner's changes. Returns the lines of the settings after an update. */
function changeSettings(checkout: string): string[] {
  identify(checkout);
  const file = join(checkout, DECLARATIONS);
  const text = readFileSync(file, "utf8");
  const changes = CHANGES.filter(({ from }) => from.test(text));
  writeFileSync(
    file,
    changes.reduce((changed, { from, to }) => changed.replace(from, to), text),
  );
  git(checkout, "commit", "--quiet", "--all", "-m", "my settings");
  return changes.map(({ kept }) => kept);
}

function update(checkout: string, own: readonly string[]): string[] {
  runProgram(PROJECT, ["update", checkout]);
  const changed = git(checkout, "diff", "--name-only", git(PROJECT, "rev-parse", "HEAD"), "HEAD");
  const problems =
    changed === OWN_SETTINGS ? [] : [`differs from the new version in ${changed.replaceAll("\n", ", ")}`];
  const text = readFileSync(join(checkout, OWN_SETTINGS), "utf8");
  // One setting has two names, of which each version knows one.
  if (own.length !== CHANGES.length - 1) problems.push(`only ${own.length} settings were changed before the update`);
  return [...problems, ...own.filter((line) => !text.includes(`  ${line}\n`)).map((line) => `lost: ${line}`)];
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

const folder = mkdtempSync(join(tmpdir(), "update-rehearsal-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Updates forks and a copy of old versions to the committed one, with the published command. The
 * forks changed settings and have built before: the new version continues their state.
 */
describe.skipIf(!OLD.every(isKnown))("an update (skipped where the clone lacks old versions)", () => {
  it.each(OLD)("of a fork of %s keeps its settings and its state", (version) => {
    expect(updateFork(join(folder, version), version)).toEqual([]);
  });

  it("of a fork that keeps hourly archives by default loses none", () => {
    expect(keepArchives(join(folder, "defaults"), LONG_KEPT)).toEqual([]);
  });

  it("of a copy of an old version without its history keeps its settings", () => {
    expect(updateCopy(folder, OLD[0]!)).toEqual([]);
  });
});
