import type { Host, Limit } from "../hosts/host.ts";
import { renderBytes } from "../lib/text-layout.ts";
import type { Finding } from "./finding.ts";

export interface SiteSize {
  files: number;
  bytes: number;
}

export interface LastBuild {
  coins: number;
  files: readonly { path: string; bytes: number }[];
}

/** From builds of the demo market with full history; `copied` includes URL variants. */
const PER_COIN = { alone: { files: 15, bytes: 187_000 }, copied: { files: 19, bytes: 226_000 } };
const FIXED: SiteSize = { files: 305, bytes: 3_100_000 };

/** Files where number or size grows with the coins. */
const GROWS = /^(?:api\/(?:coins|sparklines|data)\/|coins?\/|state\/)/;
/** Above this share of a limit there is no room for a year of growth. */
const TIGHT = 0.8;

/** The expected size of a site, and what the estimate is based on. */
export function projectSize(coins: number, last: LastBuild | undefined, host?: Host): SiteSize & { estimate: string } {
  if (last === undefined || last.coins === 0) {
    const each = host === undefined || host.urlVariants !== undefined ? PER_COIN.copied : PER_COIN.alone;
    const estimate = `estimated with ${each.files} files and ${renderBytes(each.bytes)} per coin`;
    return { files: FIXED.files + coins * each.files, bytes: FIXED.bytes + coins * each.bytes, estimate };
  }
  const growing = last.files.filter(({ path }) => GROWS.test(path));
  const sum = (files: LastBuild["files"]) => files.reduce((total, { bytes }) => total + bytes, 0);
  const times = coins / last.coins - 1;
  const files = last.files.length + growing.length * times;
  const bytes = sum(last.files) + sum(growing) * times;
  const estimate =
    times === 0 ? "as the last build here" : `estimated from the last build here, with ${count(last.coins)} coins`;
  return { files: Math.round(files), bytes: Math.round(bytes), estimate };
}

export function checkSize(host: Host, coins: number, last: LastBuild | undefined): Finding[] {
  const { files, bytes, estimate } = projectSize(coins, last, host);
  const limits = { ...host.advice, ...host.limits };
  const where = `${host.name}, ${estimate}`;
  return [
    checkLimit("files", files, limits.files, count, " files", where),
    checkLimit("bytes", bytes, limits.totalBytes, renderBytes, "", where),
  ];
}

function checkLimit(
  subject: string,
  value: number,
  limit: Limit | undefined,
  render: (value: number) => string,
  unit: string,
  where: string,
): Finding {
  const size = `${render(value)}${unit}`;
  if (limit === undefined) return { subject, level: "ok", detail: `${size}; ${where}; no limit` };
  const share = value / limit.max;
  const detail = `${size} of ${render(limit.max)} (${Math.round(100 * share)} %); ${where}`;
  if (share <= TIGHT) return { subject, level: "ok", detail };
  if (share <= 1) {
    const advice = "It grows with the archives: cover fewer coins, or choose another host.";
    return { subject, level: "warning", detail, advice };
  }
  const advice = `Cover fewer coins in build/config.ts, or choose another host: ${limit.reason}.`;
  return { subject, level: "problem", detail, advice };
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}
