import type { Config } from "../../../config.ts";
import { readSiteVariables } from "../../../environment.ts";
import { getHost } from "../../../kit/hosts/registry.ts";
import { createBinaryClient } from "../../../kit/platform/http/binary-client.ts";
import { DEPLOY_NEEDS } from "../../../kit/publish/deploy-command.ts";
import { describeError } from "../../../lib/operational-error.ts";
import type { Finding } from "../../diagnostics/finding.ts";
import { acceptAddress, chooseMirror, PAGES_HOST } from "../../workflow/plan.ts";
import { probeSite } from "../../workflow/restore-places.ts";
import { findOwnRepository, findSiteAddress } from "./find-site-address.ts";

/** The variables of the repository, where they are set here too: the workflow reads them first. */
export function readVariables(): Partial<Pick<Config, "siteHost" | "baseUrl" | "cadenceMinutes">> {
  const { siteHost, siteUrl, siteMinutes } = readSiteVariables();
  return {
    ...(siteHost !== null && { siteHost: [siteHost] }),
    ...(siteUrl !== null && { baseUrl: acceptAddress(siteUrl, "SITE_URL") }),
    ...(siteMinutes !== null && { cadenceMinutes: siteMinutes }),
  };
}

/**
 * Checks what publishing needs: a repository, a way to the host, an existing site. `without`: the
 * flag that forbids a request to the site.
 */
export async function checkPublication(config: Config, without: string | undefined): Promise<Finding[]> {
  const repository = findOwnRepository();
  const [host = PAGES_HOST] = config.siteHost;
  return [
    repository === undefined
      ? {
          subject: "repository",
          level: "warning",
          detail: "this checkout comes from no repository on GitHub",
          advice: "Fork the repository to publish from its workflow, or use a container or a timer (docs/fork).",
        }
      : { subject: "repository", level: "ok", detail: repository },
    judgeWay(host, config.paidHosts),
    ...judgeMirror(config, host),
    await judgeSite(findSiteAddress(config), config.userAgent, without),
  ];
}

function judgeWay(host: string, paidHosts: readonly string[]): Finding {
  const subject = "host";
  if (host === PAGES_HOST) {
    const advice = 'In Settings, Pages, "GitHub Actions" must be the source; nothing else is needed.';
    return { subject, level: "ok", detail: "the workflow publishes to GitHub Pages", advice };
  }
  const needs = DEPLOY_NEEDS[host];
  if (needs !== undefined) {
    const { token, variables = [] } = needs;
    const quota = getHost(host, paidHosts).freePlan?.deployments;
    const often = quota === undefined ? "" : `, at most ${quota.max} times a month on the free plan (${quota.reason})`;
    const others = variables
      .filter(({ fallback }) => fallback === undefined)
      .map(({ name, about }) => `, SITE_${name} to ${about}`);
    const needed = `Set the variable SITE_HOST to ${host}${others.join("")}, and the secret SITE_TOKEN to ${token}.`;
    const advice =
      quota === undefined
        ? needed
        : `${needed} Set SITE_URL too: the workflow keeps to the free plan by the age of the published build. SITE_MINUTES overrides that.`;
    return { subject, level: "ok", detail: `the workflow publishes to ${host} with a token${often}`, advice };
  }
  const advice = "Copy the folder to the host after each build: see /docs/hosts on the site.";
  return { subject, level: "warning", detail: `the workflow cannot publish to ${host} by itself`, advice };
}

/** Only if the variables of a mirror are set here, as they would be in the repository. */
function judgeMirror(config: Config, host: string): Finding[] {
  const { cadenceMinutes, paidHosts } = config;
  const subject = "mirror";
  try {
    const site = { repository: findOwnRepository() ?? "", host, baseUrl: findSiteAddress(config) ?? null };
    const { mirror: mirrorVariables, siteMinutes } = readSiteVariables();
    const mirror = chooseMirror(mirrorVariables, {
      ...site,
      cadenceMinutes,
      paidHosts,
      chosenMinutes: siteMinutes ?? undefined,
    });
    if (mirror === null) return [];
    const advice = "Set the same variables in the repository, and the secret MIRROR_TOKEN to a token of that host.";
    return [{ subject, level: "ok", detail: `the workflow also publishes to ${mirror.host}: ${mirror.url}`, advice }];
  } catch (error) {
    const advice = "Correct that, or remove the variables MIRROR_HOST and MIRROR_URL to publish without a mirror.";
    return [{ subject, level: "problem", detail: describeError(error), advice }];
  }
}

async function judgeSite(
  address: string | undefined,
  userAgent: string,
  without: string | undefined,
): Promise<Finding> {
  const subject = "site";
  if (address === undefined) {
    const advice =
      "Set baseUrl in build/settings.ts to check the published site too. On GitHub Pages the workflow finds it by itself.";
    return { subject, level: "warning", detail: "its address is not known", advice };
  }
  if (without !== undefined) return { subject, level: "ok", detail: `${address}, not requested (${without})` };
  const client = createBinaryClient({ userAgent });
  try {
    const probe = await probeSite(address, { fetch: client.fetch, sleep: async () => undefined });
    if (probe.found === "present") return { subject, level: "ok", detail: `${address} is published, with its state` };
    if (probe.found === "unreachable") return { subject, level: "warning", detail: `${address}: ${probe.reason}` };
    const advice = 'Run the workflow "publish" once in the Actions tab.';
    return { subject, level: "warning", detail: `nothing is published at ${address} yet`, advice };
  } finally {
    await client.close();
  }
}
