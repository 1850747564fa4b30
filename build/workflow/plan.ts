import { getHost } from "../hosts/registry.ts";
import { describeError, OperationalError } from "../lib/operational-error.ts";
import { findPagesAddress, nameUserAgent } from "../lib/site-address.ts";
import { type Github, GithubError } from "./github/github.ts";
import type { Runner } from "./github/runner.ts";

/** What this run publishes, and where. */
export interface Plan {
  repository: string;
  /** Id of the host. */
  host: string;
  /** Address of the published site with a slash at the end; `null` where it cannot be known. */
  baseUrl: string | null;
  homepage: string;
  userAgent: string;
  notes: string[];
}

export interface PlanDefaults {
  siteHost: string;
  baseUrl: string | null;
}

interface Pages {
  html_url?: string;
  build_type?: string;
}

export const PAGES_HOST = "github-pages";

/**
 * Detects owner, name, host and address. The address is, in this order: the variable `SITE_URL`, `baseUrl` of the configuration, what
 * GitHub says about Pages (which knows of custom domains), what follows from owner and name. Throws an `OperationalError` where Pages is the
 * host but is not switched on.
 */
export async function makePlan(runner: Runner, github: Github, defaults: PlanDefaults): Promise<Plan> {
  const { repository, serverUrl } = runner;
  const host = getHost(runner.siteHost ?? defaults.siteHost).id;
  const notes: string[] = [];
  const set = runner.siteUrl ?? defaults.baseUrl;
  let baseUrl = set === null ? null : acceptAddress(set);
  if (host === PAGES_HOST) {
    const found = await findPages(runner, github, notes);
    baseUrl ??= found ?? findPagesAddress(repository) ?? null;
  } else if (baseUrl === null) {
    notes.push(
      `The address of a site on ${host} cannot be detected: each build goes on from the data branch. Set the variable SITE_URL for a smoke test and a sitemap.`,
    );
  }
  const homepage = `${serverUrl}/${repository}`;
  return { repository, host, baseUrl, homepage, userAgent: nameUserAgent(homepage), notes };
}

/** The address of Pages; `undefined` where GitHub does not say. */
async function findPages({ repository }: Runner, github: Github, notes: string[]): Promise<string | undefined> {
  try {
    const { html_url, build_type } = await github.ask<Pages>("GET", `/repos/${repository}/pages`);
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
    notes.push(`The address follows from owner and name, because GitHub did not tell it: ${describeError(error)}`);
    return undefined;
  }
}

function acceptAddress(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new OperationalError(`"${text}" is no web address of a site: correct the variable SITE_URL.`);
  }
  return normaliseAddress(text);
}

/** An address as the program compares and extends it: with a slash at the end, without query and fragment. */
export function normaliseAddress(text: string): string {
  const url = new URL(text);
  url.search = "";
  url.hash = "";
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url.href;
}
