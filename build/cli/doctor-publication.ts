import type { Config } from "../config.ts";
import type { Finding } from "../diagnostics/finding.ts";
import { createBinaryClient } from "../platform/state/restore-fetch.ts";
import { DEPLOYABLE } from "../workflow/deploy-command.ts";
import { PAGES_HOST } from "../workflow/plan.ts";
import { probeSite } from "../workflow/probe-site.ts";
import { findOwnRepository, findSiteAddress } from "./find-site-address.ts";

/** What is missing to publish: a repository, a way to the host, and whether something is published already. */
export async function judgePublication(config: Config, { offline }: { offline: boolean }): Promise<Finding[]> {
  const repository = findOwnRepository();
  const [host = PAGES_HOST] = config.siteHost;
  return [
    repository === undefined
      ? {
          subject: "repository",
          level: "warning",
          detail: "this checkout comes from no repository on GitHub",
          advice: "Fork the project to publish from its workflow, or run it in a container or by a timer (README).",
        }
      : { subject: "repository", level: "ok", detail: repository },
    judgeWay(host),
    await judgeSite(findSiteAddress(config), config.userAgent, offline),
  ];
}

function judgeWay(host: string): Finding {
  const subject = "host";
  if (host === PAGES_HOST) {
    const advice = 'In Settings, Pages, "GitHub Actions" must be the source; nothing else is needed.';
    return { subject, level: "ok", detail: "the workflow publishes to GitHub Pages", advice };
  }
  if (DEPLOYABLE.includes(host)) {
    const advice = `Set the variable SITE_HOST to ${host}, and the secret SITE_TOKEN to a token of that host.`;
    return { subject, level: "ok", detail: `the workflow publishes to ${host} with a token`, advice };
  }
  const advice = "Copy the folder there after each build: /docs/hosts of the site says how.";
  return { subject, level: "warning", detail: `the workflow cannot publish to ${host} by itself`, advice };
}

async function judgeSite(address: string | undefined, userAgent: string, offline: boolean): Promise<Finding> {
  const subject = "site";
  if (address === undefined) {
    const advice = "Set baseUrl in build/config.ts: the next build can then go on from what is published.";
    return { subject, level: "warning", detail: "its address is not known", advice };
  }
  if (offline) return { subject, level: "ok", detail: `${address}, which was not asked` };
  const client = createBinaryClient({ userAgent });
  try {
    const probe = await probeSite(address, { fetch: client.fetch, sleep: async () => undefined });
    if (probe.found === "present") return { subject, level: "ok", detail: `${address} is published, with its state` };
    if (probe.found === "unreachable") return { subject, level: "warning", detail: `${address}: ${probe.reason}` };
    const advice = "Run the workflow publish once, by hand in the tab Actions.";
    return { subject, level: "warning", detail: `nothing is published at ${address} yet`, advice };
  } finally {
    await client.close();
  }
}
