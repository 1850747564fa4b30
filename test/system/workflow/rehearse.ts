import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TreeName } from "../../../build/crypto/api/trees.ts";
import { MANIFEST_PATH } from "../../../build/kit/render/manifest.ts";
import { ATTESTATION_PATH, type AttestationVerdict, judgeAttestation } from "../../../build/kit/verify/attestation.ts";
import { computeSha256 } from "../../../build/lib/hash.ts";
import { git } from "./branch-acts.ts";
import type { WorkflowRun } from "./run-workflow.ts";
import { COPY_SCENES, SCENES, type Scene } from "./scenes.ts";
import { COPY, MIRROR, ORIGINAL, openStage, type Stage } from "./stage.ts";
import { rehearseUpdates } from "./update-scene.ts";
import { findDifferences, findLost, findSilentGaps, readObserved, type Seen } from "./verdicts.ts";

export interface Line {
  title: string;
  at: string;
  outcome: string;
  issues: string;
  seconds: number;
  /** Bytes of the state that the published site served. */
  restoredBytes: number;
  problems: string[];
}

export interface Rehearsal {
  lines: Line[];
  /** Sentences about history, the last of the table. */
  verdicts: { title: string; problems: string[] }[];
}

export interface RehearseOptions {
  coins: number;
  /** The optional trees of the sites; all of them by default. */
  trees?: readonly TreeName[];
  print: (line: Line) => void;
}

/** Simulates the schedule of a site and the first run of a fork, and checks the results. */
export async function rehearse({ coins, print, trees }: RehearseOptions): Promise<Rehearsal> {
  const stage = await openStage(coins, trees);
  const lines: Line[] = [];
  const seen: Seen[] = [];
  try {
    stage.addRepository(ORIGINAL);
    for (const scene of SCENES) {
      const line = await play(stage, ORIGINAL, scene);
      lines.push(line);
      print(line);
      if (scene.jobs["deploy"] === "success" && existsSync(join(stage.siteOf(ORIGINAL), "state/manifest.json")))
        seen.push({ at: Date.parse(scene.at), observed: readObserved(stage.siteOf(ORIGINAL)) });
    }
    const last = readObserved(stage.siteOf(ORIGINAL));
    const verdicts = [
      { title: "no history lost", problems: findLost(seen, last) },
      { title: "no gap that is not announced", problems: findSilentGaps(stage.siteOf(ORIGINAL), last, seen) },
      { title: "the data branch keeps at most seven commits", problems: findGrowth(stage) },
    ];
    stage.addRepository(COPY);
    for (const [turn, scene] of COPY_SCENES.entries()) {
      const line = await play(stage, COPY, scene);
      lines.push(line);
      print(line);
      if (turn > 0) continue;
      verdicts.push({
        title: "the copy's history equals the original's",
        problems: findDifferences(last, readObserved(stage.siteOf(COPY)), seen.at(-1)!.at),
      });
    }
    verdicts.push(...rehearseUpdates());
    return { lines, verdicts };
  } finally {
    await stage.close();
  }
}

async function play(stage: Stage, repository: string, scene: Scene): Promise<Line> {
  const begunMs = performance.now();
  scene.before?.(stage);
  const site = readIdentity(stage, repository);
  const servedBefore = stage.countRestored();
  let found: string[] = [];
  const run = await stage.run({
    repository,
    at: scene.at,
    ...scene.run,
    ...(scene.hasMirror && { variables: { MIRROR_HOST: "cloudflare", MIRROR_URL: stage.addressOf(MIRROR) } }),
    ...(scene.beforePush && { beforePush: () => scene.beforePush?.(stage) }),
    inspect: async (folder) => {
      found = (await scene.check?.(stage, folder)) ?? [];
    },
  });
  scene.after?.(stage);
  const problems = Object.entries(scene.jobs).flatMap(([job, result]) =>
    run.results[job] === result
      ? []
      : [`${job}: ${run.results[job]} instead of ${result} (${run.failures.join("; ")})`],
  );
  problems.push(...found);
  if (scene.jobs["build"] === "failure" && readIdentity(stage, repository) !== site)
    problems.push("the published site changed");
  if (run.results["deploy"] === "success") {
    // Like a private repository, the fork has none.
    const wanted = repository === ORIGINAL && run.results["attest"] === "success" ? "matches" : "absent";
    const found = judgePublished(stage.siteOf(repository));
    if (found !== wanted) problems.push(`the attestation: ${found} instead of ${wanted}`);
  }
  const open = stage.github.repositories.get(repository)!.issues.filter(({ state }) => state === "open");
  const titles = open.map(({ title }) => title).sort();
  const wanted = [scene.issue ?? []].flat();
  if (titles.length !== wanted.length || wanted.some((start) => !titles.some((title) => title.startsWith(start))))
    problems.push(`open issues: ${titles.join(", ") || "none"} instead of ${wanted.join(", ") || "none"}`);
  if (
    !run.summary.includes("| source | status |") &&
    run.results["report"] === "success" &&
    run.results["build"] === "success"
  )
    problems.push("no summary");
  const seconds = (performance.now() - begunMs) / 1_000;
  const restoredBytes = stage.countRestored() - servedBefore;
  const common = { title: scene.title, at: scene.at, outcome: describe(run), issues: titles.join(", ") };
  return { ...common, seconds, restoredBytes, problems };
}

function describe({ results, summary }: WorkflowRun): string {
  if (results["build"] === "failure") return "nothing published";
  if (results["report"] === "skipped") return "ended early";
  const written = summary.includes("The server refuses a push") ? ", branch refused" : ", branch written";
  const remembered = results["remember"] === "success" ? written : "";
  const isPublished = results["deploy"] === "success" || results["deploy-elsewhere"] === "success";
  return isPublished ? `published${remembered}` : "not deployed";
}

/** The attestation of a published site. */
function judgePublished(site: string): AttestationVerdict | "absent" {
  const file = join(site, ATTESTATION_PATH);
  const manifest = computeSha256(readFileSync(join(site, MANIFEST_PATH)));
  return existsSync(file) ? judgeAttestation(readFileSync(file), manifest) : "absent";
}

/** Identifies a published site. */
function readIdentity(stage: Stage, repository: string): string {
  const folder = stage.siteOf(repository);
  if (!existsSync(folder)) return "";
  return [...readObserved(folder).own.keys()].join();
}

function findGrowth(stage: Stage): string[] {
  const count = Number(git(stage.remoteOf(ORIGINAL), "rev-list", "--count", "data"));
  return count <= 7 ? [] : [`there are ${count}`];
}
