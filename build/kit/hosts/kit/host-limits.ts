import { countValues, keysOf } from "../../../lib/collections.ts";
import { groupThousands } from "../../../lib/text-layout.ts";
import type { ControlFile, Host, HostFile, Limits } from "../host.ts";
import type { Growth } from "./layout.ts";

const ANOTHER_HOST = "choose another host (--site-host)";

/** What lowers the number that a limit is about, besides fewer things. */
const REMEDIES: Readonly<Record<keyof Limits, { fewer: boolean; other?: string }>> = {
  files: { fewer: true },
  fileBytes: { fewer: true, other: "publish shorter archives" },
  totalBytes: { fewer: true, other: "publish fewer archives" },
  folderFiles: { fewer: true },
  rules: { fewer: true, other: "precompute fewer values" },
  ruleLength: { fewer: false, other: "precompute fewer values" },
  controlBytes: { fewer: true, other: "precompute fewer values" },
};

function describeRemedy(name: keyof Limits, { noun, flag }: Growth): string {
  const { fewer, other } = REMEDIES[name];
  const remedies = [...(fewer ? [`cover fewer ${noun} (${flag})`] : []), ...(other === undefined ? [] : [other])];
  return `${remedies.join(", ")} or ${ANOTHER_HOST}`;
}

/** Share of a host's bytes that optional files may fill. The rest is for growth between builds. */
const OPTIONAL_SHARE = 0.95;

/** The bytes up to which a site on a host with this limit has optional files. */
export function boundOptional(maxBytes: number): number {
  return OPTIONAL_SHARE * maxBytes;
}

/** The limits that hold for a site with optional files: every site's files may fill the rest. */
export function leaveRoom(limits: Limits): Limits {
  const { totalBytes } = limits;
  if (totalBytes === undefined) return limits;
  const reason = `${totalBytes.reason}; optional files leave a twentieth of it free`;
  return { ...limits, totalBytes: { max: boundOptional(totalBytes.max), reason } };
}

/** Whether no limit is about the files themselves. The others are about rules and control files. */
export function isUnlimited({ limits }: Pick<Host, "limits">): boolean {
  return [limits.files, limits.fileBytes, limits.totalBytes, limits.folderFiles].every((limit) => limit === undefined);
}

/** A sentence for each limit that is exceeded, with what to lower. */
export function findLimitProblems(
  host: Pick<Host, "id" | "name" | "limits" | "freePlan">,
  files: readonly HostFile[],
  controlFiles: readonly ControlFile[],
  growth: Growth,
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
    const [found, allowed] = [worst[0], limit.max].map((number) => groupThousands(number));
    const problem = `${found} ${worst[1]} are more than the ${allowed} that ${host.name} accepts (${limit.reason})`;
    return [[`${problem}: ${describeRemedy(name, growth)}.`, ...advisePlan(host, name)].join(" ")];
  });
}

/** How many things fit, where the files or bytes of a complete tree are too many. */
export function adviseFewer({ limits }: Pick<Host, "limits">, files: readonly HostFile[], growth: Growth): string[] {
  const growing = files.filter(({ path }) => growth.files.test(path));
  const things = files.filter(({ path }) => growth.each.test(path)).length;
  const count = ({ length }: readonly HostFile[]) => length;
  const weigh = (some: readonly HostFile[]) => some.reduce((sum, { bytes }) => sum + bytes, 0);
  const findFitting = (max = Number.POSITIVE_INFINITY, measure: typeof count) =>
    things * ((max - measure(files) + measure(growing)) / measure(growing));
  const fitting = Math.min(findFitting(limits.files?.max, count), findFitting(limits.totalBytes?.max, weigh));
  return fitting < things ? describeFitting(fitting, growth) : [];
}

/** How many things fit; nothing if the number is too small to be of use. */
export function describeFitting(things: number, { noun }: Growth): string[] {
  if (!(things >= 10)) return [];
  return [`About ${renderFitting(things)} ${noun} fit; more fit without optional files (trees).`];
}

/** Two digits of a number of things, at least 10, rounded down. */
export function renderFitting(things: number): string {
  const step = 10 ** Math.floor(Math.log10(things) - 1);
  return groupThousands(Math.floor(things / step) * step);
}

/** What a site with a paid plan sets, where the exceeded limit is one of the free plan. */
export function advisePlan({ id, freePlan }: Pick<Host, "id" | "freePlan">, name: keyof Limits): string[] {
  if (freePlan?.limits?.[name] === undefined) return [];
  return [`With a paid plan, set paidHosts: ["${id}"] in build/settings.ts.`];
}

function countFolders(files: readonly HostFile[]): Map<string, number> {
  return countValues(files.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf("/")))));
}
