import { z } from "zod";
import { DEFAULT_BACKFILL_REQUESTS } from "./backfill/budget.ts";
import { OperationalError } from "./lib/operational-error.ts";
import { DEFAULT_GATE_THRESHOLDS } from "./market/gate.ts";
import type { JobResult, Runner } from "./publishing/runner.ts";

/**
 * Everything that a fork may want to change, with the reason for its default. Flags win over what stands here. This is the only file
 * that reads the environment.
 */
const DEFAULTS = {
  /** Coins covered, by market cap. 1,000 are four pages of CoinGecko: a run of about a minute and a half (see the pacing there) and a site of some 200 MB. */
  coins: 1_000,
  /** Minutes between two scheduled builds: CoinGecko's keyless allowance carries 1,000 coins at this pace with room to spare. */
  cadenceMinutes: 30,
  /** Coin pages refreshed per build (links, categories, contracts): at two, a thousand coins are through in ten days. */
  detailsPerBuild: 2,
  /** Requests per build that fill missing history; 0 switches that off. The number has its reason where it is declared. */
  backfill: DEFAULT_BACKFILL_REQUESTS,
  /**
   * Months of hourly archives on the site, the running one included. A month of 1,000 coins takes 18 MB: a year of them and the site itself are
   * less than half of the 1 GB that GitHub Pages holds, and what comes every month for ever would fill any host. Days are kept for ever.
   */
  hourlyArchiveMonths: 12,
  /**
   * Hours that published answers may be past their own end before the daily look at them fails: GitHub starts schedules late, with gaps of
   * more than six hours between runs that were to be half an hour apart.
   */
  healthGraceHours: 8,
  /** Ids of sources to leave out. */
  sourcesOff: [] as string[],
  /** Ids of sources to turn on that are off by default. */
  sourcesOn: [] as string[],
  /** Where the site is written. */
  out: "dist",
  /** Which host the site is made for. GitHub Pages needs no account beside that of the repository; several get a folder each in `out`. */
  siteHost: ["github-pages"],
  /** What one build remembers for the next. */
  state: ".state",
  /** When to publish nothing instead of something doubtful; each threshold has its reason where it is declared. */
  gate: { ...DEFAULT_GATE_THRESHOLDS } as Record<string, number>,
  /** The site's address for the few places that need one (feed readers); links elsewhere are relative. */
  homepage: "https://github.com/open-crypto-data/open-crypto-data",
  /**
   * The site's own address, ending with a slash, for the sitemap and for the page of what is missing; `null` works anywhere, but for
   * the styles of that page in a sub-path.
   */
  baseUrl: null as string | null,
  /**
   * The site that a copy of this repository takes its first history from; `null`: only from candles. Copies need not wait for years of
   * history to be filled in, and the samples of days before theirs exist nowhere else.
   */
  originalSite: "https://open-crypto-data.github.io/open-crypto-data/" as string | null,
  /** How upstreams see who asks, with an address for complaints. */
  userAgent: "open-crypto-data/0.1 (+https://github.com/open-crypto-data/open-crypto-data)",
};

const Config = z.strictObject({
  coins: z.int("must be a whole number").min(1, "must be at least 1").max(10_000, "must be at most 10000"),
  cadenceMinutes: z.number().min(5).max(1_440),
  detailsPerBuild: z.int().min(0).max(100),
  backfill: z.int("must be a whole number").min(0).max(100_000),
  hourlyArchiveMonths: z.int("must be a whole number").min(1, "must be at least 1").max(1_200),
  healthGraceHours: z.number().min(0).max(10_000),
  sourcesOff: z.array(z.string()),
  sourcesOn: z.array(z.string()),
  out: z.string().min(1),
  siteHost: z.array(z.string()).min(1, "must name a host"),
  state: z.string().min(1),
  gate: z.record(z.string(), z.number()),
  homepage: z.url(),
  baseUrl: z.url("must be an address").endsWith("/", "must end with a slash").nullable(),
  originalSite: z.url("must be an address").endsWith("/", "must end with a slash").nullable(),
  userAgent: z.string().min(1),
});
export type Config = z.infer<typeof Config>;

