import type { Host, Limit } from "../hosts/host.ts";
import { renderBytes } from "../lib/text-layout.ts";
import type { Finding } from "./finding.ts";

export interface SiteSize {
  files: number;
  bytes: number;
}

/** The last build that lies here: how many coins it covers, and its files. */
export interface LastBuild {
  coins: number;
  files: readonly { path: string; bytes: number }[];
}

/** Measured on builds of the sample world with 50 and 150 coins and their whole history; with copies under other spellings where no rule maps these. */
const PER_COIN = { alone: { files: 15, bytes: 187_000 }, copied: { files: 19, bytes: 226_000 } };
const FIXED: SiteSize = { files: 305, bytes: 3_100_000 };

/** What there is of every coin: its answers, its page, its rows in archives. */
const GROWS = /^(?:api\/(?:coins|sparklines|data)\/|coins?\/|state\/)/;
/** A host this full has no room for what comes in a year. */
const TIGHT = 0.8;

/** How large a site of so many coins becomes, and where that is known from. */
export function projectSize(coins: number, last: LastBuild | undefined, host?: Host): SiteSize & { basis: string } {
  if (last === undefined || last.coins === 0) {
    const each = host === undefined || host.urlVariants !== undefined ? PER_COIN.copied : PER_COIN.alone;
    const files = FIXED.files + coins * each.files;
    const bytes = FIXED.bytes + coins * each.bytes;
    return {
      files,
      bytes,
      basis: `by what ${each.files} files and ${renderBytes(each.bytes)} per coin come to`,
    };
  }
  const growing = last.files.filter(({ path }) => GROWS.test(path));
  const sum = (files: LastBuild["files"]) => files.reduce((total, { bytes }) => total + bytes, 0);
  const times = coins / last.coins - 1;
  const files = last.files.length + growing.length * times;
  const bytes = sum(last.files) + sum(growing) * times;
  const basis = times === 0 ? "as the last build here" : `by the last build here, of ${count(last.coins)} coins`;
  return { files: Math.round(files), bytes: Math.round(bytes), basis };
}

/** The projected site against the limits of the host that it is for. */
export function checkSize(host: Host, coins: number, last: LastBuild | undefined): Finding[] {
  const { files, bytes, basis } = projectSize(coins, last, host);
  const limits = { ...host.advice, ...host.limits };
  return [
    judge("files", `${count(files)} files`, files, limits.files, (max) => count(max), `${host.name}, ${basis}`),
    judge("bytes", renderBytes(bytes), bytes, limits.totalBytes, renderBytes, `${host.name}, ${basis}`),
  ];
}

function judge(
  subject: string,
  size: string,
  value: number,
  limit: Limit | undefined,
  render: (max: number) => string,
  whose: string,
): Finding {
  if (limit === undefined) return { subject, level: "ok", detail: `${size}; ${whose}; no limit` };
  const share = value / limit.max;
  const detail = `${size} of ${render(limit.max)} (${Math.round(100 * share)} %); ${whose}`;
  if (share > 1) {
    const advice = `Cover fewer coins in build/config.ts, or choose another host: ${limit.reason}.`;
    return { subject, level: "problem", detail, advice };
  }
  return share > TIGHT
    ? {
        subject,
        level: "warning",
        detail,
        advice: "It grows with the archives: cover fewer coins, or choose another host.",
      }
    : { subject, level: "ok", detail };
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}
