import { rmSync } from "node:fs";
import { join } from "node:path";
import { runBuild } from "../../../build/cli/build.ts";
import { GateRefusal } from "../../../build/market/gate/gate-refusal.ts";
import { deleteBranch, git, pushSomethingElse, setHook } from "./branch-acts.ts";
import { ORIGINAL } from "./repositories.ts";
import { SILENT } from "./silent.ts";
import type { ScheduledRun, Stage } from "./stage.ts";

/** A scheduled run and its expected result. */
export interface Scene {
  title: string;
  run: Omit<ScheduledRun, "repository">;
  before?: (stage: Stage) => void;
  after?: (stage: Stage) => void;
  /** Checks the folder of the run and lists failures. */
  check?: (stage: Stage, run: string) => string[] | Promise<string[]>;
  /** Runs between the fetch and the push of the data branch. */
  beforePush?: (stage: Stage) => void;
  /** Expected results of jobs, by name. */
  expected: Record<string, string>;
  /** Expected open issues, by the beginning of their titles. */
  open: string[];
}

export const BUILT = { build: "success", deploy: "success", smoke: "success", report: "success" };
const STOPPED = { build: "failure", deploy: "skipped", smoke: "skipped", remember: "skipped", report: "success" };
/** More than the number of exchanges. */
const REFUSING = { minVenues: 99 };
/** A source that the demo market always refuses. */
export const BYBIT = "Source bybit";

export const SCENES: readonly Scene[] = [
  {
    title: "first run: no site, no data branch",
    run: { at: "2026-11-16T10:07:00Z" },
    expected: { ...BUILT, remember: "success" },
    open: [BYBIT],
  },
  {
    title: "half an hour later",
    run: { at: "2026-11-16T10:37:00Z" },
    expected: { ...BUILT, remember: "skipped" },
    open: [BYBIT],
  },
  {
    title: "thirteen hours late, after another push to the data branch",
    run: { at: "2026-11-17T00:07:00Z" },
    beforePush: pushSomethingElse,
    check: findLostNote,
    expected: { ...BUILT, remember: "success" },
    open: [BYBIT],
  },
  {
    title: "killed during the build",
    run: { at: "2026-11-17T06:37:00Z", killAfterMs: 150 },
    expected: STOPPED,
    open: [BYBIT, "The build fails"],
  },
  {
    title: "the next run continues",
    run: { at: "2026-11-17T07:07:00Z" },
    expected: { ...BUILT, remember: "skipped" },
    open: [BYBIT],
  },
  {
    title: "refused by the gate",
    run: { at: "2026-11-18T00:37:00Z", gate: REFUSING },
    check: (_, run) => findWrongReplay(run),
    expected: STOPPED,
    open: [BYBIT, "The gate refused"],
  },
  {
    title: "passes again; the push is rejected",
    run: { at: "2026-11-18T01:07:00Z" },
    before: (stage) => setHook(stage, "this branch is protected"),
    after: (stage) => setHook(stage, null),
    expected: { ...BUILT, remember: "success" },
    open: [BYBIT, "The data branch cannot be written"],
  },
  {
    title: "pushes the rejected commits",
    run: { at: "2026-11-18T01:37:00Z" },
    expected: { ...BUILT, remember: "success" },
    open: [BYBIT],
  },
  {
    title: "the site is lost, the branch remains",
    run: { at: "2026-11-18T02:07:00Z" },
    before: (stage) => rmSync(stage.siteOf(ORIGINAL), { recursive: true }),
    expected: { ...BUILT, remember: "skipped" },
    open: [BYBIT],
  },
  {
    title: "the branch is lost, the site remains",
    run: { at: "2026-11-19T00:07:00Z" },
    before: (stage) => deleteBranch(stage),
    expected: { ...BUILT, remember: "success" },
    open: [BYBIT],
  },
];

/** For a fork of the repository. */
export const COPY_SCENES: readonly Scene[] = [
  {
    title: "a fork: first run, without settings or secrets",
    run: { at: "2026-11-19T00:37:00Z" },
    expected: { ...BUILT, remember: "success" },
    open: [BYBIT],
  },
  {
    title: "the fork moves to another host by one variable and a token",
    run: { at: "2026-11-19T01:07:00Z", variables: { SITE_HOST: "netlify" }, secrets: { SITE_TOKEN: "token" } },
    expected: { ...BUILT, deploy: "skipped", "deploy-elsewhere": "success", remember: "success" },
    open: [BYBIT],
  },
];

/** The other push is still there, below the joined commit. */
function findLostNote(stage: Stage): string[] {
  const files = git(stage.remoteOf(ORIGINAL), "ls-tree", "--name-only", "data");
  const log = git(stage.remoteOf(ORIGINAL), "log", "--format=%s", "data");
  return files.includes("NOTE") && log.includes("a note") ? [] : [`the other push is lost: ${files} ${log}`];
}

/** The kept evidence repeats the refusal offline. */
async function findWrongReplay(run: string): Promise<string[]> {
  const flags = { replay: join(run, "artifacts/evidence"), gate: REFUSING, out: join(run, "replay"), site: false };
  const error = await runBuild(flags, () => SILENT).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof GateRefusal ? [] : [`the replay of the evidence is not refused: ${error}`];
}
