import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { runBuild } from "../../../build/app/cli/build.ts";
import { GateRefusal } from "../../../build/app/run/gate-refusal.ts";
import { git, pushSomethingElse, setHook } from "./branch-acts.ts";
import { COPY, MIRROR, ORIGINAL, type ScheduledRun, SILENT, type Stage } from "./stage.ts";

/** A scheduled run and its expected result. */
export interface Scene {
  title: string;
  /** ISO 8601. */
  at: string;
  run?: Omit<ScheduledRun, "repository" | "at">;
  before?: (stage: Stage) => void;
  after?: (stage: Stage) => void;
  /** Checks the folder of the run and lists failures. */
  check?: (stage: Stage, run: string) => string[] | Promise<string[]>;
  /** Runs between the fetch and the push of the data branch. */
  beforePush?: (stage: Stage) => void;
  /** Expected results of jobs, by name. */
  jobs: Readonly<Record<string, string>>;
  /** Publish a mirror too. */
  hasMirror?: true;
  /** The beginning of the title of the open issue. */
  issue?: string;
}

const KEPT = {
  build: "success",
  attest: "success",
  deploy: "success",
  smoke: "success",
  report: "success",
  remember: "skipped",
};
const WRITTEN = { ...KEPT, remember: "success" };
const ENDED_EARLY = { ...KEPT, attest: "skipped", deploy: "skipped", smoke: "skipped", report: "skipped" };
const STOPPED = { ...KEPT, build: "failure", attest: "skipped", deploy: "skipped", smoke: "skipped" };
/** More than the number of exchanges. */
const REFUSING = { minVenues: 99 };

export const SCENES: readonly Scene[] = [
  { title: "first run: no site, no data branch", at: "2026-11-16T10:07:00Z", jobs: WRITTEN },
  {
    title: "half an hour later, with attestations switched off",
    at: "2026-11-16T10:37:00Z",
    run: { variables: { SITE_ATTESTATION: "off" } },
    jobs: { ...KEPT, attest: "skipped" },
  },
  { title: "a quarter of an hour later: too early", at: "2026-11-16T10:52:00Z", jobs: ENDED_EARLY },
  {
    title: "thirteen hours late, after another push to the data branch",
    at: "2026-11-17T00:07:00Z",
    beforePush: pushSomethingElse,
    check: findLostNote,
    jobs: WRITTEN,
  },
  {
    title: "killed during the build",
    at: "2026-11-17T06:37:00Z",
    run: { killAfterMs: 150 },
    jobs: STOPPED,
    issue: "The build fails",
  },
  { title: "the next run continues", at: "2026-11-17T07:07:00Z", jobs: KEPT },
  {
    title: "refused by the gate",
    at: "2026-11-18T00:37:00Z",
    run: { gate: REFUSING },
    check: (_, run) => findWrongReplay(run),
    jobs: STOPPED,
    issue: "The gate refused",
  },
  {
    title: "passes again; the push is rejected",
    at: "2026-11-18T01:07:00Z",
    before: (stage) => setHook(stage, "this branch is protected"),
    after: (stage) => setHook(stage, null),
    jobs: WRITTEN,
    issue: "The data branch cannot be written",
  },
  { title: "pushes the rejected commits", at: "2026-11-18T01:37:00Z", jobs: WRITTEN },
  {
    title: "the site is lost, the branch remains",
    at: "2026-11-18T02:07:00Z",
    before: (stage) => rmSync(stage.siteOf(ORIGINAL), { recursive: true }),
    jobs: KEPT,
  },
  {
    title: "the branch is lost, the site remains",
    at: "2026-11-19T00:07:00Z",
    before: (stage) => void git(stage.remoteOf(ORIGINAL), "update-ref", "-d", "refs/heads/data"),
    jobs: WRITTEN,
  },
];

/** For a fork of the repository. */
export const COPY_SCENES: readonly Scene[] = [
  { title: "a fork: first run, without settings or secrets", at: "2026-11-19T00:37:00Z", jobs: WRITTEN },
  {
    title: "the fork adds a mirror, without its token: the site is published",
    at: "2026-11-19T01:07:00Z",
    hasMirror: true,
    jobs: { ...KEPT, mirror: "failure" },
    issue: "The mirror cannot be published",
  },
  {
    title: "publishes the mirror",
    at: "2026-11-19T01:37:00Z",
    hasMirror: true,
    run: { secrets: { MIRROR_TOKEN: "token" } },
    check: findMirrorDifferences,
    jobs: { ...KEPT, mirror: "success" },
  },
  {
    title: "the fork moves to another host by one variable and a token",
    at: "2026-11-19T02:07:00Z",
    run: { variables: { SITE_HOST: "netlify", SITE_MINUTES: "30" }, secrets: { SITE_TOKEN: "token" } },
    jobs: { ...WRITTEN, deploy: "skipped", "deploy-elsewhere": "success" },
  },
];

/** The other push is still there, below the joined commit. */
function findLostNote(stage: Stage): string[] {
  const files = git(stage.remoteOf(ORIGINAL), "ls-tree", "--name-only", "data");
  const log = git(stage.remoteOf(ORIGINAL), "log", "--format=%s", "data");
  return files.includes("NOTE") && log.includes("a note") ? [] : [`the other push is lost: ${files} ${log}`];
}

/** The mirror has another host's control files, and the responses of the site. */
function findMirrorDifferences(stage: Stage): string[] {
  const site = stage.siteOf(COPY);
  const mirror = stage.siteOf(MIRROR);
  const problems = existsSync(join(mirror, "wrangler.jsonc")) ? [] : ["the mirror has no control files of its host"];
  const responses = listFiles(join(site, "api")).filter((path) => existsSync(join(mirror, "api", path)));
  if (responses.length < 50) problems.push(`the mirror has only ${responses.length} files of the site`);
  const differing = responses.filter(
    (path) => !readFileSync(join(site, "api", path)).equals(readFileSync(join(mirror, "api", path))),
  );
  const other = differing.filter((path) => path !== "manifest.json" && path !== "manifest/index.json");
  if (other.length > 0) problems.push(`the mirror differs from the site: ${other.slice(0, 5).join(", ")}`);
  const names = readFileSync(join(site, "client.js"), "utf8");
  for (const address of [stage.addressOf(COPY), stage.addressOf(MIRROR)])
    if (!names.includes(address)) problems.push(`client.js does not name ${address}`);
  return problems;
}

function listFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
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
