import { OperationalError } from "../../lib/operational-error.ts";
import type { Artifact } from "../../render/artifact.ts";
import type { HostAdapter } from "../../render/render-tree.ts";
import type { Route } from "../../render/route.ts";
import type { Bundles, ControlFile, Host, HostFile } from "../host.ts";
import { findLimitProblems } from "./limits.ts";

/**
 * Adds to a tree what one host needs: its own file names, aliases beside their originals, and
 * control files at the end. `finish` throws an `OperationalError` with the numbers when the host
 * cannot hold the tree, and warns about the limits of some plans. The manifest, which is rendered
 * later, counts as one file.
 */
export function createHostAdapter(
  host: Host,
  routes: readonly Route[],
  bundles: Readonly<Partial<Bundles>>,
  warn: (message: string) => void = () => undefined,
): HostAdapter {
  const files: HostFile[] = [];
  const findVariants = host.urlVariants?.(routes) ?? (() => []);
  const count = (file: Artifact) => files.push({ path: file.path, bytes: Buffer.byteLength(file.body) });
  return {
    adapt(original) {
      const file = host.rename === undefined ? original : { ...original, path: host.rename(original.path) };
      const adapted = [file, ...listNames(host, file)].flatMap((named) => [
        named,
        ...listCopies(named, findVariants(named.path)),
      ]);
      adapted.forEach(count);
      return adapted;
    },
    finish() {
      // Rules lead to the manifest as to any other file.
      const manifest: HostFile = { path: "api/manifest.json", bytes: 0 };
      const controlFiles: ControlFile[] = [...host.controlFiles({ routes, files: [...files, manifest], bundles })];
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

/** The same bytes at other paths. */
function listCopies({ body }: Artifact, paths: Iterable<string>): Artifact[] {
  return [...paths].map((path) => (path === path.toLowerCase() ? { path, body } : { path, body, caseVariant: true }));
}
