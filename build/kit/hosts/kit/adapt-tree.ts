import { OperationalError } from "../../../lib/operational-error.ts";
import type { Artifact } from "../../platform/artifact.ts";
import type { HostAdapter } from "../../render/host-adapter.ts";
import { MANIFEST_PATH } from "../../render/manifest.ts";
import type { ControlFile, Host, HostFile, HostInput } from "../host.ts";
import { adviseFewer, findLimitProblems, isUnlimited, leaveRoom } from "./host-limits.ts";
import { findUnstored } from "./query-rules.ts";

/**
 * Adds to a tree what one host needs. `finish` throws an `OperationalError` when the host cannot
 * hold the tree.
 */
export function createHostAdapter(host: Host, { layout, routes, worker }: Omit<HostInput, "files">): HostAdapter {
  const { growth } = layout;
  const files: HostFile[] = [];
  const isUnstored = findUnstored(host, routes, layout);
  const findVariants = host.urlVariants?.(routes) ?? (() => []);
  const measure = (file: Artifact): HostFile => ({ path: file.path, bytes: Buffer.byteLength(file.body) });
  const count = (file: Artifact) => files.push(measure(file));
  const adapt = (original: Artifact): Artifact[] => {
    if (isUnstored(original.path)) return [];
    const file = host.rename === undefined ? original : { ...original, path: host.rename(original.path) };
    return [file, ...listNames(host, file)].flatMap((named) => [named, ...listCopies(named, findVariants(named.path))]);
  };
  return {
    isUnlimited: isUnlimited(host),
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
      const roomy = { ...host, limits: leaveRoom(host.limits) };
      // A limit that the other files exceed is not a reason to leave these out.
      const excess = findLimitProblems(host, without, [], growth);
      return excess.length === 0 ? findLimitProblems(roomy, all, [], growth)[0] : undefined;
    },
    finish() {
      // Rules lead to the manifest as to any other file.
      const manifest: HostFile = { path: MANIFEST_PATH, bytes: 0 };
      const controlFiles: ControlFile[] = [
        ...host.controlFiles({ layout, routes, files: [...files, manifest], worker }),
      ];
      const added = controlFiles.map(({ path, body }) => ({ path, body }));
      added.forEach(count);
      // The workflow adds it after the build.
      const attestation: HostFile = { path: "api/attestation.json", bytes: 0 };
      const all = [...files, manifest, attestation];
      const [problem, ...lines] = findLimitProblems(host, all, controlFiles, growth);
      if (problem !== undefined)
        throw new OperationalError(problem, { lines: [...lines, ...adviseFewer(host, all, growth)] });
      return added;
    },
    copyManifest: (manifest) => listCopies(manifest, findVariants(manifest.path)),
  };
}

/** The handler finds a thing by any of its names. Hosts without it need one file per name. */
function listNames({ level }: Host, { alias, ...file }: Artifact): Artifact[] {
  return level === "L3" || alias === undefined ? [] : [{ ...file, path: alias }];
}

function listCopies({ body }: Artifact, paths: Iterable<string>): Artifact[] {
  return [...paths].map((path) => (path === path.toLowerCase() ? { path, body } : { path, body, caseVariant: true }));
}
