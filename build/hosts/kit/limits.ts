import type { ControlFile, HostFile, Limits } from "../host.ts";

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
  host: string,
  limits: Limits,
  files: readonly HostFile[],
  controlFiles: readonly ControlFile[],
): string[] {
  const folders = new Map<string, number>();
  for (const { path } of files) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const ruled = controlFiles.flatMap(({ path, body, rules }) => (rules === undefined ? [] : [{ path, body, rules }]));
  const measured: Record<keyof Limits, (readonly [count: number, what: string])[]> = {
    files: [[files.length, "files"]],
    fileBytes: files.map(({ path, bytes }) => [bytes, `bytes in ${path}`]),
    totalBytes: [[files.reduce((sum, { bytes }) => sum + bytes, 0), "bytes in total"]],
    folderFiles: [...folders].map(([folder, count]) => [count, `files in the folder ${folder || "/"}`]),
    rules: ruled.map(({ path, rules }) => [rules.length, `rules in ${path}`]),
    ruleLength: ruled.flatMap(({ path, rules }) =>
      rules.map((rule) => [rule.length, `characters in a rule of ${path}`] as const),
    ),
    controlBytes: ruled.map(({ path, body }) => [Buffer.byteLength(body), `bytes in ${path}`]),
  };
  return (Object.keys(REMEDIES) as (keyof Limits)[]).flatMap((name) => {
    const limit = limits[name];
    const [worst] = measured[name].filter(([count]) => limit && count > limit.max).sort(([a], [b]) => b - a);
    if (limit === undefined || worst === undefined) return [];
    const [found, allowed] = [worst[0], limit.max].map((number) => number.toLocaleString("en-US"));
    const problem = `${found} ${worst[1]} are more than the ${allowed} that ${host} accepts (${limit.reason})`;
    return [`${problem}: ${REMEDIES[name]}.`];
  });
}
