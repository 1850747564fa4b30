import { keysOf } from "../../../lib/collections.ts";
import type { ControlFile, Host, HostFile, Limits } from "../host.ts";

const REMEDIES: Readonly<Record<keyof Limits, string>> = {
  files: "cover fewer coins (--coins) or choose another host (--site-host)",
  fileBytes: "cover fewer coins (--coins), publish shorter archives or choose another host (--site-host)",
  totalBytes: "cover fewer coins (--coins), publish fewer archives or choose another host (--site-host)",
  folderFiles: "cover fewer coins (--coins) or choose another host (--site-host)",
  rules: "cover fewer coins (--coins), precompute fewer values or choose another host (--site-host)",
  ruleLength: "precompute fewer values or choose another host (--site-host)",
  controlBytes: "cover fewer coins (--coins), precompute fewer values or choose another host (--site-host)",
};

/** Files where number or size grows with the coins. */
export const GROWS = /^(?:api\/(?:coins|sparklines|data)\/|coins?\/|state\/)/;
/** Each coin has one; copies have capitals. */
const COIN_FILE = /^api\/sparklines\/[a-z0-9_-]+\.json$/;

/** A sentence for each limit that is exceeded, with what to lower. */
export function findLimitProblems(
  host: Pick<Host, "id" | "name" | "limits" | "freePlan">,
  files: readonly HostFile[],
  controlFiles: readonly ControlFile[],
): string[] {
  const ruled = controlFiles.flatMap(({ path, body, rules }) => (rules === undefined ? [] : [{ path, body, rules }]));
  const above = (max: number): Record<keyof Limits, () => (readonly [count: number, what: string])[]> => ({
    files: () => [[files.length, "files"]],
    fileBytes: () => files.flatMap(({ path, bytes }) => (bytes > max ? [[bytes, `bytes in ${path}`]] : [])),
    totalBytes: () => [[files.reduce((sum, { bytes }) => sum + bytes, 0), "bytes in total"]],
    folderFiles: () =>
      [...countFolders(files)].map(([folder, count]) => [count, `files in the folder ${folder || "/"}`]),
    rules: () => ruled.map(({ path, rules }) => [rules.length, `rules in ${path}`]),
    ruleLength: () =>
      ruled.flatMap(({ path, rules }) =>
        rules.map((rule) => [rule.length, `characters in a rule of ${path}`] as const),
      ),
    controlBytes: () => ruled.map(({ path, body }) => [Buffer.byteLength(body), `bytes in ${path}`]),
  });
  return keysOf(REMEDIES).flatMap((name) => {
    const limit = host.limits[name];
    if (limit === undefined) return [];
    const measured = above(limit.max)
      [name]()
      .filter(([count]) => count > limit.max);
    const [worst] = measured.sort(([a], [b]) => b - a);
    if (worst === undefined) return [];
    const [found, allowed] = [worst[0], limit.max].map((number) => number.toLocaleString("en-US"));
    const problem = `${found} ${worst[1]} are more than the ${allowed} that ${host.name} accepts (${limit.reason})`;
    return [[`${problem}: ${REMEDIES[name]}.`, ...advisePlan(host, name)].join(" ")];
  });
}

/** How many coins fit, where the files or bytes of a complete tree are too many. */
export function adviseCoins({ limits }: Pick<Host, "limits">, files: readonly HostFile[]): string[] {
  const growing = files.filter(({ path }) => GROWS.test(path));
  const coins = files.filter(({ path }) => COIN_FILE.test(path)).length;
  const count = ({ length }: readonly HostFile[]) => length;
  const weigh = (some: readonly HostFile[]) => some.reduce((sum, { bytes }) => sum + bytes, 0);
  const findFitting = (max = Number.POSITIVE_INFINITY, measure: typeof count) =>
    coins * ((max - measure(files) + measure(growing)) / measure(growing));
  const fitting = Math.min(findFitting(limits.files?.max, count), findFitting(limits.totalBytes?.max, weigh));
  return fitting < coins ? describeFitting(fitting) : [];
}

/** Two digits of a number of coins, rounded down; nothing if it is too small to be of use. */
export function describeFitting(coins: number): string[] {
  if (!(coins >= 10)) return [];
  const step = 10 ** Math.floor(Math.log10(coins) - 1);
  const fitting = Math.floor(coins / step) * step;
  return [`About ${fitting.toLocaleString("en-US")} coins fit; more fit without optional files (trees).`];
}

/** What a site with a paid plan sets, where the exceeded limit is one of the free plan. */
export function advisePlan({ id, freePlan }: Pick<Host, "id" | "freePlan">, name: keyof Limits): string[] {
  if (freePlan?.limits?.[name] === undefined) return [];
  return [`With a paid plan, set paidHosts: ["${id}"] in build/settings.ts.`];
}

function countFolders(files: readonly HostFile[]): Map<string, number> {
  const folders = new Map<string, number>();
  for (const { path } of files) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  return folders;
}
