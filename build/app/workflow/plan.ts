import type { Host } from "../../kit/hosts/host.ts";
import { getHost } from "../../kit/hosts/registry.ts";
import { acceptTarget, DEPLOYABLE, type StorePlace } from "../../kit/publish/deploy-command.ts";
import { type Github, GithubError } from "../../kit/publish/github.ts";
import type { Runner } from "../../kit/publish/runner.ts";
import { describeError, OperationalError } from "../../lib/operational-error.ts";
import { MINUTE_MS } from "../../lib/time.ts";
import { findPagesAddress, nameUserAgent } from "../../lib/web-url.ts";
import { LARGEST_SLACK_MS } from "./due.ts";

export interface Plan {
  repository: string;
  host: string;
  /** URL of the published site with a trailing slash; `null` if unknown. */
  baseUrl: string | null;
  homepage: string;
  userAgent: string;
  /** Name of the project on the host. */
  project: string;
  /** The account on the host, where the token covers several. */
  account: string | null;
  /** Where the bucket is, if the host is a store. */
  store: StorePlace;
  /** Minutes between two publications. */
  cadenceMinutes: number;
  /** The host counts deployments: before the cadence is over, only the button publishes. */
  counted: boolean;
  mirror: Mirror | null;
  notes: string[];
}

/** A second host, which gets the same data after the site. */
export interface Mirror {
  host: string;
  /** With a trailing slash. */
  url: string;
  project: string;
  account: string | null;
  store: StorePlace;
  /** As for the site. */
  counted: boolean;
}

export interface PlanDefaults {
  siteHost: string;
  baseUrl: string | null;
  cadenceMinutes: number;
  paidHosts: readonly string[];
}

interface Pages {
  html_url?: string;
  build_type?: string;
}

export const PAGES_HOST = "github-pages";

/** The longest month: a quota must last until its end, also if each run is early. */
const MONTH_MINUTES = 31 * 1_440;

/**
 * The URL comes from the variable `SITE_URL`, else `baseUrl` in the configuration, else GitHub's
 * Pages API (includes custom domains), else owner and name.
 */
export async function makePlan(runner: Runner, github: Github, defaults: PlanDefaults): Promise<Plan> {
  const { repository, serverUrl } = runner;
  const own = getHost(runner.siteHost ?? defaults.siteHost, defaults.paidHosts);
  const { id: host, name } = own;
  const freeDeployments = own.freePlan?.deployments;
  const { paidHosts } = defaults;
  const notes: string[] = [];
  const quotaMinutes = computeQuotaMinutes(own);
  const cadenceMinutes = runner.siteMinutes ?? Math.max(defaults.cadenceMinutes, quotaMinutes);
  if (freeDeployments !== undefined && cadenceMinutes >= quotaMinutes) {
    const { max, reason } = freeDeployments;
    notes.push(
      `The free plan of ${name} takes ${max} deployments a month (${reason}), so the workflow publishes every ` +
        `${renderHours(cadenceMinutes)}, and at once when it is started by hand. The variable SITE_MINUTES changes ` +
        "that, and a paid plan (paidHosts in build/settings.ts).",
    );
  }
  const counted = quotaMinutes > 0;
  const set = runner.siteUrl ?? defaults.baseUrl;
  let baseUrl = set === null ? null : acceptAddress(set, "SITE_URL");
  if (host === PAGES_HOST) {
    const found = await findPages(runner, github, notes);
    baseUrl ??= found ?? findPagesAddress(repository) ?? null;
  } else if (baseUrl === null && counted && runner.siteMinutes === null && runner.trigger !== "button") {
    throw new OperationalError(
      `Set the variable SITE_URL: the free plan of ${name} takes ${freeDeployments?.max} deployments a month, and ` +
        "a run reads from the site when it was published last.",
    );
  } else if (baseUrl === null) {
    notes.push(
      `The URL of a site on ${host} cannot be detected, so builds resume from the data branch. Set the variable SITE_URL for a smoke test and a sitemap.`,
    );
  }
  const homepage = `${serverUrl}/${repository}`;
  const project = runner.siteProject ?? nameProject(repository);
  const chosenMinutes = runner.siteMinutes ?? undefined;
  const mirror = chooseMirror(runner.mirror, { repository, host, baseUrl, cadenceMinutes, paidHosts, chosenMinutes });
  const userAgent = nameUserAgent(homepage);
  const target = { project, account: runner.siteAccount, store: runner.siteStore };
  // Before the build: what is missing here would fail the deployment after it.
  if (host !== PAGES_HOST) acceptTarget(host, target, "SITE");
  const place = { host, baseUrl, ...target };
  return { repository, ...place, homepage, userAgent, cadenceMinutes, counted, mirror, notes };
}

