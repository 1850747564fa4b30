import { OperationalError } from "../../lib/operational-error.ts";
import type { Artifact } from "../../render/artifact.ts";
import type { HostAdapter } from "../../render/render-tree.ts";
import type { Route } from "../../render/route.ts";
import type { ControlFile, Host, HostFile, Limits } from "../host.ts";

/**
 * Adds to a tree what one host needs. `finish` throws an `OperationalError` when the host cannot
 * hold the tree, and warns about the limits of cheaper plans.
 */
export function createHostAdapter(
  host: Host,
  routes: readonly Route[],
  worker: string | undefined,
  warn: (message: string) => void = () => undefined,
): HostAdapter {
  const files: HostFile[] = [];
  const findVariants = host.urlVariants?.(routes) ?? (() => []);
  const measure = (file: Artifact): HostFile => ({ path: file.path, bytes: Buffer.byteLength(file.body) });
  const count = (file: Artifact) => files.push(measure(file));
  const adapt = (original: Artifact): Artifact[] => {
    const file = host.rename === undefined ? original : { ...original, path: host.rename(original.path) };
    return [file, ...listNames(host, file)].flatMap((named) => [named, ...listCopies(named, findVariants(named.path))]);
  };
  return {
    adapt(original) {
      const adapted = adapt(original);
      adapted.forEach(count);
      return adapted;
    },
    findProblem(added, reserve) {
      const later = Array.from({ length: reserve.files }, (_, at) => ({
        path: `reserved-${at}/file`,
        bytes: Math.ceil(reserve.bytes / reserve.files),
      }));
      const without = files.concat(later);
      const all = without.concat(added.flatMap(adapt).map(measure));
      // A limit that the other files exceed is not a reason to leave these out.
      const isOurs = (limits: Limits) => (problem: string) =>
        findLimitProblems(host.name, limits, without, []).length === 0 ? [problem] : [];
      const [found] = [host.limits, host.advice ?? {}].flatMap((limits) =>
        findLimitProblems(host.name, limits, all, []).flatMap(isOurs(limits)),
      );
      return found;
    },
    finish() {
      // Rules lead to the manifest as to any other file.
      const manifest: HostFile = { path: "api/manifest.json", bytes: 0 };
      const controlFiles: ControlFile[] = [...host.controlFiles({ routes, files: [...files, manifest], worker })];
      const added = controlFiles.map(({ path, body }) => ({ path, body }));
      added.forEach(count);
      const all = [...files, manifest];
      const [problem, ...lines] = findLimitProblems(host.name, host.limits, all, controlFiles);
      if (problem !== undefined) throw new OperationalError(problem, { lines });
      for (const advice of findLimitProblems(host.name, host.advice ?? {}, all, controlFiles)) warn(advice);
      return added;
    },
    copyManifest: (manifest) => listCopies(manifest, findVariants(manifest.path)),
  };
}

/** The handler finds a coin by any of its names. Hosts without it need one file per name. */
function listNames({ level }: Host, { aliases = [], ...file }: Artifact): Artifact[] {
  return level === "L3" ? [] : aliases.map((path) => ({ ...file, path }));
}

function listCopies({ body }: Artifact, paths: Iterable<string>): Artifact[] {
  return [...paths].map((path) => (path === path.toLowerCase() ? { path, body } : { path, body, caseVariant: true }));
}

const REMEDIES: Readonly<Record<keyof Limits, string>> = {
  files: "cover fewer coins (--coins) or choose another host (--site-host)",
  fileBytes: "cover fewer coins (--coins), publish shorter archives or choose another host (--site-host)",
  totalBytes: "cover fewer coins (--coins), publish fewer archives or choose another host (--site-host)",
  folderFiles: "cover fewer coins (--coins) or choose another host (--site-host)",
  rules: "cover fewer coins (--coins), precompute fewer values or choose another host (--site-host)",
  ruleLength: "precompute fewer values or choose another host (--site-host)",
  controlBytes: "cover fewer coins (--coins), precompute fewer values or choose another host (--site-host)",
};

export function findLimitProblems(
  host: string,
  limits: Limits,
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
  return (Object.keys(REMEDIES) as (keyof Limits)[]).flatMap((name) => {
    const limit = limits[name];
    if (limit === undefined) return [];
    const measured = above(limit.max)
      [name]()
      .filter(([count]) => count > limit.max);
    const [worst] = measured.sort(([a], [b]) => b - a);
    if (worst === undefined) return [];
    const [found, allowed] = [worst[0], limit.max].map((number) => number.toLocaleString("en-US"));
    const problem = `${found} ${worst[1]} are more than the ${allowed} that ${host} accepts (${limit.reason})`;
    return [`${problem}: ${REMEDIES[name]}.`];
  });
}

function countFolders(files: readonly HostFile[]): Map<string, number> {
  const folders = new Map<string, number>();
  for (const { path } of files) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  return folders;
}
