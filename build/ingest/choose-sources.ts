import { MINUTE_MS } from "../lib/time.ts";
import type { SourceReport } from "../market/gate/run-report.ts";
import type { Source } from "../sources/source.ts";
import type { FeedOutcome } from "./session.ts";
import { buildSourceReport } from "./source-report.ts";

/** The settings that choose the sources. */
export interface SourceSettings {
  sourcesOn: readonly string[];
  sourcesOff: readonly string[];
  openOnly: boolean;
}

/** The sources that a build reads. */
export function chooseSources(
  sources: readonly Source[],
  { sourcesOn, sourcesOff, openOnly }: SourceSettings,
): Source[] {
  return sources.filter(({ id, offByDefault, redistribution }) => {
    if (openOnly && redistribution === "restricted") return false;
    return !sourcesOff.includes(id) && (offByDefault === undefined || sourcesOn.includes(id));
  });
}

/** How often a feed of a source is refreshed, at most once a minute. */
export function findCadenceMs(sources: readonly Source[], id: string, feed: string): number {
  const source = sources.find((candidate) => candidate.id === id);
  const refreshMs = source?.feeds.find((candidate) => candidate.id === feed)?.refreshMs;
  return Math.max(source?.cadenceMs ?? MINUTE_MS, refreshMs ?? MINUTE_MS);
}

/** One report for each source, also for those that are off. */
export function buildSourceReports(
  sources: readonly Source[],
  chosen: readonly Source[],
  outcomes: readonly FeedOutcome[],
  openOnly: boolean,
): SourceReport[] {
  return sources.map((source) => {
    const own = outcomes.filter((outcome) => outcome.source === source);
    const isLeftOut = openOnly && source.redistribution === "restricted";
    const reason = isLeftOut ? "left out: its terms restrict redistribution (--open-only)" : null;
    return buildSourceReport(source, chosen.includes(source) ? own : undefined, reason);
  });
}

/** What `--open-only` costs; `missing`: what no coin has, in words. */
export function describeLeftOut(sources: readonly Source[], missing: readonly string[]): string {
  const names = sources.flatMap(({ name, redistribution }) => (redistribution === "restricted" ? name : []));
  const list = missing.length === 0 ? "" : ` No coin has: ${missing.join(", ")}.`;
  return `--open-only leaves out ${names.join(" and ")}, whose terms restrict redistribution.${list}`;
}

/** The id of the source that declares hourly prices of coins. */
export function findHourlySource(sources: readonly Source[]): string | undefined {
  return sources.find(({ feeds }) => feeds.some(({ hasHourlyPrices }) => hasHourlyPrices === true))?.id;
}
