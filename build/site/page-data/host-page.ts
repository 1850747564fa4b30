import type { Host, Level, Limits } from "../../hosts/host.ts";

/** A host as its section of the documentation shows it. */
export interface HostPage {
  id: string;
  name: string;
  /** The name as a heading. */
  title: string;
  homepage: string | null;
  level: Level;
  unanswerable: string;
  /** What to do, in order; code between backticks. */
  steps: readonly string[];
  /** Every level, and what a question of it gets here. */
  levels: readonly { level: Level; example: string; answered: boolean }[];
  limits: readonly HostLimit[];
  /** Of its cheaper plans. */
  advice: readonly HostLimit[];
  /** What to do from the fork on, five steps for every host; each may have steps of its own. */
  fork: readonly ForkStep[];
}

export interface HostLimit {
  of: string;
  max: string;
  reason: string;
}

/** One thing to do; code between backticks. */
export interface ForkStep {
  text: string;
  /** Commands to copy; absent where there is nothing to type. */
  code?: string;
  /** What it consists of. */
  parts?: readonly string[];
}

/** One question for each level, on paths that every site has. */
const EXAMPLES: Readonly<Record<Level, string>> = {
  L0: "/api/coins/btc.json",
  L1: "/api/coins/BTC",
  L2: "/api/coins?limit=10&offset=20",
  L3: "/api/coins?search=bit&limit=7&offset=3",
};
const LEVELS = Object.keys(EXAMPLES) as Level[];

const LIMITS: Readonly<Record<keyof Limits, readonly [of: string, unit: "count" | "bytes"]>> = {
  files: ["Files in all", "count"],
  fileBytes: ["Size of one file", "bytes"],
  totalBytes: ["Size of the site", "bytes"],
  folderFiles: ["Files in one folder", "count"],
  rules: ["Rules", "count"],
  ruleLength: ["Characters of one rule", "count"],
  controlBytes: ["Size of the file with the rules", "bytes"],
};

/** `isDeployable`: the workflow of a fork publishes there by itself. */
export function computeHostPage(host: Host, isDeployable: boolean): HostPage {
  const { id, name, homepage, level, unanswerable, steps, limits, advice = {} } = host;
  return {
    id,
    name,
    title: `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
    homepage,
    level,
    unanswerable,
    steps,
    levels: LEVELS.map((one) => ({ level: one, example: EXAMPLES[one], answered: one <= level })),
    limits: listLimits(limits),
    advice: listLimits(advice),
    fork: listForkSteps(host, isDeployable),
  };
}

/** From nothing to a site of one's own in five steps: those of the host, where it has all of them, or its own as the fourth. */
function listForkSteps(host: Host, isDeployable: boolean): ForkStep[] {
  const { id, name, steps, beginsWithFork } = host;
  if (beginsWithFork) return steps.map((text) => ({ text }));
  return [
    {
      text: "Fork the project, and take your copy to a machine with Node 20.19 or later. Nothing else is needed, and no key.",
      code: "git clone https://github.com/OWNER/REPOSITORY.git && cd REPOSITORY && npm ci",
    },
    {
      text: `In \`build/config.ts\`, set \`siteHost\` to \`["${id}"]\`, and change what else you like: the table below has all of it.`,
    },
    {
      text: "Build. A minute and a half later the site is in `dist/`; where the result is doubtful, nothing is written and the reasons are printed.",
      code: `npm run build -- --site-host ${id}`,
    },
    { text: `Publish it with ${name}.`, parts: steps },
    isDeployable ? scheduleOnGitHub(host) : scheduleElsewhere(host),
  ];
}

function scheduleOnGitHub({ id }: Host): ForkStep {
  return {
    text: "Let the workflow of your fork do it again every half hour. It builds and publishes by itself, and goes on from what the site before remembers.",
    parts: [
      "Enable the workflows in the Actions tab of the fork: a fork starts with them off.",
      `In Settings, Secrets and variables, Actions, set the variable \`SITE_HOST\` to \`${id}\`, the variable \`SITE_URL\` to the address of your site, and the secret \`SITE_TOKEN\` to a token of that host.`,
      "Open the workflow `publish` in the Actions tab and run it once.",
    ],
  };
}

function scheduleElsewhere({ id }: Host): ForkStep {
  return {
    text: "Do it again on a schedule. Each build goes on from what the site before it remembers, so that nothing else has to be kept.",
    code: `npm run build -- --site-host ${id} --restore-from https://YOUR-ADDRESS/`,
  };
}

function listLimits(limits: Limits): HostLimit[] {
  return (Object.keys(LIMITS) as (keyof Limits)[]).flatMap((key) => {
    const limit = limits[key];
    const [of, unit] = LIMITS[key];
    return limit === undefined ? [] : [{ of, max: renderMax(limit.max, unit), reason: limit.reason }];
  });
}

/** Hosts count in powers of 1000 or of 1024: the one that gives a short number is the one that was meant. */
function renderMax(max: number, unit: "count" | "bytes"): string {
  if (unit === "count") return max.toLocaleString("en-US");
  for (const [step, names] of [
    [1000, ["GB", "MB", "kB"]],
    [1024, ["GiB", "MiB", "KiB"]],
  ] as const) {
    for (const [at, name] of names.entries()) {
      const amount = max / step ** (3 - at);
      if (Number.isInteger(amount)) return `${amount.toLocaleString("en-US")} ${name}`;
    }
  }
  return `${max.toLocaleString("en-US")} bytes`;
}
