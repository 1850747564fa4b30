import { type ZodType, z } from "zod";
import { DEFAULT_BACKFILL_REQUESTS } from "./backfill/budget.ts";
import { OperationalError } from "./lib/operational-error.ts";
import { nameUserAgent } from "./lib/site-address.ts";
import { GATE_THRESHOLDS } from "./market/rules.ts";
import type { JobResult, Runner } from "./workflow/github/runner.ts";

/** A value that a fork may want to change. `about`: what it is and why it is so, for the documentation too; code between backticks. */
interface Setting<Value> {
  value: Value;
  schema: ZodType<Value>;
  about: string;
}

/** Only states the type of a declaration. */
function define<Value>(value: Value, schema: ZodType<Value>, about: string): Setting<Value> {
  return { value, schema, about };
}

const GITHUB = "https://github.com";

const wholeNumber = z.int("must be a whole number");

/**
 * Everything that a fork may want to change: default, what is allowed, and the reason. Flags win over what stands here. This is the
 * only file that reads the environment.
 */
const SETTINGS = {
  coins: define(
    1_000,
    wholeNumber.min(1, "must be at least 1").max(10_000, "must be at most 10000"),
    "Coins covered, by market cap. 1,000 are four pages of CoinGecko: a run of about a minute and a half, and a site of some 200 MB.",
  ),
  cadenceMinutes: define(
    30,
    z.number().min(5).max(1_440),
    "Minutes between two scheduled builds: CoinGecko's keyless allowance carries 1,000 coins at this pace with room to spare.",
  ),
  detailsPerBuild: define(
    2,
    z.int().min(0).max(100),
    "Coin pages of the reference refreshed per build (links, categories, contracts): at two, a thousand coins are through in ten days.",
  ),
  backfill: define(
    DEFAULT_BACKFILL_REQUESTS,
    wholeNumber.min(0).max(100_000),
    "Requests per build that fill missing history, spread so that no host's limit comes near; 0 switches that off.",
  ),
  hourlyArchiveMonths: define(
    12,
    wholeNumber.min(1, "must be at least 1").max(1_200),
    "Months of hourly archives on the site, the running one included. A month of 1,000 coins takes 18 MB: a year of them and the site itself are less than half of the 1 GB that GitHub Pages holds, and what comes every month for ever would fill any host. Days are kept for ever.",
  ),
  healthGraceHours: define(
    8,
    z.number().min(0).max(10_000),
    "Hours that published answers may be past their own end before the daily look at them fails: GitHub starts schedules late, with gaps of more than six hours between runs that were to be half an hour apart.",
  ),
  sourcesOff: define<string[]>([], z.array(z.string()), "Ids of sources to leave out."),
  sourcesOn: define<string[]>([], z.array(z.string()), "Ids of sources to turn on that are off by default."),
  openOnly: define(
    false,
    z.boolean(),
    "Builds without any data of sources whose terms restrict redistribution, also without what earlier builds remember of it. Such a site has fewer coins, supplies and images.",
  ),
  out: define("dist", z.string().min(1), "Folder where the site is written."),
  siteHost: define<string[]>(
    ["github-pages"],
    z.array(z.string()).min(1, "must name a host"),
    "Which host the site is made for; several get a folder each in `out`. GitHub Pages needs no account beside that of the repository.",
  ),
  state: define(
    ".state",
    z.string().min(1),
    "Folder of what one build remembers for the next. Builds of the sample world have a folder of their own beside it (`.state-demo`).",
  ),
  gate: define<Record<string, number>>(
    { ...GATE_THRESHOLDS },
    z.record(z.string(), z.number()),
    "When to publish nothing instead of something doubtful; each threshold has its reason in `build/market/rules.ts`.",
  ),
  homepage: define<string | null>(
    null,
    z.url("must be an address").nullable(),
    "Address of the project for the few places that need one (feed readers, the link to the source code, the user agent). `null`: that of the repository that runs the build, or that this checkout came from; where there is none, these places name none.",
  ),
  baseUrl: define<string | null>(
    null,
    z.url("must be an address").endsWith("/", "must end with a slash").nullable(),
    "The site's own address, ending with a slash, for the sitemap, for previews in other people's pages and for the page of what is missing. `null` works anywhere, but for the styles of that page in a sub-path.",
  ),
  originalSite: define<string | null>(
    null,
    z.url("must be an address").endsWith("/", "must end with a slash").nullable(),
    "A site that the first run of this repository takes its history from; `null`: none, and history is filled in from candles. Name only a site that you trust: all that it remembers is taken over. From then on a site goes on from itself and its branch `data`.",
  ),
  userAgent: define(
    nameUserAgent(null),
    z.string().min(1),
    "How upstreams see who asks. The `homepage` follows it in brackets where there is one, as an address for complaints.",
  ),
};

export type Config = { [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]["value"] };

const NAMES = Object.keys(SETTINGS) as (keyof Config)[];
const DEFAULTS = Object.fromEntries(NAMES.map((name) => [name, SETTINGS[name].value])) as Config;
const Config = z.strictObject(
  Object.fromEntries(NAMES.map((name) => [name, SETTINGS[name].schema])),
) as unknown as ZodType<Config>;

/** A setting for people: its name, its default as the program spells it, what it is and why it is so. */
export interface SettingText {
  name: string;
  value: string;
  about: string;
}

/** Every setting, in the order in which they are declared. */
export function listSettings(): SettingText[] {
  return NAMES.map((name) => ({ name, value: renderValue(DEFAULTS[name]), about: SETTINGS[name].about }));
}

function renderValue(value: Config[keyof Config]): string {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.entries(value)
        .map(([name, threshold]) => `${name}: ${threshold}`)
        .join(", ")
    : JSON.stringify(value);
}

/**
 * The state folder of a build: the one that was named, or one for each world, because invented and
 * real data must not meet.
 */
export function chooseStateFolder({ state }: Config, named: string | undefined, world: "live" | "sample"): string {
  return named ?? (world === "sample" ? `${state}-demo` : state);
}

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
  if (parsed.data.openOnly) overrides.unshift("openOnly=true");
  if (parsed.data.coins !== DEFAULTS.coins) overrides.unshift(`coins=${parsed.data.coins}`);
  return {
    config: { ...parsed.data, userAgent: flags.userAgent ?? nameUserAgent(parsed.data.homepage, DEFAULTS.userAgent) },
    overrides,
  };
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

/** Whether this process runs on a runner of workflows, which reads commands in the output. */
export function isOnRunner(): boolean {
  return process.env["GITHUB_ACTIONS"] === "true";
}

/** The server of that repository. */
export function findRunServer(): string {
  return process.env["GITHUB_SERVER_URL"] || GITHUB;
}

/** What a runner of workflows says about itself. Throws an `OperationalError` elsewhere. */
export function readRunner(env: Readonly<Record<string, string | undefined>> = process.env): Runner {
  const repository = env["GITHUB_REPOSITORY"] ?? "";
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) {
    throw new OperationalError(
      'This is a step of a workflow, and GITHUB_REPOSITORY does not name one ("owner/name"): "npm run rehearse" acts it out here.',
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
