import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { listEndpoints } from "../../../crypto/api/registry.ts";
import { MANIFEST_PATH, ManifestData } from "../../../kit/render/manifest.ts";
import { computeSha256 } from "../../../lib/hash.ts";
import { md } from "../../../lib/markdown.ts";
import { describeError, OperationalError } from "../../../lib/operational-error.ts";
import type { Mirror, Plan } from "../../workflow/plan.ts";
import { runBuild } from "../build.ts";
import { verifyPlace } from "../verify.ts";
import { EVIDENCE_FOLDER, listPlanFlags, SITE_FOLDER } from "./build-step.ts";
import { deployFolder, smokePlace } from "./publish-steps.ts";
import type { StepContext } from "./step.ts";

export const MIRROR_FOLDER = ".mirror";

interface MirrorResult {
  /** `null` if it was not built. */
  manifestSha256: string | null;
  error: string | null;
}

/**
 * Repeats the build from its recording for the host of the mirror: nothing is fetched, and the
 * numbers are the same. A failure is stored for the job of the mirror, and does not stop the site.
 */
export async function mirrorStep(context: StepContext): Promise<void> {
  const { run, warn } = context;
  const { plan, mirror } = readPlan(context);
  const result: MirrorResult = await buildMirror(context, plan, mirror).then(
    (manifestSha256) => ({ manifestSha256, error: null }),
    (error) => ({ manifestSha256: null, error: describeError(error) }),
  );
  await run.write("mirror", result);
  if (result.error !== null) warn("mirror", `The mirror cannot be built for ${mirror.host}: ${result.error}`);
}

async function buildMirror(context: StepContext, plan: Plan, { host }: Mirror): Promise<string> {
  const { workspace, run, flags, print } = context;
  // A recording has its own world and time.
  const { sample: _sample, at: _at, ...own } = flags;
  const site = join(workspace, SITE_FOLDER);
  const folder = join(workspace, MIRROR_FOLDER);
  await runBuild(
    {
      ...own,
      ...listPlanFlags(plan),
      out: folder,
      replay: run.path(EVIDENCE_FOLDER),
      // It holds all complete archives.
      archives: site,
      siteHost: [host],
    },
    context.watch,
  );
  print(await verifyPlace(folder, { siteHost: host }));
  compareResponses(site, folder, context);
  return computeSha256(readFileSync(join(folder, MANIFEST_PATH)));
}

/**
 * Throws if a response differs from that of the site. Optional trees and the reports about them
 * may differ: they depend on the room that a host has.
 */
function compareResponses(site: string, folder: string, { config }: StepContext): void {
  const core = listEndpoints(config.currencies).filter(({ tree }) => tree === undefined);
  const ids = new Set<string | null>(core.map(({ id }) => id));
  const published = new Map(readManifest(site).map(({ path, sha256 }) => [path, sha256]));
  const [wrong] = readManifest(folder).filter(
    ({ path, sha256, endpoint }) => ids.has(endpoint) && (published.get(path) ?? sha256) !== sha256,
  );
  if (wrong !== undefined) throw new OperationalError(`${wrong.path} differs from the file of the site.`);
}

const Manifest = z.object({ data: ManifestData });

function readManifest(folder: string) {
  return Manifest.parse(JSON.parse(readFileSync(join(folder, MANIFEST_PATH), "utf8"))).data.files;
}

/** Runs after the site, in a job of its own: if it fails, the run is red. */
export async function deployMirrorStep(context: StepContext): Promise<void> {
  const { run, runner, print, summarise } = context;
  const { plan, mirror } = readPlan(context);
  const { host, project, account, store, url } = mirror;
  const { manifestSha256, error } = run.read<MirrorResult>("mirror");
  try {
    if (manifestSha256 === null) throw new OperationalError(`It was not built: ${error}`);
    const target = { project, account, store, token: runner.mirrorToken, secret: "MIRROR_TOKEN" } as const;
    await deployFolder(context, MIRROR_FOLDER, host, target);
    const line = await smokePlace(context, { baseUrl: url, host, manifestSha256, userAgent: plan.userAgent });
    print(line);
    summarise(md`${line}\n`);
  } catch (reason) {
    summarise(md`**The mirror ${url} is not up to date.** The site is not affected. ${describeError(reason)}\n`);
    throw reason;
  }
}

function readPlan({ run }: StepContext): { plan: Plan; mirror: Mirror } {
  const plan = run.read<Plan>("plan");
  if (plan.mirror === null) throw new OperationalError("No mirror is planned: set MIRROR_HOST and MIRROR_URL.");
  return { plan, mirror: plan.mirror };
}
