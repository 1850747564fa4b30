import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { findNpm } from "../../hosts/tools.ts";
import { compareAnswers } from "./compare-answers.ts";
import type { Contestant, Places } from "./contestants.ts";
import { writeInput } from "./input.ts";
import { type Measurement, measure } from "./measure.ts";
import { PROJECTS } from "./projects.ts";

export interface Contest {
  files: number;
  /** By id, in the order of the rounds; who could not take part is not among them. */
  measurements: ReadonlyMap<string, readonly Measurement[]>;
  versions: ReadonlyMap<string, string>;
  absent: ReadonlyMap<string, string>;
}

export interface ContestOptions {
  coins: number;
  rounds: number;
  folder: string;
  progress?: (words: string) => void;
}

/**
 * Installs who can be installed, lets everybody run once to warm up and compares what they wrote
 * with the answers, then measures: the contestants take turns, so that a busy machine slows them
 * all. Rejects when one fails, or publishes something else.
 */
export async function runContest(contestants: readonly Contestant[], options: ContestOptions): Promise<Contest> {
  const { coins, rounds, progress } = options;
  const folder = resolve(options.folder);
  const input = join(folder, "input");
  const placesOf = ({ id }: Contestant): Places => ({ input, home: join(folder, id) });
  rmSync(input, { recursive: true, force: true });
  const paths = await writeInput(input, coins);

  const versions = new Map<string, string>();
  const absent = new Map<string, string>();
  for (const contestant of contestants) {
    try {
      await prepareHome(contestant, placesOf(contestant));
      versions.set(contestant.id, contestant.version(placesOf(contestant).home));
    } catch (error) {
      absent.set(contestant.id, error instanceof Error ? error.message : String(error));
      progress?.(`${contestant.name} cannot be installed: ${absent.get(contestant.id)}`);
    }
  }
  const present = contestants.filter(({ id }) => !absent.has(id));

  for (const contestant of present) {
    const { seconds } = await measure(contestant, placesOf(contestant));
    compareAnswers(join(input, "answers"), join(placesOf(contestant).home, contestant.output), paths);
    progress?.(`${contestant.name}: equal, warm-up ${seconds.toFixed(2)} s`);
  }
  const measurements = new Map<string, Measurement[]>(present.map(({ id }) => [id, []]));
  for (let round = 1; round <= rounds; round += 1)
    for (const contestant of present) {
      const measured = await measure(contestant, placesOf(contestant));
      measurements.get(contestant.id)?.push(measured);
      progress?.(`round ${round}, ${contestant.name}: ${measured.seconds.toFixed(2)} s`);
    }
  return { files: paths.length, measurements, versions, absent };
}

const run = promisify(execFile);
/** A slow mirror is slow; a registry that cannot be reached should not hold a run for long. */
const TIMEOUT_MS = 300_000;
const MODULES = "node_modules";

/**
 * Writes a peer's project to its home, without what earlier runs left there, and installs its
 * packages unless an earlier run did. Rejects with a sentence if they cannot be installed.
 */
export async function prepareHome({ id, install }: Contestant, { input, home }: Places): Promise<void> {
  mkdirSync(home, { recursive: true });
  for (const name of readdirSync(home))
    if (name !== MODULES) rmSync(join(home, name), { recursive: true, force: true });
  for (const [path, text] of Object.entries(PROJECTS.get(id) ?? {})) {
    const file = join(home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  // Hugo reads nothing outside of its folder.
  symlinkSync(input, join(home, "input"), "junction");
  if (install === "npm") await installPackages(home);
  if (install === "debian") await installFromDebian(id);
}

/** Without scripts: what these packages would run only saves time later. */
async function installPackages(home: string): Promise<void> {
  const wanted = readFileSync(join(home, "package.json"), "utf8");
  const stamp = join(home, MODULES, ".wanted.json");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock", "--loglevel=error"];
  await run(process.execPath, [findNpm(), "install", ...options], { cwd: home, timeout: TIMEOUT_MS });
  writeFileSync(stamp, wanted);
}

async function installFromDebian(name: string): Promise<void> {
  const isThere = () =>
    run(name, ["version"]).then(
      () => true,
      () => false,
    );
  if (await isThere()) return;
  const options = ["install", "--yes", "--no-install-recommends", name];
  await run("apt-get", options, { timeout: TIMEOUT_MS, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  if (!(await isThere())) throw new Error(`apt-get has installed ${name}, and it does not run`);
}
