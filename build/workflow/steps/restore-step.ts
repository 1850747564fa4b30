import { mkdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { describeError } from "../../lib/operational-error.ts";
import { MINUTE_MS } from "../../lib/time.ts";
import { createBinaryClient } from "../../platform/state/restore-fetch.ts";
import { checkOut, fetchBranch, readCommit } from "../github/data-branch.ts";
import type { Plan } from "../plan.ts";
import { type Probe, probeSite } from "../probe-site.ts";
import { type BranchFinding, chooseRestorePlaces } from "../restore-places.ts";
import type { StepContext } from "./step.ts";

/** The clone of the data branch, in the folder of the run. */
export const BRANCH_FOLDER = "data";

/**
 * Where the data branch says that there was a site, "not found" is believed when it was said three times: a host that has lost its way for a
 * minute says the same, and to go on from the branch alone loses what came since its last commit.
 */
const MORE_LOOKS = 2;

/** Finds where the state is: on the published site, on the data branch, on the original site. */
export async function restoreStep(context: StepContext): Promise<void> {
  const { run, runner, config, now, sleep, print, output } = context;
  const { baseUrl, userAgent } = run.read<Plan>("plan");
  const client = createBinaryClient({ userAgent });
  try {
    const probe = (url: string | null): Promise<Probe> =>
      url === null ? Promise.resolve({ found: "absent" }) : probeSite(url, { fetch: client.fetch, sleep });
    const branch = await findBranch(context);
    let own = await probe(baseUrl);
    for (let looks = 0; looks < MORE_LOOKS && shouldLookAgain(baseUrl, own, branch); looks += 1) {
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
    print(
      restore.from.length === 0 ? "The state begins empty." : `The state comes from ${restore.from.join(" and ")}.`,
    );
    for (const note of restore.notes) print(note);
  } finally {
    await client.close();
  }
}

function shouldLookAgain(baseUrl: string | null, own: Probe, branch: BranchFinding): boolean {
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
