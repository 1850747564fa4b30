import type { Config } from "../../config.ts";
import type { LastBuild, SiteSize } from "../../diagnostics/check-size.ts";
import type { Finding } from "../../diagnostics/finding.ts";
import type { Host } from "../../hosts/host.ts";
import { DAY_MS, MINUTE_MS } from "../../lib/time.ts";
import { computeLastingRetention } from "../../render/archives/retention.ts";
import { describeGrowth, forecastLimit, WARN_DAYS } from "../../workflow/growth.ts";

/** When the site outgrows a limit of its host. */
export function checkGrowth(
  host: Host,
  size: SiteSize,
  last: LastBuild | undefined,
  { config, now }: { config: Config; now: number },
): Finding {
  const { coins, cadenceMinutes } = config;
  const archiveMonths = computeLastingRetention(config.archiveMonths);
  const hourly = last?.files.filter(({ path }) => /\/hourly-[^/]+\.(?:csv\.gz|parquet)$/.test(path)) ?? [];
  const hourlyBytes = hourly.reduce((sum, { bytes }) => sum + bytes, 0);
  const growth = describeGrowth(
    { coins, archiveMonths, buildsPerDay: DAY_MS / (cadenceMinutes * MINUTE_MS) },
    hourlyBytes,
  );
  const { files, totalBytes } = host.limits;
  const days = [
    { what: "files", day: forecastLimit(size.files, growth.files, files?.max ?? null, now) },
    { what: "size", day: forecastLimit(size.bytes, growth.bytes, totalBytes?.max ?? null, now) },
  ].flatMap(({ what, day }) => (day === null ? [] : { text: `its limit of ${what} on ${day.date}`, soon: day.soon }));
  const subject = "growth";
  if (days.length === 0) return { subject, level: "ok", detail: `${host.name}: no limit is exceeded within ten years` };
  const detail = `${host.name}: the site is expected to exceed ${days.map(({ text }) => text).join(" and ")}`;
  if (!days.some(({ soon }) => soon)) return { subject, level: "ok", detail };
  const advice = `That is less than ${WARN_DAYS} days from now. Lower coins, archiveMonths, currencies or trees in build/settings.ts, or choose another host.`;
  return { subject, level: "warning", detail, advice };
}
