import { mkdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { describeError, OperationalError } from "../../lib/operational-error.ts";
import { MINUTE_MS } from "../../lib/time.ts";
import { createBinaryClient } from "../../platform/http/binary-client.ts";
import { isDue, readLastBuild } from "../due.ts";
import { checkOut, fetchBranch, readCommit } from "../github/data-branch.ts";
import { makePlan, PAGES_HOST, type Plan } from "../plan.ts";
import { type BranchFinding, chooseRestorePlaces, type Probe, probeSite } from "../restore-places.ts";
import type { StepContext } from "./step.ts";

export const BRANCH_FOLDER = "data";

/** Requests that confirm a "not found": a misconfigured host answers the same for a minute. */
const CONFIRMATIONS = 2;

export async function restoreStep(context: StepContext): Promise<void> {
  const { run, runner, config, now, sleep, print, output } = context;
  const { baseUrl, userAgent } = run.read<Plan>("plan");
  const client = createBinaryClient({ userAgent });
  try {
    const probe = (url: string | null): Promise<Probe> =>
      url === null ? Promise.resolve({ found: "absent" }) : probeSite(url, { fetch: client.fetch, sleep });
    const branch = await findBranch(context);
    let own = await probe(baseUrl);
    for (let confirmed = 0; confirmed < CONFIRMATIONS && needsConfirmation(baseUrl, own, branch); confirmed += 1) {
      await (sleep ?? delay)(MINUTE_MS);
      own = await probe(baseUrl);
    }
    const { originalSite } = config;
    const isCopy = originalSite !== null && originalSite !== baseUrl;
    const needed = isCopy && own.found === "absent" && branch.found === "absent";
    const restore = chooseRestorePlaces({
      site: baseUrl,
      probe: own,
      branch,
      withoutSite: runner.withoutSite,
      original: needed ? { url: originalSite, probe: await probe(originalSite) } : null,
      now: now(),
    });
    await run.write("restore", restore);
    output({ remember: String(restore.remember) });
    print(restore.from.length === 0 ? "The state is empty." : `The state comes from ${restore.from.join(" and ")}.`);
    for (const note of restore.notes) print(note);
  } finally {
    await client.close();
  }
}

function needsConfirmation(baseUrl: string | null, own: Probe, branch: BranchFinding): boolean {
  return baseUrl !== null && own.found === "absent" && branch.found === "present";
}

async function findBranch({ run, runner, openGit }: StepContext): Promise<BranchFinding> {
  const folder = run.path(BRANCH_FOLDER);
  mkdirSync(folder, { recursive: true });
  const git = openGit(folder);
  try {
    const tip = await fetchBranch(git, runner.remote, 1);
    if (tip === undefined) return { found: "absent" };
    await checkOut(git, tip);
    return { found: "present", folder, ...(await readCommit(git, tip)) };
  } catch (error) {
    return { found: "unreachable", reason: describeError(error) };
  }
}

export async function planStep(context: StepContext): Promise<void> {
  const { run, runner, github, config, print, output } = context;
  const { trigger } = runner;
  const { siteHost, baseUrl, cadenceMinutes, paidHosts } = config;
  const plan = await makePlan(runner, github, { siteHost: siteHost[0]!, baseUrl, cadenceMinutes, paidHosts });
  await run.write("plan", plan);
  print(`${plan.repository} publishes to ${plan.host}: ${plan.baseUrl ?? "address unknown"}`);
  if (plan.mirror !== null) print(`The mirror on ${plan.mirror.host}: ${plan.mirror.url}`);
  for (const note of plan.notes) print(note);
  // On hosts that count deployments, a push or a dispatch waits for its time like a schedule.
  const waits = (counted: boolean) => trigger === "schedule" || (trigger === "other" && counted);
  const mirror = plan.mirror !== null;
  const mirrorWaits = waits(plan.mirror?.counted === true);
  const isRecent = (waits(plan.counted) || mirrorWaits) && (await isBuiltRecently(plan, context));
  const due = !(isRecent && waits(plan.counted));
  if (!due) print("This run ends.");
  else if (mirror && isRecent && mirrorWaits) print("The mirror is left out.");
  // A run that ends early publishes nowhere.
  output({
    due: String(due),
    host: plan.host,
    pages: due ? String(plan.host === PAGES_HOST) : "",
    base_url: plan.baseUrl ?? "",
    mirror: mirror && due && !(isRecent && mirrorWaits) ? "true" : "",
  });
}

/** Whether the published build is younger than the cadence. */
async function isBuiltRecently(plan: Plan, { runner, now, print }: StepContext): Promise<boolean> {
  const { host, baseUrl, cadenceMinutes, counted, userAgent } = plan;
  if (baseUrl === null) return false;
  const client = createBinaryClient({ userAgent });
  try {
    const lastBuildMs = await readLastBuild(baseUrl, client.fetch, runner.run);
    if (lastBuildMs === null && counted && runner.siteMinutes === null)
      throw new OperationalError(
        `${baseUrl}api/status.json names no build, so this run could exceed the deployments of the free plan of ${host}: correct the variable SITE_URL, or, if nothing is published yet, start this workflow by hand once.`,
      );
    const isRecent = !isDue({ lastBuildMs, cadenceMinutes, now: now() });
    if (isRecent)
      print(
        `The published build is ${Math.round((now() - lastBuildMs!) / MINUTE_MS)} minutes old, and one is due every ${cadenceMinutes}.`,
      );
    return isRecent;
  } finally {
    await client.close();
  }
}
