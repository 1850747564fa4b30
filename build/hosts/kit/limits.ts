import type { ControlFile, Host, HostFile, Limit, Limits } from "../host.ts";

/** What to do when a limit is exceeded. */
const REMEDIES: Readonly<Record<keyof Limits, string>> = {
  files: "cover fewer coins (--coins) or choose another host (--site-host)",
  fileBytes: "cover fewer coins (--coins), publish shorter archives or choose another host (--site-host)",
  totalBytes: "cover fewer coins (--coins), publish fewer archives or choose another host (--site-host)",
  folderFiles: "cover fewer coins (--coins) or choose another host (--site-host)",
  rules: "cover fewer coins (--coins), precompute fewer values or choose another host (--site-host)",
  ruleLength: "precompute fewer values or choose another host (--site-host)",
  controlBytes: "cover fewer coins (--coins), precompute fewer values or choose another host (--site-host)",
};

/** One sentence for each exceeded limit. `files` includes the control files. */
export function findLimitProblems(
  host: Host,
  files: readonly HostFile[],
  controlFiles: readonly ControlFile[],
): string[] {
  return findProblems(host.name, host.limits, files, controlFiles);
}

/** The same for the limits of a cheaper plan. */
export function findLimitAdvice(
  host: Host,
  files: readonly HostFile[],
  controlFiles: readonly ControlFile[],
): string[] {
  return findProblems(host.name, host.advice ?? {}, files, controlFiles);
}

function findProblems(
  name: string,
  limits: Limits,
  files: readonly HostFile[],
  controlFiles: readonly ControlFile[],
): string[] {
  const folders = new Map<string, number>();
  for (const { path } of files) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const fullest = findLargest([...folders].map(([folder, count]) => ({ of: `the folder ${folder || "/"}`, count })));
  const largest = findLargest(files.map(({ path, bytes }) => ({ of: path, count: bytes })));
  const rules = controlFiles.filter((file) => file.rules !== undefined);
  const longest = findLargest(
    rules.flatMap((file) => file.rules!.map((rule) => ({ of: file.path, count: rule.length }))),
  );
  const most = findLargest(rules.map((file) => ({ of: file.path, count: file.rules!.length })));
  const biggest = findLargest(rules.map((file) => ({ of: file.path, count: Buffer.byteLength(file.body) })));
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const check = (limit: keyof Limits, count: number | undefined, what: string) =>
    checkLimit(name, limits, limit, count, what);
  return [
    check("files", files.length, "files"),
    check("fileBytes", largest?.count, `bytes in ${largest?.of}`),
    check("totalBytes", total, "bytes in total"),
    check("folderFiles", fullest?.count, `files in ${fullest?.of}`),
    check("rules", most?.count, `rules in ${most?.of}`),
    check("ruleLength", longest?.count, `characters in a rule of ${longest?.of}`),
    check("controlBytes", biggest?.count, `bytes in ${biggest?.of}`),
  ].filter((problem) => problem !== undefined);
}

function checkLimit(
  host: string,
  limits: Limits,
  name: keyof Limits,
  count: number | undefined,
  what: string,
): string | undefined {
  const limit: Limit | undefined = limits[name];
  if (limit === undefined || count === undefined || count <= limit.max) return undefined;
  const [found, allowed] = [count, limit.max].map((number) => number.toLocaleString("en-US"));
  return `${found} ${what} are more than the ${allowed} that ${host} accepts (${limit.reason}): ${REMEDIES[name]}.`;
}

function findLargest<T extends { count: number }>(entries: readonly T[]): T | undefined {
  let largest: T | undefined;
  for (const entry of entries) if (largest === undefined || entry.count > largest.count) largest = entry;
  return largest;
}
