import type { Finding } from "./finding.ts";

const DAY_MINUTES = 1_440;
const HOUR_MINUTES = 60;

/** Minutes from one run to the next, the longest of a day; `undefined` where the expression is more than minutes and hours. */
export function findInterval(cron: string): number | undefined {
  const [minute = "", hour = "", ...rest] = cron.trim().split(/\s+/);
  if (rest.length !== 3 || rest.some((field) => field !== "*")) return undefined;
  const minutes = listValues(minute, HOUR_MINUTES);
  const hours = listValues(hour, 24);
  if (minutes === undefined || hours === undefined) return undefined;
  const times = hours.flatMap((h) => minutes.map((m) => HOUR_MINUTES * h + m)).sort((a, b) => a - b);
  const first = times[0];
  if (first === undefined) return undefined;
  return Math.max(...times.map((time, at) => (times[at + 1] ?? first + DAY_MINUTES) - time));
}

/** `*`, `7`, `7,37` and `3/15` or `*` with a step, below `end`. */
function listValues(field: string, end: number): number[] | undefined {
  const values = field.split(",").map((part) => {
    const [, from = "", step] = /^(\*|\d+)(?:\/(\d+))?$/.exec(part) ?? [];
    if (from === "" || Number(step) === 0) return undefined;
    const start = from === "*" ? 0 : Number(from);
    if (from !== "*" && step === undefined) return start < end ? [start] : undefined;
    const by = step === undefined ? 1 : Number(step);
    return Array.from({ length: Math.ceil((end - start) / by) }, (_, index) => start + index * by);
  });
  return values.some((list) => list === undefined) ? undefined : values.flatMap((list) => list ?? []);
}

/** The schedule of the workflow against how often the configuration expects a build. `crons` is `undefined` where there is no workflow. */
export function checkSchedule(crons: readonly string[] | undefined, cadenceMinutes: number): Finding {
  const subject = "schedule";
  if (crons === undefined) {
    const advice = "Start builds by a timer, a container (README) or npm run build -- --every 30m.";
    return { subject, level: "warning", detail: "there is no workflow here", advice };
  }
  const [cron] = crons;
  if (cron === undefined) {
    const detail = "the workflow runs on no schedule, only when it is told to";
    return { subject, level: "warning", detail, advice: "Let an outside clock drive it, or give it a schedule." };
  }
  const interval = crons.length === 1 ? findInterval(cron) : undefined;
  const written = crons.map((text) => `"${text}"`).join(", ");
  if (interval === undefined)
    return { subject, level: "ok", detail: `${written}, which is not compared with the cadence` };
  if (interval === cadenceMinutes)
    return { subject, level: "ok", detail: `${written}, every ${interval} minutes as configured` };
  const detail = `${written} is every ${interval} minutes, and the configuration says ${cadenceMinutes}`;
  const advice =
    "Make cadenceMinutes in build/config.ts and the schedule agree: when answers expire follows from the former.";
  return { subject, level: "warning", detail, advice };
}
