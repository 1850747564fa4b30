import { computeSha256 } from "../../lib/hash.ts";
import { renderAge, renderBytes } from "../../lib/text-layout.ts";
import { DAY_MS } from "../../lib/time.ts";
import type { Finding } from "./finding.ts";

const DAY_MINUTES = 1_440;

export type StateSummary =
  | { found: "nothing" }
  | { found: "damaged"; reason: string }
  | { found: "state"; world: "live" | "sample"; documents: number; bytes: number; updatedAtMs: number };

/** Samples are kept for three days; an older state gets the missing time from candles only. */
const GAP_MS = 3 * DAY_MS;

/** Whether builds of a world can use the state, and how old it is. */
export function checkState(
  folder: string,
  state: StateSummary,
  now: number,
  wanted: "live" | "sample" = "live",
): Finding {
  const subject = "state";
  if (state.found === "nothing") {
    const advice = "To continue a published site with its history: npm run build -- --restore-from ADDRESS.";
    return { subject, level: "ok", detail: `none in ${folder} yet, the first build creates it`, advice };
  }
  if (state.found === "damaged") return { subject, level: "problem", detail: state.reason };
  const { world, documents, bytes, updatedAtMs } = state;
  const ageMs = now - updatedAtMs;
  const detail =
    documents === 0
      ? `no build completed yet in ${folder}`
      : `${documents} documents, ${renderBytes(bytes)}, last changed ${renderAge(ageMs)} ago in ${folder}`;
  if (world !== wanted) {
    const advice = "Name another folder with --state: demo data and real data do not mix.";
    return {
      subject,
      level: "problem",
      detail: `${world === "sample" ? "of the demo market" : "of live data"}: ${detail}`,
      advice,
    };
  }
  if (documents === 0 || ageMs <= GAP_MS) return { subject, level: "ok", detail };
  return {
    subject,
    level: "warning",
    detail,
    advice: "Restore it from the published site, which may be newer: --restore-from ADDRESS.",
  };
}

/** @param version `process.versions.node` @param engines that of `package.json` */
export function checkNode(version: string, engines: string): Finding {
  const least = parseVersion(engines);
  const own = parseVersion(version);
  const old = own.major < least.major || (own.major === least.major && own.minor < least.minor);
  if (!old) return { subject: "node", level: "ok", detail: version };
  const advice = `Install Node ${least.major}.${least.minor} or later; workflows and the container use 24.`;
  return { subject: "node", level: "problem", detail: `${version} is older than ${engines}`, advice };
}

function parseVersion(text: string): { major: number; minor: number } {
  const [, major = 0, minor = 0] = /(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  return { major: Number(major), minor: Number(minor) };
}

/** The longest interval of a day in minutes; `undefined` for expressions with days or months. */
export function findInterval(crons: readonly string[]): number | undefined {
  const fields = crons.map((cron) => cron.trim().split(/\s+/));
  if (fields.some(([, , ...rest]) => rest.join(" ") !== "* * *")) return undefined;
  const times = Array.from({ length: DAY_MINUTES }, (_, time) => time).filter((time) =>
    fields.some(([minute = "", hour = ""]) => matches(minute, time % 60) && matches(hour, Math.floor(time / 60))),
  );
  const [first] = times;
  if (first === undefined) return undefined;
  return Math.max(...times.map((time, at) => (times[at + 1] ?? DAY_MINUTES + first) - time));
}

/** Whether a field (`*`, `7`, `7,37`, `3/15` or `*` with a step) includes a value. */
function matches(field: string, value: number): boolean {
  return field.split(",").some((part) => {
    const [, from, step] = /^(\*|\d+)(?:\/(\d+))?$/.exec(part) ?? [];
    const start = from === "*" ? 0 : Number(from);
    if (step === undefined) return from === "*" || start === value;
    return value >= start && (value - start) % Number(step) === 0;
  });
}

const QUARTER = 15;

/**
 * Minutes of the hour for the schedule of a repository, a quarter apart: copies that start at the
 * same minute wait for each other. Never a multiple of five, when most schedules start.
 */
export function proposeMinutes(repository: string): number[] {
  const free = Array.from({ length: QUARTER }, (_, minute) => minute).filter((minute) => minute % 5 !== 0);
  const first = free[Number.parseInt(computeSha256(repository).slice(0, 8), 16) % free.length]!;
  return [0, 1, 2, 3].map((quarter) => first + quarter * QUARTER);
}

/**
 * Compares the schedule with the configured cadence: more runs than builds are right, because a run
 * ends early while the last build is recent. `undefined`: there is no workflow.
 */
export function checkSchedule(
  crons: readonly string[] | undefined,
  cadenceMinutes: number,
  repository?: string,
): Finding {
  const subject = "schedule";
  if (crons === undefined) {
    const advice = "Start builds by a timer, a container (docs/fork) or npm run build -- --every 30m.";
    return { subject, level: "warning", detail: "there is no workflow here", advice };
  }
  if (crons.length === 0) {
    const detail = "the workflow has no schedule, it runs only on request";
    return { subject, level: "warning", detail, advice: "Start it by an external scheduler, or give it a schedule." };
  }
  const interval = findInterval(crons);
  const written = crons.map((text) => `"${text}"`).join(", ");
  if (interval === undefined)
    return { subject, level: "ok", detail: `${written}, which is not compared with the cadence` };
  if (interval <= cadenceMinutes) {
    const detail = `${written}: every ${interval} minutes, with a build every ${cadenceMinutes}`;
    return { subject, level: "ok", detail, ...(repository !== undefined && adviseMinutes(crons, repository)) };
  }
  const detail = `${written} is every ${interval} minutes, and the configuration says ${cadenceMinutes}`;
  const advice =
    "Make cadenceMinutes in build/settings.ts and the schedule agree: the cadence decides when responses expire.";
  return { subject, level: "warning", detail, advice };
}

function adviseMinutes(crons: readonly string[], repository: string): { advice?: string } {
  const own = proposeMinutes(repository).map((minute) => `${minute} * * * *`);
  if (own.join() === crons.join()) return {};
  return {
    advice: `In .github/workflows/publish.yml, use minutes of your own, because all copies share those: ${own.map((cron) => `"${cron}"`).join(", ")}.`,
  };
}
