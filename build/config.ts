import { type ZodType, z } from "zod";
import { CURRENCIES, DEFAULT_CURRENCIES, RATED_CURRENCIES } from "./crypto/api/quote/site-currencies.ts";
import { TREES, type TreeName } from "./crypto/api/trees.ts";
import { DEFAULT_BACKFILL_REQUESTS } from "./crypto/backfill/budget.ts";
import { GATE_RANGES } from "./crypto/market/rules/gate-ranges.ts";
import { GATE_THRESHOLDS } from "./crypto/market/rules/price.ts";
import { keysOf } from "./lib/collections.ts";
import { OperationalError } from "./lib/operational-error.ts";
import { headerText, integer, listOnce, number, siteAddress, webAddress } from "./lib/setting-schemas.ts";
import { nameUserAgent } from "./lib/web-url.ts";

/** `about` says what it is and why, also in the docs; code between backticks. */
interface Setting<Value> {
  value: Value;
  schema: ZodType<Value>;
  about: string;
}

function define<Value>(value: Value, schema: ZodType<Value>, about: string): Setting<Value> {
  return { value, schema, about };
}

/** Minutes: a week. */
export const LONGEST_CADENCE = 10_080;

/**
 * Every setting, with its default and its reason. `build/settings.ts` holds what a site sets
 * itself, and flags override that.
 */
const SETTINGS = {
  coins: define(
    1_000,
    integer(1, 10_000),
    "Coins covered, by market cap. 1,000 coins are four pages of CoinGecko: a build takes {buildTime}. With all " +
      "history the site has some {siteSize}, and more on hosts that need copies.",
  ),
  currencies: define<string[]>(
    [...DEFAULT_CURRENCIES],
    listOnce<string>(z.enum(CURRENCIES, `must be any of ${CURRENCIES.join(", ")}`)),
    "Currencies besides USD, below `/api/in/` and `/compat/`. Each adds about 1,500 files: more on hosts that need " +
      "copies, fewer where the handler computes them. A fiat currency also adds 300 price files. Only currencies of the " +
      "European Central Bank's list, BTC and ETH: their past rates are known.",
  ),
  mainCurrencies: define<string[]>(
    [...CURRENCIES],
    listOnce<string>(z.enum(RATED_CURRENCIES, "must be the lower-case code of a currency, such as eur")),
    "Currencies besides USD in `/api/price` and the columns of `/api/price.csv`. `/api/price/{symbol}` has all.",
  ),
  cadenceMinutes: define(
    30,
    number(5, LONGEST_CADENCE),
    "Minutes between two scheduled builds. CoinGecko's keyless limit allows 1,000 coins at this pace, with room to spare.",
  ),
  detailsPerBuild: define(
    1,
    integer(0, 100),
    "CoinGecko coin pages (links, categories, contracts) refreshed in a build whose turn it is: about half of all " +
      "builds. At 1, a thousand coins take 40 days; each more adds twelve seconds to such a build.",
  ),
  backfill: define(
    DEFAULT_BACKFILL_REQUESTS,
    integer(0, 100_000),
    "Requests per build that fill missing history, far below every host's limit. 0 disables it, and the reading of candles and of prices between builds.",
  ),
  archiveMonths: define<Record<string, number> | null>(
    null,
    z.record(z.string(), integer(1, 1_200)).nullable(),
    "Months that archives stay on the site, the current one included, by dataset (`hourly`, `daily`, `news` and so " +
      "on), such as `{ hourly: 12 }`. Datasets that are not named stay for good. `null`: {defaultRetention}; all " +
      "others stay for good. A month of hourly archives of 1,000 coins takes {hourlyArchives}; the daily archives of a " +
      "year take {dailyArchives}.",
  ),
  healthGraceHours: define(
    8,
    number(0, 10_000),
    "A response may be this many hours past its expiry before the daily health check fails. GitHub starts schedules " +
      "late, with gaps of more than six hours.",
  ),
  sourcesOff: define<string[]>([], z.array(z.string()), "Ids of sources to disable."),
  sourcesOn: define<string[]>([], z.array(z.string()), "Ids of sources to enable that are off by default."),
  openOnly: define(
    false,
    z.boolean(),
    "Uses no data from sources whose terms restrict redistribution, not even from earlier builds. The site has fewer coins, supplies and images.",
  ),
  evidence: define<"full" | "computed">(
    "full",
    z.enum(["full", "computed"], "must be full or computed"),
    "What is published of the order books behind a price. `full`: each with price, volume and weight, so that " +
      "anyone can recompute the price. `computed`: each exchange with its weight only, no prices, no volumes and no " +
      "lists of order books. The state, from which the next build continues, holds the last responses of the sources " +
      "in both cases.",
  ),
  out: define("dist", z.string().min(1), "Folder of the built site."),
  trees: define<TreeName[]>(
    [...TREES],
    z.array(z.enum(TREES, `must be any of ${TREES.join(", ")}`)),
    "Optional files to publish, the most useful first. {trees}. Where a host lacks room, the last ones are left out.",
  ),
  siteHost: define<string[]>(
    ["github-pages"],
    z.array(z.string()).min(1, "must name a host"),
    "The host to build for; several hosts get a folder each in `out`. GitHub Pages needs no other account.",
  ),
  paidHosts: define<string[]>(
    [],
    z.array(z.string()),
    'Hosts on which the site or its mirror has a paid plan, such as `["vercel"]`. For others, a build keeps to the ' +
      "limits of the free plan, and the workflow to its deployments.",
  ),
  state: define(
    ".state",
    z.string().min(1),
    "Folder of the state, kept between builds. Builds of the demo market use a separate one (`.state-demo`).",
  ),
  gate: define<Record<string, number>>(
    { ...GATE_THRESHOLDS },
    // Names that do not exist are reported with those that do.
    z.looseObject(GATE_RANGES) as unknown as ZodType<Record<string, number>>,
    "When to refuse a suspect build. Each threshold has its reason in `build/crypto/market/rules/price.ts`.",
  ),
  homepage: define<string | null>(
    null,
    webAddress.nullable(),
    "URL of the project, for feeds, the source link and the user agent. `null`: the page of the repository that " +
      "runs the build, or of this checkout's origin, if any.",
  ),
  baseUrl: define<string | null>(
    null,
    siteAddress.nullable(),
    "The site's own URL with a trailing slash, for the sitemap, link previews and the 404 page. `null` works " +
      "everywhere, except for the styles of the 404 page below a sub-path.",
  ),
  mirrorUrl: define<string | null>(
    null,
    siteAddress.nullable(),
    "URL of a copy of this site on another host, with a trailing slash. `client.js` and the OpenAPI document name " +
      "it, so that programs can read it while this site is unreachable. The workflow sets it for a mirror that it " +
      "publishes (`MIRROR_URL`).",
  ),
  originalSite: define<string | null>(
    null,
    siteAddress.nullable(),
    "A site from which the first run of this repository restores its history. `null`: none; history is backfilled " +
      "from candles. Name only a site that you trust: all of its state is used. Later runs restore from their own " +
      "site and the branch `data`.",
  ),
  userAgent: define(
    nameUserAgent(null),
    headerText,
    "The user agent of requests to upstreams. The `homepage` follows in brackets, as a contact address.",
  ),
};

