import { capitalise } from "../../../../public/js/format.js";
import type { Host, Level, Limit, Limits } from "../../../kit/hosts/host.ts";
import type { DeploymentNeeds } from "../../../kit/publish/deploy-command.ts";
import { keysOf } from "../../../lib/collections.ts";
import { groupThousands } from "../../../lib/text-layout.ts";

/**
 * Texts have code between backticks and names of buttons between two asterisks. `code`: commands to
 * copy; `parts`: substeps.
 */
interface ForkStep {
  text: string;
  code?: string;
  parts?: readonly string[];
}

/** How long a build of 1,000 coins with live data takes. */
export const BUILD_TIME = "one to two minutes";

/** One request for each level, on paths that every site has. */
const EXAMPLES: Readonly<Record<Level, string>> = {
  L0: "/api/coins/btc.json",
  L1: "/api/coins/BTC",
  L2: "/api/coins?limit=10&offset=20",
  L3: "/api/coins?search=bit&limit=7&offset=3",
};
const LEVELS = keysOf(EXAMPLES);

type LimitForm = readonly [of: string, unit: "count" | "bytes"];
const DEPLOYMENTS: LimitForm = ["Deployments per month", "count"];
const LIMITS: Readonly<Record<keyof Limits, LimitForm>> = {
  files: ["Number of files", "count"],
  fileBytes: ["Size of one file", "bytes"],
  totalBytes: ["Size of the site", "bytes"],
  folderFiles: ["Files in one folder", "count"],
  rules: ["Rules", "count"],
  ruleLength: ["Length of one rule in characters", "count"],
  controlBytes: ["Size of the rules file", "bytes"],
};

/** The section of a host. `needs`: what the workflow needs to publish there, if it can. */
export function computeHostPage(host: Host, needs: DeploymentNeeds | undefined) {
  const { id, name, homepage, level, unanswerable, steps, limits, freePlan = {}, guide = null } = host;
  const { anySpelling, ranges } = host;
  return {
    id,
    name,
    homepage,
    level,
    unanswerable,
    spelling: describeSpelling(level, anySpelling),
    anySpelling,
    ranges,
    rangeText: RANGE_TEXTS[`${ranges}`],
    steps,
    guide,
    title: capitalise(name),
    levels: LEVELS.map((one) => ({ level: one, example: EXAMPLES[one], answered: one <= level })),
    limits: listLimits(limits),
    /** Limits of the free plan, which replace the others there. */
    freeLimits: listLimits(freePlan.limits ?? {}),
    /** How often the free plan can be published to. `null`: after each build. */
    deployments: freePlan.deployments === undefined ? null : renderLimit(DEPLOYMENTS, freePlan.deployments),
    mainLimits: { own: listMainLimits(limits), free: listMainLimits(freePlan.limits ?? {}, freePlan.deployments) },
    fork: listForkSteps(host, needs),
  };
}

/** The limits that decide between hosts, in a few words each. */
function listMainLimits({ files, totalBytes }: Limits, deployments?: Limit): string[] {
  return [
    ...(files === undefined ? [] : [`${renderMax(files.max, "count")} files`]),
    ...(totalBytes === undefined ? [] : [renderMax(totalBytes.max, "bytes")]),
    ...(deployments === undefined ? [] : [`${renderMax(deployments.max, "count")} deployments a month`]),
  ];
}

const RANGE_TEXTS = {
  true: "Answers `Range` requests: DuckDB and polars read the parts of a Parquet file that they need.",
  false: "Ignores `Range` requests: DuckDB and polars download a Parquet file as a whole.",
  null: "Whether `Range` requests are answered is not known here: `curl -r 0-3 -D - URL` shows status 206 if they are.",
};

/** Which spellings of a symbol, an id or a value have an answer. */
function describeSpelling(level: Level, anySpelling: boolean): string {
  if (anySpelling) return "Symbols, ids and searches in any case; blanks around a value do not count.";
  if (level === "L0") return "File names in lower case only.";
  return (
    "Symbols, ids and searches in lower case or in capitals, without blanks: `BTC` or `btc`. Another spelling, " +
    "such as `Btc` or `?search=Bitcoin`, is refused or counts as no query."
  );
}

/** Five steps from the fork to a live site. The host's own are step 4 unless they begin with it. */
function listForkSteps(host: Host, needs: DeploymentNeeds | undefined): ForkStep[] {
  const { id, name, steps, beginsWithFork } = host;
  if (beginsWithFork) return steps.map((text) => ({ text }));
  return [
    {
      text: "Fork the project and clone your fork on a machine with Node 20.19 or later. No API key is needed.",
      code: "git clone https://github.com/OWNER/REPOSITORY.git && cd REPOSITORY && npm ci",
    },
    {
      text: `In \`build/settings.ts\`, set \`siteHost: ["${id}"]\`, and other settings as you like (see the table below).`,
    },
    {
      text: `Build the site into \`dist/\` (${BUILD_TIME}). If a check fails, nothing is written and the reasons are printed.`,
      code: `npm run build -- --site-host ${id}`,
    },
    { text: `Publish it on ${name}.`, parts: steps },
    needs === undefined ? scheduleElsewhere(host) : scheduleOnGitHub(host, needs),
  ];
}

function scheduleOnGitHub({ id, name, freePlan }: Host, { token, variables = [] }: DeploymentNeeds): ForkStep {
  const often =
    freePlan?.deployments === undefined
      ? "every half hour"
      : `as often as the free plan allows (${freePlan.deployments.max} deployments a month on ${name}: ${freePlan.deployments.reason})`;
  return {
    text: `Let the workflow of your fork build and publish ${often}. Each build resumes from the published site.`,
    parts: [
      "Enable the workflows in the **Actions** tab: they are disabled in a new fork.",
      `In **Settings → Secrets and variables → Actions**, set the variable \`SITE_HOST\` to \`${id}\` and the variable \`SITE_URL\` to the URL of your site.`,
      ...variables.map(({ name: variable, about, fallback }) => {
        const unless = fallback === undefined ? "" : ` (default: ${fallback})`;
        return `Set the variable \`SITE_${variable}\` to ${about}${unless}.`;
      }),
      `In **Settings → Environments**, create the environment \`site\`, allow only the branch \`main\`, and add the secret \`SITE_TOKEN\`: ${token}.`,
      "Run the workflow `publish` once in the **Actions** tab.",
    ],
  };
}

function scheduleElsewhere({ id }: Host): ForkStep {
  return {
    text: "Repeat the build on a schedule. Each build resumes from the published site, so no other storage is needed.",
    code: `npm run build -- --site-host ${id} --restore-from https://YOUR-ADDRESS/`,
  };
}

function listLimits(limits: Limits) {
  return keysOf(LIMITS).flatMap((key) => {
    const limit = limits[key];
    return limit === undefined ? [] : [renderLimit(LIMITS[key], limit)];
  });
}

function renderLimit([of, unit]: LimitForm, { max, reason }: Limit) {
  return { of, max: renderMax(max, unit), reason };
}

/** Hosts use powers of 1000 or of 1024: the one that gives a whole number is meant. */
function renderMax(max: number, unit: "count" | "bytes"): string {
  if (unit === "count") return groupThousands(max);
  for (const [step, names] of [
    [1000, ["GB", "MB", "kB"]],
    [1024, ["GiB", "MiB", "KiB"]],
  ] as const) {
    for (const [at, name] of names.entries()) {
      const amount = max / step ** (3 - at);
      if (Number.isInteger(amount)) return `${groupThousands(amount)} ${name}`;
    }
  }
  return `${groupThousands(max)} bytes`;
}