/** What the surroundings say: optional keys, and which run of which commit this is. */
export interface Environment {
  apiKeys: Readonly<Record<string, string | undefined>>;
  commit: string | null;
  run: string | null;
}

/** The defaults with flags laid over them. `overrides` names every value that differs, for the published report. */
export function loadConfig(flags: Partial<Config>): { config: Config; overrides: string[] } {
  const gate = { ...DEFAULTS.gate, ...flags.gate };
  const unknown = Object.keys(gate).find((name) => !(name in DEFAULTS.gate));
  if (unknown !== undefined) {
    throw new OperationalError(
      `There is no gate threshold "${unknown}". Known: ${Object.keys(DEFAULTS.gate).join(", ")}.`,
    );
  }
  const parsed = Config.safeParse({ ...DEFAULTS, ...flags, gate });
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new OperationalError(`--${issue?.path.join(".")} ${issue?.message}.`);
  }
  const overrides = Object.entries(gate).flatMap(([name, value]) =>
    value === DEFAULTS.gate[name] ? [] : [`gate.${name}=${value}`],
  );
  if (parsed.data.coins !== DEFAULTS.coins) overrides.unshift(`coins=${parsed.data.coins}`);
  return { config: parsed.data, overrides };
}

export function readEnvironment(): Environment {
  const { env } = process;
  return {
    apiKeys: { COINGECKO_DEMO_KEY: env["COINGECKO_DEMO_KEY"] || undefined },
    commit: env["GITHUB_SHA"] || null,
    run: env["GITHUB_RUN_ID"] || null,
  };
}

/** `owner/name` of the repository whose automatic run this is; `undefined` elsewhere. */
export function findRunRepository(): string | undefined {
  return process.env["GITHUB_REPOSITORY"] || undefined;
}

/** What a runner of workflows says about itself. Throws an `OperationalError` elsewhere. */
export function readRunner(): Runner {
  const { env } = process;
  const repository = env["GITHUB_REPOSITORY"] ?? "";
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) {
    throw new OperationalError(
      'This is a step of a workflow, and GITHUB_REPOSITORY does not name one ("owner/name"): "npm run rehearse" acts it out here.',
    );
  }
  const serverUrl = env["GITHUB_SERVER_URL"] || "https://github.com";
  const run = env["GITHUB_RUN_ID"] || "0";
  return {
    repository,
    serverUrl,
    apiUrl: env["GITHUB_API_URL"] || "https://api.github.com",
    remote: `${serverUrl}/${repository}.git`,
    token: env["GITHUB_TOKEN"] || null,
    run,
    runUrl: `${serverUrl}/${repository}/actions/runs/${run}`,
    siteHost: env["SITE_HOST"] || null,
    siteUrl: env["SITE_URL"] || null,
    siteToken: env["SITE_TOKEN"] || null,
    withoutSite: env["WITHOUT_SITE"] === "true",
    results: parseResults(env["NEEDS"]),
    outputFile: env["GITHUB_OUTPUT"] || null,
    summaryFile: env["GITHUB_STEP_SUMMARY"] || null,
  };
}

/** The `needs` context of a job, as JSON. */
function parseResults(text: string | undefined): Runner["results"] {
  const needs = JSON.parse(text || "{}") as Record<string, { result: JobResult }>;
  return Object.fromEntries(Object.entries(needs).map(([job, { result }]) => [job, result]));
}

/** For programs that this one starts. */
export function inheritEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

/** Whether `npm start` and its like started this process, and so speak for whoever wants it to end. */
export function isRunByNpm(): boolean {
  return process.env["npm_lifecycle_event"] !== undefined;
}
