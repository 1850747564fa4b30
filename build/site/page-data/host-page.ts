import type { Host, Level, Limits } from "../../hosts/host.ts";
import { type ForkStep, listForkSteps } from "./fork-step.ts";

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
