import { OperationalError } from "../../lib/operational-error.ts";
import type { Artifact } from "../../render/artifact.ts";
import type { HostAdapter } from "../../render/host-adapter.ts";
import type { Route } from "../../render/route.ts";
import type { Bundles, ControlFile, Host, HostFile } from "../host.ts";
import { findLimitProblems } from "./limits.ts";

/** What one host adds to the tree. */
export function adaptFor(
  host: Host,
  routes: readonly Route[],
  bundles: Readonly<Partial<Bundles>>,
  warn?: (message: string) => void,
): HostAdapter {
  return {
    adapt: (artifacts) => adaptTree(host, artifacts, routes, bundles, warn),
    *copyManifest(manifest) {
      for (const path of host.urlVariants?.(routes)(manifest.path) ?? []) yield copyTo(manifest, path);
    },
  };
}

/**
 * Adds to a tree what one host needs: renames, copies behind their originals, control files at the
 * end. Throws an `OperationalError` with the numbers if the host cannot hold the tree, and warns if
 * only some plans of the host can.
 */
export async function* adaptTree(
  host: Host,
  artifacts: Iterable<Artifact> | AsyncIterable<Artifact>,
  routes: readonly Route[],
  bundles: Readonly<Partial<Bundles>>,
  warn: (message: string) => void = () => undefined,
): AsyncGenerator<Artifact> {
  const files: HostFile[] = [];
  const pass = (artifact: Artifact): Artifact => {
    files.push({ path: artifact.path, bytes: Buffer.byteLength(artifact.body) });
    return artifact;
  };
  const findVariants = host.urlVariants?.(routes);
  for await (const { aliases = [], ...original } of artifacts) {
    const path = host.rename?.(original.path) ?? original.path;
    // The handler finds a coin by any of its ids; elsewhere each id is a file.
    for (const name of [path, ...(host.level === "L3" ? [] : aliases)]) {
      const named = { ...original, path: name };
      yield pass(named);
      for (const variant of findVariants?.(name) ?? []) yield pass(copyTo(named, variant));
    }
  }
  // The manifest is rendered later; it counts as one file, and rules lead to it.
  const all: HostFile[] = [...files, { path: "api/manifest.json", bytes: 0 }];
  const controlFiles: ControlFile[] = [...host.controlFiles({ routes, files: all, bundles })];
  for (const { path, body } of controlFiles) {
    all.push({ path, bytes: Buffer.byteLength(body) });
    yield { path, body };
  }
  const [problem, ...lines] = findLimitProblems(host.name, host.limits, all, controlFiles);
  if (problem !== undefined) throw new OperationalError(problem, { lines });
  for (const advice of findLimitProblems(host.name, host.advice ?? {}, all, controlFiles)) warn(advice);
}

/** The same bytes at another path. */
function copyTo({ body }: Artifact, path: string): Artifact {
  return path === path.toLowerCase() ? { path, body } : { path, body, caseVariant: true };
}