/** Minutes between the deployments that the free plan of a host takes; 0: any number of them. */
function computeQuotaMinutes({ freePlan }: Host): number {
  return freePlan?.deployments === undefined
    ? 0
    : Math.ceil(MONTH_MINUTES / freePlan.deployments.max) + LARGEST_SLACK_MS / MINUTE_MS;
}

/** The mirrored site. `chosenMinutes`: set by a person, who may count differently. */
interface Mirrored extends Pick<Plan, "repository" | "host" | "baseUrl" | "cadenceMinutes"> {
  paidHosts: readonly string[];
  chosenMinutes?: number | undefined;
}

/** `null` if no variable is set. Throws an `OperationalError` for a mirror that cannot work. */
export function chooseMirror(
  { host: id, url, project, account, store }: Runner["mirror"],
  site: Mirrored,
): Mirror | null {
  if (id === null && url === null && project === null) return null;
  if (id === null || url === null) {
    throw new OperationalError(
      `The variable ${id === null ? "MIRROR_HOST" : "MIRROR_URL"} is missing: a mirror needs MIRROR_HOST and MIRROR_URL.`,
    );
  }
  const host = getHost(id, site.paidHosts);
  const mirrorUrl = acceptAddress(url, "MIRROR_URL");
  const refuse = (reason: string): never => {
    throw new OperationalError(`${id} cannot be the mirror of this site: ${reason}`);
  };
  if (!DEPLOYABLE.includes(id)) refuse(`the workflow publishes a mirror only to ${DEPLOYABLE.join(", ")}.`);
  if (id === site.host) refuse("the site is on that host too, and both would fail together.");
  if (site.baseUrl === null)
    refuse("the URL of the site is unknown. Set the variable SITE_URL, or baseUrl in build/settings.ts.");
  if (mirrorUrl === site.baseUrl) refuse(`MIRROR_URL is the URL of the site (${mirrorUrl}).`);
  if (site.chosenMinutes === undefined && site.cadenceMinutes < computeQuotaMinutes(host)) {
    refuse(
      `its free plan takes ${host.freePlan?.deployments?.max} deployments a month, and the mirror is deployed ` +
        `every ${renderHours(site.cadenceMinutes)}. The variable SITE_MINUTES changes that.`,
    );
  }
  const counted = host.freePlan?.deployments !== undefined;
  const target = { project: project ?? nameProject(site.repository), account, store };
  acceptTarget(id, target, "MIRROR");
  return { host: id, url: mirrorUrl, ...target, counted };
}

function nameProject(repository: string): string {
  return repository.split("/")[1] ?? repository;
}

async function findPages({ repository }: Runner, github: Github, notes: string[]): Promise<string | undefined> {
  try {
    const { html_url, build_type } = await github.request<Pages>("GET", `/repos/${repository}/pages`);
    if (build_type !== undefined && build_type !== "workflow") {
      throw new OperationalError(
        `GitHub Pages publishes a branch of ${repository}: in Settings, Pages, choose "GitHub Actions" as the source.`,
      );
    }
    return html_url === undefined ? undefined : normaliseAddress(html_url);
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    if (error.status === 404) {
      throw new OperationalError(
        `GitHub Pages is off in ${repository}: in Settings, Pages, choose "GitHub Actions" as the source, and run the workflow again.`,
        { cause: error },
      );
    }
    notes.push(`The URL is derived from owner and name, because GitHub did not report it: ${describeError(error)}`);
    return undefined;
  }
}

/** The URL with a slash at its end. Throws an `OperationalError` that names the variable. */
export function acceptAddress(text: string, variable: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new OperationalError(`"${text}" is not a valid site URL: correct the variable ${variable}.`);
  }
  return normaliseAddress(text);
}

function normaliseAddress(text: string): string {
  const url = new URL(text);
  url.search = "";
  url.hash = "";
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url.href;
}

function renderHours(minutes: number): string {
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