export type Config = { [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]["value"] };

const NAMES = keysOf(SETTINGS);
const DEFAULTS = Object.fromEntries(NAMES.map((name) => [name, SETTINGS[name].value])) as Config;
const Config = z.strictObject(
  Object.fromEntries(NAMES.map((name) => [name, SETTINGS[name].schema])),
) as unknown as ZodType<Config>;

/**
 * The declared settings. In `about`, names in braces stand for numbers that the docs fill in: a
 * fork may keep declarations of an earlier version, and an unused constant beside them fails `tsc`.
 */
export function listDeclarations(): { name: string; value: Config[keyof Config]; about: string }[] {
  return NAMES.map((name) => ({ name, value: DEFAULTS[name], about: SETTINGS[name].about }));
}

/** `--state`, or one folder per world, so that demo data and real data do not mix. */
export function chooseStateFolder({ state }: Config, named: string | undefined, world: "live" | "sample"): string {
  return named ?? (world === "sample" ? `${state}-demo` : state);
}

/** Flags that are not named after their setting. */
const FLAGS: Readonly<Record<string, string>> = { cadenceMinutes: "cadence", healthGraceHours: "grace-hours" };

/** The flag of a setting: `sourcesOff` → `--sources-off`. */
export function nameFlag(setting: string): string {
  return `--${FLAGS[setting] ?? setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Which part of a value is wrong: the element of a list (`"xyz" `) or the name in a record. */
function nameElement(values: object, [name, at]: readonly PropertyKey[]): string {
  if (name === undefined || at === undefined) return "";
  const value = Reflect.get(values, name);
  return `${Array.isArray(value) ? JSON.stringify(value[Number(at)]) : String(at)} `;
}

/** What a site sets itself, in `build/settings.ts`. */
export type OwnSettings = Readonly<Partial<Config>>;

/** The file of a site's own settings. An update never changes what is set there. */
export const OWN_SETTINGS = "build/settings.ts";

/** Names of earlier versions, and what their values are now: sites of any age are updated. */
const RENAMED = new Map<string, (value: unknown, own: Values) => Partial<Record<keyof Config, unknown>>>([
  ["hourlyArchiveMonths", (hourly, { archiveMonths }) => ({ archiveMonths: { hourly, ...(archiveMonths ?? {}) } })],
]);

type Values = Readonly<Record<string, unknown>>;

/**
 * Takes a site's own settings one by one: a name of an earlier version is carried over. Throws an
 * `OperationalError` that names the file and lists every unknown name and every value that is not
 * allowed.
 */
export function acceptSettings(own: Values, file: string = OWN_SETTINGS): OwnSettings {
  const current = Object.entries(own).filter(([name]) => !RENAMED.has(name));
  const earlier = [...RENAMED].flatMap(([name, carry]) => (Object.hasOwn(own, name) ? carry(own[name], own) : []));
  const carried = Object.assign(Object.fromEntries(current), ...earlier);
  const unknown = Object.keys(carried).filter((name) => !Object.hasOwn(SETTINGS, name));
  const problems = [
    ...unknown.map((name) => `There is no setting "${name}". The settings are: ${NAMES.join(", ")}.`),
    ...listProblems(pickKnown(carried)).map(({ path, text }) => `${String(path[0])} ${text}.`),
  ];
  if (problems.length > 0) throw new OperationalError(`${file} is wrong. ${problems.join(" ")}`);
  return carried;
}

function pickKnown(values: Readonly<Record<string, unknown>>): Partial<Config> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(SETTINGS, name)));
}

/** Values that are not allowed, thresholds that do not exist included. */
function listProblems(values: Partial<Config>): { path: readonly PropertyKey[]; text: string }[] {
  const issues = Config.safeParse({ ...DEFAULTS, ...values }).error?.issues ?? [];
  const thresholds = Object.keys(values.gate ?? {}).filter((name) => !Object.hasOwn(GATE_THRESHOLDS, name));
  const known = Object.keys(GATE_THRESHOLDS).join(", ");
  return [
    ...issues.map(({ path, message }) => ({ path, text: `${nameElement(values, path)}${message}` })),
    ...thresholds.map((name) => ({
      path: ["gate", name],
      text: `has no threshold "${name}". The thresholds are: ${known}`,
    })),
  ];
}

/**
 * Applies the settings of a site, and flags, to the defaults. `overrides` lists changed values, for
 * the published report. Throws an `OperationalError` that names every wrong one.
 */
export function loadConfig(
  flags: Partial<Config>,
  own: Readonly<Record<string, unknown>> = {},
): { config: Config; overrides: string[] } {
  const settings = acceptSettings(own);
  const set = { ...settings, ...flags };
  const gate = { ...DEFAULTS.gate, ...settings.gate, ...flags.gate };
  const config = { ...DEFAULTS, ...set, gate };
  // The site's own settings were checked: what is wrong is a flag.
  const problems = listProblems(config).map(({ path, text }) => `${nameFlag(String(path[0]))} ${text}.`);
  if (problems.length > 0) throw new OperationalError(problems.join(" "));
  const overrides = keysOf(GATE_THRESHOLDS).flatMap((name) =>
    gate[name] === GATE_THRESHOLDS[name] ? [] : [`gate.${name}=${gate[name]}`],
  );
  if (config.evidence !== DEFAULTS.evidence) overrides.unshift(`evidence=${config.evidence}`);
  if (config.openOnly) overrides.unshift("openOnly=true");
  if (config.coins !== DEFAULTS.coins) overrides.unshift(`coins=${config.coins}`);
  return {
    config: { ...config, userAgent: set.userAgent ?? nameUserAgent(config.homepage, DEFAULTS.userAgent) },
    overrides,
  };
}
