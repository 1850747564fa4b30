// The only module that reads the environment.

import { LONGEST_CADENCE } from "./config.ts";
import type { StorePlace } from "./kit/publish/deploy-command.ts";
import type { JobResult, Runner } from "./kit/publish/runner.ts";
import { OperationalError } from "./lib/operational-error.ts";

const GITHUB = "https://github.com";

export interface Environment {
  apiKeys: Readonly<Record<string, string | undefined>>;
  commit: string | null;
  run: string | null;
}

/** What a build takes from the environment. Empty variables count as absent. */
export function readEnvironment(): Environment {
  const { env } = process;
  return {
    apiKeys: { COINGECKO_DEMO_KEY: env["COINGECKO_DEMO_KEY"] || undefined },
    commit: env["GITHUB_SHA"] || null,
    run: env["GITHUB_RUN_ID"] || null,
  };
}

/** `owner/name` of the repository whose workflow runs this; `undefined` elsewhere. */
export function findRunRepository(): string | undefined {
  return process.env["GITHUB_REPOSITORY"] || undefined;
}

/** Whether this runs on a workflow runner, which reads commands in the log. */
export function isOnRunner(): boolean {
  return process.env["GITHUB_ACTIONS"] === "true";
}

/** The address of the GitHub server whose workflow runs this; github.com elsewhere. */
export function findRunServer(): string {
  return process.env["GITHUB_SERVER_URL"] || GITHUB;
}

/** Reads the runner's environment. Throws an `OperationalError` elsewhere. */
export function readRunner(env: Readonly<Record<string, string | undefined>> = process.env): Runner {
  const repository = env["GITHUB_REPOSITORY"] ?? "";
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) {
    throw new OperationalError(
      'This is a workflow step, but GITHUB_REPOSITORY is not set ("owner/name"): "npm run rehearse" simulates it here.',
    );
  }
  const serverUrl = env["GITHUB_SERVER_URL"] || GITHUB;
  const run = env["GITHUB_RUN_ID"] || "0";
  return {
    repository,
    serverUrl,
    apiUrl: env["GITHUB_API_URL"] || "https://api.github.com",
    remote: `${serverUrl}/${repository}.git`,
    token: env["GITHUB_TOKEN"] || null,
    run,
    runUrl: `${serverUrl}/${repository}/actions/runs/${run}`,
    ...readSiteVariables(env),
    siteToken: env["SITE_TOKEN"] || null,
    mirrorToken: env["MIRROR_TOKEN"] || null,
    pingUrl: env["PING_URL"] || null,
    trigger: findTrigger(env["GITHUB_EVENT_NAME"]),
    withoutSite: env["WITHOUT_SITE"] === "true",
    results: parseResults(env["NEEDS"]),
    outputFile: env["GITHUB_OUTPUT"] || null,
    summaryFile: env["GITHUB_STEP_SUMMARY"] || null,
  };
}

function findTrigger(event: string | undefined): Runner["trigger"] {
  if (event === "workflow_dispatch") return "button";
  return event === "schedule" ? "schedule" : "other";
}

type SiteVariables = Pick<
  Runner,
  "siteHost" | "siteUrl" | "siteProject" | "siteAccount" | "siteStore" | "siteMinutes" | "mirror"
>;

/** The variables that say where a repository publishes. `npm run doctor` reads the same. */
export function readSiteVariables(env: Readonly<Record<string, string | undefined>> = process.env): SiteVariables {
  return {
    siteHost: env["SITE_HOST"] || null,
    siteUrl: env["SITE_URL"] || null,
    siteProject: env["SITE_PROJECT"] || null,
    siteAccount: env["SITE_ACCOUNT"] || null,
    siteStore: readStore(env, "SITE"),
    siteMinutes: parseMinutes(env["SITE_MINUTES"]),
    mirror: {
      host: env["MIRROR_HOST"] || null,
      url: env["MIRROR_URL"] || null,
      project: env["MIRROR_PROJECT"] || null,
      account: env["MIRROR_ACCOUNT"] || null,
      store: readStore(env, "MIRROR"),
    },
  };
}

function readStore(env: Readonly<Record<string, string | undefined>>, prefix: "SITE" | "MIRROR"): StorePlace {
  return {
    endpoint: env[`${prefix}_ENDPOINT`] || null,
    region: env[`${prefix}_REGION`] || null,
    distribution: env[`${prefix}_DISTRIBUTION`] || null,
  };
}

function parseMinutes(text: string | undefined): number | null {
  if (!text) return null;
  const minutes = Number(text);
  if (Number.isInteger(minutes) && minutes >= 5 && minutes <= LONGEST_CADENCE) return minutes;
  throw new OperationalError(
    `The variable SITE_MINUTES must be a whole number from 5 to ${LONGEST_CADENCE}, not "${text}".`,
  );
}

function parseResults(text: string | undefined): Runner["results"] {
  let needs: Record<string, { result: JobResult }>;
  try {
    needs = JSON.parse(text || "{}");
  } catch {
    throw new OperationalError(
      `The variable NEEDS must be JSON, as toJSON(needs) of a workflow writes it, not "${text}".`,
    );
  }
  return Object.fromEntries(Object.entries(needs).map(([job, { result }]) => [job, result]));
}

/** A program that this one starts gets only the secret that it needs, under its own name. */
const SECRETS = new Set(["GITHUB_TOKEN", "SITE_TOKEN", "MIRROR_TOKEN", "COINGECKO_DEMO_KEY", "PING_URL"]);

/** The environment for other programs: without secrets. */
export function inheritEnvironment(): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !SECRETS.has(name)));
}

/**
 * The client of AWS announces that it will leave Node 20, in eight lines on each run. This program
 * says itself which versions it needs.
 */
export function silenceStoreClient(): void {
  process.env["AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED"] = "true";
}

/** Whether npm started this program: npm does not forward every signal. */
export function isRunByNpm(): boolean {
  return process.env["npm_lifecycle_event"] !== undefined;
}
