import { layout } from "../../../crypto/api/layout.ts";
import { endpoints } from "../../../crypto/api/registry.ts";
import { buildApi } from "../../../crypto/render/market-api.ts";
import type { Host, Limit } from "../../../kit/hosts/host.ts";
import { advisePlan, describeFitting, renderFitting } from "../../../kit/hosts/kit/host-limits.ts";
import { renderRoutes } from "../../../kit/render/documents/routes.ts";
import { OperationalError } from "../../../lib/operational-error.ts";
import { groupThousands, renderBytes } from "../../../lib/text-layout.ts";
import type { Finding } from "../../diagnostics/finding.ts";
import {
  type BuiltSite,
  measureCore,
  measureToday,
  type Routes,
  type SitePlan,
  type SiteToday,
} from "../../workflow/estimate-site.ts";
import { forecastLimit, WARN_DAYS } from "../../workflow/forecast-limit.ts";
import type { SiteSize } from "../../workflow/measured-sizes.ts";

/** Above this share of a limit there is no room for a year of growth. */
const TIGHT = 0.8;

/** How a subject is written: `render` a number, `unit` what follows it. */
interface Measure {
  subject: string;
  key: "files" | "totalBytes";
  pick: (size: SiteSize) => number;
  render: (value: number) => string;
  unit: string;
}

const MEASURES: readonly Measure[] = [
  { subject: "files", key: "files", pick: ({ files }) => files, render: groupThousands, unit: " files" },
  { subject: "bytes", key: "totalBytes", pick: ({ bytes }) => bytes, render: renderBytes, unit: "" },
];

/** Compares the site of a host, at these coins, with the host's limits. */
export function checkSize(host: Host, routes: Routes, coins: number, last: BuiltSite | undefined): Finding[] {
  const size = measureToday({ host, routes }, last, coins);
  const trees = size.trees.length === 0 ? ", without the optional files, for which there is no room" : "";
  const where = `${host.name}, ${describeBasis(coins, last)}${trees}`;
  return MEASURES.map((measure) => {
    const { key, pick } = measure;
    const limit = host.limits[key];
    const value = pick(size);
    const found = checkLimit(measure, value, limit, where);
    if (limit === undefined || found.level !== "problem") return found;
    // The size grows evenly with the coins.
    const before = pick(measureToday({ host, routes }, last, coins - 1));
    const fitting = coins - (value - limit.max) / (value - before);
    const advice = [found.advice, ...describeFitting(fitting, layout.growth), ...advisePlan(host, key)].join(" ");
    return { ...found, advice };
  });
}

/**
 * Shares of the estimate that a first build surely has: histories begin short. A larger share would
 * refuse sites that fit.
 */
const SURE = { files: 0.9, totalBytes: 0.4 };

/**
 * Refuses a site that a host cannot hold even without optional files. Otherwise the build says so
 * when all files are made, minutes later. Throws an `OperationalError`.
 */
export function refuseTooLarge(hosts: readonly Host[], coins: number): void {
  const routes = renderRoutes(buildApi(endpoints));
  for (const host of hosts) refuseOnHost(host, routes, coins);
}

function refuseOnHost(host: Host, routes: Routes, coins: number): void {
  const core = measureCore({ host, routes }, coins);
  for (const { key, pick, render, unit } of MEASURES) {
    const limit = host.limits[key];
    const least = pick(core) * SURE[key];
    if (limit === undefined || least <= limit.max) continue;
    const before = measureCore({ host, routes }, coins - 1);
    const fitting = coins - (pick(core) - limit.max) / (pick(core) - pick(before));
    throw new OperationalError(
      [
        `${groupThousands(coins)} coins need at least ${render(Math.round(least))}${unit}, more than the ${render(limit.max)} that ${host.name} accepts (${limit.reason}).`,
        `Cover at most about ${renderFitting(fitting)} coins (--coins), or choose another host (--site-host).`,
        ...advisePlan(host, key),
      ].join(" "),
    );
  }
}

function describeBasis(coins: number, last: BuiltSite | undefined): string {
  if (last === undefined || last.coins === 0) return "estimated with all history of each coin";
  return last.coins === coins
    ? "as the last build here"
    : `estimated from the last build here, with ${groupThousands(last.coins)} coins`;
}

function checkLimit(measure: Measure, value: number, limit: Limit | undefined, where: string): Finding {
  const { subject, render, unit } = measure;
  if (limit === undefined) return { subject, level: "ok", detail: `${render(value)}${unit}; ${where}; no limit` };
  const share = value / limit.max;
  const detail = describeShare(measure, value, limit, where);
  if (share <= TIGHT) return { subject, level: "ok", detail };
  if (share <= 1) {
    const advice = "It grows with the archives: cover fewer coins, or choose another host.";
    return { subject, level: "warning", detail, advice };
  }
  const advice = `Cover fewer coins in build/settings.ts, or choose another host: ${limit.reason}.`;
  return { subject, level: "problem", detail, advice };
}

function describeShare({ render, unit }: Measure, value: number, { max }: Limit, where: string): string {
  return `${render(value)}${unit} of ${render(max)} (${Math.round((100 * value) / max)} %); ${where}`;
}

/** When the site outgrows a limit of its host. */
export function checkGrowth({ name, limits }: Host, today: SiteToday, plan: SitePlan, now: number): Finding {
  const days = [
    { what: "files", measure: "files", max: limits.files?.max ?? null } as const,
    { what: "size", measure: "bytes", max: limits.totalBytes?.max ?? null } as const,
  ].flatMap(({ what, ...limit }) => {
    const day = forecastLimit(today, plan, { ...limit, now });
    return day === null ? [] : { text: `its limit of ${what} on ${day.date}`, soon: day.soon };
  });
  const subject = "growth";
  if (days.length === 0) return { subject, level: "ok", detail: `${name}: no limit is exceeded within ten years` };
  const detail = `${name}: the site is expected to exceed ${days.map(({ text }) => text).join(" and ")}`;
  if (!days.some(({ soon }) => soon)) return { subject, level: "ok", detail };
  const advice = `That is less than ${WARN_DAYS} days from now. Lower coins, archiveMonths, currencies or trees in build/settings.ts, or choose another host.`;
  return { subject, level: "warning", detail, advice };
}
