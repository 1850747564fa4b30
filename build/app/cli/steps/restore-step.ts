import { mkdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { getHost } from "../../../kit/hosts/registry.ts";
import { createBinaryClient } from "../../../kit/platform/http/binary-client.ts";
import { checkOut, fetchBranch, readCommit } from "../../../kit/publish/data-branch.ts";
import { describeError, OperationalError } from "../../../lib/operational-error.ts";
import { MINUTE_MS } from "../../../lib/time.ts";
import { isDue, readLastBuild } from "../../workflow/due.ts";
import { makePlan, PAGES_HOST, type Plan } from "../../workflow/plan.ts";
import { type BranchFinding, chooseRestorePlaces, type Probe, probeSite } from "../../workflow/restore-places.ts";
import type { StepContext } from "./step.ts";

export const BRANCH_FOLDER = "data";

/** Requests that confirm a "not found": a misconfigured host answers the same for a minute. */
const CONFIRMATIONS = 2;

/** Chooses the places from which the build restores the state of the last run. */
export async function restoreStep(context: StepContext): Promise<void> {
  const { run, runner, config, now, sleep, print, output } = context;
  const { host, baseUrl, userAgent, mirror } = run.read<Plan>("plan");
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
    const isWithout = own.found === "absent" || runner.withoutSite;
    const needed = isCopy && isWithout && branch.found === "absent";
    const restore = chooseRestorePlaces({
      site: baseUrl,
      probe: own,
      branch,
      withoutSite: runner.withoutSite,
      hasMirror: mirror !== null,
      hidesMissing: getHost(host, config.paidHosts).hidesMissing,
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

/** Decides where this run publishes, and whether it is due. */
export async function planStep(context: StepContext): Promise<void> {
  const { run, runner, github, config, print, output } = context;
  const { siteHost, baseUrl, cadenceMinutes, paidHosts } = config;
  const plan = await makePlan(runner, github, { siteHost: siteHost[0]!, baseUrl, cadenceMinutes, paidHosts });
  await run.write("plan", plan);
  print(`${plan.repository} publishes to ${plan.host}: ${plan.baseUrl ?? "address unknown"}`);
  if (plan.mirror !== null) print(`The mirror on ${plan.mirror.host}: ${plan.mirror.url}`);
  for (const note of plan.notes) print(note);
  const waiting = await findWaiting(plan, context);
  const due = !waiting.site;
  if (!due) print("This run ends.");
  else if (waiting.mirror) print("The mirror is left out.");
  // A run that ends early publishes nowhere.
  output({
    due: String(due),
    host: plan.host,
    pages: due ? String(plan.host === PAGES_HOST) : "",
    base_url: plan.baseUrl ?? "",
    mirror: plan.mirror !== null && due && !waiting.mirror ? "true" : "",
  });
}

/**
 * Whether the site and the mirror were published less than one cadence ago, and so must wait. A
 * schedule waits for both. On hosts that count deployments, a push or a dispatch waits as well.
 */
async function findWaiting(plan: Plan, context: StepContext): Promise<{ site: boolean; mirror: boolean }> {
  const { host, baseUrl, cadenceMinutes, counted, mirror, userAgent } = plan;
  const { runner, now, print } = context;
  const siteWaits = runner.trigger === "schedule" || (runner.trigger === "other" && counted);
  const mirrorWaits = runner.trigger !== "button" && mirror?.counted === true;
  if (baseUrl === null || !(siteWaits || mirrorWaits)) return { site: false, mirror: false };
  const isRecent = (name: string, lastBuildMs: number | null): boolean => {
    if (lastBuildMs === null || isDue({ lastBuildMs, cadenceMinutes, now: now() })) return false;
    const ageMinutes = Math.round((now() - lastBuildMs) / MINUTE_MS);
    print(`${name} is ${ageMinutes} minutes old, and one is due every ${cadenceMinutes}.`);
    return true;
  };
  const client = createBinaryClient({ userAgent });
  try {
    const site = await readLastBuild(baseUrl, client.fetch, runner.run);
    if (site.builtMs === null && counted && runner.siteMinutes === null)
      throw new OperationalError(
        `The age of the site is unknown (${site.fault}), so this run could exceed the deployments of the free plan ` +
          `of ${host}: correct the variable SITE_URL, or, if nothing is published yet, start this workflow by hand once.`,
      );
    if (siteWaits && isRecent("The published build", site.builtMs)) return { site: true, mirror: true };
    if (!mirrorWaits) return { site: false, mirror: false };
    const copy = await readLastBuild(mirror.url, client.fetch, runner.run);
    if (copy.builtMs === null)
      print(
        `The age of the mirror is unknown (${copy.fault}), so the age of the site's build counts: correct the ` +
          "variable MIRROR_URL, or, if nothing is published there yet, start this workflow by hand once.",
      );
    return { site: false, mirror: isRecent("The mirror's build", copy.builtMs ?? site.builtMs) };
  } finally {
    await client.close();
  }
}
