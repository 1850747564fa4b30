import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runBuild } from "../../../build/app/cli/build.ts";
import { GateRefusal } from "../../../build/app/run/gate-refusal.ts";
import { SILENT_PROGRESS } from "../../../build/kit/platform/platform.ts";
import { MANIFEST_PATH } from "../../../build/kit/render/manifest.ts";
import { ATTESTATION_PATH, judgeAttestation } from "../../../build/kit/verify/attestation.ts";
import { computeSha256 } from "../../../build/lib/hash.ts";
import { COPY, MIRROR, ORIGINAL, openStage, type ScheduledRun, type Stage } from "./stage.ts";
import { findDifferences, findLost, findSilentGaps, readObserved, type Seen } from "./verdicts.ts";

/*
 * `npm run rehearse`: scheduled runs of the publishing workflow, with failures, then a fork and its
 * mirror, on the demo market. Each run continues the ones before it.
 */

const COINS = 6;

function git(folder: string, ...args: string[]): string {
  const identity = ["-c", "user.name=someone", "-c", "user.email=someone@example.invalid"];
  return execFileSync("git", [...identity, ...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** A person pushes a note to the data branch between the run's fetch and push. */
function pushSomethingElse(stage: Stage): void {
  const clone = join(stage.folder, "person");
  git(stage.folder, "clone", "--quiet", "--branch", "data", stage.remoteOf(ORIGINAL), clone);
  writeFileSync(join(clone, "NOTE"), "by hand\n");
  git(clone, "add", "NOTE");
  git(clone, "commit", "--quiet", "-m", "a note");
  git(clone, "push", "--quiet", "origin", "data");
}

function setHook(stage: Stage, refusal: string | null): void {
  const hook = join(stage.remoteOf(ORIGINAL), "hooks/pre-receive");
  rmSync(hook, { force: true });
  if (refusal === null) return;
  mkdirSync(join(stage.remoteOf(ORIGINAL), "hooks"), { recursive: true });
  writeFileSync(hook, `#!/bin/sh\necho "${refusal}" >&2\nexit 1\n`);
  chmodSync(hook, 0o755);
}

/** A scheduled run and its expected result. */
interface Scene {
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

const SCENES: readonly Scene[] = [
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
const COPY_SCENES: readonly Scene[] = [
  {
    title: "first run, without settings or secrets: it has the history of the original",
    at: "2026-11-19T00:37:00Z",
    check: findOtherHistory,
    jobs: WRITTEN,
  },
  {
    title: "a mirror is added, without its token: the site is published",
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
    title: "publishes the mirror also if the site cannot be deployed",
    at: "2026-11-19T02:07:00Z",
    hasMirror: true,
    run: { variables: { SITE_HOST: "netlify", SITE_MINUTES: "30" }, secrets: { MIRROR_TOKEN: "token" } },
    jobs: {
      ...WRITTEN,
      deploy: "skipped",
      "deploy-elsewhere": "failure",
      smoke: "skipped",
      mirror: "success",
    },
    issue: "The site cannot be deployed",
  },
  {
    title: "it moves to another host by one variable and a token",
    at: "2026-11-19T02:37:00Z",
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
  const error = await runBuild(flags, () => SILENT_PROGRESS).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof GateRefusal ? [] : [`the replay of the evidence is not refused: ${error}`];
}

/** The first site of the fork continues the history of the original. */
function findOtherHistory(): string[] {
  const { at, observed } = seen.at(-1)!;
  return findDifferences(observed, readObserved(stage.siteOf(COPY)), at);
}

let stage: Stage;
/** The states that the original's site has shown. */
const seen: Seen[] = [];

beforeAll(async () => {
  stage = await openStage(COINS);
  stage.addRepository(ORIGINAL);
  stage.addRepository(COPY);
});
afterAll(() => stage.close());

/** The variables of a site with a mirror. */
function nameMirror(stage: Stage): Record<string, string> {
  return { SITE_URL: stage.addressOf(COPY), MIRROR_HOST: "cloudflare", MIRROR_URL: stage.addressOf(MIRROR) };
}

/** Runs a scene and checks what came of it. */
async function play(repository: string, scene: Scene): Promise<void> {
  scene.before?.(stage);
  const site = readIdentity(repository);
  let found: string[] = [];
  const { results, summary, failures } = await stage.run({
    repository,
    at: scene.at,
    ...scene.run,
    ...(scene.hasMirror && { variables: { ...scene.run?.variables, ...nameMirror(stage) } }),
    ...(scene.beforePush && { beforePush: () => scene.beforePush?.(stage) }),
    inspect: async (folder) => {
      found = (await scene.check?.(stage, folder)) ?? [];
    },
  });
  scene.after?.(stage);
  expect(results, failures.join("; ")).toMatchObject(scene.jobs);
  expect(found).toEqual([]);
  if (results["build"] === "failure") expect(readIdentity(repository)).toBe(site);
  // Like a private repository, the fork has no attestation.
  const attested = repository === ORIGINAL && results["attest"] === "success" ? "matches" : "absent";
  if (results["deploy"] === "success") expect(readAttestation(repository)).toBe(attested);
  if (results["report"] === "success" && results["build"] === "success")
    expect(summary).toContain("| source | status |");
  const open = stage.github.repositories.get(repository)!.issues.filter(({ state }) => state === "open");
  expect(open.map(({ title }) => title)).toEqual(
    scene.issue === undefined ? [] : [expect.stringMatching(`^${scene.issue}`)],
  );
}

/** Whether the attestation of a published site is that of its manifest. */
function readAttestation(repository: string): string {
  const site = stage.siteOf(repository);
  const file = join(site, ATTESTATION_PATH);
  const manifest = computeSha256(readFileSync(join(site, MANIFEST_PATH)));
  return existsSync(file) ? judgeAttestation(readFileSync(file), manifest) : "absent";
}

/** Identifies a published site. */
function readIdentity(repository: string): string {
  const folder = stage.siteOf(repository);
  return existsSync(folder) ? [...readObserved(folder).own.keys()].join() : "";
}

describe("scheduled runs of a site", () => {
  it.each(SCENES)("$title", async (scene) => {
    await play(ORIGINAL, scene);
    if (scene.jobs["deploy"] === "success" && existsSync(join(stage.siteOf(ORIGINAL), "state/manifest.json")))
      seen.push({ at: Date.parse(scene.at), observed: readObserved(stage.siteOf(ORIGINAL)) });
  });

  it("lose no history", () => {
    expect(findLost(seen, seen.at(-1)!.observed)).toEqual([]);
  });

  it("leave no gap that is not announced", () => {
    expect(findSilentGaps(stage.siteOf(ORIGINAL), seen.at(-1)!.observed, seen)).toEqual([]);
  });

  it("keep at most seven commits on the data branch", () => {
    expect(Number(git(stage.remoteOf(ORIGINAL), "rev-list", "--count", "data"))).toBeLessThanOrEqual(7);
  });
});

describe("a fork", () => {
  it.each(COPY_SCENES)("$title", (scene) => play(COPY, scene));
});
